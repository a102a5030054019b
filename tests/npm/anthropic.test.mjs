// The official client of Anthropic.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { startTestd } from './testd.mjs';

let testd;
before(async () => { testd = await startTestd(); });
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const client = (options = {}) => new Anthropic({ apiKey: 'sk-test', baseURL: testd.base('anthropic'), maxRetries: 0, ...options });
const prompt = 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity in 2020.\n[2] Two\nCosts fell by 30 dollars per unit in a year.';
const ask = (more = {}) => ({ model: 'claude-sonnet-5-5', max_tokens: 4000, messages: [{ role: 'user', content: prompt }], ...more });
const textOf = (message) => message.content.filter((b) => b.type === 'text').map((b) => b.text).join('');

test('plain answer with usage', async () => {
  const message = await client().messages.create(ask({ system: 'You answer.' }));
  assert.equal(message.stop_reason, 'end_turn');
  assert.match(textOf(message), /\[1\]/);
  assert.ok(message.usage.input_tokens > 10 && message.usage.output_tokens > 10);
  assert.equal(message.usage.cache_read_input_tokens, 0);
});

test('cached parts are counted apart', async () => {
  const system = [{ type: 'text', text: 'Be exact. '.repeat(2000), cache_control: { type: 'ephemeral' } }];
  const { usage } = await client().messages.create(ask({ system }));
  assert.ok(usage.cache_read_input_tokens > 1000);
  assert.ok(usage.cache_creation_input_tokens > 0);
  const plain = await client().messages.countTokens({ model: 'claude-sonnet-5-5', system, messages: ask().messages });
  assert.equal(usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens, plain.input_tokens);
});

test('a stream joins to the plain answer', async () => {
  const plain = await client().messages.create(ask());
  const message = await client().messages.stream(ask()).finalMessage();
  assert.equal(textOf(message), textOf(plain));
  assert.deepEqual(message.usage.output_tokens, plain.usage.output_tokens);
  assert.equal(message.stop_reason, 'end_turn');
});

const tools = [
  { name: 'search', input_schema: { type: 'object', properties: { query: { type: 'string' }, count: { type: 'integer', minimum: 1, maximum: 5 } }, required: ['query', 'count'] } },
  { name: 'stop', input_schema: { type: 'object', properties: {} } },
];

test('a tool is called, its result is answered; streamed the same', async () => {
  const request = ask({ tools, tool_choice: { type: 'tool', name: 'search' } });
  const first = await client().messages.create(request);
  const call = first.content.find((b) => b.type === 'tool_use');
  assert.equal(first.stop_reason, 'tool_use');
  assert.equal(call.name, 'search');
  assert.ok(call.input.count >= 1 && call.input.count <= 5);
  const streamed = await client().messages.stream(request).finalMessage();
  assert.deepEqual(streamed.content.find((b) => b.type === 'tool_use').input, call.input);
  const second = await client().messages.create(ask({
    tools, messages: [...request.messages, { role: 'assistant', content: first.content }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'forty-two' }] }],
  }));
  assert.match(textOf(second), /forty-two/);
});

test('structured output is an instance of the schema; an open object is refused', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' }, done: { type: 'boolean' } }, required: ['title', 'done'], additionalProperties: false };
  const message = await client().messages.create(ask({ output_config: { format: { type: 'json_schema', schema } } }));
  const { title, done } = JSON.parse(textOf(message));
  assert.deepEqual([typeof title, typeof done], ['string', 'boolean']);
  const open = { type: 'object', properties: { a: { type: 'string' } } };
  await assert.rejects(client().messages.create(ask({ output_config: { format: { type: 'json_schema', schema: open } } })), Anthropic.BadRequestError);
});

test('web search: results and citations, plain and streamed', async () => {
  const request = ask({ messages: [{ role: 'user', content: 'What limits grid batteries?' }], tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }] });
  for (const message of [await client().messages.create(request), await client().messages.stream(request).finalMessage()]) {
    assert.ok(message.content.some((b) => b.type === 'web_search_tool_result' && b.content.length === 3));
    const cited = message.content.filter((b) => b.type === 'text');
    assert.equal(cited.length, 3);
    for (const b of cited) assert.equal(b.citations[0].type, 'web_search_result_location');
    assert.equal(message.usage.server_tool_use.web_search_requests, 1);
  }
});

test('the newer version of the API refuses sampling, the older one takes it', async () => {
  const request = ask({ model: 'claude-opus-4-5', temperature: 0.2 });
  await client().messages.create(request, { headers: { 'anthropic-version': '2023-06-01' } });
  await assert.rejects(client().messages.create(request, { headers: { 'anthropic-version': '2026-10-21' } }),
    (e) => e instanceof Anthropic.BadRequestError && /temperature/.test(e.message));
  const bare = await fetch(`${testd.base('anthropic')}/v1/messages`, { method: 'POST', headers: { 'x-api-key': 'k' }, body: JSON.stringify(ask()) });
  assert.equal(bare.status, 400);
});

test('length and refusal are told apart', async () => {
  assert.equal((await client().messages.create(ask({ max_tokens: 10 }))).stop_reason, 'max_tokens');
  await testd.script('serve anthropic reply fault refusal');
  const message = await client().messages.create(ask());
  assert.equal(message.stop_reason, 'refusal');
  assert.ok(message.stop_details.explanation);
});

test('errors are those of the client; 529 is tried again', async () => {
  for (const [fault, kind, status] of [['bad-key', Anthropic.AuthenticationError, 401], ['no-model', Anthropic.NotFoundError, 404],
    ['context', Anthropic.BadRequestError, 400], ['rate', Anthropic.RateLimitError, 429], ['overloaded', Anthropic.InternalServerError, 529]]) {
    await testd.script(`serve anthropic reply fault ${fault}`);
    await assert.rejects(client().messages.create(ask()), (e) => e instanceof kind && e.status === status);
  }
  await testd.script('serve anthropic\n when attempt=1 reply fault overloaded header "retry-after-ms: 10"\n');
  await testd.reset();
  await client({ maxRetries: 1 }).messages.create(ask());
  assert.equal((await testd.counts()).services.anthropic.asked, 2);
});

test('an error inside a stream is thrown', async () => {
  await testd.script('serve anthropic reply fault error-in-stream');
  await assert.rejects(client().messages.stream(ask()).finalMessage(), /overloaded/i);
});

test('models are listed', async () => {
  const ids = [];
  for await (const model of client().models.list()) ids.push(model.id);
  assert.ok(ids.includes('claude-sonnet-5-5'));
});
