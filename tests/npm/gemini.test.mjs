// The official client of Gemini.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { GoogleGenAI, Type } from '@google/genai';
import { startTestd } from './testd.mjs';

let testd, ai;
before(async () => {
  testd = await startTestd();
  ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: testd.base('gemini'), retryOptions: { attempts: 1 } } });
});
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const prompt = 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity in 2020.\n[2] Two\nCosts fell by 30 dollars per unit in a year.';
const ask = (config = {}, contents = prompt) => ({ model: 'gemini-3.6-flash', contents, config });

test('plain answer with usage', async () => {
  const answer = await ai.models.generateContent(ask({ systemInstruction: 'You answer.' }));
  assert.match(answer.text, /\[1\]/);
  assert.equal(answer.candidates[0].finishReason, 'STOP');
  assert.equal(answer.usageMetadata.totalTokenCount, answer.usageMetadata.promptTokenCount + answer.usageMetadata.candidatesTokenCount);
});

test('a stream joins to the plain answer', async () => {
  const plain = await ai.models.generateContent(ask());
  let text = '', finish, chunks = 0;
  for await (const chunk of await ai.models.generateContentStream(ask())) {
    text += chunk.text ?? '';
    finish = chunk.candidates[0].finishReason ?? finish;
    chunks++;
  }
  assert.equal(text, plain.text);
  assert.equal(finish, 'STOP');
  assert.ok(chunks > 5);
});

test('a function is called, its signature must come back', async () => {
  const functionDeclarations = [{ name: 'search', parameters: { type: Type.OBJECT, properties: { query: { type: Type.STRING }, count: { type: Type.INTEGER } }, required: ['query', 'count'] } }];
  const config = { tools: [{ functionDeclarations }] };
  const first = await ai.models.generateContent(ask(config));
  const [call] = first.functionCalls;
  assert.equal(call.name, 'search');
  assert.ok(Number.isInteger(call.args.count));
  const turn = first.candidates[0].content;
  const result = { role: 'user', parts: [{ functionResponse: { name: call.name, response: { output: 'forty-two' } } }] };
  const second = await ai.models.generateContent(ask(config, [{ role: 'user', parts: [{ text: prompt }] }, turn, result]));
  assert.match(second.text, /forty-two/);
  const bare = { ...turn, parts: turn.parts.map(({ thoughtSignature, ...part }) => part) };
  await assert.rejects(ai.models.generateContent(ask(config, [{ role: 'user', parts: [{ text: prompt }] }, bare, result])), /thought_signature/);
});

test('both kinds of schema', async () => {
  const json = { type: 'object', properties: { title: { type: 'string' }, n: { type: 'integer' } }, required: ['title', 'n'] };
  const openapi = { type: Type.OBJECT, properties: { title: { type: Type.STRING }, n: { type: Type.INTEGER } }, required: ['title', 'n'] };
  for (const schema of [{ responseJsonSchema: json }, { responseSchema: openapi }]) {
    const answer = await ai.models.generateContent(ask({ responseMimeType: 'application/json', ...schema }));
    const { title, n } = JSON.parse(answer.text);
    assert.ok(typeof title === 'string' && Number.isInteger(n));
  }
});

test('grounding: supports name bytes of the text', async () => {
  const answer = await ai.models.generateContent(ask({ tools: [{ googleSearch: {} }] }, 'What limits grid batteries?'));
  const { groundingChunks, groundingSupports } = answer.candidates[0].groundingMetadata;
  assert.equal(groundingChunks.length, 3);
  for (const { segment } of groundingSupports)
    assert.equal(Buffer.from(answer.text).subarray(segment.startIndex, segment.endIndex).toString(), segment.text);
});

test('blocked prompts, blocked answers and length', async () => {
  await testd.script('serve gemini reply fault refusal');
  const blocked = await ai.models.generateContent(ask());
  assert.equal(blocked.candidates, undefined);
  assert.equal(blocked.promptFeedback.blockReason, 'PROHIBITED_CONTENT');
  await testd.script('serve gemini reply fault filter');
  assert.equal((await ai.models.generateContent(ask())).candidates[0].finishReason, 'SAFETY');
  await testd.script('');
  assert.equal((await ai.models.generateContent(ask({ maxOutputTokens: 10 }))).candidates[0].finishReason, 'MAX_TOKENS');
});

test('errors have the status of the service', async () => {
  for (const [fault, status] of [['bad-key', 400], ['no-model', 404], ['rate', 429], ['unavailable', 503]]) {
    await testd.script(`serve gemini reply fault ${fault}`);
    await assert.rejects(ai.models.generateContent(ask()), (e) => e.status === status);
  }
});

test('models are listed', async () => {
  const names = [];
  for await (const model of await ai.models.list()) names.push(model.name);
  assert.ok(names.length > 0);
});
