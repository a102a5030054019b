// Groq's and Mistral's own clients, and DeepSeek by OpenAI's, which its documentation names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Groq from 'groq-sdk';
import { Mistral } from '@mistralai/mistralai';
import OpenAI from 'openai';
import { startTestd } from './testd.mjs';

const messages = [{ role: 'user', content: 'The question:\nWhat limits grid batteries?' }];
const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'], additionalProperties: false };
const tool = { type: 'function', function: { name: 'search', description: 'finds', parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] } } };
let testd, groq, mistral, deepseek;

before(async () => {
  testd = await startTestd();
  groq = new Groq({ apiKey: 'a-key', baseURL: testd.base('groq').replace('/openai/v1', ''), maxRetries: 0 });
  mistral = new Mistral({ apiKey: 'a-key', serverURL: testd.base('mistral').replace(/\/v1$/, ''), retryConfig: { strategy: 'none' } });
  deepseek = new OpenAI({ apiKey: 'a-key', baseURL: testd.base('deepseek'), maxRetries: 0 });
});
after(() => testd.stop());

test('groq: plain, streamed, tools, schema, errors', async () => {
  const model = 'openai/gpt-oss-120b';
  const plain = await groq.chat.completions.create({ model, messages });
  assert.ok(plain.choices[0].message.content.length > 20);
  assert.ok(plain.usage.prompt_tokens > 0);
  let text = '';
  for await (const chunk of await groq.chat.completions.create({ model, messages, stream: true })) text += chunk.choices[0]?.delta?.content ?? '';
  assert.equal(text.length > 20, true);
  const called = await groq.chat.completions.create({ model, messages, tools: [tool], tool_choice: 'required' });
  assert.equal(called.choices[0].message.tool_calls[0].function.name, 'search');
  const format = { type: 'json_schema', json_schema: { name: 'thing', schema, strict: true } };
  const shaped = await groq.chat.completions.create({ model, messages, response_format: format });
  assert.equal(typeof JSON.parse(shaped.choices[0].message.content).title, 'string');
  await assert.rejects(groq.chat.completions.create({ model: 'other', messages, response_format: format }), (e) => e.status === 400);
  await testd.script('serve groq reply fault bad-key');
  await assert.rejects(groq.chat.completions.create({ model, messages }), (e) => e.status === 401);
  await testd.script('serve groq');
});

test('mistral: plain, streamed with its usage, tools, schema, a field it does not know', async () => {
  const model = 'mistral-small-latest';
  const plain = await mistral.chat.complete({ model, messages });
  assert.ok(plain.choices[0].message.content.length > 20);
  assert.ok(plain.usage.promptTokens > 0);
  let text = '', usage;
  for await (const event of await mistral.chat.stream({ model, messages })) {
    text += event.data.choices[0]?.delta?.content ?? '';
    usage = event.data.usage ?? usage;
  }
  assert.ok(text.length > 20);
  assert.ok(usage.promptTokens > 0);
  const called = await mistral.chat.complete({ model, messages, tools: [tool], toolChoice: 'required' });
  assert.equal(called.choices[0].message.toolCalls[0].function.name, 'search');
  const shaped = await mistral.chat.complete({ model, messages, responseFormat: { type: 'json_schema', jsonSchema: { name: 'thing', schemaDefinition: schema, strict: true } } });
  assert.equal(typeof JSON.parse(shaped.choices[0].message.content).title, 'string');
  const refused = await fetch(testd.base('mistral') + '/chat/completions', { method: 'POST',
    headers: { authorization: 'Bearer a-key', 'content-type': 'application/json' }, body: JSON.stringify({ model, messages, max_completion_tokens: 5 }) });
  assert.equal(refused.status, 422);
  assert.deepEqual((await refused.json()).message.detail[0].loc, ['body', 'max_completion_tokens']);
});

test('deepseek: thinks unless told not to, no schema', async () => {
  const model = 'deepseek-flash';
  const thought = await deepseek.chat.completions.create({ model, messages });
  assert.ok(thought.choices[0].message.content.length > 20);
  const quick = await deepseek.chat.completions.create({ model, messages, thinking: { type: 'disabled' } });
  assert.equal(quick.choices[0].message.reasoning_content, undefined);
  const format = { type: 'json_schema', json_schema: { name: 'thing', schema, strict: true } };
  await assert.rejects(deepseek.chat.completions.create({ model, messages, response_format: format }), (e) => e.status === 400);
  await testd.script('serve deepseek reply fault quota');
  await assert.rejects(deepseek.chat.completions.create({ model, messages }), (e) => e.status === 429 || e.status === 402);
});
