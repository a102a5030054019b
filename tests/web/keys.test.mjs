// With a keyboard alone; colours; how large and how fast the page is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clean, close, launch, open } from './browser.mjs';
import { GIVEN, startStorage } from './fathom.mjs';

let browser, storage;
before(async () => {
  [browser, storage] = await Promise.all([launch(), startStorage()]);
  await storage.research(GIVEN);
});
after(async () => { await browser?.close(); await storage?.stop(); });

test('with the keyboard alone: ask, read, open evidence, come back, delete and undo', async () => {
  const page = await open(browser, storage), press = (key) => page.keyboard.press(key);
  const reach = async (selector, key = 'Tab', most = 80) => {
    for (let i = 0; i < most; i++) { if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return; await press(key); }
    assert.fail(`${selector} is not reached; the focus is on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))}`);
  };
  await page.waitForFunction(() => document.activeElement.id === 'question');
  await page.keyboard.type('What do perovskite cells cost?');
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
  await reach('.runrow [aria-label^="Delete: What do perovskite"]');
  await press('Enter');
  await page.waitForSelector('.toast');
  await reach('.toast button', 'Tab', 140);
  await press('Enter');
  await page.waitForSelector('.runrow:has-text("What do perovskite")');
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
  assert.ok(whole > 20000 && whole < 80 * 1024, String(whole));
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  console.log(`page: ${whole} bytes compressed, first paint after ${Math.round(paint)} ms`); // a figure, not a test: machines are busy
  await close(page);
});
