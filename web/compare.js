// Two runs side by side: which claims and sources are new, gone, changed or the same.
import { dialog, failed, h, quality, sign, title } from './dom.js';
import { get } from './api.js';
import { VERDICTS, called, many, money, nameOf, short, when } from './words.js';

const ALIKE = 0.5; // share of common words from which two sentences are one that was changed
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) || [];
function likeness(a, b) {
  const common = [...a].filter((w) => b.has(w)).length;
  return common / (a.size + b.size - common || 1);
}

// Pairs what both have: the same text first, then the most alike. [old, new] with one of them missing where there is no other.
export function pairs(before, after) {
  const olds = before.map((x) => ({ x, words: new Set(wordsOf(x.text)) })), found = [], taken = new Set();
  const news = after.map((x) => ({ x, words: new Set(wordsOf(x.text)), with: null }));
  for (const n of news) { n.with = olds.find((o) => !taken.has(o) && o.x.text === n.x.text) || null; if (n.with) taken.add(n.with); }
  const near = news.filter((n) => !n.with).flatMap((n) => olds.filter((o) => !taken.has(o)).map((o) => [likeness(o.words, n.words), o, n])).filter(([by]) => by >= ALIKE).sort((a, b) => b[0] - a[0]);
  for (const [, o, n] of near) if (!n.with && !taken.has(o)) { n.with = o; taken.add(o); }
  for (const n of news) found.push([n.with?.x || null, n.x]);
  for (const o of olds) if (!taken.has(o)) found.push([o.x, null]);
  return found;
}
export const kind = ([a, b]) => !a ? 'new' : !b ? 'gone' : a.text !== b.text || a.verdict !== b.verdict ? 'changed' : 'same';

// Words that the other does not have stand out.
function differing(text, other) {
  const known = new Set(wordsOf(other || ''));
  return other === undefined ? text : text.split(/(\s+)/).map((piece) => /\S/.test(piece) && wordsOf(piece).some((w) => !known.has(w)) ? h('b.diff', piece) : piece);
}
const claim = (run, x, other, side) => h('div.side', h('span.vh', side + ': '), x ? [h(`a.verdictmark.v-${x.verdict}`, { href: `#/run/${run}?claim=${x.number}`, 'aria-label': `${VERDICTS[x.verdict]?.label || x.verdict}: open the evidence` }, sign(VERDICTS[x.verdict]?.sign || 'open'), VERDICTS[x.verdict]?.label || x.verdict), h('p', { dir: 'auto' }, differing(x.text, other?.text))] : h('p.soft', 'Not there.'));
const SECTIONS = { changed: ['Changed', 'claim'], new: ['New', 'claim'], gone: ['Gone', 'claim'], same: ['The same', 'claim'] };

function claimSections(a, b, all) {
  return Object.entries(SECTIONS).map(([key, [name]]) => {
    const list = all.filter((p) => kind(p) === key), body = h('ol.pairlist', list.map(([x, y]) => h('li', claim(a.id, x, y || undefined, 'Before'), claim(b.id, y, x || undefined, 'After'))));
    if (!list.length) return null;
    return key === 'same' ? h('details.fold', h('summary', `${name} `, h('span.num', many(list.length, 'claim'))), body) : h('section', h('h3', `${name} `, h('span.num.soft', String(list.length))), body);
  });
}
function sourceSections(a, b) {
  const has = (list, x) => list.find((o) => o.url === x.url), row = (x) => h('li', { dir: 'auto' }, h('span', x.title || x.url), h('small.soft', [nameOf(x.url), x.date].filter(Boolean).join(', ')), quality(x.quality));
  const parts = [['New', b.filter((x) => !has(a, x))], ['Gone', a.filter((x) => !has(b, x))], ['In both', b.filter((x) => has(a, x))]];
  return parts.map(([name, list]) => list.length ? h('details.fold', { open: name !== 'In both' }, h('summary', `${name} `, h('span.num', many(list.length, 'source'))), h('ul.sourcelist', list.map(row))) : null);
}

export async function compareRuns(before, after) {
  const path = (id) => `/research/${encodeURIComponent(id)}`;
  const load = async (id) => { const [run, { claims }, { sources }] = await Promise.all([get(path(id)), get(path(id) + '/claims'), get(path(id) + '/sources')]); return { ...run, list: claims.filter((c) => c.kind === 'claim' && !c.leftOut), cited: sources.filter((x) => x.cited) }; };
  const [a, b] = await Promise.all([load(before), load(after)]), all = pairs(a.list, b.list), number = (key) => all.filter((p) => kind(p) === key).length;
  const head = (run, name) => h('div', h('p.label', name), h('p', h('a', { href: `#/run/${run.id}`, dir: 'auto' }, called(run))), h('p.small.soft.num', [when(run.createdAt), run.workflow, many(run.list.length, 'claim'), many(run.cited.length, 'cited source'), run.costUsd ? money(run.costUsd) : ''].filter(Boolean).join(' · ')));
  return { title: 'Compare two runs', wide: true, node: h('div.twins', h('p.kicker', h('a', { href: '#/runs' }, 'Runs')), title('Two runs side by side'), h('div.heads', head(a, 'Before'), head(b, 'After'), h('p', h('a', { href: `#/compare/${b.id}/${a.id}` }, 'Swap them'))),
    h('p.sum', `${number('changed')} changed, ${number('new')} new, ${number('gone')} gone, ${number('same')} the same.`),
    h('h2', 'Claims'), claimSections(a, b, all), all.length ? null : h('p.soft', 'Neither report makes a claim.'), h('h2', 'Cited sources'), sourceSections(a.cited, b.cited)) };
}

// Which run this one is compared with.
export async function choosePartner(run) {
  let others;
  try { others = (await get('/research?status=completed&limit=100')).researches.filter((r) => r.hasReport && r.id !== run.id); } catch (error) { failed('The runs cannot be listed')(error); return; }
  const same = (r) => r.id === run.parent || r.parent === run.id ? 0 : r.query === run.query ? 1 : 2;
  const choice = h('select.field', { id: 'partner' }, others.sort((a, b) => same(a) - same(b)).map((r) => h('option', { value: r.id }, `${when(r.createdAt)}: ${short(called(r), 90)}`)));
  if (await dialog('Compare with another run', others.length ? [h('label', { for: 'partner' }, 'Another run with a report'), choice] : h('p', 'There is no other run with a report yet.'), { ok: others.length ? 'Compare' : null })) {
    const other = others.find((r) => r.id === choice.value), older = other.createdAt < run.createdAt;
    location.hash = older ? `#/compare/${other.id}/${run.id}` : `#/compare/${run.id}/${other.id}`;
  }
}
