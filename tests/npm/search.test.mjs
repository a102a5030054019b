// The search services: shapes, keys, and an imaginary web that hangs together.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { startTestd } from './testd.mjs';

let testd;
before(async () => { testd = await startTestd(); });
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const serper = async (body, headers = { 'X-API-KEY': 'k' }, path = 'search') =>
  fetch(`${testd.base('serper')}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
const tavily = async (body, headers = { authorization: 'Bearer k' }) =>
  fetch(`${testd.base('tavily')}/search`, { method: 'POST', headers, body: JSON.stringify(body) });
const searxng = async (query) => fetch(`${testd.base('searxng')}/search?${new URLSearchParams(query)}`);
const plain = (url) => url.split('?')[0];

test('Serper gives as many as asked for, in order', async () => {
  const answer = await (await serper({ q: 'cost of grid batteries', num: 20 })).json();
  assert.equal(answer.organic.length, 20);
  assert.deepEqual(answer.organic.map((o) => o.position), [...Array(20).keys()].map((i) => i + 1));
  assert.equal(new Set(answer.organic.map((o) => plain(o.link))).size, 20);
  for (const o of answer.organic) assert.match(o.snippet, /\d/);
  assert.equal((await (await serper({ q: 'x' }, undefined, 'news')).json()).news.length, 10);
});

test('Serper without a key is 403, no credits 400', async () => {
  assert.equal((await serper({ q: 'x' }, {})).status, 403);
  await testd.script('serve serper reply fault quota');
  const answer = await serper({ q: 'x' });
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).message, /credits/);
});

test('Tavily with a key, without one, and with neither', async () => {
  assert.equal((await (await tavily({ query: 'x', max_results: 7 })).json()).results.length, 7);
  assert.equal((await tavily({ query: 'x' }, { 'X-Tavily-Access-Mode': 'keyless' })).status, 200);
  assert.equal((await tavily({ query: 'x' }, {})).status, 401);
});

test('Tavily gives page texts and an answer when asked', async () => {
  const { results, answer } = await (await tavily({ query: 'tidal power', include_raw_content: true, include_answer: true })).json();
  for (const r of results) assert.ok(r.raw_content.startsWith(r.content));
  assert.equal(typeof answer, 'string');
});

test('Tavily keyless says when to come back', async () => {
  await testd.script('serve tavily reply fault rate');
  const { error } = await (await tavily({ query: 'x' }, { 'X-Tavily-Access-Mode': 'keyless' })).json();
  assert.ok(error.retry_after_seconds > 0);
});

test('SearXNG wants format=json; an instance whose engines are blocked says so', async () => {
  assert.equal((await searxng({ q: 'x' })).status, 403);
  assert.equal((await (await searxng({ q: 'x', format: 'json' })).json()).results.length, 10);
  await testd.script('serve searxng reply fault no-text');
  const { results, unresponsive_engines } = await (await searxng({ q: 'x', format: 'json' })).json();
  assert.deepEqual([results.length, unresponsive_engines.length], [0, 1]);
});

test('SearXNG pages do not repeat', async () => {
  const urls = [];
  for (const pageno of ['1', '2']) urls.push(...(await (await searxng({ q: 'tidal power', format: 'json', pageno })).json()).results.map((r) => plain(r.url)));
  assert.equal(new Set(urls).size, 20);
});

test('related queries share documents, and so do engines', async () => {
  const of = async (q) => (await (await serper({ q, num: 10 })).json()).organic.map((o) => plain(o.link));
  const lists = await Promise.all(['cost', 'safety', 'history', 'lifetime'].map((a) => of(`${a} of grid batteries`)));
  const all = lists.flat();
  assert.ok(new Set(all).size < all.length);
  assert.ok(new Set(all).size > all.length / 2);
  const other = (await (await searxng({ q: 'cost of grid batteries', format: 'json' })).json()).results.map((r) => plain(r.url));
  assert.ok(other.filter((u) => lists[0].includes(u)).length >= 8);
});
