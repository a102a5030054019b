// Draws docs/screens/ from the report of the tests.
import { mkdirSync } from 'node:fs';
import { launch, open } from './browser.mjs';
import { makeReports } from './report.mjs';

const [browser, reports] = await Promise.all([launch(), makeReports()]);
mkdirSync('../../docs/screens', { recursive: true });
for (const [name, width, height, scheme, card, scale, which = 'full'] of [
  ['report-1200-light', 1200, 900, 'light', '', 1], ['evidence-1200-dark', 1200, 900, 'dark', 'partial', 1],
  ['report-390-dark', 390, 844, 'dark', '', 2], ['evidence-390-light', 390, 844, 'light', 'supported', 2],
  ['extractive-1200-light', 1200, 900, 'light', '', 1, 'extractive']]) {
  const page = await open(browser, reports[which], { width, height, scheme, scale });
  if (card) {
    const marker = page.locator(`.prose button.m.v-${card}`).first();
    await marker.evaluate((m) => m.scrollIntoView({ block: 'center' }));
    await marker.click();
    await page.mouse.move(5, 5);
  }
  await page.screenshot({ path: `../../docs/screens/${name}.png` });
  await page.context().close();
}
await browser.close();
reports.remove();
