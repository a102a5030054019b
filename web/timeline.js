// What a run did: every call on a line of time, what it cost by role, and the same as tables.
import { $, button, h, s, title } from './dom.js';
import { get } from './api.js';
import { callDetail } from './call.js';
import { called, clock, count, many, money, tokens, took } from './words.js';

export const LANES = ['Models', 'Searches', 'Pages', 'Checks'];

// Which lane a call stands in, by its path in the journal: "step/0/2/search/0", "check/verify/ask/0".
function laneOf(effect) {
  const parts = effect.path.split('/');
  if (parts[0] === 'check' && effect.kind === 'paid') return 3;
  if (effect.kind === 'paid') return 0;
  if (parts.some((p) => p === 'search' || p === 'look')) return 1;
  if (parts.some((p) => p === 'read' || p === 'page' || p === 'fetch')) return 2;
  return -1;
}
const ROLES = { coordinate: 'Coordinator', background: 'Background', plan: 'Planner', reflect: 'Reflector', write: 'Writer', check: 'Verifier', decide: 'Deciding', context: 'Context',
  answer: 'Models of the panel', synthesis: 'Synthesis', summary: 'Summaries', finish: 'Rewriting', supervise: 'Supervisor', analyse: 'Analyst', analyze: 'Analyst', refine: 'Refining' };
export function roleOf(effect) {
  const parts = effect.path.split('/');
  if (parts[0] === 'step' || parts[0] === 'sub') return parts.includes('queries') ? 'Search queries' : 'Researcher';
  if (parts[0] === 'answer' && parts.length > 2) return parts[1].replace(':', '/');
  return ROLES[parts[0]] || parts[0].charAt(0).toUpperCase() + parts[0].slice(1).replace(/[_-]/g, ' ');
}

// Effects as bars with a lane and a row: as many rows as calls run at once. A bar is drawn at least 3 pixels wide; calls
// that are closer than that to each other stand in two rows, so that no bar hides the one before it.
export function bars(effects, now) {
  const list = effects.filter((e) => e.startedAt).map((e) => ({ ...e, lane: laneOf(e), from: Date.parse(e.startedAt), to: e.endedAt ? Date.parse(e.endedAt) : now }))
    .filter((e) => e.lane >= 0).sort((a, b) => a.from - b.from || a.to - b.to);
  const begin = list.length ? list[0].from : 0, ends = LANES.map(() => []), least = Math.max(1, ...list.map((e) => e.to - begin)) / 100;
  for (const e of list) {
    e.start = e.from - begin;
    e.end = Math.max(e.start + 1, e.to - begin);
    const rows = ends[e.lane];
    e.row = rows.findIndex((end) => end <= e.start);
    if (e.row < 0) e.row = rows.length < 8 ? rows.length : rows.indexOf(Math.min(...rows));
    rows[e.row] = Math.max(e.end, e.start + least);
    e.failed = e.state === 'failed' || Boolean(e.error);
    e.live = !e.endedAt;
    e.label = e.lane === 0 || e.lane === 3 ? roleOf(e) : e.answeredBy || e.path.split('/').slice(-2)[0];
  }
  return { list, rows: ends.map((r) => Math.max(1, r.length)), begin, end: Math.max(1, ...list.map((e) => e.end)) };
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 1800000, 3600000];
const mark = (ms, step) => step < 1000 ? (ms ? `${ms} ms` : '0') : clock(ms);

// The picture. `pick` is called with the bar that was clicked.
export function lanes(data, width, { live, pick } = {}) {
  const left = width < 560 ? 72 : 84, row = 15, gap = 10, span = data.end * (live ? 1.15 : 1.02), x = (t) => left + t / span * (width - left - 8), tops = [];
  let y = 20;
  data.rows.forEach((r) => { tops.push(y); y += r * row + gap; });
  const svg = s('svg', { class: 'lanes', width, height: y + 6, viewBox: `0 0 ${width} ${y + 6}`, role: 'img', 'aria-label': `Timeline of ${many(data.list.length, 'call')} over ${took(data.end)}. The table below has the same data.` });
  const step = STEPS.find((t) => span / t <= (width < 560 ? 4 : 8)) || 3600000;
  for (let t = 0; t <= span; t += step) svg.append(s('line', { class: 'tick', x1: x(t), x2: x(t), y1: 16, y2: y }), s('text', { class: 'axis', x: x(t), y: 10, 'text-anchor': t === 0 ? 'start' : width - x(t) < 30 ? 'end' : 'middle' }, mark(t, step)));
  LANES.forEach((name, i) => svg.append(s('line', { class: 'rule', x1: 0, x2: width, y1: tops[i] - gap / 2, y2: tops[i] - gap / 2 }), s('text', { class: 'lane', x: 0, y: tops[i] + 10 }, name)));
  if (live) svg.append(s('rect', { class: 'future', x: x(data.end), y: 16, width: Math.max(0, width - x(data.end)), height: y - 16 }));
  data.list.forEach((e, i) => {
    const w = Math.max(3, x(e.end) - x(e.start));
    svg.append(s('rect', { class: `bar k${e.lane}${e.failed ? ' failed' : ''}${e.live ? ' live' : ''}`, x: x(e.start), y: tops[e.lane] + e.row * row, width: w, height: row - 3, rx: 2, onclick: pick && (() => pick(e)) },
      s('title', null, `${e.label}, ${took(e.end - e.start)}${e.failed ? ', failed' : ''}${e.retries ? `, asked ${e.retries + 1} times` : ''}`)));
    // A label goes inside its bar, or into the free room after it.
    const next = data.list.slice(i + 1).find((o) => o.lane === e.lane && o.row === e.row), end = next ? x(next.start) : width;
    const inside = w > e.label.length * 5.6 + 8, room = Math.floor(((inside ? w : end - x(e.start) - w) - 8) / 5.6);
    if (!e.live && room > 5 && width >= 560) svg.append(s('text', { class: 'lab', x: x(e.start) + (inside ? 4 : w + 4), y: tops[e.lane] + e.row * row + 9.4 }, e.label.length > room ? e.label.slice(0, room - 1) + '…' : e.label));
  });
  if (live) svg.append(s('line', { class: 'now', x1: x(data.end), x2: x(data.end), y1: 14, y2: y }));
  return svg;
}
export const legend = () => h('p.legend', h('span.k0', h('i'), 'model'), h('span.k1', h('i'), 'search'), h('span.k2', h('i'), 'page'), h('span.k3', h('i'), 'check'), h('span.kf', h('i'), 'failed'));

// The place of one call below the picture; `pick` shows one there.
export function callPlace(run) {
  const one = h('div');
  return { one, pick: (e) => { one.replaceChildren(callDetail(run, e)); $('h3', one).focus(); } };
}
export function effectsTable(data, pick) {
  return h('details.fold', h('summary', 'Same data as a table'), h('div.tablewrap', { tabindex: '0', role: 'region', 'aria-label': 'Calls' }, h('table.data',
    h('thead', h('tr', ['Lane', 'What', 'Answered by', 'Start', 'Took', 'Tokens', 'Cost', 'Tries', 'Prompt and answer'].map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', data.list.map((e) => h('tr', h('td', LANES[e.lane]), h('td', e.label), h('td', e.answeredBy || ''), h('td', took(e.start)), h('td', e.live ? 'in flight' : e.failed ? `failed: ${e.error || ''}` : took(e.end - e.start)),
      h('td', count(e.usage.inputTokens + e.usage.outputTokens)), h('td', e.costUsd === null ? 'unknown' : money(e.costUsd)), h('td', String(1 + (e.retries || 0))), h('td', button('quiet', 'Show', () => pick(e), { 'aria-label': `Show the prompt and answer of ${e.label} at ${took(e.start)}` }))))))));
}
export function costTable(effects) {
  const roles = new Map();
  for (const e of effects) {
    if (e.kind !== 'paid') continue;
    const role = roleOf(e), sum = roles.get(role) || { usd: 0, unknown: false, tokens: 0, calls: 0 };
    sum.usd += e.costUsd || 0;
    sum.unknown ||= e.costUsd === null;
    sum.tokens += e.usage.inputTokens + e.usage.outputTokens;
    sum.calls++;
    roles.set(role, sum);
  }
  if (!roles.size) return h('p.small.soft', 'No model was asked; nothing was spent.');
  const rows = [...roles].sort((a, b) => b[1].usd - a[1].usd || b[1].tokens - a[1].tokens || (a[0] < b[0] ? -1 : 1)), priced = rows.some(([, r]) => r.usd > 0);
  const size = (r) => priced ? r.usd : r.tokens, most = Math.max(...rows.map(([, r]) => size(r)), 1e-9);
  const total = rows.reduce((a, [, r]) => ({ usd: a.usd + r.usd, tokens: a.tokens + r.tokens, unknown: a.unknown || r.unknown }), { usd: 0, tokens: 0, unknown: false });
  const usd = (r) => r.unknown && !r.usd ? 'unknown' : money(r.usd);
  return h('table.costs', h('caption.vh', 'Cost and tokens by role'), h('thead', h('tr', h('th', { scope: 'col' }, 'Role'), h('td'), h('td', 'Tokens'), h('td', 'Cost'))),
    h('tbody', rows.map(([role, r]) => h('tr', h('th', { scope: 'row' }, role), h('td', s('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none', viewBox: '0 0 100 12' }, s('rect', { width: Math.max(1, size(r) / most * 100), height: 12 }))), h('td', tokens(r.tokens)), h('td', usd(r))))),
    h('tfoot', h('tr', h('th', { scope: 'row' }, 'Total'), h('td'), h('td', tokens(total.tokens)), h('td', usd(total)))));
}

// The whole for a run that has ended: cost by role, timeline, table.
export function work(run, effects) {
  const data = bars(effects, Date.now()), box = h('div.lanebox'), { one, pick } = callPlace(run);
  const draw = () => { if (box.isConnected && box.clientWidth) box.replaceChildren(lanes(data, Math.floor(box.clientWidth), { pick })); };
  new ResizeObserver(draw).observe(box);
  return [costTable(effects), data.list.length ? h('section.panelbox.gap', h('h3', 'Timeline ', h('span.soft.small', `${many(data.list.length, 'call')} in ${took(data.end)}`)), box, legend(), one, effectsTable(data, pick)) : null];
}

export async function workScreen(run) {
  const { effects } = await get(`/research/${run.id}/effects`);
  return { title: 'Work of a run', wide: true, node: h('div.panel', h('p.kicker', h('a', { href: `#/run/${run.id}` }, 'Back to the run')), title(called(run)), work(run.id, effects)) };
}
export async function effectsOf(id) { return (await get(`/research/${id}/effects`)).effects; }
