// Chromium, and pages that keep what they complained about: errors, what broke the policy, what came from elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

// A fresh browser profile with one page at `path` ("#/runs"). `axe` lets axe-core in, which the policy keeps out.
export async function open(browser, server, path = '', { width = 1200, height = 900, scheme = 'light', axe = false, scale = 1, touch = width < 500 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, bypassCSP: axe, deviceScaleFactor: scale, hasTouch: touch, reducedMotion: 'reduce', acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.WEB_PATIENCE_MS) || 90000); // a thing that has not happened by then does not happen; less while a test is written
  page.told = [];
  page.offline = false;
  await page.exposeFunction('tellTest', (text) => page.told.push(text));
  await page.addInitScript(() => addEventListener('securitypolicyviolation', (e) => window.tellTest(`policy: ${e.violatedDirective} ${e.blockedURI} ${e.sample}`)));
  page.on('pageerror', (error) => page.told.push(`error: ${error.stack || error}`));
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/status of \d+|net::ERR/.test(message.text())) page.told.push(`console: ${message.text()}`); });
  page.on('request', (request) => { if (new URL(request.url()).origin !== server.address && !request.url().startsWith('blob:')) page.told.push(`loads ${request.url()}`); });
  page.on('dialog', (box) => { page.told.push(`dialog: ${box.message()}`); box.dismiss(); });
  page.go = async (hash) => { await page.evaluate((to) => { location.hash = to; }, hash); };
  await page.goto(server.address + '/' + path);
  return page;
}
// Nothing complained, and the page is no wider than its window.
export async function clean(page) {
  assert.deepEqual(page.told, []);
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= width, `the page is ${wide} wide in a window of ${width}`);
}
export async function close(page) {
  await clean(page);
  await page.context().close();
}
// What axe-core finds, one line each; in the whole page or in a part of it.
export async function violations(page, { only = RULES, within } = {}) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(AXE);
  const found = await page.evaluate(([tags, part]) => window.axe.run(part ? { include: part } : document, { runOnly: tags }), [only, within]);
  return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${v.help}: ${n.html.slice(0, 160)}`));
}
