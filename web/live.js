// A run at work: phases, steps, calls, sources as they arrive, cost, the report while it is written.
import { $, action, announce, button, h, letter, quality, s, sign, title, toast } from './dom.js';
import { follow, get, post } from './api.js';
import { called, clock, isLive, many, money, phaseName, phaseSaid, phasesOf, short, site, tokens } from './words.js';
import { bars, callPlace, effectsOf, effectsTable, lanes, legend } from './timeline.js';
import { thread } from './thread.js';

const SHOWN_SOURCES = 8, NOTED = 8, EFFECTS_MS = 2500;

// What the events so far say. Every event may come once, in order; the picture is drawn from this alone.
function standing(run) {
  return { workflow: run.workflow, seen: [], phase: '', done: new Set(), steps: [], sources: [], found: [], failed: 0, notes: [], searches: 0, calls: run.usage?.calls || 0, tokens: (run.usage?.inputTokens || 0) + (run.usage?.outputTokens || 0),
    usd: run.costUsd, unknown: run.usage?.costUnknown, claims: 0, checked: 0, text: '', path: '', attempt: 0, end: 0, started: Date.parse(run.createdAt), finishing: false, asks: null };
}

function take(x, e) {
  const d = e.data || {};
  const note = (verdict, name, text) => { if (!x.notes.some((n) => n.text === text)) x.notes.push({ verdict, name, text }); };
  const step = (id) => x.steps.find((one) => one.id === id);
  // A search is one line of its step, from its first answer to its end.
  const call = (what, text, how) => {
    const calls = x.steps.findLast((one) => one.state === 'here')?.calls, known = calls?.find((one) => one[0] === what && one[1] === text && / so far$/.test(one[2]));
    if (known) known[2] = how; else calls?.push([what, text, how]);
  };
  switch (e.type) {
  case 'phase_started':
    x.phase = d.phase;
    if (!x.seen.includes(d.phase)) x.seen.push(d.phase);
    if (d.phase !== 'research') x.found = []; // the first look's stay until the steps bring others
    break;
  case 'phase_completed': x.done.add(d.phase); break;
  case 'plan_created':
    for (const one of d.steps || d.subQueries || []) if (!step(one.id)) x.steps.push({ id: one.id, title: one.title || one.query, state: 'todo', calls: [] });
    break;
  case 'step_started': {
    const id = d.id || d.model;
    if (!step(id)) x.steps.push({ id, title: d.title || d.query || d.model, calls: [] });
    Object.assign(step(id), { state: 'here', from: Date.parse(e.time) });
    break;
  }
  case 'step_completed': {
    const id = d.id || d.model, one = step(id);
    const failed = d.error || d.status === 'failed' || d.stopped === 'failed', nothing = d.stopped === 'nothing found' || (d.query && d.sources === 0);
    const state = failed ? 'failed' : d.status === 'skipped' ? 'skipped' : nothing ? 'nothing' : 'done';
    if (one) Object.assign(one, { state, found: d.error || (state === 'nothing' ? 'nothing found' : state === 'skipped' ? 'left out' : d.sources ? many(d.sources, 'source') : d.characters ? many(d.characters, 'character') : '') });
    break;
  }
  case 'search_answered': // others beside it may still be under way
    call('Search', d.query, `${many(d.hits, 'hit')} so far`);
    x.found.unshift(...(d.titles || []).filter((name) => !x.found.includes(name) && !x.sources.some((one) => one.title === name)));
    break;
  case 'search_completed': {
    x.searches++;
    call('Search', d.query, d.ok ? many(d.hits, 'hit') : 'failed');
    if (!d.ok) note('contradicted', 'cross', `A search failed: ${short(d.error || d.query)}`);
    break;
  }
  case 'source_added':
    x.sources.unshift(d);
    x.found = x.found.filter((name) => name !== d.title);
    break;
  case 'source_failed':
    if (d.suspect) note('partial', 'half', `A page holds text that gives orders to a model; it is treated as data. ${short(d.url, 60)}`);
    else { x.failed++; call('Read', site(d.url), 'failed'); }
    break;
  case 'finding_added': note('supported', 'check', short(d.content, 160)); break;
  case 'gap_found': note('unchecked', 'query', 'Still unknown: ' + short(d.description, 140)); break;
  case 'contradiction_found': note('partial', 'half', 'Sources disagree: ' + short(d.description, 140)); break;
  case 'reflection_decision': if (d.reasoning || d.rationale) note('source', 'dash', short(d.reasoning || d.rationale, 160)); break;
  case 'budget_warning': note('partial', 'half', d.refused ? `The ceiling of ${d.ceiling} did not allow a call.` : `${d.percent ?? ''} % of the ceiling of ${d.ceiling} is used.`); break;
  case 'degraded':
    if (d.to === 'extractive') Object.assign(x, { path: '', text: '', end: 0 }); // what was written is no report
    note('partial', 'half', d.reason ? `${d.service || d.what || 'A service'}: ${short(d.reason, 140)}` : 'A fallback was used.'); break;
  case 'retry': note('unchecked', 'run', `${d.service}${d.model ? ' ' + d.model : ''} is asked again: ${short(d.reason, 120)}`); break;
  case 'llm_call': x.calls++; break;
  case 'cost_updated': x.calls = d.calls; x.tokens = d.inputTokens + d.outputTokens; x.usd = d.costUnknown ? null : d.costNano / 1e9; x.unknown = d.costUnknown; break;
  case 'claim_generated': x.claims++; break;
  case 'claim_verified': x.checked++; break;
  case 'delivered':
    if (d.status === 'sent') note('supported', 'check', `Sent to ${short(d.target, 80)}.`);
    else note('contradicted', 'cross', `${d.status === 'unknown' ? 'Not known whether it was sent' : 'Not sent'} to ${short(d.target, 80)}: ${short(d.error?.message ?? '', 140)}`);
    break;
  case 'run_resumed': note('source', 'run', 'The run goes on after it was interrupted.'); break;
  }
}

const encoder = new TextEncoder();
const ASKS = { clarification_needed: true, waiting_for_confirmation: true, answers_received: false };
const WORD = { done: ', done', here: ', under way', todo: ', to come', failed: ', failed', nothing: ', done', skipped: ', left out' };

export function liveScreen(run) {
  const x = standing(run), head = h('p.status'), link = h('p.hint.lost', { role: 'status', hidden: true }), phases = h('ol.phases', { 'aria-label': 'Phases' }), stats = h('dl.stats');
  const steps = h('ol.steps'), noted = h('ul.noticed', { 'aria-label': 'Noticed so far' }), arriving = h('ol.arrive'), arrived = h('span.soft.small.num'), written = h('div.written'), writing = h('section.panelbox', { hidden: true }, h('h2', 'The report, while it is written'), written);
  const box = h('div.lanebox'), table = h('div'), { one, pick } = callPlace(run.id), stepsBox = h('section.panelbox', h('h2', run.workflow === 'panel' ? 'Models' : 'Plan'), steps, noted);
  let feed = null, ticking = [], effects = [], dirty = false, last = '', listed = '', busy = false;

  const stat = (name, value, of) => h('div', h('dt', name), h('dd.num', h('b', value), ' ', h('span', of)));
  const meter = (part) => s('svg', { class: 'meter', viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, s('rect', { class: 'track', width: 100, height: 4 }), s('rect', { class: 'span', width: Math.min(100, part * 100), height: 4 }));

  function draw() {
    dirty = false;
    const all = phasesOf(x.workflow, x.seen), said = x.phase ? phaseSaid(x.phase) : run.runStatus === 'queued' || run.status === 'queued' ? 'Waiting for its turn' : 'Starting';
    const here = x.steps.filter((one) => one.state !== 'todo').length;
    head.textContent = x.finishing ? 'Finishing: the report is written from what was read' : ['research', 'gathering'].includes(x.phase) && x.steps.length ? `${said}, step ${Math.max(1, here)} of ${x.steps.length}` : said;
    if (head.textContent !== last) { if (last) announce(head.textContent); last = head.textContent; document.title = `${last} · fathom`; }
    phases.replaceChildren(...all.map((p) => {
      const is = x.done.has(p) ? 'done' : p === x.phase ? 'here' : 'todo';
      return h('li.' + is, { 'aria-current': is === 'here' ? 'step' : null }, is === 'done' ? sign('check') : h('i', { 'aria-hidden': 'true' }), h('span', phaseName(p)), h('span.vh', WORD[is]));
    }));
    drawStats();
    if (!x.text) writing.hidden = true;
    steps.replaceChildren(...(x.steps.length ? x.steps.map((one) => h('li.' + (one.state || 'todo'), one.state === 'done' ? sign('check') : one.state === 'failed' ? sign('cross') : h('i', { 'aria-hidden': 'true' }),
      h('div', h('p.steptitle', { dir: 'auto' }, one.title, h('span.vh', WORD[one.state] || WORD.todo)), one.found && h('p.small.soft', one.found),
        one.state === 'here' && one.calls.length ? h('ul.calls', one.calls.slice(-4).map(([what, text, how]) => h('li', h('span', what), h('em', { dir: 'auto' }, text), h('b', how)))) : null))) : [h('li.todo', h('i', { 'aria-hidden': 'true' }), h('p.soft', 'The plan comes first.'))]));
    noted.replaceChildren(...x.notes.slice(-NOTED).map((n) => h('li.v-' + n.verdict, sign(n.name), h('span', { dir: 'auto' }, n.text))));
    noted.hidden = !x.notes.length;
    arrived.textContent = `${x.sources.length} found${x.failed ? `, ${x.failed} could not be read` : ''}`;
    const fresh = x.sources.slice(0, SHOWN_SOURCES), titles = x.found.slice(0, SHOWN_SOURCES - fresh.length), now = JSON.stringify([x.sources.length, fresh.map((d) => d.url), titles]);
    if (now === listed) return;
    listed = now;
    arriving.replaceChildren(...titles.map((name) => h('li.found', letter(name), h('span', h('strong', { dir: 'auto' }, name), h('span.about', 'found, not read yet')))),
      ...fresh.map((d) => h('li', letter(/^https?:/.test(d.url) ? site(d.url) : d.title || '?', d.title || ''), h('span', h('strong', { dir: 'auto' }, d.title || d.url), h('span.about', [site(d.url), d.date, d.snippetOnly ? 'snippet' : ''].filter(Boolean).join(', '))), quality(d.quality) || h('span.q', d.engine))),
      ...(x.sources.length > SHOWN_SOURCES ? [h('li.none', h('span'), h('span', `and ${x.sources.length - SHOWN_SOURCES} more`))] : titles.length + fresh.length ? [] : [h('li.none', h('span', 'None yet.'))]));
  }
  function drawStats() {
    const now = Date.now(), tell = x.claims ? `${x.checked} of ${x.claims}` : String(x.sources.length);
    stats.replaceChildren(stat('Cost', x.unknown && !x.usd ? 'unknown' : money(x.usd || 0), many(x.calls, 'call')), stat('Tokens', tokens(x.tokens), 'in and out'), stat('Time', clock(now - x.started), ''), x.claims ? h('div', h('dt', 'Claims checked'), h('dd.num', h('b', tell)), meter(x.checked / x.claims)) : stat('Sources', tell, many(x.searches, 'search', 'searches')));
  }
  const soon = () => { if (!dirty) { dirty = true; requestAnimationFrame(draw); } };
  async function drawEffects() {
    if (busy || document.hidden) return;
    busy = true;
    try { effects = await effectsOf(run.id); } catch { /* the next one comes soon */ }
    busy = false;
    paint();
  }
  function paint() {
    const data = bars(effects, Date.now());
    if (!box.isConnected || !box.clientWidth) return;
    box.replaceChildren(data.list.length ? lanes(data, Math.floor(box.clientWidth), { live: true, pick }) : h('p.soft.small', 'No call has been made yet.'));
    const wasOpen = $('details', table)?.open;
    if (!table.contains(document.activeElement)) table.replaceChildren(effectsTable(data, pick));
    if (wasOpen) $('details', table).open = true;
  }
  function text(piece) {
    if (!/^(write|synthesis|answer)/.test(piece.path) || run.workflow === 'panel' && !piece.path.startsWith('synthesis')) return;
    if (piece.path !== x.path || piece.attempt > x.attempt) Object.assign(x, { path: piece.path, attempt: piece.attempt, text: '', end: 0 });
    if (piece.attempt < x.attempt || piece.offset < x.end) return;
    if (piece.offset > x.end) x.text = '… '; // who comes late has missed the beginning; the report brings it
    x.text += piece.text;
    x.end = piece.offset + encoder.encode(piece.text).length; // the server counts bytes
    writing.hidden = false;
    written.replaceChildren(...x.text.split(/\n{2,}/).filter(Boolean).map((part) => { const heading = part.match(/^#{1,4}\s+(.*)/); return heading ? h('h3', { dir: 'auto' }, heading[1]) : h('p', { dir: 'auto' }, part); }));
  }
  const again = () => dispatchEvent(new Event('redraw'));
  // A run that asks is at rest, but its stream stays open. Events of the past come too: the question may be answered long since.
  let asking = false, later = 0;
  async function look() {
    try { if (!isLive(await get(`/research/${run.id}`))) { again(); return; } } catch { /* the stream tells more */ }
    if (asking) later = setTimeout(look, 1000);
  }
  function asks(now) { asking = now; clearTimeout(later); if (now) later = setTimeout(look, 150); }
  const finish = action('second', 'Finish now', 'It could not be finished', async () => {
    await post(`/research/${run.id}/finish`);
    x.finishing = true;
    finish.hidden = true;
    toast('Searching stops. The report is written from what was read so far.');
    soon();
  }, { 'aria-describedby': 'finish-hint' });
  const cancel = action('danger', 'Cancel', 'It could not be cancelled', async () => { await post(`/research/${run.id}/cancel`); toast('The run was cancelled. What was read is kept.'); });
  const notify = 'Notification' in window && Notification.permission === 'default' ? button('quiet', 'Tell me when it is done', async (e) => { const node = e.currentTarget; if (await Notification.requestPermission() === 'granted') toast('You will be told.'); node.remove(); }) : null;

  return { title: 'Researching', wide: true, node: h('div.run',
    h('header.runhead', h('div', head, title(called(run)), link, thread(run)), h('div.actions.row', finish, cancel, notify, h('p.hint', { id: 'finish-hint' }, 'Finish now writes from what was read. You may leave this page; the run goes on.'))),
    phases, stats, h('div.rungrid', stepsBox, h('section.panelbox', h('h2', 'Sources ', arrived), arriving)), writing,
    h('section.panelbox', h('h2', 'Timeline ', h('span.soft.small', 'every call of this run')), box, legend(), one, table)),
  mount: () => {
    draw();
    drawEffects();
    addEventListener('resize', paint);
    feed = follow(run.id, 0, {
      event: (e) => { take(x, e); soon(); if (ASKS[e.type] !== undefined) asks(ASKS[e.type]); },
      text,
      state: (now) => {
        link.hidden = now === 'live';
        link.textContent = now === 'lost' ? 'The connection is lost; the run goes on. Trying again …' : now === 'polling' ? 'Live events do not come through; this page asks every second.' : '';
        if (now === 'live' && last) drawEffects();
      },
      end: () => { if (document.hidden && 'Notification' in window && Notification.permission === 'granted') new Notification('fathom: the run has ended', { body: short(run.query, 120) }); again(); },
      failed: again,
    });
    ticking = [setInterval(() => { drawStats(); if (!document.hidden) paint(); }, 1000), setInterval(drawEffects, EFFECTS_MS)];
  },
  unmount: () => { feed?.close(); asks(false); ticking.forEach(clearInterval); removeEventListener('resize', paint); } };
}
