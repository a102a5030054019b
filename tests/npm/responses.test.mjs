// The official client of OpenAI on the responses wire.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { startTestd } from './testd.mjs';

let testd, client;
before(async () => {
  testd = await startTestd();
  client = new OpenAI({ apiKey: 'sk-test', baseURL: testd.base('openai'), maxRetries: 0 });
});
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const prompt = 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity in 2020.\n[2] Two\nCosts fell by 30 dollars per unit in a year.';
const ask = (more = {}) => ({ model: 'test', input: prompt, ...more });

test('plain answer with usage', async () => {
  const answer = await client.responses.create(ask({ instructions: 'You answer.' }));
  assert.equal(answer.status, 'completed');
  assert.match(answer.output_text, /\[1\]/);
  assert.equal(answer.usage.total_tokens, answer.usage.input_tokens + answer.usage.output_tokens);
});

test('a stream joins to the plain answer, numbered without gaps', async () => {
  const plain = await client.responses.create(ask());
  let text = '', next = 0, final;
  for await (const event of await client.responses.create(ask({ stream: true }))) {
    assert.equal(event.sequence_number, next++);
    if (event.type === 'response.output_text.delta') text += event.delta;
    if (event.type === 'response.completed') final = event.response;
  }
  assert.equal(text, plain.output_text);
  assert.deepEqual(final.usage, plain.usage);
  assert.equal((await client.responses.stream(ask()).finalResponse()).output_text, plain.output_text);
});

test('functions are called and answered', async () => {
  const tools = [{ type: 'function', name: 'search', strict: true, parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'], additionalProperties: false } }];
  const first = await client.responses.create(ask({ tools }));
  const [call] = first.output;
  assert.equal(call.type, 'function_call');
  assert.equal(typeof JSON.parse(call.arguments).query, 'string');
  const streamed = await client.responses.stream(ask({ tools })).finalResponse();
  assert.equal(streamed.output[0].arguments, call.arguments);
  const second = await client.responses.create(ask({ tools, input: [{ role: 'user', content: prompt }, call, { type: 'function_call_output', call_id: call.call_id, output: 'forty-two' }] }));
  assert.match(second.output_text, /forty-two/);
});

test('structured output', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'], additionalProperties: false };
  const answer = await client.responses.create(ask({ text: { format: { type: 'json_schema', name: 'thing', strict: true, schema } } }));
  assert.equal(typeof JSON.parse(answer.output_text).title, 'string');
});

test('web search: the call, its sources, annotations that name characters', async () => {
  const answer = await client.responses.create(ask({ input: 'What limits grid batteries?', tools: [{ type: 'web_search' }], include: ['web_search_call.action.sources'] }));
  const search = answer.output.find((o) => o.type === 'web_search_call');
  assert.equal(search.action.sources.length, 3);
  const { text, annotations } = answer.output.find((o) => o.type === 'message').content[0];
  for (const [i, a] of annotations.entries()) assert.equal(text.slice(a.start_index, a.end_index), `[${i + 1}]`);
});

test('background: queued, in progress, completed; cancelled when asked', async () => {
  const job = await client.responses.create(ask({ background: true }));
  assert.equal(job.status, 'queued');
  assert.equal((await client.responses.retrieve(job.id)).status, 'in_progress');
  const done = await client.responses.retrieve(job.id);
  assert.equal(done.status, 'completed');
  assert.equal(done.id, job.id);
  assert.match(done.output[0].content[0].text, /\[1\]/);
  assert.equal((await client.responses.cancel(job.id)).status, 'cancelled');
  await assert.rejects(client.responses.retrieve('resp_none'), OpenAI.NotFoundError);
});

test('length, filter, refusal and failure', async () => {
  assert.equal((await client.responses.create(ask({ max_output_tokens: 16 }))).incomplete_details.reason, 'max_output_tokens');
  const twisted = async (fault) => { await testd.script(`serve openai reply fault ${fault}`); return client.responses.create(ask()); };
  assert.equal((await twisted('filter')).incomplete_details.reason, 'content_filter');
  assert.equal((await twisted('refusal')).output[0].content[0].type, 'refusal');
  assert.equal((await twisted('error-in-stream')).error.code, 'server_error');
  let last;
  for await (const event of await client.responses.create(ask({ stream: true }))) last = event;
  assert.deepEqual([last.type, last.code], ['error', 'server_error']);
});

test('Perplexity speaks the same wire, with results and cost', async () => {
  const agent = new OpenAI({ apiKey: 'pplx', baseURL: `${testd.base('perplexity')}/v1`, maxRetries: 0 });
  const answer = await agent.responses.create({ preset: 'low', input: 'What limits grid batteries?' });
  assert.equal(answer.output[0].type, 'search_results');
  assert.ok(answer.usage.cost.total_cost > 0);
  const { results } = await (await fetch(`${testd.base('perplexity')}/search`, { method: 'POST', headers: { authorization: 'Bearer k' }, body: '{"query":"x","max_results":4}' })).json();
  assert.equal(results.length, 4);
});
