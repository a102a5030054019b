// The official client of Ollama.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { Ollama } from 'ollama';
import { startTestd } from './testd.mjs';

let testd, client;
before(async () => { testd = await startTestd(); client = new Ollama({ host: testd.base('ollama') }); });
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const messages = [{ role: 'user', content: 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity in 2020.' }];

test('plain and streamed give the same text and counts', async () => {
  const plain = await client.chat({ model: 'llama3.3', messages });
  assert.match(plain.message.content, /\[1\]/);
  let text = '', last;
  for await (const part of await client.chat({ model: 'llama3.3', messages, stream: true })) { text += part.message.content; last = part; }
  assert.equal(text, plain.message.content);
  assert.deepEqual([last.done, last.done_reason, last.eval_count], [true, 'stop', plain.eval_count]);
});

test('tools and schema', async () => {
  const tools = [{ type: 'function', function: { name: 'search', description: 'x', parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } } }];
  const { message } = await client.chat({ model: 'llama3.3', messages, tools });
  assert.equal(typeof message.tool_calls[0].function.arguments.query, 'string');
  const second = await client.chat({ model: 'llama3.3', tools, messages: [...messages, message, { role: 'tool', tool_name: 'search', content: 'forty-two' }] });
  assert.match(second.message.content, /forty-two/);
  const format = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
  assert.equal(typeof JSON.parse((await client.chat({ model: 'llama3.3', messages, format })).message.content).title, 'string');
});

test('lists, versions, errors', async () => {
  assert.deepEqual((await client.list()).models.map((m) => m.name), ['nomic-embed-text:latest', 'llama3.3:latest']);
  assert.ok((await client.show({ model: 'llama3.3' })).capabilities.includes('tools'));
  await testd.script('serve ollama reply fault no-model');
  await assert.rejects(client.chat({ model: 'none', messages }), (e) => e.status_code === 404 && /not found/.test(e.message));
  await testd.script('serve ollama reply fault error-in-stream');
  await assert.rejects(async () => { for await (const part of await client.chat({ model: 'llama3.3', messages, stream: true })) part; }, /error/);
});
