// The report: every marker opens its evidence, the quote stands highlighted in its context, and the way back is short.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clean, close, launch, open } from './browser.mjs';
import { startStorage } from './fathom.mjs';

let browser, server, run, claims;
before(async () => {
  [browser, server] = await Promise.all([launch(), startStorage()]);
  run = await server.research(server.asked);
  claims = (await server.api('GET', `/research/${run}/claims`)).claims.filter((c) => !c.leftOut && (c.kind === 'claim' || c.kind === 'summary') && c.spans.length);
});
after(async () => { await browser?.close(); await server?.stop(); });

async function report(options) {
  const page = await open(browser, server, `#/run/${run}`, options);
  await page.waitForSelector('.doc .answer');
  return page;
}
const active = (page) => page.evaluate(() => document.activeElement.dataset.opens || document.activeElement.id);

for (const width of [1200, 390])
  test(`every evidence card opens, with the stored quote highlighted in its context, ${width} wide`, async () => {
    const page = await report({ width }), markers = page.locator('button.m');
    assert.ok(await markers.count() >= 15);
    for (let i = 0; i < await markers.count(); i++) {
      const marker = markers.nth(i), opens = await marker.getAttribute('data-opens');
      await marker.evaluate((m) => m.click());
      const shown = await page.evaluate(() => ({ claim: document.querySelector('.card .claim')?.textContent, marks: [...document.querySelectorAll('.card .passage mark')].map((m) => [m.textContent, m.parentNode.textContent]),
        visible: document.querySelector('.card .passage mark')?.checkVisibility(), focus: document.activeElement.id, on: document.querySelectorAll('.s.on').length }));
      const claim = claims.find((c) => 'e' + c.number === opens);
      assert.equal(shown.claim, claim.text);
      assert.deepEqual(shown.marks.map(([quote]) => quote), claim.spans.map((span) => span.quote));
      assert.ok(shown.marks.every(([quote, passage]) => passage.includes(quote)) && shown.visible);
      assert.equal(shown.focus, 'card-title');
      assert.ok(shown.on >= 1);
      assert.match(page.url(), new RegExp(`claim=${claim.number}$`));
      await page.keyboard.press('Escape');
      await page.waitForFunction((id) => document.activeElement.dataset.opens === id && !document.querySelector('.s.on'), opens);
    }
    await close(page);
  });

test('most quotes stand inside more of their source than themselves', async () => {
  const page = await report();
  let more = 0;
  for (const claim of claims) {
    await page.locator(`button.m[data-opens="e${claim.number}"]`).first().evaluate((m) => m.click());
    more += await page.evaluate(() => document.querySelector('.card blockquote').textContent.length > document.querySelector('.card mark').textContent.length + 20);
  }
  assert.ok(more > claims.length / 2, `${more} of ${claims.length}`);
  await close(page);
});

test('a link to a claim opens it, also after a reload', async () => {
  const claim = claims.find((c) => c.verdict === 'partial'), page = await open(browser, server, `#/run/${run}?claim=${claim.number}`);
  await page.waitForSelector('.card .claim');
  assert.equal(await page.locator('.card .claim').textContent(), claim.text);
  assert.match(await page.locator('.card .verdict').textContent(), /Partly supported/);
  await page.reload();
  await page.waitForSelector('.card .claim');
  assert.equal(await page.locator('.card .claim').textContent(), claim.text);
  await close(page);
});

test('claims are filtered by verdict, in the list and in the text', async () => {
  for (const width of [1200, 390]) {
    const page = await report({ width });
    if (width < 1000) await page.click('.claimsbtn');
    const all = await page.locator('.claimrow').count();
    await page.locator('input[name=verdict][value=partial]').check({ force: true });
    const partial = claims.filter((c) => c.verdict === 'partial' && c.kind === 'claim');
    assert.equal(await page.locator('.claimrow').count(), partial.length);
    assert.ok(partial.length < all && partial.length > 0);
    assert.equal(await page.locator('.s.hit:not(.v-partial)').count(), 0);
    assert.ok(await page.locator('.s.hit').count() >= partial.length);
    await page.waitForFunction(() => /claims shown: Partly/.test(document.querySelector('#live').textContent));
    await page.locator('.claimrow').first().click();
    assert.equal(await page.locator('.card .claim').textContent(), partial[0].text);
    await page.click('[aria-label="Close evidence"]');
    if (width > 1000) await page.locator('input[name=verdict][value=all]').check({ force: true });
    await close(page);
  }
});

test('j and k walk the claims, Esc goes back, and the keys can be switched off', async () => {
  const page = await report(), first = await page.locator('button.m').first().getAttribute('data-opens');
  await page.keyboard.press('j');
  await page.waitForSelector('.card .claim');
  const one = await page.locator('.card .claim').textContent();
  await page.keyboard.press('j');
  assert.notEqual(await page.locator('.card .claim').textContent(), one);
  await page.keyboard.press('k');
  assert.equal(await page.locator('.card .claim').textContent(), one);
  await page.keyboard.press('Escape');
  assert.equal(await active(page), first);
  await page.keyboard.press('?');
  await page.uncheck('#keyson');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  assert.equal(await page.locator('.card .claim').count(), 0);
  await close(page);
});

test('contents, sources and the soundings lead to their place', async () => {
  const page = await report({ width: 1400 });
  await page.click('.tocside a[href="#sources"]');
  assert.equal(await active(page), 'sources');
  await page.locator('.soundings a').nth(2).click();
  await page.waitForSelector('.card .claim');
  await page.locator('.card .links a[href^="#source-"]').first().click();
  assert.match(await active(page), /^source-\d+$/);
  await clean(page);
  await close(page);
});

test('what was left out, what it cost and every call are told', async () => {
  const page = await report();
  await page.locator('summary:has-text("sentence")').first().click();
  assert.match(await page.locator('.leftout').textContent(), /No fire at a battery plant.*Contradicted/s);
  await page.locator('#work').scrollIntoViewIfNeeded();
  await page.waitForSelector('.costs tfoot');
  const roles = await page.locator('.costs tbody th').allTextContents();
  assert.ok(roles.includes('Writer') && roles.includes('Verifier'), roles.join());
  await page.waitForSelector('.lanes .bar');
  const bars = await page.locator('.lanes .bar').count();
  await page.click('summary:text("Same data as a table")');
  assert.equal(await page.locator('details[open] .data tbody tr').count(), bars);
  await page.locator('.lanes .bar').first().click();
  assert.match(await page.locator('.effect').textContent(), /Took/);
  await close(page);
});

test('calls that are a moment apart stand in rows of their own, so that each can be clicked', async () => {
  const page = await report();
  const rows = await page.evaluate(async () => {
    const { bars } = await import('/app/timeline.js'), at = (ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
    const call = (from, to) => ({ kind: 'paid', path: 'plan/0', startedAt: at(from), endedAt: at(to), usage: {} });
    return bars([call(0, 1), call(2, 3), call(5000, 10000)], 0).list.map((e) => e.row);
  });
  assert.deepEqual(rows, [0, 1, 0]);
  await close(page);
});
