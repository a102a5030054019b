// What a reader should know of a report beside its verdicts: where sources contradict each other, and how much of the texts
// the models were shown.
import { h } from './dom.js';
import { get } from './api.js';
import { count, many, short } from './words.js';

const LEVELS = { full: 'whole', condensed: 'shortened', compressed: 'much shortened', key_points: 'key points', headline: 'headline only', dropped: 'left out' };

// Two sides with the sources of each. The state of the run knows more of a contradiction than the event that told it.
function dispute(run, d, sources, known) {
  const side = (name, says, ids) => h('div.voice', h('p.label', name), h('p', { dir: 'auto' }, says || 'Nothing is quoted.'), h('p.links', ids.map((id) => sources.find((x) => x.id === id)).filter(Boolean).map((x) => h('a', { href: `#/run/${run.id}/source/${x.number}`, dir: 'auto' }, `[${x.number}] ${short(x.title || x.url, 60)}`))));
  const preferred = sources.find((x) => x.id === known?.preferred_source);
  return h('section.dispute', h('h3', { dir: 'auto' }, d.description, d.severity ? h('span', d.severity) : null), h('div.voices2', side('One side', d.saysA, d.sourcesA || []), side('The other', d.saysB, d.sourcesB || [])),
    known?.resolution || preferred ? h('p.why', { dir: 'auto' }, known?.resolution || '', preferred ? ` The report follows source ${preferred.number}.` : '') : null);
}
export function disputes(run) {
  const box = h('section', { hidden: true });
  if (run.workflow !== 'panel') Promise.all([get(`/research/${run.id}/events?type=contradiction_found&limit=50`), get(`/research/${run.id}/sources`)]).then(([{ events }, { sources }]) => {
    const all = [...new Map(events.map((e) => [e.data.id, e.data])).values()];
    box.replaceChildren(h('h2.sec', { id: 'disputes', tabindex: '-1' }, 'Where sources disagree'), ...all.map((d) => dispute(run, d, sources, run.state?.contradictions?.find((c) => c.id === d.id))));
    box.hidden = !all.length;
  }).catch(() => { /* the report stands without */ });
  return box;
}

// How much of what was read the models were shown.
export function fidelity(run) {
  const f = run.fidelity, items = Object.entries(f?.content_fidelity || {}), a = f?.content_allocation_metadata;
  if (!items.length || !a) return null;
  const less = items.filter(([, x]) => x.current_level !== 'full'), box = h('tbody');
  get(`/research/${run.id}/sources`).then(({ sources }) => box.replaceChildren(...less.map(([id, x]) => {
    const source = sources.find((s) => s.id === id);
    return h('tr', h('th', { scope: 'row', dir: 'auto' }, source ? h('a', { href: `#/run/${run.id}/source/${source.number}` }, `[${source.number}] ${source.title || source.url}`) : id), h('td', LEVELS[x.current_level] || String(x.current_level)), h('td.num', `${count(x.current_tokens)} of ${count(x.original_tokens)}`));
  }))).catch(() => { /* the sum is told */ });
  return h('details.fold.fidelity', h('summary', 'What the models were shown ', h('span.num', `${Math.round((a.fidelity || 0) * 100)} % of the texts`)),
    h('p.small', `${count(a.tokens_used)} of ${count(a.tokens_available)} tokens of room were used. ${many(a.items_summarized, 'text was', 'texts were')} shortened, ${a.items_dropped} left out. Claims are checked against the whole texts.`),
    less.length ? h('div.tablewrap', { tabindex: '0', role: 'region', 'aria-label': 'Texts that were shortened' }, h('table.data', h('thead', h('tr', h('th', { scope: 'col' }, 'Source'), h('th', { scope: 'col' }, 'Shown'), h('th', { scope: 'col' }, 'Tokens'))), box)) : null);
}
