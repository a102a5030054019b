// From a question to a report whose sentences can be checked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clean, close, launch, open } from './browser.mjs';
import { startFathom } from './fathom.mjs';

const SCRIPT = 'serve openai reply by-hash\nserve searxng reply by-hash\n';
let browser, server;
before(async () => { [browser, server] = await Promise.all([launch(), startFathom({ script: SCRIPT })]); });
after(async () => { await browser?.close(); await server?.stop(); });

test('a clear question is asked, its progress is watched, and its report is read', async () => {
  const page = await open(browser, server);
  await page.fill('#question', 'What limits grid batteries?');
  await page.check('input[name=depth][value=light]', { force: true });
  server.gate.hold(/^write$/);
  await page.click('text=Start research');
  await page.waitForURL(/#\/run\/run-/);
  await server.gate.caught();
  await page.waitForSelector('.phases li.done');
  await page.waitForSelector('.arrive strong');
  assert.ok(await page.locator('.phases li').count() >= 4);
  await page.waitForSelector('.lanes .bar');
  assert.match(await page.title(), /fathom/);
  server.gate.release();
  await page.waitForSelector('.doc .answer');
  assert.equal(await page.locator('.doc h1').textContent(), 'What limits grid batteries?');
  assert.ok(await page.locator('button.m').count() > 0);
  await close(page);
});

test('an empty question is not sent, and says so', async () => {
  const page = await open(browser, server);
  await page.waitForSelector('#question');
  await page.click('text=Start research');
  assert.equal(await page.locator('.problem').textContent(), 'Write a question first.');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'question');
  await clean(page);
  await close(page);
});

test('a plan is shown as a list, changed, and searched as it was changed', async () => {
  const page = await open(browser, server);
  await page.fill('#question', 'What limits grid batteries?');
  await page.check('input[name=flow][value=loop]', { force: true });
  await page.click('text=More options');
  await page.check('#review');
  await page.click('text=Start research');
  await page.waitForSelector('.planlines textarea');
  const lines = await page.locator('.planlines textarea').evaluateAll((all) => all.map((x) => x.value));
  assert.ok(lines.length >= 2, String(lines));
  assert.equal(await page.locator('.question').count(), 0);
  await clean(page);
  await page.locator('.planlines button').first().click();
  await page.click('text=Add a line');
  await page.locator('.planlines textarea').last().fill('recycling of old cells');
  const searched = (await server.testd.log()).filter((row) => row.service === 'searxng').length;
  await page.click('text=Research by this plan');
  await page.waitForSelector('.doc .answer');
  const queries = (await server.testd.log()).filter((row) => row.service === 'searxng').slice(searched).map((row) => row.query);
  assert.ok(queries.some((q) => q.includes('recycling of old cells')), String(queries));
  assert.ok(!queries.includes(lines[0]), String(queries));
  await close(page);
});

test('a run that was stopped elsewhere says so and goes on', async () => {
  const page = await open(browser, server, '#/nothing');
  const run = await server.research({ query: 'What limits grid batteries?', workflow: 'loop', depth: 'light', models: ['openai/test'] });
  await page.route(`**/research/${run}`, async (route) => { const answer = await route.fetch(), body = await answer.json(); Object.assign(body.data, { status: 'queued', runStatus: 'queued', interrupted: true, hasReport: false }); await route.fulfill({ response: answer, json: body }); });
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.trouble');
  assert.match(await page.locator('.trouble').textContent(), /The run was interrupted.*Everything done so far is kept.*Go on with it/s);
  await clean(page);
  await close(page);
});

// A coordinator that finds the question unclear until it has an answer.
const UNCLEAR = `serve openai
  when role=coordinate body!~"the grid of Texas" reply text "{\\"is_ambiguous\\":true,\\"clarifying_questions\\":[\\"Which region?\\",\\"Which kind of battery?\\"],\\"complexity\\":\\"moderate\\",\\"follow_up_type\\":\\"new_topic\\",\\"recommended_depth\\":\\"light\\",\\"reasoning\\":\\"It does not say where.\\"}"
  else reply by-hash
serve searxng reply by-hash
`;

test('an unclear question is asked back; the answers lead to the report', async () => {
  await server.testd.script(UNCLEAR);
  const page = await open(browser, server);
  await page.fill('#question', 'What limits batteries?');
  await page.click('text=Start research');
  await page.waitForSelector('.question textarea');
  assert.match(await page.locator('.talk').textContent(), /What limits batteries\?.*1\. Which region\?.*2\. Which kind of battery\?/s);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer-0');
  await page.reload();
  await page.fill('#answer-0', 'the grid of Texas');
  await page.fill('#answer-1', 'lithium');
  await page.click('button:text("Answer and go on")');
  await page.waitForSelector('.doc .answer');
  const run = page.url().match(/run-\w+/)[0], events = (await server.api('GET', `/research/${run}/events?limit=1000`)).events.map((e) => e.type);
  assert.ok(events.includes('clarification_needed') && events.includes('answers_received'));
  assert.equal((await server.api('GET', `/research/${run}`)).query, 'What limits batteries?');
  await close(page);
});

test('or goes on without answers', async () => {
  await server.testd.script(UNCLEAR);
  const page = await open(browser, server);
  await page.fill('#question', 'What limits batteries?');
  await page.click('text=Start research');
  await page.click('button:text("Go on without answers")');
  await page.waitForFunction(() => document.querySelector('.doc .answer') || document.querySelector('.question'));
  await close(page);
  await server.testd.script(SCRIPT);
});

test('the manager asks back in the conversation, and its report comes after the answers', async () => {
  const page = await open(browser, server);
  await page.fill('#question', 'AI stuff');
  await page.check('input[name=flow][value=manager]', { force: true });
  await page.check('input[name=depth][value=light]', { force: true });
  await page.click('text=Start research');
  await page.waitForSelector('.question textarea');
  assert.match(await page.locator('.talk').textContent(), /AI stuff.*Which part of it\?.*Which period\?/s);
  await page.fill('#answer-0', 'Healthcare applications');
  await page.fill('#answer-1', 'the last 2 years');
  await page.click('button:text("Answer and go on")');
  await page.waitForSelector('.doc .answer');
  assert.equal(await page.locator('.doc h1').textContent(), 'AI stuff');
  await close(page);
});

test('the plan and its estimate come before anything is spent', async () => {
  const page = await open(browser, server);
  const before = (await server.testd.log()).length;
  await page.fill('#question', 'What limits grid batteries?');
  await page.waitForSelector('.estimate .pairs');
  await page.fill('#budget', '0.01');
  await page.click('button:text("Show plan")');
  await page.waitForSelector('#ask[open] .pairs');
  assert.match(await page.locator('#ask').textContent(), /Searches.*Model calls.*Cost/s);
  assert.equal((await server.testd.log()).length, before);
  await page.click('#ask button:text("Not now")');
  await page.waitForFunction(() => !document.querySelector('#ask').open);
  await close(page);
});

test('settings of the form reach the run', async () => {
  const page = await open(browser, server);
  let sent;
  page.on('request', (request) => { if (request.method() === 'POST' && new URL(request.url()).pathname === '/research') sent = request.postDataJSON(); });
  await page.fill('#question', 'What limits perovskite solar cells?');
  await page.check('input[name=flow][value=loop]', { force: true });
  await page.check('input[name=depth][value=light]', { force: true });
  await page.check('.models input[value=extractive]');
  await page.fill('#budget', '1.5');
  await page.fill('#minutes', '4');
  await page.fill('#most', '7');
  await page.click('summary:text("More options")');
  await page.fill('#since', '2020-01-31');
  await page.fill('#include', '*.example.org, example.net');
  await page.fill('#language', 'en');
  await page.selectOption('#kind', 'brief');
  await page.selectOption('#length', 'short');
  await page.fill('#tone', 'formal');
  await page.fill('#audience', 'teachers');
  await page.uncheck('#clarify');
  await page.click('button:text("Paste text")');
  await page.fill('#pastetext', 'Perovskite solar cells lose efficiency when moisture enters the layer.');
  await page.click('#ask button:text("Add")');
  await page.waitForSelector('.chip:has-text("text 1")');
  await page.click('text=Start research');
  await page.waitForSelector('.doc .answer');
  assert.deepEqual(sent, { query: 'What limits perovskite solar cells?', workflow: 'loop', depth: 'light', clarify: false, models: ['extractive'], contexts: [{ name: 'text 1', text: 'Perovskite solar cells lose efficiency when moisture enters the layer.' }],
    budgetUsd: 1.5, timeout: '4m', maxSources: 7, since: '2020-01-31', includeDomains: ['*.example.org', 'example.net'], language: 'en',
    kind: 'brief', length: 'short', tone: 'formal', audience: 'teachers' });
  await close(page);
});

test('a better wording is offered, and taken or not', async () => {
  const page = await open(browser, server);
  await page.fill('#question', 'batteries?');
  await page.click('button:text("Improve my question")');
  await page.waitForSelector('#ask .proposal');
  const better = await page.locator('.proposal').textContent();
  await page.click('#ask button:text("Use it")');
  await page.waitForFunction((text) => document.querySelector('#question').value === text, better);
  await page.reload();
  await page.waitForSelector('#question');
  await close(page);
});

test('a follow-up sees the conversation', async () => {
  const run = await server.research({ query: 'What limits grid batteries?', models: ['openai/test'], search: ['searxng'], depth: 'light' }), page = await open(browser, server, `#/run/${run}`);
  await page.fill('#followup', 'And what do they cost?');
  await page.keyboard.press('Enter');
  await page.waitForFunction((old) => !location.hash.includes(old), run);
  await page.waitForSelector('.doc .answer, .question');
  await close(page);
});
