// OpenAI's own client does a research with fathom serve.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { startServer } from './serve.mjs';

const fathom = {
  models: ['extractive'],
  contexts: [{ name: 'cells.txt', text: 'Perovskite solar cells reached an efficiency of 26.1 percent in 2024. The efficiency of perovskite solar cells falls when moisture enters the layer.' }],
};
const messages = [{ role: 'user', content: 'What limits perovskite solar cells?' }];
let server, client;

before(async () => {
  server = await startServer();
  client = new OpenAI({ baseURL: `${server.address}/v1`, apiKey: 'unused', maxRetries: 0 });
});
after(async () => assert.equal(await server.stop(), 0));

test('a question is answered with the report and its citations', async () => {
  const answer = await client.chat.completions.create({ model: 'fathom', messages, fathom });
  const [choice] = answer.choices;
  assert.match(choice.message.content, /moisture/);
  assert.equal(choice.finish_reason, 'stop');
  const { start_index: start, end_index: end } = choice.message.annotations[0].url_citation;
  assert.match([...choice.message.content].slice(start, end).join(''), /^\[\d+\]$/);
  assert.equal(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens);
});

test('a stream has progress as reasoning and the report as content', async () => {
  const stream = await client.chat.completions.create({ model: 'fathom/loop-light', messages, fathom, stream: true, stream_options: { include_usage: true } });
  let content = '', reasoning = '', usage;
  for await (const chunk of stream) {
    content += chunk.choices[0]?.delta.content ?? '';
    reasoning += chunk.choices[0]?.delta.reasoning_content ?? '';
    usage = chunk.usage ?? usage;
  }
  assert.match(content, /moisture/);
  assert.match(reasoning, /Writing the report/);
  assert.ok(usage);
});

test('the stream helper of the client puts the same message together', async () => {
  const message = await client.chat.completions.stream({ model: 'fathom', messages, fathom }).finalMessage();
  assert.match(message.content, /moisture/);
});

test('a follow-up sees the conversation', async () => {
  const first = await client.chat.completions.create({ model: 'fathom', messages, fathom });
  const second = await client.chat.completions.create({
    model: 'fathom', fathom: { models: ['extractive'] },
    messages: [...messages, first.choices[0].message, { role: 'user', content: 'Which efficiency did they reach?' }],
  });
  assert.match(second.choices[0].message.content, /26\.1/);
});

test('models are listed and unknown ones refused', async () => {
  const names = [];
  for await (const model of client.models.list()) names.push(model.id);
  assert.ok(names.includes('fathom') && names.includes('fathom/reflect-light'));
  assert.equal((await client.models.retrieve('fathom')).id, 'fathom');
  await assert.rejects(client.chat.completions.create({ model: 'gpt-5', messages }), OpenAI.NotFoundError);
  await assert.rejects(client.chat.completions.create({ model: 'fathom', messages: [] }), OpenAI.BadRequestError);
});
