// The official client of OpenAI, against all three flavours of the wire.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { startTestd } from './testd.mjs';

let testd;
const client = (service = 'openai', options = {}) =>
  new OpenAI({ apiKey: 'sk-test', baseURL: testd.base(service), maxRetries: 0, ...options });
const ask = (content) => [{ role: 'system', content: 'You answer.' }, { role: 'user', content }];

before(async () => { testd = await startTestd(); });
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const prompt = 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity in 2020.\n[2] Two\nCosts fell by 30 dollars per unit in a year.';

test('plain answer with usage', async () => {
  const { data, response } = await client().chat.completions.create({ model: 'test', messages: ask(prompt) }).withResponse();
  assert.equal(data.object, 'chat.completion');
  assert.equal(data.choices[0].finish_reason, 'stop');
  assert.match(data.choices[0].message.content, /\[1\]/);
  assert.match(data.choices[0].message.content, /\[2\]/);
  assert.equal(data.usage.total_tokens, data.usage.prompt_tokens + data.usage.completion_tokens);
  assert.equal(data.usage.prompt_tokens_details.cached_tokens, 0);
  assert.ok(response.headers.get('x-request-id'));
});

test('the same question gets the same answer, another one another', async () => {
  const say = async (content) => (await client().chat.completions.create({ model: 'test', messages: ask(content) })).choices[0].message.content;
  assert.equal(await say(prompt), await say(prompt));
  assert.notEqual(await say(prompt), await say(prompt.replace('grid', 'home')));
});

test('long prompts are cached in part, newer models reason', async () => {
  const { usage } = await client().chat.completions.create({ model: 'gpt-5.2', messages: ask(prompt + ' more'.repeat(4000)) });
  assert.ok(usage.prompt_tokens_details.cached_tokens >= 1024);
  assert.ok(usage.completion_tokens_details.reasoning_tokens > 0);
});

test('a stream gives the same text as the plain answer, then its usage', async () => {
  const plain = await client().chat.completions.create({ model: 'test', messages: ask(prompt) });
  const stream = await client().chat.completions.create({
    model: 'test', messages: ask(prompt), stream: true, stream_options: { include_usage: true },
  });
  let text = '', usage = null, finish = null, chunks = 0;
  for await (const chunk of stream) {
    chunks++;
    text += chunk.choices[0]?.delta.content ?? '';
    finish = chunk.choices[0]?.finish_reason ?? finish;
    usage = chunk.usage ?? usage;
  }
  assert.equal(text, plain.choices[0].message.content);
  assert.equal(finish, 'stop');
  assert.deepEqual(usage, plain.usage);
  assert.ok(chunks > 5);
});

test('a stream without include_usage has none', async () => {
  const stream = await client().chat.completions.create({ model: 'test', messages: ask(prompt), stream: true });
  for await (const chunk of stream) assert.equal(chunk.usage ?? null, null);
});

const tools = [
  { type: 'function', function: { name: 'search', strict: true, parameters: { type: 'object', properties: { query: { type: 'string' }, count: { type: 'integer', minimum: 1, maximum: 5 } }, required: ['query', 'count'], additionalProperties: false } } },
  { type: 'function', function: { name: 'stop', parameters: { type: 'object', properties: {} } } },
];

test('a tool is called, its result is answered', async () => {
  const messages = ask('Find it.');
  const first = await client().chat.completions.create({ model: 'test', messages, tools, tool_choice: { type: 'function', function: { name: 'search' } } });
  const [call] = first.choices[0].message.tool_calls;
  assert.equal(first.choices[0].finish_reason, 'tool_calls');
  assert.equal(first.choices[0].message.content, null);
  assert.equal(call.function.name, 'search');
  const { query, count } = JSON.parse(call.function.arguments);
  assert.equal(typeof query, 'string');
  assert.ok(count >= 1 && count <= 5);
  const second = await client().chat.completions.create({
    model: 'test', tools, messages: [...messages, first.choices[0].message, { role: 'tool', tool_call_id: call.id, content: 'forty-two' }],
  });
  assert.equal(second.choices[0].finish_reason, 'stop');
  assert.match(second.choices[0].message.content, /forty-two/);
});

test('tool calls stream in parts that join to the plain ones', async () => {
  const request = { model: 'test', messages: ask('Find it too.'), tools };
  const plain = await client().chat.completions.create(request);
  const stream = client().chat.completions.stream(request);
  const final = await stream.finalChatCompletion();
  assert.deepEqual(final.choices[0].message.tool_calls.map(({ id, function: f }) => [id, f.name, f.arguments]),
    plain.choices[0].message.tool_calls.map(({ id, function: f }) => [id, f.name, f.arguments]));
  assert.equal(final.choices[0].finish_reason, 'tool_calls');
});

test('tool_choice none gives text', async () => {
  const answer = await client().chat.completions.create({ model: 'test', messages: ask('Find it.'), tools, tool_choice: 'none' });
  assert.equal(answer.choices[0].message.tool_calls, undefined);
  assert.equal(typeof answer.choices[0].message.content, 'string');
});

test('structured output by the schema helper is parsed', async () => {
  const Plan = z.object({ title: z.string(), steps: z.array(z.object({ id: z.number().int(), kind: z.enum(['research', 'analysis']) })), done: z.boolean() });
  const answer = await client().chat.completions.parse({ model: 'test', messages: ask('Plan.'), response_format: zodResponseFormat(Plan, 'plan') });
  Plan.parse(answer.choices[0].message.parsed);
});

test('structured output by a plain response_format: the roles of fathom', async () => {
  const text = { type: 'string' };
  const format = (name, schema) => ({ type: 'json_schema', json_schema: { name, strict: true, schema } });
  const item = { type: 'object', properties: { query: text, rationale: text }, required: ['query', 'rationale'], additionalProperties: false };
  const list = { type: 'object', properties: { subQueries: { type: 'array', items: item } }, required: ['subQueries'], additionalProperties: false };
  for (const n of [3, 5, 10]) {
    const answer = await client().chat.completions.create({
      model: 'test', messages: ask(`Write ${n} search queries.\nQuestion: What limits grid batteries?`), response_format: format('sub_queries', list),
    });
    const { subQueries } = JSON.parse(answer.choices[0].message.content);
    assert.equal(subQueries.length, n);
    assert.equal(new Set(subQueries.map((s) => s.query)).size, n);
  }
  const decision = { type: 'object', properties: { action: text, query: text, rationale: text }, required: ['action', 'query', 'rationale'], additionalProperties: false };
  const answer = await client().chat.completions.create({ model: 'test', messages: ask('Question: What?'), response_format: format('decide', decision) });
  assert.match(JSON.parse(answer.choices[0].message.content).action, /^(search|research_complete)$/);
});

test('a schema that is not strict is refused', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  await assert.rejects(client().chat.completions.create({
    model: 'test', messages: ask('x'), response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema } },
  }), (e) => e instanceof OpenAI.BadRequestError && e.code === 'invalid_json_schema');
});

test('newer models refuse temperature and max_tokens by name', async () => {
  for (const [field, value] of [['temperature', 0.2], ['max_tokens', 100]])
    await assert.rejects(client().chat.completions.create({ model: 'gpt-5.2', messages: ask('x'), [field]: value }),
      (e) => e instanceof OpenAI.BadRequestError && e.param === field);
});

test('max_completion_tokens cuts, and the answer can be continued to the same text', async () => {
  const whole = (await client().chat.completions.create({ model: 'test', messages: ask(prompt) })).choices[0].message.content;
  const first = await client().chat.completions.create({ model: 'test', messages: ask(prompt), max_completion_tokens: 20 });
  assert.equal(first.choices[0].finish_reason, 'length');
  const rest = await client().chat.completions.create({
    model: 'test', messages: [...ask(prompt), first.choices[0].message, { role: 'user', content: 'Continue.' }],
  });
  assert.equal(first.choices[0].message.content + rest.choices[0].message.content, whole);
});

test('models are listed', async () => {
  const ids = [];
  for await (const model of client().models.list()) ids.push(model.id);
  assert.ok(ids.includes('test'));
});

test('errors are those of the client', async () => {
  const cases = [['bad-key', OpenAI.AuthenticationError, 401], ['no-model', OpenAI.NotFoundError, 404], ['quota', OpenAI.RateLimitError, 429],
    ['context', OpenAI.BadRequestError, 400], ['server-error', OpenAI.InternalServerError, 500], ['conflict', OpenAI.ConflictError, 409]];
  for (const [fault, kind, status] of cases) {
    await testd.script(`serve openai reply fault ${fault}`);
    await assert.rejects(client().chat.completions.create({ model: 'test', messages: ask('x') }), (e) => e instanceof kind && e.status === status);
  }
});

test('the client retries as it should: once after Retry-After, never a quota with x-should-retry false', async () => {
  await testd.script('serve openai\n when attempt=1 reply fault rate-ms\n');
  await client('openai', { maxRetries: 2 }).chat.completions.create({ model: 'test', messages: ask('x') });
  const [first, second] = await testd.log();
  assert.equal(first.status, 429);
  assert.equal(second.attempt, 2);
  assert.ok(second.arrivedMs - first.endedMs >= 299, `waited ${second.arrivedMs - first.endedMs} ms`);
  await testd.reset();
  await testd.script('serve openai reply fault no-retry');
  await assert.rejects(client('openai', { maxRetries: 2 }).chat.completions.create({ model: 'test', messages: ask('x') }));
  assert.equal((await testd.counts()).services.openai.asked, 1);
});

test('refusal, filter and length are told apart', async () => {
  const finish = async (fault) => {
    await testd.script(`serve openai reply fault ${fault}`);
    return (await client().chat.completions.create({ model: 'test', messages: ask(prompt) })).choices[0];
  };
  assert.equal((await finish('filter')).finish_reason, 'content_filter');
  assert.equal((await finish('length')).finish_reason, 'length');
  const { message } = await finish('refusal');
  assert.equal(message.content, null);
  assert.match(message.refusal, /sorry/);
});

test('an error inside a stream is thrown by the client', async () => {
  await testd.script('serve openai reply fault error-in-stream');
  const stream = await client().chat.completions.create({ model: 'test', messages: ask(prompt), stream: true });
  let text = '';
  await assert.rejects(async () => { for await (const c of stream) text += c.choices[0]?.delta.content ?? ''; }, OpenAI.APIError);
  assert.ok(text.length > 10);
});

test('a key is asked for', async () => {
  const answer = await fetch(`${testd.base('openai')}/models`);
  assert.equal(answer.status, 401);
});

test('OpenRouter: comments are skipped, cost and provider are there', async () => {
  const stream = await client('openrouter').chat.completions.create({
    model: 'vendor/test', messages: ask(prompt), stream: true, stream_options: { include_usage: true },
  });
  let usage, provider, native, text = '';
  for await (const chunk of stream) {
    provider = chunk.provider;
    native = chunk.choices[0]?.native_finish_reason ?? native;
    text += chunk.choices[0]?.delta.content ?? '';
    usage = chunk.usage ?? usage;
  }
  assert.ok(usage.cost > 0);
  assert.equal(provider, 'Example');
  assert.equal(native, 'stop');
  assert.match(text, /\[1\]/);
  await testd.script('serve openrouter reply fault rate');
  await assert.rejects(client('openrouter').chat.completions.create({ model: 'vendor/test', messages: ask('x') }),
    (e) => e instanceof OpenAI.RateLimitError && e.code === 429);
});

test('a bare compatible server: no key, no usage in streams, numeric codes', async () => {
  const bare = client('compatible', { apiKey: 'none' });
  const stream = await bare.chat.completions.create({ model: 'local', messages: ask(prompt), stream: true, stream_options: { include_usage: true } });
  let text = '';
  for await (const chunk of stream) {
    assert.equal(chunk.usage ?? null, null);
    text += chunk.choices[0]?.delta.content ?? '';
  }
  assert.match(text, /\[2\]/);
  await testd.script('serve compatible reply fault context');
  await assert.rejects(bare.chat.completions.create({ model: 'local', messages: ask('x') }), (e) => e.code === 400);
});
