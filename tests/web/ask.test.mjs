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
