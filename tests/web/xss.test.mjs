// Hostile text wherever others can put some: titles, snippets, pages, what models say, file names, questions. Nothing runs,
// nothing is loaded from elsewhere, and the page stays what it is.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { close, launch, open } from './browser.mjs';
import { startFathom } from './fathom.mjs';
import { payloads } from './payloads.mjs';

const all = payloads.map((p, i) => `Payload ${i} says ${p} and batteries wear out after ${i + 10} years.`);
let browser, server, hostile;

// A model and a search engine that say nothing else.
function answer(body) {
  const name = body.response_format?.json_schema?.name, prompt = JSON.stringify(body.messages);
  if (name === 'sub_queries') return JSON.stringify({ subQueries: payloads.slice(0, 4).map((p) => ({ query: 'batteries ' + p, rationale: p })) });
  if (name === 'decide') return JSON.stringify({ action: 'research_complete', query: payloads[1], rationale: payloads[6] });
  if (name === 'verify_claims') return JSON.stringify({ verdicts: [...prompt.matchAll(/(\d+)[.:)]?\s*(?:\\n[^\\]*)??\s*claim/gi)].map((m) => ({ id: Number(m[1]), kind: 'claim', verdict: 'partial', missing: 'batteries', reason: payloads[Number(m[1]) % payloads.length] })) });
  if (name === 'rewrite_paragraph') return '{}';
  if (name) return '{}';
  const groups = [];
  for (let i = 0; i < all.length; i += 6) groups.push(`## ${payloads[i]}\n\n` + all.slice(i, i + 6).map((text, k) => `${text.slice(0, -1)} [${k % 3 + 1}].`).join(' '));
  return `The answer is ${payloads[0]} [1].\n\n${groups.join('\n\n')}\n\n| ${payloads[7]} | b |\n|---|---|\n| ${payloads[8]} | ${payloads[9]} |\n`;
}
function start() {
  return new Promise((ready) => {
    const listener = createServer(async (request, reply) => {
      let text = '';
      for await (const part of request) text += part;
      const url = new URL(request.url, 'http://x');
      reply.setHeader('content-type', 'application/json');
      if (url.pathname.endsWith('/search')) {
        reply.end(JSON.stringify({ results: payloads.slice(0, 20).map((p, i) => ({ url: `${hostile.url}/page/${i}?q=${encodeURIComponent(p)}`, title: `T ${p}`, content: all[i], engine: 'x' })) }));
      } else if (url.pathname.startsWith('/page/')) {
        const escaped = (t) => t.replace(/&/g, '&amp;').replace(/</g, '&lt;');
        reply.setHeader('content-type', 'text/html');
        reply.end(`<title>${escaped(payloads[Number(url.pathname.slice(6)) % payloads.length])}</title><article>${all.map((t) => `<p>${escaped(t)}</p>`).join('')}</article>`);
      } else if (url.pathname === '/robots.txt') { reply.statusCode = 404; reply.end(); } else {
        const body = text ? JSON.parse(text) : {}, content = answer(body), usage = { prompt_tokens: 100, completion_tokens: 100 };
        if (!body.stream) { reply.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: body.model, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage })); return; }
        reply.setHeader('content-type', 'text/event-stream');
        const chunk = (choices, more) => reply.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: body.model, choices, ...more })}\n\n`);
        chunk([{ index: 0, delta: { role: 'assistant', content } }]);
        chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]);
        chunk([], { usage });
        reply.end('data: [DONE]\n\n');
      }
    });
    listener.listen(0, '127.0.0.1', () => ready({ url: `http://127.0.0.1:${listener.address().port}`, stop: () => { listener.close(); listener.closeAllConnections(); } }));
  });
}

before(async () => {
  hostile = await start();
  [browser, server] = await Promise.all([launch(), startFathom({ env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${hostile.url}/v1`, SEARXNG_BASE_URL: hostile.url } })]);
});
after(async () => { await browser?.close(); await server?.stop(); hostile?.stop(); });

async function watched(path, options) {
  const page = await open(browser, server, '#/nothing', options);
  await page.addInitScript(() => { window.ran = (n) => window.tellTest('RAN ' + n); });
  await page.goto(`${server.address}/${path}`);
  await page.reload();
  return page;
}
// The page is what it was: its parts are there once, and nothing foreign is among its elements.
async function whole(page) {
  const found = await page.evaluate(() => ({
    foreign: [...document.querySelectorAll('body script, body style, iframe, object, embed, img, video, audio, base, meta[http-equiv], link[href*=evil], math, [style], form[action]')].map((x) => x.outerHTML.slice(0, 80)),
    handlers: [...document.querySelectorAll('*')].filter((x) => [...x.attributes].some((a) => /^on/i.test(a.name))).map((x) => x.outerHTML.slice(0, 80)),
    links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')).filter((href) => !/^(#|\/|https?:)/.test(href)),
    twice: ['main', 'live', 'sheet', 'ask'].filter((id) => document.querySelectorAll('#' + id).length !== 1),
    visible: document.querySelector('header.top').checkVisibility() && getComputedStyle(document.body).display === 'block',
  }));
  assert.deepEqual(found, { foreign: [], handlers: [], links: [], twice: [], visible: true });
}

test(`${payloads.length} payloads in a report: titles, snippets, pages, models and verdicts`, async () => {
  assert.ok(payloads.length >= 40);
  const run = await server.research({ query: 'Do batteries wear out? ' + payloads[0], workflow: 'loop', models: ['openai/test'], search: ['searxng'], maxSources: 12 });
  assert.equal((await server.api('GET', `/research/${run}`)).status, 'completed');
  const page = await watched(`#/run/${run}`);
  await page.waitForSelector('.doc .answer');
  await whole(page);
  const text = await page.locator('.doc').textContent();
  const told = new Set([...text.matchAll(/Payload (\d+) says/g)].map((m) => m[1]));
  assert.ok(told.size >= 40, `the report shows ${told.size} of them`); // what is markup in Markdown is left out, the rest is text
  const cards = await page.locator('button.m').count();
  assert.ok(cards > 20, String(cards));
  for (let i = 0; i < cards; i++) {
    await page.locator('button.m').nth(i).evaluate((m) => m.click());
    if (i % 10 === 0) await whole(page);
  }
  await page.locator('#work').scrollIntoViewIfNeeded();
  await page.waitForSelector('.costs');
  await page.go(`#/run/${run}/work`);
  await page.waitForSelector('.panel');
  await whole(page);
  // One call with its prompt and answer, one source with its passages, this run beside another, the conversation.
  const paid = page.locator('.lanes .bar.k0');
  for (let i = 0, n = await paid.count(); i < n; i++) {
    await paid.nth(i).dispatchEvent('click');
    await page.waitForFunction(() => document.querySelectorAll('.talked h4').length === 2);
    await page.locator('.talked details').evaluateAll((list) => list.forEach((d) => { d.open = true; }));
    await whole(page);
  }
  const { sources } = await server.api('GET', `/research/${run}/sources`);
  for (const source of sources.filter((x) => x.cited).slice(0, 4)) {
    await page.go(`#/run/${run}/source/${source.number}`);
    await page.waitForFunction((n) => document.querySelector('.viewer .kicker')?.textContent.includes('Source ' + n), source.number);
    await whole(page);
    assert.ok((await page.locator('.sourcetext').textContent()).includes('Payload 5 says'));
  }
  // Contradictions and how much of the texts was shown: of other workflows, so they are put into the replies.
  const other = payloads.slice(0, 12).map((p, i) => ({ seq: i + 1, time: '2026-01-01T00:00:00Z', type: 'contradiction_found', data: { id: 'c' + i, description: p, severity: payloads[i + 12], saysA: payloads[i + 20], saysB: p, sourcesA: [sources[0].id], sourcesB: [sources[1].id, p] } }));
  await page.route(`**/research/${run}/events?type=contradiction_found*`, (route) => route.fulfill({ json: { success: true, data: { events: other, status: 'completed' } } }));
  await page.route(`**/research/${run}`, async (route) => {
    const answer = await route.fetch(), body = await answer.json();
    body.data.state = { ...body.data.state, contradictions: other.map(({ data }, i) => ({ id: data.id, resolution: payloads[i + 5], preferred_source: sources[0].id })) };
    body.data.fidelity = { content_fidelity: Object.fromEntries([[sources[0].id, 0], ...payloads.slice(0, 9).map((p, i) => [p, i])].map(([id, i]) => [id, { current_level: i ? payloads[i] : 'dropped', current_tokens: 1, original_tokens: 9 }])), content_allocation_metadata: { fidelity: 0.5, tokens_used: 5, tokens_available: 10, items_summarized: 1, items_dropped: 1 } };
    await route.fulfill({ response: answer, json: body });
  });
  await page.go(`#/run/${run}`);
  await page.waitForFunction((n) => document.querySelectorAll('.dispute').length === n, other.length);
  assert.ok((await page.locator('.dispute').first().textContent()).includes(payloads[0]));
  await page.waitForFunction(() => document.querySelectorAll('.fidelity tbody tr').length === 10);
  await whole(page);
  await page.unrouteAll({ behavior: 'wait' });
  const next = await server.research({ query: payloads[3], models: ['extractive'], continue: run });
  await page.go(`#/compare/${run}/${next}`);
  await page.waitForSelector('.twins .sum');
  await whole(page);
  await page.go(`#/run/${next}`);
  await page.waitForSelector('.conversation .thread, .trouble');
  await whole(page);
  await page.go('#/runs');
  await page.waitForSelector('.runrow .vbar');
  await page.locator('input[value=talks]').check({ force: true });
  await page.waitForSelector('.under .thread');
  await whole(page);
  await page.go(`#/again/${run}`);
  await page.waitForSelector('#question');
  await whole(page);
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.doc .answer');
  await page.click('.doctools [aria-label="More"]');
  await page.click('text=Change the sources …');
  await page.waitForSelector('.sourcepick');
  await whole(page);
  // The report as a file and as a shared page.
  const { token } = await server.api('POST', `/research/${run}/share`, {});
  for (const path of [`share/${token}`, `research/${run}/report?format=html`, `research/${run}/report?format=md`, `research/${run}/report?format=json`]) {
    await page.goto(`${server.address}/${path}`);
    await page.waitForLoadState();
  }
  assert.deepEqual(page.told, []);
  await page.context().close();
});

test('payloads while a run is at work, in plans, searches and sources', async () => {
  const run = await server.research({ query: payloads[7], workflow: 'loop', models: ['openai/test'], search: ['searxng'], maxSources: 5 });
  const page = await watched('#/nothing');
  // The same events as they came, shown by the screen of a live run.
  await page.route(`**/research/${run}`, async (route) => { const answer = await route.fetch(), value = await answer.json(); value.data.status = 'running'; await route.fulfill({ response: answer, json: value }); });
  await page.route('**/stream*', (route) => route.abort());
  await page.route('**/events*', async (route) => { const answer = await route.fetch(), value = await answer.json(); value.data.status = 'running'; await route.fulfill({ response: answer, json: value }); });
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.arrive strong');
  await page.waitForSelector('.steps .done');
  await whole(page);
  await close(page);
});

test('payloads in questions, drafts, names of runs, of corpora and of files', async () => {
  const page = await watched('#/runs');
  for (const p of payloads.slice(0, 24)) await server.api('POST', '/research/draft', { query: p });
  const run = (await server.api('GET', '/research?limit=1')).researches[0].id;
  await server.api('PATCH', `/research/${run}/title`, { title: payloads[6] });
  await server.api('POST', '/corpora/docs', { documents: payloads.filter((p) => p.length < 80).map((p, i) => ({ name: `${p.replace(/[/\\\u202e\u202c\t]/g, '')}.txt`, title: p, text: all[i] })) });
  await page.reload();
  await page.waitForSelector('.runrow');
  await whole(page);
  await page.go(`#/run/${run}`);
  await page.waitForSelector('#question');
  await whole(page);
  await page.go('#/corpora/docs');
  await page.waitForSelector('.data td');
  await page.fill('#corpussearch', 'payload batteries script');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.hits li');
  await whole(page);
  await page.go('#/corpora');
  await page.waitForSelector('.corpus'); // the screen before has a field for files, too
  await page.setInputFiles('#files', [{ name: '<img src=x onerror=ran(99)>.txt', mimeType: 'text/plain', buffer: Buffer.from(all[3]) }]);
  await page.fill('#ask input', 'docs');
  await page.click('#ask button:text("Add")');
  await page.waitForSelector('.toast, .corpus');
  await whole(page);
  await page.go('#/run/' + encodeURIComponent(payloads[7]));
  await page.waitForSelector('.trouble, .list');
  await whole(page);
  await close(page);
});

test('payloads in what a run asks, and in errors', async () => {
  const page = await watched('#/nothing'), run = await server.research({ query: 'Do batteries wear out?', models: ['extractive'], contexts: [{ name: payloads[6], text: all[0] }] });
  await page.route(`**/research/${run}`, async (route) => { const answer = await route.fetch(), value = await answer.json(); Object.assign(value.data, { status: 'waiting', questions: payloads }); await route.fulfill({ response: answer, json: value }); });
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.question textarea');
  assert.equal(await page.locator('.question').count(), payloads.length);
  await whole(page);
  await page.unroute(`**/research/${run}`);
  await page.route(`**/research/${run}`, (route) => route.fulfill({ status: 409, json: { success: false, error: { code: 'X', message: payloads.join(' ') } } }));
  await page.go('#/runs');
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.trouble');
  await whole(page);
  await close(page);
});

test('even markup that the server let through would not get into the page', async () => {
  const run = await server.research({ query: 'Do batteries wear out?', models: ['extractive'], contexts: [{ name: 'a.txt', text: all[0] }] }), page = await watched('#/nothing');
  const raw = payloads.filter((p) => !/<style|<base|<body|<meta/.test(p)).join('</p><p>');
  await page.route('**/report?format=html', async (route) => {
    const answer = await route.fetch(), text = await answer.text();
    await route.fulfill({ response: answer, body: text.replace(/<section class="answer"[^>]*>/, (m) => `${m}<p>${raw}</p>`).replace(/<p class="claim"[^>]*>/g, (m) => `${m}${raw}`) });
  });
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.doc .answer');
  await whole(page);
  await page.locator('button.m').first().evaluate((m) => m.click());
  await page.waitForSelector('.card .claim', { state: 'attached' });
  await whole(page);
  // The browser's own policy complains about the document that was parsed; nothing of it ran, and nothing came from elsewhere.
  assert.deepEqual(page.told.filter((line) => !line.startsWith('policy: ') && !line.includes('Content Security Policy')), []);
  await page.context().close();
});
