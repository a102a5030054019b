// Asking: the question, how deep, by which models, where to look, what it may cost.
import { $, $$, action, button, debounce, dialog, h, icon, s, sign, title, toast } from './dom.js';
import { api, get, pay, post } from './api.js';
import { able, targets } from './report.js';
import { addFiles } from './corpora.js';
import { many, money, tokens, webAddress } from './words.js';

const DEPTHS = { auto: 'Auto', light: 'Light', medium: 'Medium', extended: 'Extended' };
const EXAMPLES = ['What limits the life of grid batteries?', 'How do cities pay for sponge streets, and do they work?', 'Which vaccines against malaria are in use, and how well do they protect?'];
const PLANS = new Set(['loop', 'supervisor', 'reflect']); // workflows that can show a plan first
const FORM = new Set(['query', 'workflow', 'depth', 'models', 'corpora', 'contexts', 'sources', 'search', 'budgetUsd', 'timeout', 'maxSources', 'since', 'includeDomains', 'excludeDomains', 'language', 'kind', 'length', 'tone', 'audience', 'deliver', 'clarify', 'reviewPlan']);
const KEPT = 'question'; // what was typed and not asked yet survives a reload

const segment = (name, options, now, change) => h('div.segs', { role: 'radiogroup', 'aria-labelledby': 'l-' + name }, options.map(([key, text]) => h('label.seg', h('input', { type: 'radio', name, value: key, checked: key === now, onchange: () => change(key) }), h('span', text))));
const row = (id, text, ...kids) => h('div.optrow', h('span.optlabel', { id: 'l-' + id }, text), h('div', kids));
const list = (text) => text.split(/[\s,]+/).filter(Boolean);
const said = (name) => name.replace(/[A-Z]/g, (c) => ' ' + c.toLowerCase());
const kept = () => { try { return sessionStorage.getItem(KEPT) || ''; } catch { return ''; } };
const keep = (text) => { try { sessionStorage.setItem(KEPT, text); } catch { /* then it does not survive */ } };

// The server's own choice first, then models with a key.
function modelList(x, models, tiers, changed) {
  const own = [...new Set([...tiers.simple, ...tiers.analytical, ...tiers.complex])], box = h('ul.models', { 'aria-labelledby': 'l-models' });
  const price = (m) => m.inputUsd === null ? 'price unknown' : `${money(m.inputUsd)} in, ${money(m.outputUsd)} out`;
  const item = (name, about, note) => h('li', h('label', h('input', { type: 'checkbox', value: name, checked: name ? x.models.has(name) : !x.models.size, onchange: (e) => {
    if (!name) x.models.clear(); else if (e.target.checked) { if (name === 'extractive') x.models.clear(); else x.models.delete('extractive'); x.models.add(name); } else x.models.delete(name);
    draw();
    changed();
  } }), h('span.mono', name || 'Automatic'), h('span.small.soft', about), h('span.num.small', note)));
  const ready = models.filter((m) => m.available);
  const seen = new Set(); // what was shown once stays, also when it is no longer chosen
  let all = false;
  function draw() {
    x.models.forEach((name) => seen.add(name));
    const focused = document.activeElement?.value, shown = all ? ready : ready.filter((m) => seen.has(m.name));
    box.replaceChildren(item('', own.length ? `by role, such as ${own[0]}` : 'no key is set: quotes from the sources', own.length ? '' : 'free'), ...shown.map((m) => item(m.name, price(m), m.retires ? `until ${m.retires}` : '')),
      item('extractive', 'no model: quotes only', 'free'));
    if (shown.length < ready.length) box.append(h('li', button('quiet', shown.length ? `Show ${many(ready.length - shown.length, 'more model')}` : `Choose among ${many(ready.length, 'model')}`, () => { all = true; draw(); $$('input', box)[1].focus(); })));
    if (focused !== undefined) $$('input', box).find((i) => i.value === focused)?.focus();
  }
  draw();
  return { box, draw, ready };
}

export async function askScreen({ draft, like } = {}) {
  const [server, data, providers, corpora, before] = await Promise.all([able(), get('/models'), get('/providers'), get('/corpora'), draft || like ? get(`/research/${encodeURIComponent(draft || like)}/settings`) : null]);
  const asked = new URLSearchParams(location.hash.split('?')[1] || ''), from = before?.settings, engines = providers.providers.filter((p) => p.kind === 'search' && p.ready).map((p) => p.name);
  const x = { flow: from?.workflow || server.workflows[0].name, depth: DEPTHS[from?.depth] ? from.depth : 'auto', models: new Set(from?.models || []), web: !asked.get('corpus') && (!from || Boolean(from.search) || !(from.corpora || from.contexts || from.sources)),
    corpora: new Set(asked.get('corpus') ? [asked.get('corpus')] : from?.corpora || []), texts: [...from?.contexts || []], urls: [...from?.sources || []], rest: {} };
  // What this form has no field for is asked for again as it was.
  for (const [key, value] of Object.entries(from || {})) if (!FORM.has(key) && !(key === 'verify' && value === 'full')) x.rest[key] = value;
  const question = h('textarea.field', { id: 'question', rows: 3, dir: 'auto', 'aria-describedby': 'question-hint', placeholder: 'Ask a question that pages and documents can answer', oninput: () => { if (!from) keep(question.value); changed(); }, onkeydown: (e) => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); form.requestSubmit(); } } });
  question.value = from ? from.query : kept();
  const problem = h('p.problem', { role: 'alert' }), hint = h('p.hint', { id: 'question-hint' }), estimate = h('div.estimate', { 'aria-live': 'off' });
  const flowHint = h('p.hint'), modelsHint = h('p.hint'), where = h('div.chips', { role: 'group', 'aria-labelledby': 'l-where' });
  const number = (id, props) => h('input.field.num', { type: 'number', id, ...props, oninput: () => changed() });
  const budget = number('budget', { min: '0', step: '0.1', placeholder: 'none', inputmode: 'decimal' }), minutes = number('minutes', { min: '1', placeholder: 'none', inputmode: 'numeric' }), most = number('most', { min: '1', placeholder: 'auto', inputmode: 'numeric' });
  const text = (id, placeholder) => h('input.field', { type: 'text', id, placeholder, autocomplete: 'off', oninput: () => changed() });
  const since = h('input.field.date', { type: 'date', id: 'since', oninput: () => changed() }), include = text('include', 'example.org, *.edu'), exclude = text('exclude', 'example.com'), language = text('language', 'en'), deliver = text('deliver', 'name@example.org'), clarify = h('input', { type: 'checkbox', id: 'clarify', checked: true }), review = h('input', { type: 'checkbox', id: 'review' });
  const choice = (id, words) => h('select.field', { id, onchange: () => changed() }, h('option', { value: '' }, 'auto'), words.map((w) => h('option', { value: w }, w)));
  const manner = { kind: choice('kind', ['brief', 'report', 'comparison', 'timeline']), length: choice('length', ['short', 'normal', 'long']), tone: text('tone', 'plain'), audience: text('audience', 'engineers') };

  if (from) {
    const minute = (text) => { const [, n, unit] = String(text || '').match(/^(\d+)(ms|s|m|h)?/) || []; return n ? Math.max(1, Math.round(n * ({ ms: 1 / 60000, s: 1 / 60, h: 60 }[unit] || 1))) : ''; };
    budget.value = from.budgetUsd || '';
    minutes.value = minute(from.timeout);
    most.value = from.maxSources || '';
    since.value = from.since || '';
    include.value = (from.includeDomains || []).join(', ');
    exclude.value = (from.excludeDomains || []).join(', ');
    language.value = from.language || '';
    for (const name in manner) manner[name].value = from[name] || '';
    deliver.value = (from.deliver || []).join(', ');
    clarify.checked = Boolean(from.clarify);
    review.checked = Boolean(from.reviewPlan);
  }

  function body() {
    const b = { ...draft ? {} : x.rest, query: question.value.trim(), workflow: x.flow };
    if (x.flow !== 'panel') { b.depth = x.depth; b.clarify = clarify.checked; }
    if (PLANS.has(x.flow) && review.checked) b.reviewPlan = true;
    if (x.models.size) b.models = [...x.models];
    if (x.corpora.size) b.corpora = [...x.corpora];
    // The texts and pages of a draft stay with it.
    const texts = draft ? x.texts.filter((t) => !from.contexts?.includes(t)) : x.texts, urls = draft ? x.urls.filter((u) => !from.sources?.includes(u)) : x.urls;
    if (texts.length) b.contexts = texts;
    if (urls.length) b.sources = urls;
    // Documents stand in place of the web, unless engines are named.
    if (x.web && (x.corpora.size || x.texts.length || x.urls.length) && engines.length) b.search = from?.search || engines; else if (x.web && from?.search) b.search = from.search;
    if (budget.value) b.budgetUsd = Number(budget.value);
    if (minutes.value) b.timeout = `${Number(minutes.value)}m`;
    if (most.value) b.maxSources = Number(most.value);
    if (since.value) b.since = since.value;
    if (list(include.value).length) b.includeDomains = list(include.value);
    if (list(exclude.value).length) b.excludeDomains = list(exclude.value);
    if (language.value.trim()) b.language = language.value.trim();
    for (const name in manner) if (manner[name].value.trim()) b[name] = manner[name].value.trim();
    if (deliver.value.trim()) b.deliver = targets(deliver.value);
    return b;
  }

  // --- the estimate ---
  let turn = 0;
  const told = (plan, error) => {
    const low = plan?.leastUsd, high = plan?.mostUsd, limit = Number(budget.value) || 0, range = (r) => r.least === r.most ? tokens(r.most) : `${tokens(r.least)} to ${tokens(r.most)}`;
    const top = Math.max(limit * 1.25, (high || 0) * 1.05, 0.001), over = limit && high > limit;
    estimate.replaceChildren(h('p.label', 'Estimate'), h('p.big.num', error ? 'not known' : !plan ? '–' : high === 0 ? 'free' : high === null || high === undefined ? 'price unknown' : `${money(low)} to ${money(high)}`));
    if (plan && high) estimate.append(s('svg', { class: 'range', viewBox: '0 0 100 26', preserveAspectRatio: 'none', role: 'img', 'aria-label': `Estimate ${money(low)} to ${money(high)}${limit ? ` of a budget of ${money(limit)}` : ''}` },
      s('rect', { class: 'track', y: 9, width: 100, height: 8 }), s('rect', { class: over ? 'span over' : 'span', x: low / top * 100, y: 9, width: Math.max(1.5, (high - low) / top * 100), height: 8 }), limit ? s('rect', { class: 'limit', x: limit / top * 100, y: 3, width: 0.8, height: 20 }) : []));
    const pairs = plan ? [limit && ['Budget', money(limit)], ['Searches', range(plan.searches)], ['Pages', range(plan.pages)], plan.calls.most ? ['Model calls', range(plan.calls)] : null, plan.inputTokens.most ? ['Tokens in', range(plan.inputTokens)] : null].filter(Boolean) : [];
    if (pairs.length) estimate.append(h('dl.pairs', pairs.map(([k, v]) => h('div', h('dt', k), h('dd.num', v)))));
    estimate.append(h('p.hint', error ? error.message : !plan ? 'It comes with the question.' : over ? 'This may reach the budget. Then fathom stops searching and writes from what it has.' : limit ? 'If the budget runs short, fathom stops searching and writes from what it has.' : 'Most questions cost less than the upper end. A budget sets a ceiling.'));
  };
  const ask = debounce(350, async () => {
    const mine = ++turn;
    if (!question.value.trim()) { told(null); return; }
    try { const plan = await post('/research/plan', body()); if (mine === turn) told(plan); } catch (error) { if (mine === turn && error.status !== 401) told(null, error); }
  });
  function changed() { examples.hidden = Boolean(question.value); problem.textContent = ''; hint.textContent = ''; ask(); }

  // --- parts ---
  const models = modelList(x, data.models, data, () => { panelHint(); changed(); });
  function panelHint() {
    modelsHint.textContent = x.flow === 'panel' ? 'A panel asks one model of each provider.' : models.ready.length ? 'Prices per million tokens. Only models with a key are listed.' : 'No key is set, so no model is listed. The embedded default quotes the sources.';
  }
  function flow(name) {
    x.flow = name;
    const words = server.workflows.find((f) => f.name === name)?.help || '';
    flowHint.textContent = words.charAt(0).toUpperCase() + words.slice(1) + '.';
    depthRow.hidden = name === 'panel';
    clarifyRow.hidden = name === 'panel';
    reviewRow.hidden = !PLANS.has(name);
    if (name === 'panel' && !x.models.size) { const seen = new Set(); for (const m of models.ready) { const p = m.name.split('/')[0]; if (!seen.has(p) && seen.size < 3) { seen.add(p); x.models.add(m.name); } } models.draw(); }
    panelHint();
    changed();
  }
  function drawWhere() {
    const chip = (name, about, on, change) => h('label.chip', h('input', { type: 'checkbox', checked: on, onchange: (e) => { change(e.target.checked); changed(); } }), h('span', name, h('b', about)));
    where.replaceChildren(chip('Web', engines.slice(0, 3).join(', ') + (engines.length > 3 ? ` and ${engines.length - 3} more` : ''), x.web, (on) => { x.web = on; }),
      ...corpora.corpora.map((c) => chip(c.name, many(c.documents, 'document'), x.corpora.has(c.name), (on) => { if (on) x.corpora.add(c.name); else x.corpora.delete(c.name); })),
      ...x.texts.map((t) => h('span.chip', h('span', t.name, h('b', many(t.text.length, 'character')), draft && from.contexts?.includes(t) ? null : h('button.remove', { type: 'button', 'aria-label': 'Remove ' + t.name, onclick: () => { x.texts.splice(x.texts.indexOf(t), 1); drawWhere(); changed(); } }, icon('close'))))),
      ...x.urls.map((u) => h('span.chip', h('span', u.length > 60 ? u.slice(0, 59) + '…' : u, h('b', 'page'), draft && from.sources?.includes(u) ? null : h('button.remove', { type: 'button', 'aria-label': 'Remove ' + u, onclick: () => { x.urls.splice(x.urls.indexOf(u), 1); drawWhere(); changed(); } }, icon('close'))))),
      h('label.btn.chipbtn', 'Add files', h('input.vh', { type: 'file', multiple: true, onchange: async (e) => {
        const name = await addFiles(e.target.files, '', where.parentNode);
        if (name) { Object.assign(corpora, await get('/corpora')); x.corpora.add(name); x.web = false; drawWhere(); changed(); }
      } })), button('chipbtn', 'Paste text', paste), button('chipbtn', 'Add pages', addPages));
  }
  async function paste() {
    const name = h('input.field', { type: 'text', id: 'pastename', value: `text ${x.texts.length + 1}`, maxlength: '100' }), area = h('textarea.field', { id: 'pastetext', rows: 8 });
    const done = await dialog('Paste text', [h('label', { for: 'pastename' }, 'Name'), name, h('label.gap', { for: 'pastetext' }, 'Text'), area], { ok: 'Add', submit: async () => area.value.trim() && { name: name.value.trim() || 'text', text: area.value } });
    if (done) { x.texts.push(done); x.web = false; drawWhere(); changed(); }
  }
  async function addPages() {
    const area = h('textarea.field', { id: 'pageurls', rows: 4, placeholder: 'https://example.org/report', spellcheck: 'false' });
    const done = await dialog('Add pages', [h('label', { for: 'pageurls' }, 'Addresses, one a line'), area, h('p.hint.gap', 'fathom reads them when the research starts. Choose the web beside them to search it, too.')], { ok: 'Add', submit: async () => {
      const urls = area.value.split(/\s+/).filter(Boolean), wrong = urls.find((u) => !webAddress(u));
      if (!urls.length) throw new Error('Write an address.');
      if (wrong) throw new Error(`"${wrong.slice(0, 80)}" is not an address of the web. Write it with https://.`);
      return urls;
    } });
    if (done) { x.urls = [...new Set([...x.urls, ...done])]; x.web = false; drawWhere(); changed(); }
  }
  const improve = action('quiet', 'Improve my question', 'Not improved', async () => {
    if (!question.value.trim()) { question.focus(); return; }
    const { improvedPrompt } = await post('/research/improve-input', { prompt: question.value.trim() });
    if (improvedPrompt === question.value.trim()) { hint.replaceChildren(sign('check'), 'It is good as it is.'); return; }
    if (await dialog('A better wording', h('p.proposal', { dir: 'auto' }, improvedPrompt), { ok: 'Use it', cancel: 'Keep mine' })) { question.value = improvedPrompt; changed(); }
  });

  // --- what is done with it ---
  function wrong(error) {
    if (error.status === 401) return;
    problem.textContent = error.message;
    if (['query', 'prompt'].includes(error.field) || !question.value.trim()) question.focus(); else problem.scrollIntoView({ block: 'center' });
  }
  async function start() {
    if (!question.value.trim()) { problem.textContent = 'Write a question first.'; question.focus(); return; }
    try {
      let id = draft;
      if (draft) { await api('PATCH', `/research/${draft}`, body()); await pay(`/research/${draft}/approve`, {}); } else id = (await pay('/research', body())).id;
      keep('');
      if (location.hash === '#/run/' + id) dispatchEvent(new Event('redraw')); else location.hash = '#/run/' + id;
    } catch (error) { wrong(error); }
  }
  const save = action('quiet', 'Save draft', 'Not saved', async () => {
    if (!question.value.trim()) { problem.textContent = 'Write a question first.'; question.focus(); return; }
    try {
      if (draft) await api('PATCH', `/research/${draft}`, body()); else { await post('/research/draft', body()); keep(''); }
      toast('Draft saved.');
      location.hash = '#/runs';
    } catch (error) { wrong(error); }
  });
  const plan = action('second', 'Show plan', 'No plan', async () => {
    if (!question.value.trim()) { question.focus(); return; }
    const p = await post('/research/plan', body()), pair = (name, value) => value ? h('div', h('dt', name), h('dd.num', value)) : null, range = (r) => r.most ? (r.least === r.most ? String(r.most) : `${r.least} to ${r.most}`) : '';
    const go = await dialog('Before anything is spent', [h('p', { dir: 'auto' }, p.query), h('dl.pairs.gap', pair('Workflow', `${p.workflow}, ${p.depth}`), pair('Models', p.models.join(', ') || 'none'), pair('Searches in', p.engines.join(', ')), pair(p.unit.charAt(0).toUpperCase() + p.unit.slice(1), range(p.subQueries)), pair('Searches', range(p.searches)), pair('Pages', range(p.pages)), pair('Model calls', range(p.calls)), pair('Tokens in', range(p.inputTokens)), pair('Tokens out', range(p.outputTokens)), pair('Cost', p.mostUsd === null ? 'unknown' : p.mostUsd ? `${money(p.leastUsd)} to ${money(p.mostUsd)}` : 'free')), p.notes.length ? h('ul.notes.gap', p.notes.map((n) => h('li', n))) : null], { ok: 'Start research', cancel: 'Not now' });
    if (go) await start();
  });

  const examples = h('p.chips.examples', h('span.hint', 'For example:'), EXAMPLES.map((t) => button('chipbtn', t, () => { question.value = t; question.focus(); keep(t); changed(); })));
  const depthRow = row('depth', 'Depth', segment('depth', Object.entries(DEPTHS), x.depth, (d) => { x.depth = d; changed(); }));
  const clarifyRow = h('label.check.flat', clarify, 'Ask me back if the question is unclear'), reviewRow = h('label.check.flat', review, 'Show me the plan before anything is searched');
  const limit = (id, name, field, before, after) => h('label', { for: id }, h('span', name), before && h('span.unit', before), field, after && h('span.unit', after));
  const form = h('form.askgrid', { novalidate: true, onsubmit: (e) => { e.preventDefault(); start(); } },
    h('div.stack',
      h('div.questionbox', h('label.vh', { for: 'question' }, 'Question'), question, h('div.qbar', hint, improve)), problem,
      examples,
      depthRow,
      row('flow', 'Workflow', segment('flow', server.workflows.map((f) => [f.name, f.name.charAt(0).toUpperCase() + f.name.slice(1)]), x.flow, flow), flowHint),
      row('models', 'Models', models.box, modelsHint),
      row('where', 'Search in', where),
      row('limits', 'Limits', h('div.limits', limit('budget', 'Budget', budget, '$'), limit('minutes', 'Time', minutes, null, 'min'), limit('most', 'Sources', most))),
      Object.keys(x.rest).length ? h('p.hint', 'Also as before: ' + Object.keys(x.rest).map(said).join(', ') + '.') : null,
      h('details.fold.options', { open: Boolean(from && ['since', 'includeDomains', 'excludeDomains', 'language', 'deliver', ...Object.keys(manner)].some((k) => from[k])) }, h('summary', 'More options'), h('div.limits', limit('since', 'Sources since', since), limit('include', 'Only from', include), limit('exclude', 'Not from', exclude), limit('language', 'Language', language), limit('kind', 'Kind of report', manner.kind), limit('length', 'Length', manner.length), limit('tone', 'Tone', manner.tone), limit('audience', 'For whom', manner.audience), limit('deliver', 'Send it to', deliver)), clarifyRow, reviewRow)),
    h('div.side2', estimate, h('div.actions', h('button.btn.prime.large', draft ? 'Approve and start' : 'Start research'), plan, save)));
  flow(x.flow);
  drawWhere();
  told(null);
  return { title: draft ? 'Draft' : 'Ask', node: h('div.ask', title(draft ? 'Draft' : 'What do you want to know?'), form), mount: () => { if (!draft && !like) question.focus({ preventScroll: true }); }, keepsFocus: () => !draft && !like, unmount: () => { turn++; } };
}
