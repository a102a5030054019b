// Runs that wait for an answer, and runs that ended without a report: what happened, what is kept, what to do next.
import { action, button, h, sign, title, toast } from './dom.js';
import { pay, post } from './api.js';
import { favourite, remove } from './report.js';
import { STATES, called, look, many, money, took, when } from './words.js';

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

// --- a plan that waits for a word ---
export function planScreen(run) {
  const list = h('ol.planlines'), words = h('input.field', { type: 'text', id: 'planwords', placeholder: 'Such as: leave out prices, look at Denmark too' });
  const fields = () => [...list.querySelectorAll('textarea')];
  const draw = () => [...list.children].forEach((li, i) => { li.querySelector('textarea').setAttribute('aria-label', `Line ${i + 1} of the plan`); li.querySelector('button').setAttribute('aria-label', `Remove line ${i + 1}`); });
  const line = (text) => {
    const li = h('li', h('textarea.field', { rows: 1, dir: 'auto' }, text), button('quiet', 'Remove', () => { const next = li.nextElementSibling || li.previousElementSibling; li.remove(); draw(); (next?.querySelector('textarea') || words).focus(); }));
    list.append(li);
    return li;
  };
  run.asks.plan.forEach(line);
  draw();
  const send = async (answer) => { await pay(`/research/${run.id}/answers`, { answer }); redraw(); };
  const start = action('prime', 'Research by this plan', 'It could not go on', () => {
    const lines = fields().map((f) => f.value.replace(/\s+/g, ' ').trim()).filter(Boolean), same = lines.length === run.asks.plan.length && lines.every((x, i) => x === run.asks.plan[i].replace(/\s+/g, ' ').trim());
    if (!lines.length) throw new Error('the plan is empty');
    return send(same ? '' : lines.map((x, i) => `${i + 1}. ${x}`).join('\n'));
  });
  const anew = h('form.askline', { onsubmit: async (e) => {
    e.preventDefault();
    if (!words.value.trim()) { words.focus(); return; }
    try { await send(words.value.trim()); } catch (error) { toast('Not sent: ' + error.message); }
  } }, words, h('button.btn.second', 'Plan again'));
  return { title: 'A plan to agree to', node: h('div.talk', title('A plan before anything is searched', { class: 'vh' }),
    h('ol.turns', h('li.turn.you', h('p.who', 'You'), h('p.said', { dir: 'auto' }, run.query)),
      h('li.turn', h('p.who', 'fathom'), h('div.said.plan', h('p', `This is the plan, ${many(run.asks.plan.length, 'line')}. Change, remove or add lines.`), list,
        h('div.actions.row', start, button('second', 'Add a line', () => { const li = line(''); draw(); li.querySelector('textarea').focus(); }), action('quiet.bad', 'Cancel the run', 'Not cancelled', async () => { await post(`/research/${run.id}/cancel`); redraw(); })),
        h('label.gap', { for: 'planwords' }, 'Or tell the planner what to change'), anew, h('p.hint', 'Nothing is searched while the run waits.'))))),
  keepsFocus: () => false };
}

// --- ended without a report ---
const SAYS = {
  failed: 'The run failed', timed_out: 'The run ran out of time', cancelled: 'The run was cancelled', completed: 'The run has no report', interrupted: 'The run was interrupted',
};
const sentence = (text) => text && !/[.!?…]$/.test(text) ? text + '.' : text;
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
  const status = run.interrupted ? 'interrupted' : run.runStatus || run.status, failedModels = run.error?.details?.failedModels, kind = look(status) === 'failed' ? 'bad' : 'wait';
  const resume = action('prime', ['cancelled', 'interrupted'].includes(status) ? 'Go on with it' : 'Try again from where it stopped', 'Not resumed', async () => {
    await pay(`/research/${run.id}/${run.workflow === 'panel' && status === 'failed' ? 'retry' : 'resume'}`, {});
    redraw();
  });
  const same = run.error?.code === 'not_found', again = h(`a.btn.${same ? 'prime' : 'second'}`, { href: `#/again/${run.id}` }, 'Ask again with changes');
  const kept = [run.usage.calls ? many(run.usage.calls, 'call') + (run.costUsd ? `, ${money(run.costUsd)}` : '') + '; a new try repeats none that finished' : 'the question and its settings; no model has answered yet', run.hasReport && 'a report', `${many(run.events, 'event')} in its journal`].filter(Boolean);
  return { title: SAYS[status] || 'Run', node: h(`div.trouble.${kind}`, h('p.status', sign((STATES[status] || STATES.failed)[0]), `${(STATES[status] || [0, status])[1]} after ${took(run.activeMs)}`), title(called(run)),
    h('div.box', h('h2', SAYS[status] || status), h('p', sentence(run.error?.message) || (status === 'cancelled' ? 'You can go on with it at any time.' : status === 'interrupted' ? 'The program that worked on it was stopped. Everything done so far is kept.' : 'Nothing more is known.')),
      failedModels?.length ? h('ul.kept', failedModels.map((m) => h('li.is-cross', sign('cross'), h('b.mono', m)))) : null,
      h('div.actions.row', same ? again : [resume, again], favourite(run), button('danger', 'Delete', () => remove(run, () => { location.hash = '#/runs'; }, () => { location.hash = '#/run/' + run.id; }))),
      ['timed_out', 'failed', 'cancelled'].includes(status) && run.workflow !== 'panel' ? h('details.fold', h('summary', 'Raise its limits'), raise(run)) : null),
    h('div.two', h('section', h('h2', 'What is kept'), h('ul.kept', kept.map((k) => h('li', sign('check'), k)))), h('section', h('h2', 'Details'), h('dl.pairs', [['Run', run.id], ['Workflow', run.workflow], ['Asked', when(run.createdAt)], ['Error', run.error?.code]].filter(([, v]) => v).map(([k, v]) => h('div', h('dt', k), h('dd.mono', v)))), h('p.small', h('a', { href: `#/run/${run.id}/work` }, 'Every call it made'))))) };
}
