// Runs that wait for an answer, and runs that ended without a report: what happened, what is kept, what to do next.
import { action, button, h, sign, title, toast } from './dom.js';
import { pay, post } from './api.js';
import { favourite, remove } from './report.js';
import { STATES, look, many, money, took, when } from './words.js';

const redraw = () => dispatchEvent(new Event('redraw'));

// --- questions ---
// What was asked and answered in earlier rounds, where the workflow tells it.
const earlier = (run) => (run.state?.clarifications || []).map((round) => [h('li.turn', h('p.who', 'fathom'), h('div.said', (round.questions || []).map((q) => h('p', { dir: 'auto' }, q)))), h('li.turn.you', h('p.who', 'You'), h('p.said', { dir: 'auto' }, round.answer || 'No answer.'))]);
export function askedScreen(run) {
  const questions = run.questions.length ? run.questions : ['What should the research know?'];
  const fields = questions.map((q, i) => h('textarea.field', { rows: 2, id: 'answer-' + i, 'aria-describedby': 'asked-hint' }));
  const text = () => questions.length === 1 ? fields[0].value.trim() : questions.map((q, i) => fields[i].value.trim() && `${q}\n${fields[i].value.trim()}`).filter(Boolean).join('\n\n');
  const send = async (answer) => { await pay(`/research/${run.id}/answers`, { answer }); redraw(); };
  const start = action('second', 'Go on without answers', 'It could not go on', () => send(''));
  const form = h('form', { onsubmit: async (e) => {
    e.preventDefault();
    if (!text()) { toast('Write an answer, or go on without.'); fields[0].focus(); return; }
    try { await send(text()); } catch (error) { toast('Not sent: ' + error.message); }
  } },
    questions.map((q, i) => h('div.question', h('label', { for: 'answer-' + i, dir: 'auto' }, questions.length > 1 && h('span.num', `${i + 1}. `), q), fields[i])),
    h('div.actions.row', h('button.btn.prime', 'Answer and go on'), start, action('quiet.bad', 'Cancel the run', 'Not cancelled', async () => { await post(`/research/${run.id}/cancel`); redraw(); })),
    h('p.hint', { id: 'asked-hint' }, 'Nothing is spent while the run waits. Without answers it takes the most likely reading and says so.'));
  return { title: questions.length > 1 ? `${questions.length} questions first` : 'A question first', node: h('div.talk', title(questions.length > 1 ? `${questions.length} questions before the research goes on` : 'A question before the research goes on', { class: 'vh' }),
    h('ol.turns', h('li.turn.you', h('p.who', 'You'), h('p.said', { dir: 'auto' }, run.query)), earlier(run),
      h('li.turn', h('p.who', 'fathom'), h('div.said', h('p', questions.length > 1 ? 'Your answers would change where I look.' : 'Your answer would change where I look.'), form)))),
  mount: () => fields[0].focus({ preventScroll: true }), keepsFocus: () => true };
}

// --- ended without a report ---
const SAYS = {
  failed: 'The run failed', timed_out: 'The run ran out of time', cancelled: 'The run was cancelled', completed: 'The run has no report',
};
function raise(run) {
  const usd = h('input.field.num', { type: 'number', min: '0', step: '0.5', inputmode: 'decimal', 'aria-label': 'New budget in dollars' });
  const minutes = h('input.field.num', { type: 'number', min: '1', inputmode: 'numeric', 'aria-label': 'New time limit in minutes' });
  return h('form.limits', { onsubmit: async (e) => {
    e.preventDefault();
    const body = {};
    if (usd.value) body.budgetUsd = Number(usd.value);
    if (minutes.value) body.timeout = `${Number(minutes.value)}m`;
    try { await pay(`/research/${run.id}/resume`, body); redraw(); } catch (error) { toast('Not resumed: ' + error.message); }
  } }, h('label', h('span', 'Budget'), h('span.unit', '$'), usd), h('label', h('span', 'Time'), minutes, h('span.unit', 'min')), h('button.btn.second', 'Resume with these'));
}
export function troubleScreen(run) {
  const status = run.runStatus || run.status, failedModels = run.error?.details?.failedModels, kind = look(status) === 'failed' ? 'bad' : 'wait';
  const resume = action('prime', status === 'cancelled' ? 'Go on with it' : 'Try again from where it stopped', 'Not resumed', async () => {
    await pay(`/research/${run.id}/${run.workflow === 'panel' && status === 'failed' ? 'retry' : 'resume'}`, {});
    redraw();
  });
  const kept = [many(run.usage.calls, 'call') + (run.costUsd ? `, ${money(run.costUsd)}` : '') + '; a new try repeats none that finished', run.hasReport && 'a report', `${many(run.events, 'event')} in its journal`].filter(Boolean);
  return { title: SAYS[status] || 'Run', node: h(`div.trouble.${kind}`, h('p.status', sign((STATES[status] || STATES.failed)[0]), `${(STATES[status] || [0, status])[1]} after ${took(run.activeMs)}`), title(run.title || run.query),
    h('div.box', h('h2', SAYS[status] || status), h('p', run.error?.message || (status === 'cancelled' ? 'You can go on with it at any time.' : 'Nothing more is known.')),
      failedModels?.length ? h('ul.kept', failedModels.map((m) => h('li.is-cross', sign('cross'), h('b.mono', m)))) : null,
      h('div.actions.row', resume, h('a.btn.second', { href: `#/again/${run.id}` }, 'Ask again with changes'), favourite(run), button('danger', 'Delete', () => remove(run, () => { location.hash = '#/runs'; }, () => { location.hash = '#/run/' + run.id; }))),
      ['timed_out', 'failed', 'cancelled'].includes(status) && run.workflow !== 'panel' ? h('details.fold', h('summary', 'Raise its limits'), raise(run)) : null),
    h('div.two', h('section', h('h2', 'What is kept'), h('ul.kept', kept.map((k) => h('li', sign('check'), k)))), h('section', h('h2', 'Details'), h('dl.pairs', [['Run', run.id], ['Workflow', run.workflow], ['Asked', when(run.createdAt)], ['Error', run.error?.code]].filter(([, v]) => v).map(([k, v]) => h('div', h('dt', k), h('dd.mono', v)))), h('p.small', h('a', { href: `#/run/${run.id}/work` }, 'Every call it made'))))) };
}
