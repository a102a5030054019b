// Panels: the decision after a partial failure, and the models' answers side by side.
import { action, button, copyText, dialog, h, sign, title } from './dom.js';
import { get, page, pay } from './api.js';
import { copyOf } from './copy.js';
import { called, many, money, took } from './words.js';

const redraw = () => dispatchEvent(new Event('redraw'));
const words = (text) => (text.match(/\S+/g) || []).length;

export function decideScreen(run) {
  const results = Object.entries(run.llmResults || {}), failed = run.asks?.failedModels || run.error?.details?.failedModels || [], options = run.asks?.options || ['proceed', 'retry', 'cancel'];
  const decide = (kind, text, act) => options.includes(act) ? action(kind, text, 'Not decided', async () => { await pay(`/research/${run.id}/confirm`, { action: act }); redraw(); }) : null;
  const good = results.length - failed.length;
  return { title: 'A decision is needed', node: h('div.trouble.wait', h('p.status', sign('query'), 'Waiting for you'), title(called(run)),
    h('div.box', h('h2', `${failed.length} of ${many(results.length, 'model')} failed`), h('p', good ? `${many(good, 'answer is', 'answers are')} here and can be used now. A retry asks only what failed.` : 'No model answered. A retry asks them again.'),
      h('div.actions.row', decide('prime', good === 1 ? 'Go on with one answer' : `Go on with ${good} answers`, 'proceed'), decide('second', failed.length === 1 ? 'Retry the failed one' : 'Retry those that failed', 'retry'), decide('danger', 'Cancel the run', 'cancel'))),
    h('div.two', h('section', h('h2', 'Models'), h('ul.kept', results.map(([model, r]) => h(r.status === 'completed' ? 'li' : 'li.is-cross', sign(r.status === 'completed' ? 'check' : 'cross'), h('span', h('b.mono', model), ' ', r.status === 'completed' ? `${many(words(r.content || ''), 'word')}${r.durationMs ? ', ' + took(r.durationMs) : ''}` : r.error || r.status))))),
      h('section', h('h2', 'What is kept'), h('ul.kept', h('li', sign('check'), `${many(good, 'answer')}${run.costUsd ? ', ' + money(run.costUsd) : ''}`), h('li', sign('check'), 'nothing that finished is asked again'))))) };
}

// Paragraphs, headings and list items of a text in Markdown, as text.
function prose(text) {
  return text.split(/\n{2,}/).filter((part) => part.trim()).map((part) => {
    const heading = part.match(/^#{1,6}\s+([^\n]*)\n?([\s\S]*)/), items = part.split('\n').filter((line) => line.trim());
    if (heading) return [h('h4', { dir: 'auto' }, heading[1]), heading[2].trim() ? prose(heading[2]) : null];
    if (items.every((line) => /^\s*([-*+]|\d+[.)])\s/.test(line))) return h('ul', items.map((line) => h('li', { dir: 'auto' }, line.replace(/^\s*([-*+]|\d+[.)])\s+/, ''))));
    return h('p', { dir: 'auto' }, part);
  });
}
async function add(run) {
  const { models } = await get('/models');
  const taken = new Set((run.selectedModels || []).map((m) => m.split('/')[0])), free = models.filter((m) => m.available && !taken.has(m.name.split('/')[0]));
  const choice = h('select.field', { 'aria-label': 'Model' }, free.map((m) => h('option', { value: m.name }, m.name)));
  const made = await dialog('Add a model', free.length ? [h('p', 'A new run reuses the answers that are here; only the new model is paid for.'), h('p.gap', choice)] : h('p', 'Every provider with a key has answered already.'),
    { ok: free.length ? 'Ask it' : null, submit: () => pay(`/research/${run.id}/enhance`, { additionalModels: [choice.value] }) });
  if (made) location.hash = '#/run/' + made.id;
}

export async function compareScreen(run) {
  const results = Object.entries(run.llmResults || {}), columns = [];
  const conflicts = run.hasReport ? (await page(`/research/${run.id}/report?format=html`)).querySelector('#conflicts')?.parentNode : null;
  const wanted = new Set(results.map(([m]) => m));
  const column = ([model, r]) => {
    const text = r.content || '', node = h('article.column', { 'data-model': model }, h('header', h('h3.mono', model), h('p.small.soft.num', [r.status === 'completed' ? many(words(text), 'word') : r.status, r.durationMs ? took(r.durationMs) : '', r.reused ? 'reused' : '', r.tokenUsage ? many(r.tokenUsage.input + r.tokenUsage.output, 'token') : ''].filter(Boolean).join(', ')), r.answeredBy && r.answeredBy !== model ? h('p.tag', 'answered by ' + r.answeredBy) : null),
      h('div.said', text ? prose(text) : h('p.soft', r.error || 'No answer.')), text ? h('div.actions.row', button('quiet', 'Copy', () => copyText(text, 'Answer copied.'))) : null);
    columns.push(node);
    return node;
  };
  const choose = results.length > 2 ? h('fieldset.chips', h('legend.vh', 'Models shown'), results.map(([m]) => h('label.chip', h('input', { type: 'checkbox', checked: true, onchange: (e) => {
    if (e.target.checked) wanted.add(m); else wanted.delete(m);
    columns.forEach((c) => { c.hidden = !wanted.has(c.dataset.model); });
  } }), h('span', m)))) : null;
  return { title: 'Compare answers', wide: true, node: h('div.panel',
    h('header.runhead', h('div', h('p.kicker', h('a', { href: '#/runs' }, 'Runs'), h('span', `panel of ${many(results.length, 'model')}`), run.costUsd !== null && h('span.num', money(run.costUsd))), title(called(run))),
      h('div.actions.row', run.hasReport && h('a.btn.prime', { href: `#/run/${run.id}` }, 'Read the synthesis'), run.hasReport && action('second', 'Add a model', 'Not added', () => add(run)))),
    conflicts ? copyOf(conflicts) : null,
    h('section', h('h2', 'Answers'), choose, h('div.columns', { tabindex: '0', role: 'region', 'aria-label': 'Answers side by side' }, results.map(column)))) };
}
