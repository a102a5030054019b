// Every screen: no wider than a phone, without a fault that axe-core finds, in light and dark; with a keyboard alone; fast.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clean, close, launch, open, violations } from './browser.mjs';
import { GIVEN, startFathom, startStorage } from './fathom.mjs';

const SCRIPT = `serve openai
  when role=coordinate reply text "{\\"complexity\\":\\"moderate\\",\\"follow_up_type\\":\\"new_topic\\",\\"is_ambiguous\\":true,\\"clarifying_questions\\":[\\"Which region?\\",\\"Which years?\\"],\\"recommended_depth\\":\\"light\\",\\"reasoning\\":\\"unclear\\"}"
  else reply by-hash
serve anthropic
  when role=panel_answer model~bad reply fault bad-key
  else reply by-hash
serve gemini reply by-hash
serve searxng reply by-hash
`;
const PANEL = { prompt: 'What limits grid batteries?', workflow: 'panel', selectedModels: ['google/test-g', 'anthropic/test-a'], synthesisModel: 'google/test-g' };
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
let browser, storage, other, screens;
before(async () => {
  [browser, storage, other] = await Promise.all([launch(), startStorage(), startFathom({ script: SCRIPT })]);
  const full = await storage.research(storage.asked);
  await storage.research({ ...GIVEN, query: LONG + ' https://example.org/' + LONG });
  storage.gate.hold(/^write$/);
  const live = await storage.research(storage.asked, { wait: false });
  await storage.gate.caught();
  const [compared, partial, unclear] = await Promise.all([other.research(PANEL), other.research({ ...PANEL, selectedModels: ['google/test-g', 'anthropic/test-bad'] }), other.research({ query: 'What limits it?', models: ['openai/test'], search: ['searxng'], depth: 'light', clarify: true })]);
  const card = async (page) => { await page.locator('.prose button.m.v-partial').first().click(); await page.waitForSelector('.card mark'); };
  // name, server, address, what shows that it is there, what is done first
  screens = [
    ['ask', storage, '', '#question', async (page) => { await page.fill('#question', 'What limits grid batteries?'); await page.waitForSelector('.estimate .pairs'); await page.click('summary:text("More options")'); }],
    ['plan', storage, '', '#question', async (page) => { await page.fill('#question', 'What limits grid batteries?'); await page.click('button:text("Show plan")'); await page.waitForSelector('#ask .pairs'); }],
    ['live run', storage, `#/run/${live}`, '.steps .done', (page) => page.waitForSelector('.lanes .bar')],
    ['report', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar'); }],
    ['card', storage, `#/run/${full}`, '.doc .answer', card],
    ['menu', storage, `#/run/${full}`, '.doc .answer', (page) => page.click('.doctools button:has-text("Export")')],
    ['share', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.click('.doctools button:has-text("Share")'); await page.waitForSelector('#ask input'); }],
    ['runs', storage, '#/runs', '.runrow'],
    ['corpora', storage, '#/corpora', '.corpus'],
    ['corpus', storage, '#/corpora/storage', '.data', async (page) => { await page.fill('#corpussearch', 'pumped hydro'); await page.keyboard.press('Enter'); await page.waitForSelector('.hits mark'); }],
    ['settings', storage, '#/runs', '.runrow', async (page) => { await page.click('#keys'); await page.waitForSelector('#account p'); }],
    ['users', storage, '#/users', '.list'],
    ['not found', storage, '#/nothing', '.list'],
    ['questions', other, `#/run/${unclear}`, '.question'],
    ['decision', other, `#/run/${partial}`, '.trouble'],
    ['comparison', other, `#/run/${compared}/compare`, '.column'],
    ['no corpora', other, '#/corpora', '.empty'],
  ];
});
after(async () => { storage?.gate?.release(); await browser?.close(); await Promise.all([storage?.stop(), other?.stop()]); });

for (const scheme of ['light', 'dark'])
  for (const width of [1280, 360])
    test(`no violation and no sideways scroll, ${scheme}, ${width} wide`, async () => {
      for (const server of [storage, other]) {
        const page = await open(browser, server, '#/nothing', { width, height: width < 500 ? 740 : 900, scheme, axe: true });
        for (const [name, owner, path, ready, act] of screens) {
          if (owner !== server) continue;
          await page.goto(`${server.address}/#/nothing`);
          await page.go(path || '#/');
          await page.waitForSelector(ready);
          await act?.(page);
          assert.deepEqual(await violations(page), [], name);
          const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(wide <= inner, `${name} is ${wide} wide in a window of ${inner}`);
          await page.keyboard.press('Escape');
          await page.evaluate(() => document.querySelectorAll('dialog[open]').forEach((d) => d.close()));
        }
        await close(page);
      }
    });

test('no screen is wider than its window, from 320 to 1600', async () => {
  const page = await open(browser, storage, '#/nothing');
  for (const [name, owner, path, ready] of screens.filter(([n, o]) => o === storage && ['ask', 'report', 'runs', 'live run', 'corpus'].includes(n))) {
    await page.go(path || '#/');
    await page.waitForSelector(ready);
    for (const width of [320, 412, 768, 1000, 1100, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} of ${owner.address} is ${wide} wide in a window of ${width}`);
    }
  }
  await close(page);
});

test('with the keyboard alone: ask, read, open evidence, come back, delete and undo', async () => {
  const page = await open(browser, storage), press = (key) => page.keyboard.press(key);
  const reach = async (selector, key = 'Tab', most = 80) => {
    for (let i = 0; i < most; i++) { if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return; await press(key); }
    assert.fail(`${selector} is not reached; the focus is on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))}`);
  };
  await page.waitForFunction(() => document.activeElement.id === 'question');
  await page.keyboard.type('What limits perovskite solar cells?');
  await reach('.models input[value=extractive]');
  await press('Space');
  await reach('.chip input[type=checkbox]:not(:checked)');
  await press('Space');
  await reach('#question', 'Shift+Tab');
  await press('Control+Enter');
  await page.waitForSelector('.doc .answer');
  await reach('button.m');
  await press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'card-title');
  await press('Escape');
  await page.waitForFunction(() => document.activeElement.matches('button.m'));
  await reach('.doctools .menu button', 'Shift+Tab');
  await press('Enter');
  await page.waitForFunction(() => document.activeElement.closest('.pop'));
  await press('ArrowDown');
  await press('Escape');
  await page.waitForFunction(() => !document.querySelector('.pop:popover-open'));
  await page.evaluate(() => document.activeElement.blur());
  await press('g');
  await press('r');
  await page.waitForSelector('.runrow');
  await page.waitForFunction(() => document.activeElement.matches('h1'));
  await reach('.runrow [aria-label^="Delete: What limits perovskite"]');
  await press('Enter');
  await page.waitForSelector('.toast');
  await reach('.toast button', 'Tab', 140);
  await press('Enter');
  await page.waitForSelector('.runrow:has-text("What limits perovskite")');
  await press('?');
  await page.waitForFunction(() => document.activeElement.id === 'help-title');
  await press('Escape');
  await press('/');
  await page.waitForFunction(() => document.activeElement.id === 'runsearch');
  await clean(page);
  await close(page);
});

test('the skip link comes first and leads to the content', async () => {
  const page = await open(browser, storage, '#/runs');
  await page.waitForSelector('.runrow');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await close(page);
});

test('colours are chosen, kept, and there before the page is drawn', async () => {
  const page = await open(browser, storage, '#/runs', { scheme: 'light' });
  await page.waitForSelector('.runrow');
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.click('#theme');
  await page.click('#theme');
  const dark = await back();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await back(), dark);
  await close(page);
});

test('the page is complete with one round of small files, and asks for nothing else', async () => {
  const page = await open(browser, storage, '#/runs');
  await page.waitForSelector('.runrow');
  const sizes = await page.evaluate(() => performance.getEntriesByType('resource').filter((r) => /\/app\//.test(r.name)).map((r) => r.encodedBodySize));
  const whole = sizes.reduce((a, b) => a + b, 0) + await page.evaluate(() => performance.getEntriesByType('navigation')[0].encodedBodySize);
  assert.ok(whole > 20000 && whole < 150 * 1024, String(whole));
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  console.log(`page: ${whole} bytes compressed, first paint after ${Math.round(paint)} ms`); // a figure, not a test: machines are busy
  await close(page);
});
