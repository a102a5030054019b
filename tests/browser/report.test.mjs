// A report in the browser: it loads nothing, can be read on a phone and with a keyboard, and every marker opens its evidence.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { makeReports } from './report.mjs';

let browser, reports;
before(async () => { [browser, reports] = await Promise.all([launch(), makeReports()]); });
after(async () => { await browser?.close(); reports?.remove(); });

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('popovertarget'));

test('nothing is loaded, nothing complains, and no page is wider than its window', async () => {
  for (const [file, width] of [...[360, 768, 1100, 1600].map((w) => [reports.full, w]), [reports.extractive, 360]]) {
    const page = await open(browser, file, { width });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(page.told, []);
    await page.context().close();
  }
});

test('no script can run', async () => {
  const page = await open(browser, reports.full);
  await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s); });
  assert.equal(await page.evaluate(() => window.ran), undefined);
  await page.evaluate(() => { document.body.setAttribute('style', 'color: red'); });
  assert.match(page.told.join('\n'), /Content Security Policy/);
  await page.context().close();
});

test('the answer and the figures stand on the first screen, in this order', async () => {
  for (const width of [390, 1200]) {
    const page = await open(browser, reports.full, { width });
    const answer = await page.locator('#answer').boundingBox(), figures = await page.locator('.facts').boundingBox();
    assert.ok(answer.y < 400 && figures.y > answer.y && figures.y < 900, `${answer.y} ${figures.y}`);
    await page.context().close();
  }
});

test('a marker opens its card with the quote in context; closing it goes back to where one read', async () => {
  for (const width of [390, 1200]) {
    const page = await open(browser, reports.full, { width });
    const markers = page.locator('button.m');
    assert.ok(await markers.count() >= 5);
    for (let i = 0; i < await markers.count(); i += 3) {
      const marker = markers.nth(i), id = await marker.getAttribute('popovertarget');
      await marker.evaluate((m) => m.scrollIntoView({ block: 'center' }));
      const at = await page.evaluate(() => window.scrollY);
      await marker.click();
      const card = page.locator(`#${id}`);
      assert.ok(await card.isVisible());
      assert.ok(await card.locator('mark').first().isVisible());
      assert.ok((await card.locator('.claim').textContent()).length > 10);
      const close = await card.locator('.close').boundingBox();
      await (i % 2 ? page.mouse.click(close.x + close.width / 2, close.y + close.height / 2) : page.keyboard.press('Escape'));
      assert.ok(!await card.isVisible());
      assert.equal(await page.evaluate(() => window.scrollY), at);
      assert.equal(await focused(page), id);
    }
    assert.deepEqual(page.told, []);
    await page.context().close();
  }
});

test('the keyboard reaches the markers, opens a card and comes back', async () => {
  const page = await open(browser, reports.full);
  for (let i = 0; i < 40 && !await focused(page); i++) await page.keyboard.press('Tab');
  const id = await focused(page);
  assert.ok(id);
  await page.keyboard.press('Enter');
  assert.ok(await page.locator(`#${id}`).isVisible());
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), id);
  await page.context().close();
});

test('claims can be filtered by verdict', async () => {
  for (const width of [390, 1200]) {
    const page = await open(browser, reports.full, { width });
    if (width < 1000) await page.locator('.open').click();
    const rows = page.locator('.claims li:visible'), all = await rows.count();
    const chip = page.locator('.chip', { hasText: 'Partly supported' });
    await chip.click();
    const count = Number(await chip.locator('b').textContent());
    assert.ok(count > 0 && count < all);
    assert.equal(await rows.count(), count);
    await page.locator('.chip', { hasText: 'All' }).click();
    assert.equal(await rows.count(), all);
    await page.context().close();
  }
});

test('evidence takes no room: the page is as long as the report', async () => {
  const page = await open(browser, reports.full);
  const text = await page.locator('main').boundingBox();
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) < text.y + text.height + 200);
  await page.context().close();
});

test('the contents lead to their sections, the sources to their pages', async () => {
  const page = await open(browser, reports.full, { width: 1440 });
  for (const link of await page.locator('.tocside a').all())
    assert.equal(await page.locator(await link.getAttribute('href')).count(), 1);
  for (const link of await page.locator('main a[href^=http], .card a[href^=http]').all())
    assert.match(await link.getAttribute('rel'), /noreferrer/);
  await page.context().close();
});

test('print has the evidence behind the text, and no controls', async () => {
  const page = await open(browser, reports.full);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.card').first().isVisible());
  for (const control of ['.pane', '.foot', '.card .close', '.tocfold'])
    assert.ok(!await page.locator(control).first().isVisible(), control);
  await page.context().close();
});

test('axe-core finds nothing, in both schemes, on a desktop and on a phone', async () => {
  for (const [file, width, scheme] of [[reports.full, 390, 'light'], [reports.full, 390, 'dark'], [reports.full, 1200, 'light'],
    [reports.full, 1200, 'dark'], [reports.extractive, 1200, 'light']]) {
    const page = await open(browser, file, { width, scheme, axe: true });
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
    await page.locator('button.m').first().click();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  }
  const page = await open(browser, reports.full, { width: 390, axe: true });
  await page.locator('.open').click();
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});
