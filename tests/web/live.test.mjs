// A run at work: what happens to the reader does not happen to the run.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { close, launch, open } from './browser.mjs';
import { startFathom } from './fathom.mjs';

const ASKED = { query: 'What limits grid batteries?', models: ['openai/test'], search: ['searxng'], depth: 'light' };
let browser, server;
before(async () => { [browser, server] = await Promise.all([launch(), startFathom({ script: 'serve openai reply by-hash\nserve searxng reply by-hash\n' })]); });
afterEach(() => server.gate.release());
after(async () => { await browser?.close(); await server?.stop(); });

// A run that waits before its report is written.
async function held(role = /^write$/) {
  server.gate.hold(role);
  const run = await server.research(ASKED, { wait: false });
  await server.gate.caught();
  return run;
}

test('a reload in the middle shows the same run again, and then its report', async () => {
  const run = await held(), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.arrive li:not(.found) strong');
  const sources = await page.locator('.panelbox h2 .num').textContent(), steps = await page.locator('.steps > li').count();
  await page.reload();
  await page.waitForSelector('.arrive strong');
  await page.waitForFunction((n) => document.querySelectorAll('.steps > li').length === n, steps);
  assert.equal(await page.locator('.panelbox h2 .num').textContent(), sources);
  server.gate.release();
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('a connection that is lost comes back by itself, and nothing is missed', async () => {
  const run = await held(), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.arrive strong');
  await server.kill();
  await page.waitForSelector('.lost:not([hidden])');
  assert.match(await page.locator('.lost').textContent(), /connection is lost/);
  server.gate.release();
  await server.start();
  await page.waitForSelector('.doc .answer');
  assert.equal((await server.api('GET', `/research/${run}`)).status, 'completed');
  await close(page);
});

test('where streams do not come through, the events are polled', async () => {
  const run = await held(), page = await open(browser, server, '#/runs');
  await page.route('**/stream*', (route) => route.abort());
  await page.go(`#/run/${run}`);
  await page.waitForSelector('.arrive strong');
  await page.waitForFunction(() => /asks every second/.test(document.querySelector('.lost:not([hidden])')?.textContent));
  server.gate.release();
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('what a search found is shown when it has answered, while others beside it are under way', async () => {
  let asked = 0;
  server.gate.hold({ test: (path) => path.includes('/search?') && ++asked > 2 });
  const run = await server.research({ ...ASKED, workflow: 'supervisor', depth: 'medium' }, { wait: false }), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.arrive .found strong');
  const { events } = await server.api('GET', `/research/${run}/events?type=search_answered&limit=20`);
  const shown = await page.locator('.arrive .found strong').allTextContents();
  assert.ok(shown.length && shown.every((name) => events.some((e) => e.data.titles.includes(name))), shown.join('; '));
  assert.match(await page.locator('.arrive .found .about').first().textContent(), /^found, not read yet$/);
  server.gate.release();
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('a run is cancelled, says what is kept, and goes on when it is told to', async () => {
  const run = await held(), page = await open(browser, server, `#/run/${run}`);
  await page.click('button:text-is("Cancel")');
  await page.waitForSelector('.trouble');
  assert.match(await page.locator('.trouble').textContent(), /Cancelled after .*What is kept/s);
  assert.equal((await server.api('GET', `/research/${run}`)).status, 'cancelled');
  server.gate.release();
  await page.click('button:text("Go on with it")');
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('finish now writes the report from what was read', async () => {
  const run = await held(/^plan_steps$/), page = await open(browser, server, `#/run/${run}`);
  await page.click('button:text("Finish now")');
  await page.waitForSelector('.doc .answer');
  assert.match(JSON.stringify((await server.api('GET', `/research/${run}`)).skipped), /finish|wanted now/i);
  await close(page);
});

test('phases are announced, sources are not', async () => {
  const run = await held(/^plan_steps$/), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.phases .here');
  await page.evaluate(() => { window.said = []; new MutationObserver(() => { const text = document.querySelector('#live').textContent; if (text) window.said.push(text); }).observe(document.querySelector('#live'), { childList: true, characterData: true, subtree: true }); });
  server.gate.hold(/^write$/);
  server.gate.release();
  await page.waitForSelector('.doc .answer');
  const said = await page.evaluate(() => window.said);
  assert.ok(said.length >= 1 && said.length < 10, said.join('; '));
  assert.ok(said.every((text) => /^(Research|Writing|Checking|First|Understanding|Planning)/.test(text)), said.join('; '));
  await close(page);
});

test('the report is shown while it is written', async () => {
  await server.testd.script('serve openai\n  when stream=yes reply by-hash piece 24 gap 150ms\n  else reply by-hash\nserve searxng reply by-hash\n');
  const run = await server.research(ASKED, { wait: false }), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.written p');
  assert.ok((await page.locator('.written').textContent()).length > 5);
  await server.api('POST', `/research/${run}/cancel`);
  await page.waitForSelector('.trouble, .doc .answer');
  await server.testd.script('serve openai reply by-hash\nserve searxng reply by-hash\n');
  await close(page);
});

test('a run that is not there says so', async () => {
  const page = await open(browser, server, '#/run/run-000000000000');
  await page.waitForSelector('.trouble');
  assert.equal(await page.locator('h1').textContent(), 'This is not here');
  await close(page);
});

test('a run that failed before it began says so, and its buttons fit a phone', async () => {
  await server.testd.script('serve openai reply fault bad-key\nserve searxng reply by-hash\n');
  const run = await server.research({ ...ASKED, workflow: 'reflect' }), page = await open(browser, server, `#/run/${run}`, { width: 390, height: 844 });
  await page.waitForSelector('.trouble.bad');
  assert.match(await page.locator('.trouble .box p').first().textContent(), /OPENAI_API_KEY to a valid key\.$/);
  assert.match(await page.locator('.kept').last().textContent(), /no model has answered yet/);
  const [star, remove] = await Promise.all(['.trouble .actions .iconbtn', '.trouble .actions .danger'].map((x) => page.locator(x).boundingBox()));
  assert.ok(star.y < remove.y + remove.height && remove.y < star.y + star.height, 'the star shares the row of the last button');
  await server.testd.script('serve openai reply by-hash\nserve searxng reply by-hash\n');
  await close(page);
});

test('a run is resumed with a raised budget', async () => {
  const run = await held(), page = await open(browser, server, `#/run/${run}`);
  await page.click('button:text-is("Cancel")');
  await page.waitForSelector('.trouble');
  server.gate.release();
  await page.click('summary:text("Raise its limits")');
  await page.fill('[aria-label="New budget in dollars"]', '5');
  await page.fill('[aria-label="New time limit in minutes"]', '20');
  await page.click('button:text("Resume with these")');
  await page.waitForSelector('.doc .answer');
  const { settings } = await server.api('GET', `/research/${run}/settings`);
  assert.deepEqual([settings.budgetUsd, settings.timeout], [5, '20m']);
  await close(page);
});

test('who leaves the page is told when the run has ended', async () => {
  const run = await held(), page = await open(browser, server, '#/nothing');
  await page.addInitScript(() => {
    window.notes = [];
    window.Notification = class { static permission = 'default'; static async requestPermission() { this.permission = 'granted'; return 'granted'; } constructor(title, more) { window.notes.push(`${title}: ${more.body}`); } };
  });
  await page.goto(`${server.address}/#/run/${run}`);
  await page.reload();
  await page.click('button:text("Tell me when it is done")');
  await page.waitForSelector('.toast:has-text("You will be told")');
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  server.gate.release();
  await page.waitForFunction(() => window.notes.length === 1);
  assert.match((await page.evaluate(() => window.notes))[0], /the run has ended: /);
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('a refusal is not left standing as the report: what is written when asked again replaces it', async () => {
  await server.testd.script('serve openai\n  when stream=yes body~"That is a refusal" reply by-hash piece 24 gap 150ms\n  when stream=yes reply text "I\'m sorry, but I can\'t help with that." piece 8 gap 20ms\n  else reply by-hash\nserve searxng reply by-hash\n');
  const run = await server.research(ASKED, { wait: false }), page = await open(browser, server, `#/run/${run}`);
  await page.waitForFunction(() => { const text = document.querySelector('.written')?.textContent ?? ''; return text.length > 40 && !/sorry/.test(text); });
  await server.api('POST', `/research/${run}/cancel`);
  await page.waitForSelector('.trouble, .doc .answer');
  await server.testd.script('serve openai reply by-hash\nserve searxng reply by-hash\n');
  await close(page);
});
