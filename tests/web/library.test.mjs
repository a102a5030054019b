// What is kept: runs, their links and exports, documents of one's own; and who may see them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { close, launch, open } from './browser.mjs';
import { GIVEN, TEXT, startFathom } from './fathom.mjs';

let browser, server, run;
before(async () => {
  [browser, server] = await Promise.all([launch(), startFathom({ env: { FATHOM_WEBHOOK_SECRET: 'secret' } })]);
  run = await server.research(GIVEN);
});
after(async () => { await browser?.close(); await server?.stop(); });

const row = (page, text) => page.locator('.runrow', { hasText: text });

test('a favourite is marked and found again', async () => {
  const other = await server.research({ ...GIVEN, query: 'What keeps moisture out?' }), page = await open(browser, server, `#/run/${other}`);
  await page.click('.doctools [aria-label^="Favourite"]');
  await page.waitForSelector('.doctools [aria-label^="Favourite"][aria-pressed="true"]');
  await page.go('#/runs');
  await page.waitForSelector('.runrow');
  await page.locator('input[value=favourite]').check({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.runrow').length === 1);
  await row(page, 'What keeps moisture out?').locator('[aria-label^="Favourite"]').click();
  await page.waitForSelector('.runrow [aria-pressed="false"]');
  assert.equal((await server.api('GET', `/research/${other}`)).favourite, false);
  await close(page);
});

test('a report is shared, opens in a fresh browser without script, and is closed again', async () => {
  const page = await open(browser, server, `#/run/${run}`);
  await page.click('.doctools button:has-text("Share")');
  const link = await page.locator('#ask input').inputValue();
  assert.match(link, /\/share\/\S{22,}$/);
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  assert.equal((await stranger.goto(link)).status(), 200);
  assert.match(await stranger.locator('main').textContent(), /moisture/);
  await page.click('button:text("Stop sharing")');
  await page.waitForSelector('.doctools button:text-is("Share")');
  assert.equal((await stranger.goto(link)).status(), 404);
  await stranger.context().close();
  await close(page);
});

test('every format that the server has is exported', async () => {
  const page = await open(browser, server, `#/run/${run}`), { formats } = await server.api('GET', '/session');
  const magic = { md: /moisture/, html: /^<!doctype html>/, json: /^\{/, fathom: /^SQLite format 3/, jsonl: /^\{/, pdf: /^%PDF-/, docx: /^PK/ };
  const names = { md: 'Markdown', html: 'HTML, one file', pdf: 'PDF', docx: 'Word (DOCX)', json: 'JSON', fathom: 'Bundle for fathom verify', jsonl: 'Events as JSON lines' };
  for (const format of formats) {
    const can = (await fetch(`${server.address}/research/${run}/report?format=${format}`)).ok;
    await page.click('.doctools button:has-text("Export")');
    const save = page.locator(`.pop:popover-open button:text-is("${names[format]}")`);
    if (!can) { // a library that is not on this machine: the reason is told
      await save.click();
      await page.waitForSelector('.toast:has-text("Not exported")');
      continue;
    }
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    assert.equal(download.suggestedFilename(), `What-limits-perovskite-solar-cells.${format}`);
    const head = readFileSync(await download.path()).subarray(0, 4000).toString('latin1');
    assert.match(head, magic[format], format);
  }
  await close(page);
});

test('a run is renamed, copied with its citations, and its sources go to other programs', async () => {
  const page = await open(browser, server, `#/run/${run}`), menu = (text) => page.click('.doctools [aria-label="More"]').then(() => page.click(`.pop:popover-open :text-is("${text}")`));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await menu('Copy with citations');
  await page.waitForSelector('.toast');
  assert.match(await clipboard(), /moisture[^]*\[1\]/);
  await menu('Copy sources as BibTeX');
  await page.waitForSelector('.toast:has-text("1 source copied")');
  assert.match(await clipboard(), /^@misc\{[\w-]+,\n {2}title = \{cells/);
  await menu('Copy sources as RIS');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('TY  - ELEC'));
  await menu('Rename');
  await page.fill('#ask input', 'Cells');
  await page.click('#ask button:text("Rename")');
  await page.waitForSelector('h1:text-is("Cells")');
  assert.equal((await server.api('GET', `/research/${run}`)).title, 'Cells');
  await server.api('PATCH', `/research/${run}/title`, { title: GIVEN.query });
  await close(page);
});

test('the sources are read again, and the report is sent to a webhook', async (t) => {
  let got;
  const receiver = createServer(async (request, reply) => { let text = ''; for await (const part of request) text += part; got = text; reply.end('{}'); });
  await new Promise((ready) => { receiver.listen(0, '127.0.0.1', ready); });
  t.after(() => { receiver.close(); receiver.closeAllConnections(); });
  const page = await open(browser, server, `#/run/${run}`), menu = (text) => page.click('.doctools [aria-label="More"]').then(() => page.click(`.pop:popover-open :text-is("${text}")`));
  await menu('Check the sources again');
  await page.waitForSelector('#ask:has-text("No claim lost its passages")');
  await page.click('#ask button:text("Close")');
  await menu('Send …');
  await page.fill('#sendto', 'ada@example.org');
  await page.click('#ask button:text("Send")');
  await page.waitForSelector('#ask .problem:not(:empty)'); // no mail server is set
  await page.fill('#sendto', `http://127.0.0.1:${receiver.address().port}/hook`);
  await page.click('#ask button:text("Send")');
  await page.waitForSelector('.toast:has-text("Sent to")');
  assert.match(got, /moisture/);
  await close(page);
});

test('runs are searched, and one is deleted and brought back', async () => {
  const gone = await server.research({ ...GIVEN, query: 'How long does glass keep moisture out?' }), page = await open(browser, server, '#/runs');
  await page.fill('#runsearch', 'glass');
  await page.waitForFunction(() => document.querySelectorAll('.runrow').length === 1);
  await row(page, 'How long').locator('[aria-label^="Delete"]').click();
  await page.waitForSelector('.empty');
  await assert.rejects(server.api('GET', `/research/${gone}`), { status: 404 });
  await page.click('.toast button:text("Undo")');
  await page.waitForSelector('.runrow');
  assert.equal((await server.api('GET', `/research/${gone}`)).status, 'completed');
  // Deleted from its own screen, and found among the deleted later.
  await row(page, 'How long').locator('a').click();
  await page.waitForSelector('.doc .answer');
  await page.click('.doctools [aria-label="More"]');
  await page.click('.pop:popover-open :text-is("Delete")');
  await page.waitForSelector('h1:text-is("Runs")');
  await page.locator('input[value=deleted]').check({ force: true });
  await row(page, 'How long').locator('[aria-label^="Bring back"]').click();
  await page.waitForFunction(() => !document.querySelector('.runrow'));
  assert.equal((await server.api('GET', `/research/${gone}`)).status, 'completed');
  await close(page);
});

test('files are uploaded into a corpus, searched, researched, and the corpus is removed', async () => {
  const page = await open(browser, server, '#/corpora');
  await page.waitForSelector('.empty');
  const files = [{ name: 'cells.txt', mimeType: 'text/plain', buffer: Buffer.from(TEXT) }, { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<title>Bananas</title><article><p>Bananas are yellow, and they are grown in warm countries around the world.</p></article>') },
    { name: 'two.pdf', mimeType: 'application/pdf', buffer: readFileSync('../cases/site/energy/two-pages.pdf') }];
  await page.setInputFiles('#files', files);
  await page.fill('#ask input', 'lab');
  await page.click('#ask button:text("Add")');
  await page.waitForSelector('.corpus:has-text("lab")');
  assert.match(await page.locator('.corpus').textContent(), /3 documents/);
  await page.click('.corpus h2 a');
  await page.fill('#corpussearch', 'moisture');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.hits mark');
  assert.match(await page.locator('.hits').textContent(), /falls when moisture enters/);
  await page.click('text=Research it');
  await page.fill('#question', 'What do perovskite cells suffer from?');
  await page.check('.models input[value=extractive]');
  await page.click('text=Start research');
  await page.waitForSelector('.doc .answer');
  assert.match(await page.locator('.doc').textContent(), /moisture/);
  await page.go('#/corpora');
  await page.click('[aria-label="Remove lab"]');
  await page.click('#ask button:text("Remove")');
  await page.waitForSelector('.empty');
  assert.deepEqual((await server.api('GET', '/corpora')).corpora, []);
  await close(page);
});

test('where there are users, the page asks for a token and shows only what is one\'s own', async () => {
  const guarded = await startFathom();
  try {
    const before = await guarded.research(GIVEN);
    for (const [name, role] of [['ada', 'user'], ['root', 'admin']]) await guarded.command('users', 'add', name, '--role', role);
    const token = (await guarded.command('users', 'token', 'ada')).trim().split('\n')[0], admin = (await guarded.command('users', 'token', 'root')).trim().split('\n')[0];
    while ((await fetch(`${guarded.address}/session`)).status === 200) await new Promise((go) => { setTimeout(go, 50); });
    const page = await open(browser, guarded, '#/runs');
    await page.fill('#token', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#token-error:not(:empty)');
    await page.fill('#token', token);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.empty');
    assert.equal(await page.evaluate(() => document.cookie), '');
    await page.go(`#/run/${before}`);
    await page.waitForSelector('h1:text-is("This is not here")');
    await page.go('#/');
    await page.fill('#question', GIVEN.query);
    await page.check('.models input[value=extractive]');
    await page.click('button:text("Paste text")');
    await page.fill('#pastetext', TEXT);
    await page.click('#ask button:text("Add")');
    await page.click('text=Start research');
    await page.waitForSelector('.doc .answer');
    await page.click('#keys');
    await page.click('button:text("Sign out")');
    await page.waitForSelector('#token');
    await page.reload();
    await page.fill('#token', admin);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#question');
    await page.go('#/users');
    await page.waitForSelector('.data');
    await page.click('button:text("Add a user")');
    await page.fill('#username', 'bob');
    await page.fill('#limit-runsPerDay', '3');
    await page.click('#ask button:text("Add")');
    await page.waitForSelector('#ask input[aria-label=Token]');
    assert.match(await page.inputValue('#ask input[aria-label=Token]'), /^fathom_/);
    await page.click('#ask button:text("Done")');
    await page.waitForSelector('.data th:text-is("bob")');
    await page.click('[aria-label="Remove bob"]');
    await page.click('#ask button:text("Remove")');
    await page.waitForFunction(() => !/bob/.test(document.querySelector('.data').textContent));
    await close(page);
  } finally { await guarded.stop(); }
});

test('a request that is refused late takes away neither the token one types nor the page one has signed in to', async () => {
  const guarded = await startFathom();
  try {
    await guarded.command('users', 'add', 'ada', '--role', 'user');
    const token = (await guarded.command('users', 'token', 'ada')).trim().split('\n')[0];
    while ((await fetch(`${guarded.address}/session`)).status === 200) await new Promise((go) => { setTimeout(go, 50); });
    const page = await open(browser, guarded);
    // Loads the page and holds one of its requests back; what is returned lets it be refused.
    const holding = async () => {
      let refuse;
      const held = new Promise((go) => { refuse = go; });
      await page.route('**/session', async (route) => { await held; await route.fulfill({ status: 401, json: { success: false, error: { code: 'AUTH' } } }); }, { times: 1 });
      await page.reload();
      await page.waitForSelector('#token');
      return async () => { const answered = page.waitForResponse((r) => r.url().endsWith('/session') && r.request().method() === 'GET'); refuse(); await (await answered).finished(); await page.evaluate(() => new Promise((go) => { requestAnimationFrame(() => requestAnimationFrame(go)); })); };
    };
    let refuse = await holding();
    await page.fill('#token', token);
    await refuse();
    assert.equal(await page.inputValue('#token'), token);
    refuse = await holding();
    await page.fill('#token', token);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#question');
    await refuse();
    assert.equal(await page.locator('#question').count(), 1);
    await close(page);
  } finally { await guarded.stop(); }
});
