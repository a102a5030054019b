// Chromium, and pages that tell what they loaded and complained about.
import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

// `bypassCSP` lets axe run: the page itself allows no script.
export async function open(browser, file, { width = 1200, height = 900, scheme = 'light', axe = false, scale = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, bypassCSP: axe, deviceScaleFactor: scale, hasTouch: width < 500, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.told = [];
  page.on('console', (message) => page.told.push(message.text()));
  page.on('pageerror', (error) => page.told.push(String(error)));
  page.on('request', (request) => { if (request.url() !== `file://${file}`) page.told.push(`loads ${request.url()}`); });
  await page.goto(`file://${file}`);
  return page;
}

// What axe-core finds, one line each.
export async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), RULES);
  return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${v.help}: ${n.html.slice(0, 160)}`));
}
