// A source as it was read, with the cited passages highlighted in it; and a report written anew from other sources.
import { $, action, dialog, failed, h, quality, sign, title, toast } from './dom.js';
import { get, pay } from './api.js';
import { VERDICTS, many, nameOf, site, webAddress } from './words.js';

const path = (id) => `/research/${encodeURIComponent(id)}`;

// The text in pieces: [text, passages over it, passages that end with it]. Passages are given in bytes and may overlap.
export function pieces(text, passages) {
  const all = new TextEncoder().encode(text), decoder = new TextDecoder(), inside = passages.filter((p) => p.start >= 0 && p.end <= all.length && p.start < p.end);
  const cuts = [...new Set([0, all.length, ...inside.flatMap((p) => [p.start, p.end])])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => [decoder.decode(all.subarray(cuts[i], end)), inside.filter((p) => p.start <= cuts[i] && p.end >= end), inside.filter((p) => p.end === end)]);
}

// Headings of a text stand out, without the signs that mark them.
const lines = (text) => text.split(/^(#{1,6} .*)$/m).map((part, i) => i % 2 ? h('b.headline', part.replace(/^#+ /, '')) : part);
const label = (p, n) => `Claim ${n}, ${(VERDICTS[p.verdict]?.label || p.verdict).toLowerCase()}`;
// Claims have the numbers under which the page lists them.
function written(run, text, passages, numbers) {
  const seen = new Set();
  return h('div.sourcetext', { dir: 'auto', tabindex: '-1', id: 'sourcetext' }, pieces(text, passages).map(([part, over, ending]) => {
    if (!over.length) return lines(part);
    const first = over.filter((p) => !seen.has(p.claim));
    first.forEach((p) => seen.add(p.claim));
    return [h('mark', { tabindex: first.length ? '-1' : null, 'data-claims': first.map((p) => p.claim).join(' ') }, lines(part)),
      ending.map((p) => h(`a.m.v-${p.verdict}`, { href: `#/run/${run}?claim=${p.claim}`, 'aria-label': label(p, numbers.get(p.claim)), title: label(p, numbers.get(p.claim)) }, String(numbers.get(p.claim)), sign(VERDICTS[p.verdict]?.sign || 'open')))];
  }));
}
function show(claim) {
  const node = $(`mark[data-claims~="${claim}"]`);
  if (!node) return;
  node.scrollIntoView({ block: 'center' });
  node.focus({ preventScroll: true });
}

export async function sourceScreen(id, number) {
  const [run, { source, text, passages }] = await Promise.all([get(path(id)), get(`${path(id)}/sources/${encodeURIComponent(number)}`)]);
  const claims = passages.filter((p, i) => passages.findIndex((o) => o.claim === p.claim) === i), page = webAddress(source.url), wanted = Number(new URLSearchParams(location.hash.split('?')[1] || '').get('claim'));
  const pair = (name, value) => value ? h('div', h('dt', name), h('dd', { dir: 'auto' }, value)) : null;
  return { title: source.title || 'Source', wide: true, keepsFocus: () => Boolean(wanted), node: h('div.viewer',
    h('header', h('p.kicker', h('a', { href: `#/run/${run.id}` }, 'Back to the report'), h('span', `Source ${source.number}`)), title(source.title || source.url),
      h('dl.pairs', pair('From', page ? h('a', { href: page, target: '_blank', rel: 'noopener noreferrer nofollow' }, site(source.url)) : nameOf(source.url)), pair('Quality', quality(source.quality)), pair('Author', source.author), pair('Date', source.date || 'not known'), pair('Found by', source.engine), pair('With the query', source.query)),
      source.snippetOnly ? h('p.callout', 'The page was not read; this is what the search engine showed of it.') : null,
      source.suspect ? h('p.callout', 'A passage reads like orders to a model; it was treated as text: ', h('q', { dir: 'auto' }, source.suspect)) : null,
      h('div.actions.row', action('second', 'Write the report without it', 'Not written', () => without(run, source)), action('quiet', 'Change the sources …', 'Not changed', () => changeSources(run)))),
    h('div.viewgrid', h('section', { 'aria-label': 'Text of the source' }, text.trim() ? written(run.id, text, passages, new Map(claims.map((p, i) => [p.claim, i + 1]))) : h('p.soft', 'Nothing is kept of its text.')),
      h('aside', { 'aria-label': 'Cited passages' }, h('h2', claims.length ? `${many(claims.length, 'claim rests', 'claims rest')} on it` : 'Not cited'), claims.length ? h('ol.claims', claims.map((p, i) => h('li', h(`button.claimrow.v-${p.verdict}`, { type: 'button', onclick: () => show(p.claim) }, sign(VERDICTS[p.verdict]?.sign || 'open'), h('span', { dir: 'auto' }, p.text, h('small', `Claim ${i + 1}, `, p.alternate ? 'says the same' : (VERDICTS[p.verdict]?.label || p.verdict).toLowerCase())))))) : h('p.small.soft', 'The report was written from other sources.')))),
  mount: () => { if (wanted) show(wanted); } };
}

// --- the report from other sources ---
async function anew(run, change) {
  const { id } = await pay(`${path(run.id)}/rewrite`, change);
  toast('The report is written anew. The old one stays.');
  location.hash = '#/run/' + id;
  return true;
}
async function without(run, source) {
  await dialog('Write the report without this source?', [h('p', 'A new run asks the same with the same settings. What else the report cites is at hand; this source is not used.'), h('p.gap', { dir: 'auto' }, source.title || source.url)], { ok: 'Write it anew', submit: () => anew(run, { exclude: [String(source.number)] }) });
}
export async function changeSources(run) {
  let sources;
  try { ({ sources } = await get(`${path(run.id)}/sources`)); } catch (error) { failed('The sources cannot be listed')(error); return; }
  const boxes = sources.sort((a, b) => Number(b.cited) - Number(a.cited) || a.number - b.number).map((x) => [x, h('input', { type: 'checkbox', checked: true, value: x.number })]);
  const add = h('textarea.field', { id: 'addpages', rows: 3, placeholder: 'https://example.org/report', spellcheck: 'false' });
  await dialog('Change the sources', [h('p', 'A new run writes the report anew with the same settings. Clear what should not be used.'),
    h('ul.sourcepick', boxes.map(([x, box]) => h('li', h('label', box, h('span.n.num', String(x.number)), h('span', { dir: 'auto' }, x.title || x.url, h('small', [nameOf(x.url), x.date, x.cited ? '' : 'not cited'].filter(Boolean).join(', '))))))),
    h('label.gap', { for: 'addpages' }, 'Pages to add, one address a line'), add], { ok: 'Write it anew', submit: async () => {
    const change = { add: add.value.split(/\s+/).filter(Boolean), exclude: boxes.filter(([, box]) => !box.checked).map(([x]) => String(x.number)) };
    if (!change.add.length && !change.exclude.length) throw new Error('Nothing is changed yet: clear a source or add a page.');
    return anew(run, change);
  } });
}
