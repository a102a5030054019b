// The clients of Tavily and Exa, and the engines that have none: their shapes on the wire.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { tavily } from '@tavily/core';
import Exa from 'exa-js';
import { startTestd } from './testd.mjs';

let testd;
before(async () => { testd = await startTestd(); });
after(() => testd.stop());
beforeEach(async () => { await testd.script(''); await testd.reset(); });

const get = async (service, path, headers = {}) => fetch(`${testd.base(service)}${path}`, { headers: { 'User-Agent': 'test/1.0', ...headers } });

test('Tavily', async () => {
  const client = tavily({ apiKey: 'tvly-test', apiBaseURL: testd.base('tavily') });
  const answer = await client.search('grid batteries', { maxResults: 7, includeAnswer: true, includeRawContent: 'text' });
  assert.equal(answer.results.length, 7);
  assert.ok(answer.answer && answer.results[0].rawContent && answer.results[0].publishedDate);
  await testd.script('serve tavily reply fault bad-key');
  await assert.rejects(client.search('x'), /401|[Uu]nauthorized/);
});

test('Exa', async () => {
  const client = new Exa('exa-test', testd.base('exa'));
  const answer = await client.search('grid batteries', { numResults: 6, contents: { text: true, highlights: true } });
  assert.equal(answer.results.length, 6);
  assert.ok(answer.results[0].text && answer.results[0].highlights[0]);
  assert.ok(answer.costDollars.total > 0);
  assert.equal((await client.answer('grid batteries', { text: true })).citations.length, 3);
  await testd.script('serve exa reply fault bad-key');
  await assert.rejects(client.search('x'), (e) => e.statusCode === 401);
});

test('Brave: results, page text, rate headers', async () => {
  const key = { 'X-Subscription-Token': 'k' };
  const web = await get('brave', '/res/v1/web/search?q=tidal+power&count=5', key);
  assert.equal(web.headers.get('x-ratelimit-remaining'), '49, 1000');
  assert.equal((await web.json()).web.results.length, 5);
  assert.equal((await (await get('brave', '/res/v1/llm/context?q=tidal&count=3', key)).json()).grounding.generic[0].snippets.length, 2);
  assert.equal((await get('brave', '/res/v1/web/search?q=x')).status, 422);
});

test('arXiv, Kiwix and DuckDuckGo are no JSON', async () => {
  assert.equal((await (await get('arxiv', '/api/query?search_query=all:tidal+AND+all:power&max_results=4')).text()).match(/<entry>/g).length, 4);
  assert.equal((await (await get('kiwix', '/search?pattern=tidal&pageLength=4&format=xml')).text()).match(/<item>/g).length, 4);
  const page = await fetch(`${testd.base('duckduckgo')}/html/`, { method: 'POST', headers: { 'User-Agent': 'Mozilla/5.0' }, body: 'q=tidal' });
  assert.equal((await page.text()).match(/result__snippet/g).length, 10);
});

test('PubMed: the numbers of a search lead to its articles', async () => {
  const { esearchresult } = await (await get('pubmed', '/entrez/eutils/esearch.fcgi?db=pubmed&term=asthma&retmax=3&retmode=json')).json();
  const ids = esearchresult.idlist;
  assert.equal(ids.length, 3);
  const { result } = await (await get('pubmed', `/entrez/eutils/esummary.fcgi?db=pubmed&id=${ids.join()}&retmode=json`)).json();
  assert.deepEqual(result.uids, ids);
  const xml = await (await get('pubmed', `/entrez/eutils/efetch.fcgi?db=pubmed&id=${ids.join()}&retmode=xml`)).text();
  for (const id of ids) assert.ok(xml.includes(`>${id}</PMID>`) && xml.includes('asthma'));
});

test('OpenAlex abstracts can be put together again; Crossref, Semantic Scholar, Wikipedia', async () => {
  const { results } = await (await get('openalex', '/works?search=tidal+power&per_page=2')).json();
  const words = Object.entries(results[0].abstract_inverted_index).flatMap(([word, places]) => places.map((p) => [p, word])).sort((a, b) => a[0] - b[0]);
  assert.deepEqual(words.map(([p]) => p), [...words.keys()]);
  assert.equal((await (await get('crossref', '/works?query=tidal&rows=3')).json()).message.items.length, 3);
  const paper = (await (await get('semantic_scholar', '/graph/v1/paper/search?query=tidal&limit=2&fields=title')).json()).data[0];
  assert.deepEqual(Object.keys(paper), ['paperId', 'title']);
  const pages = (await (await get('wikipedia', '/w/api.php?action=query&generator=search&gsrsearch=tidal&gsrlimit=5&format=json')).json()).query.pages;
  assert.deepEqual(pages.map((p) => p.index).sort(), [1, 2, 3, 4, 5]);
});
