// Documents of one's own: upload, search, remove.
import { $, button, dialog, failed, h, icon, iconButton, title, toast } from './dom.js';
import { api, get, post } from './api.js';
import { emptyState } from './runs.js';
import { bytes, many, when } from './words.js';

const BATCH = 20 << 20, FILE_MAX = 40 << 20;

function base64(buffer) {
  const view = new Uint8Array(buffer);
  let text = '';
  for (let at = 0; at < view.length; at += 32768) text += String.fromCharCode(...view.subarray(at, at + 32768));
  return btoa(text);
}

// Sends files in batches and tells how far it is.
async function upload(name, files, tell) {
  const sum = { documents: 0, skipped: 0, unchanged: 0, notes: [] };
  let batch = [], size = 0, sent = 0;
  const send = async () => {
    if (!batch.length) return;
    const done = await post(`/corpora/${encodeURIComponent(name)}`, { documents: batch });
    for (const k of ['documents', 'skipped', 'unchanged']) sum[k] += done[k];
    sum.notes.push(...done.notes);
    sent += batch.length;
    tell(sent);
    batch = [];
    size = 0;
  };
  for (const file of files) {
    if (file.size > FILE_MAX) { sum.skipped++; sum.notes.push(`${file.name}: larger than ${bytes(FILE_MAX)}`); sent++; continue; }
    if (size + file.size > BATCH) await send();
    batch.push({ name: file.webkitRelativePath || file.name, data: base64(await file.arrayBuffer()) });
    size += file.size;
  }
  await send();
  return sum;
}

// Asks for a name where there is none yet.
export async function addFiles(files, name, around) {
  files = [...files];
  if (!files.length) return null;
  if (!name) {
    const field = h('input.field', { type: 'text', value: 'documents', maxlength: '64', pattern: '[A-Za-z0-9][A-Za-z0-9._\\-]*', 'aria-label': 'Name of the corpus' });
    name = await dialog('Which corpus?', [h('p', `${many(files.length, 'file')} go into the corpus of this name. One that exists is added to.`), h('p.gap', field)], { ok: 'Add', submit: async () => field.value.trim() });
    if (!name) return null;
  }
  const bar = h('progress', { max: String(files.length), value: 0, 'aria-label': 'Uploading and indexing' }), text = h('p.small.num', `0 of ${many(files.length, 'file')}`), box = h('div.index', { role: 'status' }, bar, text);
  around?.append(box);
  try {
    const sum = await upload(name, files, (n) => { bar.value = n; text.textContent = `${n} of ${many(files.length, 'file')}`; });
    toast(`${many(sum.documents, 'document')} indexed in ${name}${sum.unchanged ? `, ${sum.unchanged} unchanged` : ''}${sum.skipped ? `, ${sum.skipped} skipped` : ''}.`);
    if (sum.notes.length) await dialog('What was skipped', h('ul.notes', sum.notes.map((n) => h('li', n))), { ok: null, cancel: 'Close' });
    return name;
  } catch (error) { failed('Not uploaded')(error); return null; } finally { box.remove(); }
}

// A document made from a folder of the machine is named by its path; its file name says enough.
const fileName = (doc) => doc.split('/').pop() || doc;
// The words of the query, marked.
function marked(text, query) {
  const list = (query.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) || []).map((w) => w.slice(0, Math.max(3, w.length - 2)));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => list.some((w) => part.toLowerCase().startsWith(w)) ? h('mark', part) : part);
}
function searchSection(name) {
  const field = h('input.field', { id: 'corpussearch', type: 'search', placeholder: 'Words to look for' }), note = h('p.hint', { role: 'status' }), hits = h('ol.hits');
  let turn = 0;
  return h('form', { onsubmit: async (e) => {
    e.preventDefault();
    const query = field.value.trim(), mine = ++turn;
    if (!query) return;
    try {
      const data = await get(`/corpora/${encodeURIComponent(name)}/search?count=10&query=${encodeURIComponent(query)}`);
      if (mine !== turn) return;
      note.textContent = data.hits.length ? `${many(data.hits.length, 'passage')} in ${many(new Set(data.hits.map((x) => x.doc)).size, 'document')}` : 'No passage has these words.';
      hits.replaceChildren(...data.hits.map((x) => h('li', h('p.small', h('strong', { dir: 'auto' }, x.title || fileName(x.doc)), h('span.soft', x.title && x.title !== fileName(x.doc) ? `, ${fileName(x.doc)}` : '', x.date ? `, ${x.date}` : '')), h('blockquote', { dir: 'auto' }, marked(x.passage || '', query)))));
    } catch (error) { failed('Not searched')(error); }
  } }, h('div.askline', h('label.searchbox.grow', icon('search'), h('span.vh', `Search in ${name}`), field), h('button.btn.second', 'Search')), note, hits);
}

function dropBox(name, after) {
  const box = h('div.drop'), pick = h('input.vh', { type: 'file', multiple: true, id: 'files', onchange: async (e) => { if (await addFiles(e.target.files, name, box)) after(); } });
  box.append(icon('up'), h('p', h('strong', 'Drop files here'), ' or ', h('label.linklike', 'choose files', pick), '.'), h('p.hint', 'PDF, DOCX, HTML, Markdown, text, e-mail, CSV, JSONL. Files stay on this server.'));
  box.addEventListener('dragover', (e) => { e.preventDefault(); box.classList.add('over'); });
  box.addEventListener('dragleave', () => box.classList.remove('over'));
  box.addEventListener('drop', async (e) => { e.preventDefault(); box.classList.remove('over'); if (await addFiles(e.dataTransfer.files, name, box)) after(); });
  return box;
}
const again = () => dispatchEvent(new Event('redraw'));

export async function corporaScreen(name) {
  return name ? corpusScreen(name) : listScreen();
}
async function listScreen() {
  const { corpora } = await get('/corpora');
  const row = (c) => h('li.corpus', h('div', h('h2', h('a', { href: `#/corpora/${encodeURIComponent(c.name)}` }, c.name)), h('p.small.soft', `${many(c.documents, 'document')}, ${bytes(c.bytes)}, updated ${when(c.updated)}${c.duplicates ? `, ${c.duplicates} near copies` : ''}`)),
    h('div.actions.row', h('a.btn.second', { href: `#/?corpus=${encodeURIComponent(c.name)}` }, 'Research it'), removeButton(c.name)));
  return { title: 'Corpora', node: h('div.list', title('Corpora'), dropBox('', again), corpora.length ? h('ul.corpora', corpora.map(row))
    : emptyState('No corpus yet', 'A corpus is a set of your own documents. fathom can research it alone, with no key and no network, or together with the web.', button('prime', 'Choose files', () => $('#files').click()))) };
}
function removeButton(name) {
  return iconButton('bin', `Remove ${name}`, async () => {
    const done = await dialog(`Remove ${name}?`, h('p', 'Its index goes away. Reports that cite its documents keep their quotes.'), { ok: 'Remove', submit: () => api('DELETE', `/corpora/${encodeURIComponent(name)}`) });
    if (done) { toast(`${name} was removed.`); if (location.hash.includes('/corpora/')) location.hash = '#/corpora'; else again(); }
  });
}
async function corpusScreen(name) {
  const data = await get(`/corpora/${encodeURIComponent(name)}`);
  return { title: name, node: h('div.list', h('p.kicker', h('a', { href: '#/corpora' }, 'Corpora')), title(name),
    h('div.actions.row', h('a.btn.prime', { href: `#/?corpus=${encodeURIComponent(name)}` }, 'Research it'), removeButton(name)),
    h('section', h('h2', 'Search'), searchSection(name)), h('section', h('h2', 'Add documents'), dropBox(name, again)),
    h('section', h('h2', `Documents (${data.documents.length})`), h('div.tablewrap', { tabindex: '0', role: 'region', 'aria-label': 'Documents' }, h('table.data', h('thead', h('tr', ['Title', 'File', 'Size', 'Date'].map((x) => h('th', { scope: 'col' }, x)))),
      h('tbody', data.documents.map((d) => h('tr', h('td', { dir: 'auto' }, d.title || fileName(d.name)), h('td', fileName(d.name)), h('td', bytes(d.bytes)), h('td', d.date || ''))))))) ) };
}
