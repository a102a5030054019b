// Panels: a draft and its approval, a partial failure with each decision, the answers side by side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { close, launch, open } from './browser.mjs';
import { startFathom } from './fathom.mjs';

// claude-haiku never answers; claude-opus does when it is asked again.
const SCRIPT = `serve openai
  when role=panel_context body~"incomprehensible" reply text "no JSON"
  else reply by-hash
serve anthropic
  when role=panel_answer model~haiku reply fault bad-key
  when role=panel_answer model~opus attempt=1 reply fault no-model
  else reply by-hash
serve gemini reply by-hash
`;
const PANEL = { prompt: 'What limits grid batteries?', workflow: 'panel', selectedModels: ['openai/test', 'google/test-g'], synthesisModel: 'openai/test' };
const partial = (model) => ({ ...PANEL, selectedModels: ['openai/test', model] });
let browser, server;
before(async () => { [browser, server] = await Promise.all([launch(), startFathom({ script: SCRIPT })]); });
after(async () => { await browser?.close(); await server?.stop(); });

test('a draft is saved, changed, approved, and becomes a report', async () => {
  const page = await open(browser, server);
  await page.fill('#question', 'What limits batteries?');
  await page.check('input[name=flow][value=panel]', { force: true });
  await page.waitForSelector('.models input[value="openai/gpt-5.6-terra"]');
  assert.equal(await page.locator('.models input:checked').count(), 3); // one of each provider
  await page.click('button:text("Save draft")');
  await page.waitForSelector('.runrow.draft');
  await page.click('.runrow.draft a');
  await page.waitForSelector('h1:text("Draft")');
  assert.equal(await page.inputValue('#question'), 'What limits batteries?');
  await page.fill('#question', 'What limits grid batteries?');
  await page.uncheck('.models input[value="openai/gpt-5.6-terra"]');
  await page.click('button:text("Approve and start")');
  await page.waitForSelector('.doc .answer');
  const run = page.url().match(/run-\w+/)[0], data = await server.api('GET', `/research/${run}`);
  assert.equal(data.query, 'What limits grid batteries?');
  assert.equal(data.selectedModels.length, 2);
  await close(page);
});

test('after a partial failure one may go on with what there is', async () => {
  const run = await server.research(partial('anthropic/test-haiku')), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.trouble');
  assert.match(await page.locator('.trouble').textContent(), /1 of 2 models failed.*refused the key/s);
  await page.click('button:text("Go on with one answer")');
  await page.waitForSelector('.doc .answer');
  await close(page);
});

test('a title that was cut for the list does not head the report', async () => {
  const prompt = 'Which incomprehensible considerations determined the redevelopment of the harbour?';
  const run = await server.research({ ...PANEL, prompt }), page = await open(browser, server, `#/run/${run}`);
  await page.waitForSelector('.doc .answer');
  assert.match((await server.api('GET', `/research/${run}`)).title, /…$/);
  assert.equal(await page.locator('h1').first().textContent(), prompt);
  assert.equal(await page.locator('.asked').count(), 0);
  await close(page);
});

test('or have those that failed asked again', async () => {
  const run = await server.research(partial('anthropic/test-opus')), page = await open(browser, server, `#/run/${run}`);
  await page.click('button:text("Retry the failed one")');
  await page.waitForSelector('.doc .answer');
  assert.equal((await server.api('GET', `/research/${run}`)).llmResults['anthropic/test-opus'].status, 'completed');
  await close(page);
});

test('or cancel', async () => {
  const run = await server.research(partial('anthropic/test-haiku')), page = await open(browser, server, `#/run/${run}`);
  await page.click('button:text("Cancel the run")');
  await page.waitForSelector('.trouble:has-text("Cancelled")');
  assert.equal((await server.api('GET', `/research/${run}`)).runStatus, 'cancelled');
  await close(page);
});

test('the answers stand side by side, and another model is added', async () => {
  const run = await server.research(PANEL), page = await open(browser, server, `#/run/${run}`);
  await page.click('text=Compare their answers');
  await page.waitForSelector('.column');
  const results = (await server.api('GET', `/research/${run}`)).llmResults;
  for (const [model, { content }] of Object.entries(results)) {
    const column = page.locator(`.column[data-model="${model}"]`);
    assert.ok((await column.textContent()).includes(content.split('\n')[0].slice(0, 60)), model);
  }
  const boxes = await Promise.all([0, 1].map((i) => page.locator('.column').nth(i).boundingBox()));
  assert.ok(boxes[1].x > boxes[0].x + 200 && Math.abs(boxes[1].y - boxes[0].y) < 5);
  await page.click('button:text("Add a model")');
  await page.selectOption('#ask select', 'anthropic/claude-sonnet-5-5');
  await page.click('#ask button:text("Ask it")');
  await page.waitForSelector('.doc .answer');
  assert.notEqual(page.url().match(/run-\w+/)[0], run);
  await page.click('text=Compare their answers');
  await page.waitForSelector('.column >> nth=2');
  assert.match(await page.locator('.columns').textContent(), /reused/);
  await page.locator('.chips input').first().uncheck({ force: true });
  assert.equal(await page.locator('.column:visible').count(), 2);
  await close(page);
});
