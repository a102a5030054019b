// A conversation: the questions that belong together, and what its report leaves open to ask.
import { h, sign } from './dom.js';
import { get } from './api.js';
import { STATES, look } from './words.js';

const OPEN = /uncertain|unknown|open question|not known|unclear|unresolved|gaps?\b|further research|limits of/i, MOST = 4, LONGEST = 300;

export const questions = (runs, here) => h('ol.thread', runs.map((r) => h('li.' + look(r.status), sign((STATES[r.status] || STATES.draft)[0]), h('span', h('a', { href: `#/run/${r.id}`, dir: 'auto', 'aria-current': r.id === here ? 'page' : null }, r.query), r.anew ? h('small', 'other sources') : null, h('span.vh', (STATES[r.status] || ['', r.status])[1])))));

// The whole conversation above a run, when there is more than this one.
export function thread(run) {
  const box = h('nav.conversation', { 'aria-label': 'Conversation', hidden: true });
  get(`/research/${run.id}/history`).then(({ runs }) => {
    if (runs.length < 2) return;
    const mine = runs.find((r) => r.id === run.id);
    box.replaceChildren(h('p.label', 'Conversation'), questions(runs, run.id), h('p.links', h('a', { href: '#/' }, 'New conversation'), mine?.anew && mine.parent && run.hasReport ? h('a', { href: `#/compare/${mine.parent}/${run.id}` }, 'Compare with the report before') : null));
    box.hidden = false;
  }).catch(() => { /* the run is shown without it */ });
  return box;
}

// What the report itself leaves open: its questions, what stands under a heading such as "What is uncertain", and the gaps
// that the research named. Nothing is made up here.
export function openEnds(items, gaps) {
  const found = [];
  let under = false;
  for (const c of items) {
    if (c.kind === 'heading') under = OPEN.test(c.text);
    else if (!c.leftOut && (c.kind === 'question' || under)) found.push(c.text.trim());
  }
  return [...new Set([...found, ...gaps.map((g) => g.trim())])].filter((t) => t && t.length <= LONGEST).slice(0, MOST);
}
export async function suggestions(run) {
  const [{ claims }, { events }] = await Promise.all([get(`/research/${run.id}/claims`), get(`/research/${run.id}/events?type=gap_found&limit=20`)]);
  return openEnds(claims, events.map((e) => e.data.description || ''));
}
