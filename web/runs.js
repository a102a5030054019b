// The list of runs: search, filters, favourites, delete with undo.
import { $, $$, button, debounce, h, icon, iconButton, s, sign, title } from './dom.js';
import { get, post } from './api.js';
import { favourite, remove } from './report.js';
import { questions } from './thread.js';
import { STATES, VERDICTS, called, look, many, money, phaseSaid, short, when } from './words.js';

const FILTERS = { all: ['All', ''], waiting: ['Waiting for you', 'status=waiting'], running: ['Running', 'status=running'], draft: ['Drafts', 'status=draft'], favourite: ['Favourites', 'favourite=true'], talks: ['Conversations', 'conversations=true'], failed: ['Failed', 'status=failed'], deleted: ['Deleted', 'deleted=true'] };

export const emptyState = (heading, text, ...actions) => h('div.empty', s('svg', { class: 'emptymark', viewBox: '0 0 120 56', 'aria-hidden': 'true' }, s('path', { d: 'M4 8h112M24 8v12M42 8v26M60 8v42M78 8v20M96 8v32' })), h('h2', heading), h('p', text), h('div.actions.row', actions));

const about = (run) => [when(run.createdAt), run.workflow, run.status === 'running' && run.phase ? phaseSaid(run.phase).toLowerCase() : '', run.error?.message ? short(run.error.message, 120) : '', run.interrupted ? 'interrupted' : '', run.owner || ''].filter(Boolean).join(' · ');

// How the claims of a report came out, as a bar and in words.
export function verdictBar(counts) {
  if (!counts?.total) return h('span.vbar');
  const parts = Object.keys(VERDICTS).filter((v) => counts[v]), text = parts.map((v) => `${counts[v]} ${VERDICTS[v].label.toLowerCase()}`).join(', ');
  let x = 0;
  return h('span.vbar', { role: 'img', 'aria-label': `${many(counts.total, 'claim')}: ${text}`, title: text }, s('svg', { viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, parts.map((v) => {
    const width = counts[v] / counts.total * 100, bar = s('rect', { class: 'v-' + v, x, width: Math.max(0.5, width - (x + width < 99.9 ? 1.5 : 0)), height: 6 });
    x += width;
    return bar;
  })), h('span.num', many(counts.total, 'claim')));
}
// A conversation under its first question.
function talk(run) {
  const box = h('div.under');
  get(`/research/${run.id}/history`).then(({ runs }) => box.replaceChildren(questions(runs.slice(1)))).catch(() => { /* the first question leads to all of them */ });
  return box;
}

export async function runsScreen() {
  let show = 'all', text = '', cursor = null, turn = 0, timer = 0;
  const rows = h('ol.rows'), note = h('p.hint', { role: 'status' }), more = button('second', 'Show more', () => load(true), { hidden: true });
  const focus = () => $('h1')?.focus({ preventScroll: true });
  const row = (run) => h('li.runrow.' + look(run.status), h('span.state', sign((STATES[run.status] || STATES.draft)[0]), h('span', (STATES[run.status] || [0, run.status])[1])),
    h('div.what', h('a', { href: `#/run/${run.id}`, dir: 'auto' }, called(run)), h('p.small.soft', about(run), run.shared ? h('span', ' · ', 'shared') : null), show === 'talks' ? talk(run) : null), verdictBar(run.verdicts),
    h('span.usd.num', run.usage.calls ? money(run.costUsd) : ''), show === 'deleted' ? h('span') : favourite(run),
    show === 'deleted' ? iconButton('up', 'Bring back: ' + called(run), async () => { await post(`/research/${run.id}/undelete`); load(); focus(); })
      : iconButton('bin', 'Delete: ' + called(run), () => remove(run, () => { load(); focus(); }, () => load())));
  async function load(further) {
    const mine = ++turn, query = [FILTERS[show][1], text && 'q=' + encodeURIComponent(text), show === 'talks' ? 'limit=10' : 'limit=30', further && cursor && 'cursor=' + encodeURIComponent(cursor)].filter(Boolean).join('&');
    const data = await get('/research?' + query);
    if (mine !== turn) return;
    cursor = data.nextCursor;
    more.hidden = !cursor;
    const made = data.researches.map(row);
    if (further) rows.append(...made); else rows.replaceChildren(...made);
    note.textContent = text || show !== 'all' ? `${rows.childElementCount}${cursor ? ' or more' : ''} ${rows.childElementCount === 1 ? 'run' : 'runs'}` : '';
    if (!rows.childElementCount) rows.replaceChildren(h('li', show === 'all' && !text
      ? emptyState('No research yet', 'Ask a question and its run appears here, with its cost. A run survives a reload, a lost connection and a restart.', h('a.btn.prime', { href: '#/' }, 'Ask a question'))
      : emptyState(show === 'talks' && !text ? 'No conversation yet' : 'Nothing matches', show === 'talks' && !text ? 'Ask a follow-up below a report: the questions that belong together then stand here.' : 'No run has these words and this state.', button('second', 'Clear search and filter', () => { show = 'all'; text = ''; $('#runsearch').value = ''; $$('input[name=runs]')[0].checked = true; load(); }))));
    clearTimeout(timer);
    if (!further && data.researches.some((r) => ['queued', 'running'].includes(r.status))) timer = setTimeout(() => { if (!document.hidden && !rows.contains(document.activeElement)) load(); }, 4000);
  }
  await load();
  const search = debounce(250, (value) => { text = value.trim(); load(); });
  return { title: 'Runs', node: h('div.list', title('Runs'),
    h('div.toolbar', h('label.searchbox', icon('search'), h('span.vh', 'Search runs'), h('input.field', { id: 'runsearch', type: 'search', placeholder: 'Search questions', oninput: (e) => search(e.target.value) })),
      h('fieldset.chips', h('legend.vh', 'Show runs'), Object.entries(FILTERS).map(([k, [name]]) => h('label.chip', h('input', { type: 'radio', name: 'runs', value: k, checked: k === 'all', onchange: () => { show = k; load(); } }), h('span', name))))),
    note, rows, h('p.actions.row.gap', more)), unmount: () => { turn++; clearTimeout(timer); } };
}
