// Draws the pictures of the page in docs/screens/ again, from a real run over the sample corpus. With a folder as its argument
// it draws every screen there, for looking at.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { QUESTION, model } from '../browser/report.mjs';
import { launch, open } from './browser.mjs';
import { startFathom, startGate } from './fathom.mjs';

const folder = process.argv[2] || '../../docs/screens', all = Boolean(process.argv[2]);
const table = await model(), gate = await startGate(`http://127.0.0.1:${table.address().port}`), browser = await launch();
const SCRIPT = `serve anthropic
  when role=panel_answer model~test-b reply fault bad-key
  else reply by-hash
serve gemini reply by-hash
serve zai
  when role=coordinate reply text "{\\"is_ambiguous\\":true,\\"clarifying_questions\\":[\\"Which region is it about?\\",\\"Does the utility own a site with two reservoirs?\\"],\\"complexity\\":\\"moderate\\",\\"follow_up_type\\":\\"new_topic\\",\\"recommended_depth\\":\\"light\\",\\"reasoning\\":\\"Region and site decide.\\"}"
  else reply by-hash
serve searxng reply by-hash
`;
const server = await startFathom({ script: SCRIPT, env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${gate.url}/v1` } });
mkdirSync(folder, { recursive: true });
await server.command('corpus', 'add', 'storage', resolve('../../examples/corpus'), '-q');
const settings = { query: QUESTION, workflow: 'loop', depth: 'medium', models: ['openai/gpt-5-mini'], corpora: ['storage'], skipStages: ['retrieve'] };
const full = await server.research(settings);
const other = await server.research({ query: 'What limits grid batteries?', models: ['extractive'], corpora: ['storage'] });
await server.api('PATCH', `/research/${full}/favourite`, { favourite: true });
const next = all && await server.research({ query: 'What does pumped hydro cost, and what does it depend on?', models: ['extractive'], corpora: ['storage'], continue: full });
async function shot(name, path, ready, options, act) {
  const page = await open(browser, server, path, { scale: all && options.width < 500 ? 2 : 1, ...options });
  await page.waitForSelector(ready);
  await act?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: options.whole });
  if (page.told.length) console.error(name, page.told);
  await page.context().close();
}
const ask = async (page) => { await page.fill('#question', QUESTION); await page.waitForSelector('.estimate .range, .estimate .pairs'); };
const card = async (page) => { await page.locator('.prose button.m.v-partial').first().click(); await page.waitForSelector('.card mark'); await page.mouse.move(2, 300); };
const timeline = (page) => page.waitForSelector('.lanes .bar');

await shot('web-ask-1200-light', '', '#question', { height: 860 }, ask);
await shot('web-report-1200-light', `#/run/${full}`, '.doc .answer', {});
await shot('web-evidence-390-dark', `#/run/${full}`, '.doc .answer', { width: 390, height: 844, scheme: 'dark' }, card);
if (all) {
  await shot('ask-dark', '', '#question', { scheme: 'dark', whole: true }, ask);
  await shot('ask-360', '', '#question', { width: 360, height: 740, whole: true }, ask);
  await shot('report-360', `#/run/${full}`, '.doc .answer', { width: 360, height: 740, scheme: 'dark' });
  await shot('report-1500', `#/run/${full}`, '.doc .answer', { width: 1500, scheme: 'dark' }, card);
  await shot('report-end', `#/run/${full}`, '.doc .answer', { width: 1300, height: 1500 }, async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.costs'); await page.locator('.followup').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar'); });
  await shot('extractive', `#/run/${other}`, '.doc .answer', {});
  const panel = { prompt: QUESTION, workflow: 'panel', selectedModels: ['google/test-g', 'anthropic/test-a'], synthesisModel: 'google/test-g' };
  const compared = await server.research(panel), partial = await server.research({ ...panel, selectedModels: ['google/test-g', 'anthropic/test-b'] });
  const unclear = await server.research({ query: 'Lithium or water?', models: ['zai/test'], search: ['searxng'], depth: 'light', clarify: true });
  const cancelled = await server.research({ ...settings, query: 'What do batteries cost?' }, { wait: false });
  await server.api('POST', `/research/${cancelled}/cancel`);
  await server.api('POST', '/research/draft', panel);
  const { sources } = await server.api('GET', `/research/${full}/sources`), anew = (await server.api('POST', `/research/${full}/rewrite`, { exclude: [String(sources.find((x) => x.cited).number)] })).id;
  await server.rest(anew);
  const call = async (page) => { await page.locator('#work').scrollIntoViewIfNeeded(); await page.waitForSelector('.lanes .bar'); await page.locator('.lanes .bar.k0').last().click(); await page.waitForSelector('.talked h4'); await page.locator('.effect').evaluate((n) => n.scrollIntoView()); };
  for (const [size, options] of [['1200', {}], ['1200-dark', { scheme: 'dark' }], ['360', { width: 360, height: 740 }], ['360-dark', { width: 360, height: 740, scheme: 'dark' }]]) {
    await shot(`call-${size}`, `#/run/${full}`, '.doc .answer', options, call);
    await shot(`source-${size}`, `#/run/${full}/source/${sources.find((x) => x.cited).number}`, '.sourcetext mark', options);
    await shot(`twins-${size}`, `#/compare/${full}/${anew}`, '.pairlist', options);
    await shot(`thread-${size}`, `#/run/${next}`, '.thread', options);
    await shot(`talks-${size}`, '#/runs', '.runrow', options, async (page) => { await page.locator('input[value=talks]').check({ force: true }); await page.waitForSelector('.under .thread'); });
    await shot(`change-${size}`, `#/run/${full}`, '.doc .answer', options, async (page) => { await page.click('[aria-label="More"]'); await page.click('text=Change the sources …'); await page.waitForSelector('.sourcepick'); });
    await shot(`open-${size}`, `#/run/${full}`, '.doc .answer', options, async (page) => { await page.waitForSelector('.followup .chipbtn'); await page.locator('.followup').scrollIntoViewIfNeeded(); });
    await shot(`sources-${size}`, `#/run/${full}`, '.doc .answer', options, async (page) => { await page.locator('#sources').evaluate((n) => n.scrollIntoView()); });
    await shot(`again-${size}`, `#/again/${full}`, '#question', { whole: true, ...options });
  }
  await shot('compare', `#/run/${compared}/compare`, '.column', { scheme: 'dark' });
  await shot('compare-360', `#/run/${compared}/compare`, '.column', { width: 360, height: 740 });
  await shot('decide', `#/run/${partial}`, '.trouble', {});
  await shot('decide-360', `#/run/${partial}`, '.trouble', { width: 360, height: 740 });
  await shot('asked', `#/run/${unclear}`, '.question', {});
  await shot('trouble', `#/run/${cancelled}`, '.trouble', { scheme: 'dark' });
  await shot('runs', '#/runs', '.runrow', {});
  await shot('runs-360', '#/runs', '.runrow', { width: 360, height: 740, scheme: 'dark' });
  await shot('corpora', '#/corpora', '.corpus', {});
  await shot('corpus', '#/corpora/storage', '.data', { height: 1100 }, async (page) => { await page.fill('#corpussearch', 'pumped hydro cost'); await page.keyboard.press('Enter'); await page.waitForSelector('.hits mark'); });
  await shot('corpus-360', '#/corpora/storage', '.data', { width: 360, height: 740 });
  await shot('help', '#/runs', '.runrow', {}, async (page) => { await page.click('#keys'); await page.waitForSelector('#account p'); });
  await shot('export', `#/run/${full}`, '.doc .answer', {}, (page) => page.click('text=Export'));
  await shot('share', `#/run/${full}`, '.doc .answer', {}, async (page) => { await page.click('text=Share'); await page.waitForSelector('#ask[open] input'); });
  await shot('users', '#/users', '.list', {});
  const empty = await startFathom();
  for (const [name, path, ready] of [['empty-runs', '#/runs', '.empty'], ['empty-corpora', '#/corpora', '.empty'], ['no-key', '', '#question']]) {
    const page = await open(browser, empty, path, {});
    await page.waitForSelector(ready);
    await page.screenshot({ path: `${folder}/${name}.png` });
    await page.context().close();
  }
  await empty.stop();
}
gate.hold(/^write$/);
const live = await server.research(settings, { wait: false });
await gate.caught();

await shot('web-run-1200-dark', `#/run/${live}`, '.steps .done', { scheme: 'dark', height: 1000 }, timeline);
if (all) await shot('run-360', `#/run/${live}`, '.steps .done', { width: 360, height: 740, whole: true }, timeline);
await browser.close();
gate.release();
await server.stop();
await gate.stop();
table.close();
