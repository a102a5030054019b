// What lies behind a report: calls with prompt and answer, sources as they were read, other runs; and asking again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { close, launch, open, violations } from './browser.mjs';
import { GIVEN, TEXT, startFathom, startStorage } from './fathom.mjs';

const GLASS = 'Glass covers keep moisture out of perovskite solar cells for about 20 years.', HEAT = 'Heat above 85 degrees limits perovskite solar cells more than moisture does.';
const PAGES = { '/glass': ['Glass covers', GLASS], '/heat': ['Heat', HEAT] };
let browser, storage, plain, run, claims, sources, web;
before(async () => {
  const pages = createServer((request, reply) => {
    const page = PAGES[request.url];
    reply.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    reply.end(page ? `<!doctype html><title>${page[0]}</title><main><article><h1>${page[0]}</h1><p>${page[1]}</p></article></main>` : 'gone');
  });
  await new Promise((go) => { pages.listen(0, '127.0.0.1', go); });
  pages.unref();
  web = `http://127.0.0.1:${pages.address().port}`;
  [browser, storage, plain] = await Promise.all([launch(), startStorage(), startFathom()]);
  run = await storage.research(storage.asked);
  claims = (await storage.api('GET', `/research/${run}/claims`)).claims;
  ({ sources } = await storage.api('GET', `/research/${run}/sources`));
});
after(async () => { await browser?.close(); await storage?.stop(); await plain?.stop(); });

const report = async (options, id = run) => {
  const page = await open(browser, storage, `#/run/${id}`, options);
  await page.waitForSelector('.doc .answer');
  return page;
};
const toWork = async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar'); };

test('the last mark of a timeline is not cut off, and the names of its lanes have room', async () => {
  const page = await open(browser, plain, '');
  const outside = await page.evaluate(async () => {
    const { lanes } = await import(new URL('timeline.js', document.querySelector('script[type=module]').src).href);
    return [360, 500, 701, 900].flatMap((width) => [95, 100, 400, 999, 60000].map((end) => {
      const svg = lanes({ list: [], rows: [1, 1, 1, 1], begin: 0, end }, width);
      document.body.append(svg);
      const last = [...svg.querySelectorAll('.axis')].pop(), box = last.getBBox(), first = Number(svg.querySelector('.tick').getAttribute('x1'));
      const wide = [...svg.querySelectorAll('.lane')].filter((name) => name.getBBox().width > first).map((name) => name.textContent);
      svg.remove();
      return box.x + box.width > width ? `${last.textContent} at ${width}` : wide.join();
    })).filter(Boolean);
  });
  assert.deepEqual(outside, []);
  await close(page);
});

test('a click on a call in the timeline shows its prompt and its answer', async () => {
  const page = await report(), effects = (await storage.api('GET', `/research/${run}/effects`)).effects.filter((e) => e.kind === 'paid');
  await toWork(page);
  const bars = page.locator('.lanes .bar.k0');
  await bars.last().click();
  await page.waitForSelector('.talked h4');
  const path = await page.locator('.effect h3 .mono').textContent(), data = await storage.api('GET', `/research/${run}/effect?path=${path}`);
  assert.ok(effects.some((e) => e.path === path));
  const parts = await page.locator('.talked pre').allTextContents(), messages = JSON.parse(data.request).messages;
  for (const m of messages) assert.ok(parts.includes(m.text), m.role);
  assert.ok(parts.includes(JSON.parse(data.response).text));
  assert.deepEqual((await page.locator('.talked h4').allTextContents()), ['Asked', 'Answered']);
  // What is long is folded, and its heading says how long it is.
  const long = page.locator('.talked details').first();
  assert.ok(!await long.evaluate((d) => d.open));
  assert.match(await long.locator('summary').textContent(), /characters/);
  await long.locator('summary').click();
  assert.ok(await long.locator('pre').isVisible());
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=Download both as JSON')]);
  const saved = JSON.parse(readFileSync(await file.path(), 'utf8'));
  assert.deepEqual([saved.path, saved.request.messages.length], [path, messages.length]);
  await close(page);
});

test('every call is reached by the keyboard, through the table', async () => {
  const page = await report();
  await toWork(page);
  await page.locator('summary:text("Same data as a table")').focus();
  await page.keyboard.press('Enter');
  const show = page.locator('details[open] .data button').first();
  await show.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.talked h4');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'call-title');
  await close(page);
});

test('a call of a run at work shows its prompt before the answer is there', async () => {
  storage.gate.hold(/^write$/);
  const live = await storage.research(storage.asked, { wait: false });
  await storage.gate.caught();
  const page = await open(browser, storage, `#/run/${live}`);
  await page.waitForSelector('.lanes .bar.live');
  await page.locator('.lanes .bar.live').last().dispatchEvent('click');
  await page.waitForSelector('.talked h4');
  assert.match(await page.locator('.talked').textContent(), /Instructions.*No answer yet/s);
  assert.match(await page.locator('.effect').textContent(), /in flight/);
  const arrived = await page.locator('.arrive').textContent();
  assert.match(arrived, /(low|medium|high) quality/);
  assert.match(arrived, /, 20\d\d-\d\d-\d\d/);
  storage.gate.release();
  await storage.rest(live);
  await page.waitForSelector('.doc .answer');
  await close(page);
});

for (const width of [1200, 360])
  test(`a source is shown whole, with each cited passage highlighted, ${width} wide`, async () => {
    const cited = sources.filter((x) => x.cited && !x.snippetOnly), page = await open(browser, storage, '#/nothing', { width });
    for (const source of cited.slice(0, 3)) {
      await page.go(`#/run/${run}/source/${source.number}`);
      await page.waitForFunction((n) => document.querySelector('.viewer .kicker')?.textContent.includes(`Source ${n}`), source.number);
      await page.waitForSelector('.sourcetext mark');
      const data = await storage.api('GET', `/research/${run}/sources/${source.number}`), bytes = new TextEncoder().encode(data.text);
      const shown = await page.evaluate(() => { const copy = document.querySelector('.sourcetext').cloneNode(true); copy.querySelectorAll('a').forEach((a) => a.remove()); return copy.textContent; });
      assert.equal(shown, data.text.replace(/^#{1,6} /gm, '')); // headings stand out instead
      const numbers = await page.locator('.sourcetext a.m').evaluateAll((all) => all.map((a) => Number(a.textContent)));
      assert.equal(Math.max(...numbers), await page.locator('.viewgrid .claimrow').count()); // as they are listed beside, without gaps
      const marked = await page.locator('.sourcetext mark').allTextContents(), covered = new Set(marked.join('\n').split('\n'));
      for (const p of data.passages) assert.ok(new TextDecoder().decode(bytes.subarray(p.start, p.end)).split('\n').some((line) => [...covered].some((m) => m.includes(line) || line.includes(m))), p.text);
      assert.equal(await page.locator('.sourcetext a.m').count(), data.passages.length);
      const first = page.locator('.viewgrid .claimrow').first();
      await first.click();
      await page.waitForFunction(() => document.activeElement.localName === 'mark');
      await page.locator('.sourcetext a.m').first().click();
      await page.waitForSelector('.card .claim');
    }
    await close(page);
  });

test('an evidence card leads to its passage in the whole text', async () => {
  const claim = claims.find((c) => c.kind === 'claim' && !c.leftOut && c.spans.length), page = await open(browser, storage, `#/run/${run}?claim=${claim.number}`);
  await page.locator('.card a:text("In its whole text")').first().click();
  await page.waitForFunction(() => document.activeElement.localName === 'mark');
  assert.ok(await page.evaluate((n) => document.activeElement.dataset.claims.split(' ').includes(n), String(claim.number)));
  await page.click('text=Back to the report');
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('sources tell their quality and date, the list of runs how claims came out', async () => {
  const page = await report(), rated = sources.filter((x) => x.cited && x.quality);
  assert.ok(rated.length);
  await page.waitForSelector('.sources .q');
  for (const x of rated) assert.equal(await page.locator(`#source-${x.number} .q`).textContent(), `${x.quality} quality`);
  const dated = sources.find((x) => x.cited && x.date);
  assert.ok((await page.locator(`#source-${dated.number}`).textContent()).includes(dated.date));
  await page.go(`#/run/${run}/source/${dated.number}`);
  await page.waitForSelector('.viewer .pairs');
  assert.ok((await page.locator('.viewer .pairs').textContent()).includes(dated.date));
  await page.go('#/runs');
  const bar = page.locator('.runrow', { has: page.locator(`a[href="#/run/${run}"]`) }).locator('.vbar[role=img]'), { verdicts } = await storage.api('GET', `/research/${run}`);
  await bar.waitFor();
  const said = await bar.getAttribute('aria-label');
  assert.ok(said.startsWith(`${verdicts.total} claims: `) && said.includes(`${verdicts.supported} supported`) && said.includes(`${verdicts.partial} partly supported`), said);
  assert.equal(await bar.locator('rect').count(), Object.keys(verdicts).filter((k) => k !== 'total' && verdicts[k]).length);
  await close(page);
});

test('what the report leaves open is offered as a follow-up, in its own words', async () => {
  const page = await report();
  await page.waitForSelector('.followup .chipbtn');
  const offered = await page.locator('.followup .chipbtn').allTextContents();
  for (const text of offered) assert.ok(claims.some((c) => c.text.trim() === text && !c.leftOut), text);
  await page.locator('.followup .chipbtn').first().click();
  assert.equal(await page.inputValue('#followup'), offered[0]);
  const ends = await page.evaluate(async () => {
    const { openEnds } = await import('/app/thread.js');
    return openEnds([{ kind: 'heading', text: 'Costs' }, { kind: 'claim', text: 'A.' }, { kind: 'question', text: 'Who pays?' }, { kind: 'heading', text: 'Open questions' }, { kind: 'remark', text: 'Prices for 2026.' }, { kind: 'claim', text: 'Left out.', leftOut: true }, { kind: 'heading', text: 'Risks' }, { kind: 'remark', text: 'B.' }], ['A gap', 'Who pays?']);
  });
  assert.deepEqual(ends, ['Who pays?', 'Prices for 2026.', 'A gap']);
  await close(page);
});

test('a conversation is listed with its questions and walked through', async () => {
  const first = await plain.research(GIVEN), next = await plain.research({ query: 'What does moisture do?', models: ['extractive'], continue: first }), page = await open(browser, plain, `#/run/${next}`);
  await page.waitForSelector('.conversation .thread');
  assert.deepEqual(await page.locator('.conversation .thread a').allTextContents(), [GIVEN.query, 'What does moisture do?']);
  assert.equal(await page.locator('.thread a[aria-current]').textContent(), 'What does moisture do?');
  await page.locator('.thread a').first().click();
  await page.waitForFunction((q) => document.querySelector('.doc h1')?.textContent === q, GIVEN.query);
  await plain.research({ ...GIVEN, query: 'A question of its own' });
  await page.go('#/runs');
  await page.waitForSelector('.runrow');
  await page.locator('input[value=talks]').check({ force: true });
  await page.waitForSelector('.under .thread a');
  assert.equal(await page.locator('.runrow').count(), 1);
  assert.deepEqual(await page.locator('.under a').allTextContents(), ['What does moisture do?']);
  await close(page);
});

test('a source is excluded, the report is written anew, and both are compared', async () => {
  const page = await report(), gone = sources.find((x) => x.cited);
  await page.click('.doctools [aria-label="More"]');
  await page.click('text=Change the sources …');
  await page.waitForSelector('.sourcepick');
  assert.equal(await page.locator('.sourcepick li').count(), sources.length);
  await page.click('#ask button:text-is("Write it anew")');
  await page.waitForSelector('#ask .problem:not(:empty)');
  await page.locator(`.sourcepick input[value="${gone.number}"]`).uncheck();
  await page.click('#ask button:text-is("Write it anew")');
  await page.waitForFunction((old) => location.hash.startsWith('#/run/') && location.hash !== old, `#/run/${run}`);
  const anew = (await page.evaluate(() => location.hash)).split('/')[2];
  await page.waitForSelector('.conversation a:text("Compare with the report before")');
  assert.ok(!(await storage.api('GET', `/research/${anew}/sources`)).sources.some((x) => x.url === gone.url));
  await page.click('.conversation a:text("Compare with the report before")');
  await page.waitForSelector('.twins .sum');
  assert.match(page.url(), new RegExp(`#/compare/${run}/${anew}$`));
  assert.match(await page.locator('.twins details:has-text("Gone")').last().textContent(), new RegExp(gone.title.slice(0, 20)));
  await close(page);
});

test('two runs are paired by what they say', async () => {
  const page = await report();
  const found = await page.evaluate(async () => {
    const { kind, pairs } = await import('/app/compare.js'), c = (text, verdict = 'supported') => ({ text, verdict });
    return pairs([c('Batteries cost 13.8 cents a kilowatt-hour.'), c('Water is heavy.'), c('It rains.', 'partial'), c('The same.')],
      [c('The same.'), c('Batteries cost 12.1 cents a kilowatt-hour.'), c('It rains.'), c('Sodium is new.')]).map((p) => [kind(p), p[0]?.text || '', p[1]?.text || '']);
  });
  assert.deepEqual(found, [['same', 'The same.', 'The same.'], ['changed', 'Batteries cost 13.8 cents a kilowatt-hour.', 'Batteries cost 12.1 cents a kilowatt-hour.'], ['changed', 'It rains.', 'It rains.'], ['new', '', 'Sodium is new.'], ['gone', 'Water is heavy.', '']]);
  await page.click('.doctools [aria-label="More"]');
  await page.click('text=Compare with another run …');
  await page.waitForSelector('#ask[open]');
  await close(page);
});

test('pages are given by their addresses, and one that cannot be read is told in the form', async () => {
  const page = await open(browser, plain);
  await page.fill('#question', 'What limits perovskite solar cells?');
  await page.locator('.models input[value=extractive]').check();
  await page.click('button:text-is("Add pages")');
  await page.fill('#pageurls', 'javascript:alert(1)');
  await page.click('#ask button:text-is("Add")');
  await page.waitForSelector('#ask .problem:not(:empty)');
  await page.fill('#pageurls', `${web}/glass\n${web}/none`);
  await page.click('#ask button:text-is("Add")');
  await page.waitForSelector('.chip:has-text("/none")');
  await page.click('button:text("Start research")');
  await page.waitForFunction(() => /none could not be read/.test(document.querySelector('.ask .problem').textContent));
  await page.click(`[aria-label="Remove ${web}/none"]`);
  await page.click('button:text("Start research")');
  await page.waitForSelector('.doc .answer');
  assert.match(await page.locator('.doc').textContent(), /Glass covers/);
  await page.click('.doctools [aria-label="More"]');
  await page.click('text=Change the sources …');
  await page.fill('#addpages', `${web}/heat`);
  await page.click('#ask button:text-is("Write it anew")');
  await page.waitForSelector('.conversation a:text("Compare with the report before")');
  assert.match(await page.locator('.doc').textContent(), /85 degrees/);
  await close(page);
});

test('asking again restores every setting, and asks the same', async () => {
  await plain.api('POST', '/corpora/cells', { documents: [{ name: 'a.txt', text: TEXT }] });
  const asked = { query: 'What limits perovskite solar cells?', workflow: 'loop', depth: 'light', models: ['extractive'], contexts: [{ name: 'cells.txt', text: TEXT }], sources: [`${web}/glass`], corpora: ['cells'], budgetUsd: 0.5, timeout: '7m', maxSources: 9,
    since: '2020-01-01', includeDomains: ['*.org'], excludeDomains: ['example.com'], language: 'de', kind: 'comparison', length: 'long', tone: 'plain', audience: 'engineers', clarify: true, citations: 'natural', researchMode: 'academic', systemPrompt: 'Be brief.' };
  const id = await plain.research(asked), page = await open(browser, plain, `#/again/${id}`);
  await page.waitForSelector('#question');
  assert.equal(await page.inputValue('#question'), asked.query);
  assert.deepEqual(await page.evaluate(() => ['budget', 'minutes', 'most', 'since', 'include', 'exclude', 'language', 'kind', 'length', 'tone', 'audience'].map((f) => document.getElementById(f).value)),
    ['0.5', '7', '9', '2020-01-01', '*.org', 'example.com', 'de', 'comparison', 'long', 'plain', 'engineers']);
  assert.ok(await page.isChecked('#clarify') && await page.isChecked('input[name=flow][value=loop]') && await page.isChecked('input[name=depth][value=light]'));
  assert.match(await page.locator('.ask').textContent(), /Also as before: .*research mode/);
  await page.click('button:text("Start research")');
  await page.waitForFunction((old) => location.hash.startsWith('#/run/') && location.hash !== old, `#/run/${id}`);
  const again = (await page.evaluate(() => location.hash)).split('/')[2];
  await plain.rest(again);
  assert.deepEqual((await plain.api('GET', `/research/${again}/settings`)).settings, (await plain.api('GET', `/research/${id}/settings`)).settings);
  await page.waitForSelector('.doc, .trouble');
  await close(page);
});

test('by the keyboard alone: from a source to its passage and its claim, sources changed, runs compared', async () => {
  const source = sources.find((x) => x.cited && !x.snippetOnly), page = await report(), at = (what) => page.evaluate((w) => document.activeElement.matches(w), what);
  const tabTo = async (what) => { for (let i = 0; i < 400 && !await at(what); i++) await page.keyboard.press('Tab'); assert.ok(await at(what), what); };
  await page.locator(`#source-${source.number} .links a`).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.viewer h1'));
  await tabTo('.viewgrid .claimrow');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.localName === 'mark');
  await tabTo('.sourcetext a.m');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'card-title');
  await page.keyboard.press('Escape');
  await page.locator('.doctools [aria-label="More"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector(':popover-open');
  for (let i = 0; i < 12 && !await page.evaluate(() => document.activeElement.textContent.startsWith('Change the sources')); i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.sourcepick input'));
  await page.keyboard.press('Space');
  assert.equal(await page.locator('.sourcepick input:not(:checked)').count(), 1);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('#ask').open);
  await close(page);
});

test('where sources disagree stands side by side, and how much of the texts the models were shown', async () => {
  const page = await open(browser, storage, '#/nothing', { axe: true }), [one, other] = sources;
  await page.route('**/events?type=contradiction_found*', (route) => route.fulfill({ json: { success: true, data: { status: 'completed', events: [{ seq: 1, type: 'contradiction_found', data: { id: 'con-1', description: 'Failures per gigawatt-hour', severity: 'major', saysA: 'They fell by 97 percent.', saysB: 'They rose since 2021.', sourcesA: [one.id], sourcesB: [other.id, 'src-unknown'] } }] } } }));
  await page.route(`**/research/${run}`, async (route) => {
    const answer = await route.fetch(), value = await answer.json();
    value.data.state = { contradictions: [{ id: 'con-1', resolution: 'The newer count covers more plants.', preferred_source: one.id }] };
    value.data.fidelity = { content_fidelity: { [one.id]: { original_tokens: 4000, current_tokens: 1000, current_level: 'key_points' }, [other.id]: { original_tokens: 900, current_tokens: 900, current_level: 'full' } }, content_allocation_metadata: { fidelity: 0.39, tokens_used: 1900, tokens_available: 2000, items_dropped: 0, items_summarized: 1 } };
    await route.fulfill({ response: answer, json: value });
  });
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.dispute');
  assert.deepEqual(await page.locator('.dispute .voice').allTextContents(), [`One sideThey fell by 97 percent.[${one.number}] ${one.title.slice(0, 60)}`, `The otherThey rose since 2021.[${other.number}] ${other.title.slice(0, 60)}`]);
  assert.match(await page.locator('.dispute .why').textContent(), new RegExp(`newer count covers more plants. The report follows source ${one.number}`));
  await page.click('.fidelity summary');
  await page.waitForSelector('.fidelity tbody tr');
  assert.match(await page.locator('.fidelity').textContent(), /39 % of the texts.*1 text was shortened, 0 left out.*key points1,000 of 4,000/s);
  assert.equal(await page.locator('.fidelity tbody tr').count(), 1);
  assert.deepEqual(await violations(page, { within: '.dispute' }), []);
  assert.deepEqual(await violations(page, { within: '.fidelity' }), []);
  await close(page);
});
