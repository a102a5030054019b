// Every screen: no wider than a phone, and without a fault that axe-core finds, in light and dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { close, launch, open, violations } from './browser.mjs';
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
let browser, storage, other, empty, closed, screens;
before(async () => {
  [browser, storage, other, empty, closed] = await Promise.all([launch(), startStorage(), startFathom({ script: SCRIPT }), startFathom(), startFathom()]);
  await closed.command('users', 'add', 'ada');
  for (let i = 0; i < 600 && (await fetch(closed.address + '/version')).status !== 401; i++) await new Promise((go) => { setTimeout(go, 100); }); // the server looks every second
  const full = await storage.research(storage.asked);
  const { sources } = await storage.api('GET', `/research/${full}/sources`), cited = sources.find((x) => x.cited), web = sources.find((x) => x.cited && x.quality);
  const anew = (await storage.api('POST', `/research/${full}/rewrite`, { exclude: [String(cited.number)] })).id, next = await storage.research({ query: 'What does pumped hydro cost?', models: ['extractive'], corpora: ['storage'], continue: full });
  await storage.rest(anew);
  await storage.research({ ...GIVEN, query: LONG + ' https://example.org/' + LONG });
  storage.gate.hold(/^write$/);
  const live = await storage.research(storage.asked, { wait: false });
  await storage.gate.caught();
  const stopped = await storage.research(storage.asked, { wait: false });
  await storage.api('POST', `/research/${stopped}/cancel`, {});
  await storage.rest(stopped);
  const [compared, partial, unclear] = await Promise.all([other.research(PANEL), other.research({ ...PANEL, selectedModels: ['google/test-g', 'anthropic/test-bad'] }), other.research({ query: 'What limits it?', models: ['openai/test'], search: ['searxng'], depth: 'light', clarify: true })]);
  const card = async (page) => { await page.locator('.prose button.m.v-partial').first().click(); await page.waitForSelector('.card mark'); };
  // name, server, address, what shows that it is there, what is done first, the part that is new
  screens = [
    ['ask', storage, '', '#question', async (page) => { await page.fill('#question', 'What limits grid batteries?'); await page.waitForSelector('.estimate .pairs'); await page.click('summary:text("More options")'); }],
    ['plan', storage, '', '#question', async (page) => { await page.fill('#question', 'What limits grid batteries?'); await page.click('button:text("Show plan")'); await page.waitForSelector('#ask .pairs'); }],
    ['live run', storage, `#/run/${live}`, '.steps .done', (page) => page.waitForSelector('.lanes .bar')],
    ['report', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar'); }],
    ['call', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar.k0'); await page.locator('.lanes .bar.k0').first().dispatchEvent('click'); await page.waitForSelector('.talked h4'); await page.locator('.talked details').evaluateAll((all) => all.forEach((d) => { d.open = true; })); }, '.effect'],
    ['source', storage, `#/run/${full}/source/${cited.number}`, '.sourcetext mark', null, '.viewer'],
    ['source of the web', storage, `#/run/${full}/source/${web.number}`, '.viewer .q', null, '.viewer header'],
    ['change the sources', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.click('.doctools [aria-label="More"]'); await page.click('text=Change the sources …'); await page.waitForSelector('.sourcepick'); }, '#ask'],
    ['two runs', storage, `#/compare/${full}/${anew}`, '.twins .sum', (page) => page.locator('details').evaluateAll((all) => all.forEach((d) => { d.open = true; })), '.twins'],
    ['conversation', storage, `#/run/${next}`, '.conversation .thread', (page) => page.waitForSelector('.followup'), '.conversation'],
    ['conversations', storage, '#/runs', '.runrow', async (page) => { await page.locator('input[value=talks]').check({ force: true }); await page.waitForSelector('.under .thread'); }, '.list'],
    ['ask again', storage, `#/again/${full}`, '#question', (page) => page.waitForSelector('.estimate .pairs'), '.askgrid'],
    ['add pages', storage, '', '#question', async (page) => { await page.click('button:text-is("Add pages")'); await page.waitForSelector('#pageurls'); }, '#ask'],
    ['cancelled', storage, `#/run/${stopped}`, '.trouble'],
    ['no runs', empty, '#/runs', '.empty'],
    ['no key', empty, '', '#question'],
    ['sign-in', closed, '#/runs', '.signin'],
    ['card', storage, `#/run/${full}`, '.doc .answer', card, '.card'],
    ['menu', storage, `#/run/${full}`, '.doc .answer', (page) => page.click('.doctools button:has-text("Export")'), '.doctools'],
    ['share', storage, `#/run/${full}`, '.doc .answer', async (page) => { await page.click('.doctools button:has-text("Share")'); await page.waitForSelector('#ask input'); }, '#ask'],
    ['runs', storage, '#/runs', '.runrow'],
    ['corpora', storage, '#/corpora', '.corpus'],
    ['corpus', storage, '#/corpora/storage', '.data', async (page) => { await page.fill('#corpussearch', 'pumped hydro'); await page.keyboard.press('Enter'); await page.waitForSelector('.hits mark'); }],
    ['settings', storage, '#/runs', '.runrow', async (page) => { await page.click('#keys'); await page.waitForSelector('#account p'); }],
    ['users', storage, '#/users', '.list'],
    ['not found', storage, '#/nothing', '.list'],
    ['questions', other, `#/run/${unclear}`, '.question'],
    ['failed', other, '#/run/run-failed', '.trouble'],
    ['decision', other, `#/run/${partial}`, '.trouble'],
    ['comparison', other, `#/run/${compared}/compare`, '.column'],
    ['no corpora', other, '#/corpora', '.empty'],
  ];
});
after(async () => { storage?.gate?.release(); await browser?.close(); await Promise.all([storage?.stop(), other?.stop(), empty?.stop(), closed?.stop()]); });

// All rules in one colour scheme; the other differs in its colours alone. On a phone the elements are the same but for the
// evidence in its sheet: there, what depends on room and colours is looked at.
const ROOM = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'], SHEETS = ['card', 'live run', 'source', 'two runs'];
for (const [width, scheme, other_scheme] of [[1280, 'light', 'dark'], [360, 'dark', 'light']])
  test(`no violation in light and dark, and no sideways scroll, ${width} wide`, async () => {
    for (const server of [storage, other, empty, closed]) {
      const page = await open(browser, server, '#/nothing', { width, height: width < 500 ? 740 : 900, scheme, axe: true });
      await page.route('**/research/run-failed', async (route) => route.fulfill({ json: { success: true, data: { ...(await other.api('GET', '/research?limit=1')).researches[0], id: 'run-failed', workflow: 'reflect', status: 'failed', runStatus: 'failed', hasReport: false, error: { code: 'UPSTREAM', message: 'openai refused the key (401). Set OPENAI_API_KEY and try again.' } } } }));
      for (const [name, owner, path, ready, act, within] of screens) {
        if (owner !== server) continue;
        await page.go('#/nothing');
        await page.waitForFunction((open) => !open || document.querySelector('h1')?.textContent === 'There is no such page', server !== closed);
        await page.go(path || '#/');
        await page.waitForSelector(ready);
        await act?.(page);
        assert.deepEqual(await violations(page, { within, only: width < 500 && !SHEETS.includes(name) ? ROOM : undefined }), [], name);
        await page.emulateMedia({ colorScheme: other_scheme });
        assert.deepEqual(await violations(page, { only: ['color-contrast'], within }), [], `${name}, ${other_scheme}`);
        await page.emulateMedia({ colorScheme: scheme });
        const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= inner, `${name} is ${wide} wide in a window of ${inner}`);
        await page.evaluate(() => { document.querySelectorAll('dialog[open]').forEach((d) => d.close()); sessionStorage.clear(); });
      }
      await close(page);
    }
  });

test('no screen is wider than its window, from 320 to 1600', async () => {
  const page = await open(browser, storage, '#/nothing');
  for (const [name, owner, path, ready] of screens.filter(([n, o]) => o === storage && ['ask', 'report', 'runs', 'live run', 'corpus', 'source', 'two runs', 'conversation'].includes(n))) {
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
