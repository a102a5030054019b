// The report: its text from the server's own page, evidence beside it, and what can be done with it.
import { $, $$, announce, button, copyText, dialog, failed, h, icon, menu, quality, save, sign, title, toast } from './dom.js';
import { api, get, page, pay, post } from './api.js';
import { FORMATS, called, many, money, short, took, when } from './words.js';
import { copies, copyOf } from './copy.js';
import { claimsOf, close, isOpen, leaveReport, open, openReport, showClaims } from './evidence.js';
import { effectsOf, work } from './timeline.js';
import { changeSources } from './source.js';
import { choosePartner } from './compare.js';
import { suggestions, thread } from './thread.js';
import { disputes, fidelity } from './doubts.js';

let capabilities = null; // what this server can do; asked once
const able = () => (capabilities ||= get('/session').catch((error) => { capabilities = null; throw error; }));
addEventListener('signedin', () => { capabilities = null; }); // another user may do other things
export { able };

// --- marks, links, exports: for the report and for the list ---
export function favourite(run) {
  const node = h('button.iconbtn', { type: 'button', 'aria-pressed': String(run.favourite), 'aria-label': 'Favourite: ' + called(run), title: 'Favourite', onclick: async () => {
    try {
      const done = await api('PATCH', `/research/${run.id}/favourite`, { favourite: !run.favourite });
      run.favourite = done.favourite;
      node.setAttribute('aria-pressed', String(run.favourite));
      announce(run.favourite ? 'Added to favourites' : 'Removed from favourites');
    } catch (error) { failed('Not marked')(error); }
  } }, icon('star'));
  return node;
}
// Deletes now and offers to take it back. `gone` and `back` tell the screen.
export async function remove(run, gone, back) {
  try {
    await api('DELETE', `/research/${run.id}`);
    gone();
    toast('Run deleted.', 'Undo', async () => {
      try { await post(`/research/${run.id}/undelete`); toast('The run is back.'); back(); } catch (error) { failed('It could not be taken back')(error); }
    });
  } catch (error) { failed('Not deleted')(error); }
}
async function share(run, node) {
  const label = () => { node.replaceChildren(icon('share'), run.shared ? 'Shared' : 'Share'); };
  try {
    const { token } = await post(`/research/${run.id}/share`);
    run.shared = true;
    label();
    const address = `${location.origin}/share/${token}`, field = h('input.field.mono', { type: 'text', readonly: true, value: address, 'aria-label': 'Link to the report', onfocus: (e) => e.target.select() });
    await dialog('Share this report', [h('p', 'Whoever has this link can read the report and its evidence, and nothing else, until you close the link.'), h('p.askline.gap', field, button('second', 'Copy', () => copyText(address, 'Link copied.'))),
      h('p.links.gap', h('a', { href: address, target: '_blank', rel: 'noopener' }, 'Open it'), button('quiet.bad', 'Stop sharing', async () => {
        try { await api('DELETE', `/research/${run.id}/share`); run.shared = false; label(); $('#ask').close(); toast('The link is closed.'); } catch (error) { failed('The link is still open')(error); }
      }))], { ok: null, cancel: 'Done' });
  } catch (error) { failed('Not shared')(error); }
}
const file = (run, format) => `${called(run).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 60) || run.id}.${format}`;
// Fetched first, so that what the server says when it cannot write a format is told.
async function download(run, format, path = `report?format=${format}`) {
  try {
    const answer = await fetch(`/research/${run.id}/${path}`);
    if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.error?.message || `the server answered with ${answer.status}`);
    save(file(run, format), await answer.blob());
    announce('Saved as ' + (FORMATS[format] || format));
  } catch (error) { failed('Not exported')(error); }
}
export function exportMenu(run, formats) {
  const known = Object.keys(FORMATS).filter((f) => formats.includes(f)), others = formats.filter((f) => !FORMATS[f]);
  return menu('Export', [...known, ...others].map((format) => ({ text: FORMATS[format] || format.toUpperCase(), act: () => download(run, format) })).concat({ text: 'Provenance (Markdown)', act: () => download(run, 'provenance.md', 'provenance') }));
}
async function rename(run, after) {
  const field = h('input.field', { type: 'text', value: called(run), maxlength: '200', 'aria-label': 'Title' });
  if (await dialog('Rename', field, { ok: 'Rename', submit: () => api('PATCH', `/research/${run.id}/title`, { title: field.value.trim() }) })) { run.title = field.value.trim(); after(); }
}

// "name@example.org" is e-mail, an address of the web is a webhook.
export const targets = (text) => text.split(/[\s,]+/).filter(Boolean).map((x) => /^(email|webhook):/.test(x) ? x : x.includes('@') && !/^https?:/.test(x) ? 'email:' + x : 'webhook:' + x);
async function send(run, formats) {
  const field = h('input.field', { type: 'text', id: 'sendto', placeholder: 'name@example.org or https://…', autocomplete: 'email' });
  const attach = ['pdf', 'docx', 'md', 'html', 'json'].filter((f) => formats.includes(f)).map((f) => [f, h('input', { type: 'checkbox', value: f })]);
  const sent = await dialog('Send this report', [h('label', { for: 'sendto' }, 'To an e-mail address or a webhook'), field, h('fieldset.gap.chips', h('legend.label', 'Attach to the e-mail'), attach.map(([f, box]) => h('label.chip', box, h('span', FORMATS[f]))))], { ok: 'Send', submit: async () => {
    const [target] = targets(field.value), chosen = attach.filter(([, box]) => box.checked).map(([f]) => f);
    if (!target) { field.focus(); throw new Error('write where it goes'); }
    return post(`/research/${run.id}/deliver`, { target, ...(target.startsWith('email:') && chosen.length ? { attach: chosen } : {}) });
  } });
  if (sent) toast(`Sent to ${sent.target.replace(/^\w+:/, '')}.`);
}
async function refresh(run) {
  toast('The sources are read again …');
  try {
    const now = await post(`/research/${run.id}/refresh`), state = { dead: ['cross', 'cannot be read any more'], changed: ['half', 'has changed'], same: ['check', 'is the same'], kept: ['dash', 'is no page of the web'] };
    $('#toasts').replaceChildren();
    await dialog('What of it still stands', [h('p', `${many(now.same, 'page')} the same, ${now.changed} changed, ${now.dead} dead, ${many(now.kept, 'document')} kept.`),
      now.lost.length ? [h('p.label.gap', `${many(now.lost.length, 'claim')} lost all passages`), h('ul.notes', now.lost.map((c) => h('li', { dir: 'auto' }, c.text)))] : h('p.gap', 'No claim lost its passages.'),
      now.passages.length ? h('details.fold', h('summary', `${many(now.passages.length, 'passage')} gone`), h('ul.notes', now.passages.map((x) => h('li', { dir: 'auto' }, `[${x.source}] ${x.quote}`)))) : null,
      h('ul.kept.gap', now.sources.filter((x) => x.state !== 'kept').map((x) => h(x.state === 'dead' ? 'li.is-cross' : 'li', sign((state[x.state] || state.kept)[0]), h('span', { dir: 'auto' }, `[${x.number}] ${x.title || x.url} ${(state[x.state] || ['', x.state])[1]}${x.error ? ': ' + x.error : ''}`))))], { ok: null, cancel: 'Close' });
  } catch (error) { failed('The sources were not read')(error); }
}

// --- citations of the sources, for other programs ---
const year = (date) => (date || '').slice(0, 4);
const key = (x) => ((x.author || x.title || 'source').match(/[\p{L}\p{N}]+/u)?.[0] || 'source').toLowerCase() + year(x.date) + '-' + x.number;
const bib = (text) => String(text).replace(/[\\{}]/g, '').replace(/[&%$#_]/g, '\\$&');
const bibtex = (sources) => sources.map((x) => `@misc{${key(x)},\n  title = {${bib(x.title)}},${x.author ? `\n  author = {${bib(x.author)}},` : ''}${x.date ? `\n  year = {${year(x.date)}},` : ''}${/^https?:/.test(x.url) ? `\n  url = {${x.url}},` : ''}\n}`).join('\n\n') + '\n';
const ris = (sources) => sources.map((x) => ['TY  - ELEC', `TI  - ${x.title}`, x.author && `AU  - ${x.author}`, x.date && `PY  - ${year(x.date)}`, /^https?:/.test(x.url) && `UR  - ${x.url}`, 'ER  - '].filter(Boolean).join('\r\n')).join('\r\n') + '\r\n';
async function citations(run, how) {
  try {
    const sources = (await get(`/research/${run.id}/sources`)).sources.filter((x) => x.cited);
    await copyText(how(sources), `${many(sources.length, 'source')} copied.`);
  } catch (error) { failed('Not copied')(error); }
}
async function copyReport(run) {
  try { await copyText(run.answer, 'The report is copied, with its citations.'); } catch (error) { failed('Not copied')(error); }
}

// --- the text ---
// Links inside the report lead to a place on this screen, and the focus goes with them.
function goTo(id, node) {
  const target = document.getElementById(id);
  if (!target || !node.contains(target)) return;
  const fold = target.closest('details');
  if (fold) fold.open = true;
  if ($('#sheet').open) $('#sheet').close();
  target.scrollIntoView();
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}
function listen(node) {
  const handle = (e) => {
    const m = e.target.closest?.('button[data-opens]'), a = e.target.closest?.('a[href^="#"]');
    if (m?.dataset.opens.startsWith('e')) open(Number(m.dataset.opens.slice(1)), m.classList.contains('m') ? m : undefined);
    else if (a && !a.getAttribute('href').startsWith('#/')) {
      e.preventDefault();
      const id = a.getAttribute('href').slice(1), claim = a.closest('.soundings') && Number(id.slice(1));
      if (claim) open(claim); else { if (a.closest('#sheet')) close(false); goTo(id, node); }
    }
  };
  node.addEventListener('click', handle);
  $('#sheet').addEventListener('click', handle);
  return () => $('#sheet').removeEventListener('click', handle);
}
function contents(page, label) {
  const list = copyOf(page.querySelector('.toc ul') || document.createElement('ul'));
  $$('a[href="#about"]', list).forEach((a) => { a.setAttribute('href', '#work'); a.textContent = 'Cost and work'; });
  return h(`nav.toc${label ? '.tocside' : ''}`, { 'aria-label': label || 'Contents, folded' }, label && h('p.label', 'Contents'), list);
}
// Marks the section being read in the contents list.
function spy(node) {
  const seen = new IntersectionObserver((entries) => entries.filter((x) => x.isIntersecting).forEach((x) => $$('.tocside a', node).forEach((a) => {
    if (a.getAttribute('href') === '#' + x.target.id) a.setAttribute('aria-current', 'true'); else a.removeAttribute('aria-current');
  })), { rootMargin: '-60px 0px -70% 0px' });
  $$('.doc h2[id], .answer', node).forEach((x) => seen.observe(x));
  return () => seen.disconnect();
}

function workSection(run) {
  const box = h('div', h('p.soft.small', 'Loading …'));
  const section = h('section', h('h2.sec', { id: 'work' }, 'Cost and work'), box, fidelity(run),
    run.skipped?.length ? h('details.fold', h('summary', 'What was skipped ', h('span', String(run.skipped.length))), h('ul.notes', run.skipped.map((x) => h('li', x)))) : null);
  let asked = false;
  const watch = new IntersectionObserver(async (entries) => {
    if (asked || !entries.some((e) => e.isIntersecting)) return;
    asked = true;
    watch.disconnect();
    try { box.replaceChildren(...work(run.id, await effectsOf(run.id)).filter(Boolean)); } catch (error) { box.replaceChildren(h('p.soft.small', error.message)); }
  }, { rootMargin: '400px' });
  watch.observe(section);
  return section;
}
export function followUp(run) {
  const field = h('input.field', { id: 'followup', type: 'text', placeholder: 'It sees this report and its sources', autocomplete: 'off' }), offered = h('div.chips', { hidden: true, role: 'group', 'aria-label': 'What the report leaves open' });
  suggestions(run).then((list) => { offered.hidden = !list.length; offered.replaceChildren(h('span.hint', 'The report leaves open:'), ...list.map((t) => h('button.btn.chipbtn', { type: 'button', dir: 'auto', onclick: () => { field.value = t; field.focus(); } }, t))); }).catch(() => { /* the field is enough */ });
  return h('form.followup', { onsubmit: async (e) => {
    e.preventDefault();
    if (!field.value.trim()) return;
    try {
      const { settings } = await get(`/research/${run.id}/settings`), like = {};
      for (const key of ['search', 'language', 'researchMode', 'citations', 'verify', 'systemPrompt', 'includeDomains', 'excludeDomains', 'excludeUrls', 'since']) if (settings[key]) like[key] = settings[key];
      if (run.workflow !== 'panel' && settings.models) like.models = settings.models;
      location.hash = '#/run/' + (await pay('/research', { ...like, query: field.value.trim(), continue: run.id, workflow: run.workflow === 'panel' ? 'reflect' : run.workflow, clarify: true })).id;
    } catch (error) { failed('Not asked')(error); }
  } }, h('label', { for: 'followup' }, 'Ask a follow-up'), h('div.askline', field, h('button.btn.prime', 'Ask')), offered);
}

// Each source leads to its text; its quality comes from the list of sources.
function sourceTools(run, copied) {
  const items = copied.flatMap((x) => $$('.sources > li', x));
  for (const li of items) {
    const n = li.id.slice('source-'.length);
    $('div', li)?.append(h('p.links', h('a', { href: `#/run/${run.id}/source/${n}` }, 'Text and passages')));
  }
  const heading = copied.map((x) => $('#sources', x)).find(Boolean);
  if (heading && run.workflow !== 'panel') heading.after(h('p.links', button('quiet', 'Change the sources …', () => changeSources(run))));
  if (items.length) get(`/research/${run.id}/sources`).then(({ sources }) => items.forEach((li) => {
    const x = sources.find((o) => li.id === 'source-' + o.number);
    if (x?.quality) $('.links', li)?.prepend(quality(x.quality));
  })).catch(() => { /* the list stands without */ });
}

export async function reportScreen(run) {
  const [server, printed] = await Promise.all([able(), page(`/research/${run.id}/report?format=html`)]);
  const main = printed.querySelector('main.doc'), heading = title(called(run));
  const parts = [...main.children].filter((x) => !x.matches('.brand, h1, .asked, .tocfold') && !x.querySelector(':scope > #about'));
  const shareButton = h('button.btn.second', { type: 'button', onclick: () => share(run, shareButton) }, icon('share'), run.shared ? 'Shared' : 'Share');
  const leave = () => { location.hash = '#/runs'; };
  const more = menu('More', [
    { text: 'Rename', act: () => rename(run, () => { heading.textContent = run.title; }) },
    { text: 'Send …', act: () => send(run, server.formats) },
    { text: 'Check the sources again', act: () => refresh(run) },
    run.workflow !== 'panel' && { text: 'Change the sources …', act: () => changeSources(run) },
    { text: 'Compare with another run …', act: () => choosePartner(run) },
    { text: 'Copy with citations', act: () => copyReport(run) },
    { text: 'Copy sources as BibTeX', act: () => citations(run, bibtex) },
    { text: 'Copy sources as RIS', act: () => citations(run, ris) },
    run.workflow === 'panel' && { text: 'Compare the answers', href: `#/run/${run.id}/compare` },
    { text: 'Ask again with changes', href: `#/again/${run.id}` },
    { text: 'Delete', danger: true, act: () => remove(run, leave, () => { location.hash = '#/run/' + run.id; }) },
  ].filter(Boolean), { more: true });
  const copied = copies(parts);
  copied.forEach((x) => $$('button.open', x).forEach((b) => b.remove()));
  copied.forEach((x) => $$('button.m', x).forEach((b) => b.setAttribute('aria-expanded', 'false')));
  sourceTools(run, copied);
  const facts = copied.findIndex((x) => x.classList?.contains('facts'));
  const fold = printed.querySelector('.toc') && h('details.fold.tocfold', h('summary', 'Contents'), contents(printed));
  if (fold) copied.splice(facts + 1, 0, fold);
  const doc = h('article.doc',
    h('div.doctools', h('p.kicker', h('a', { href: '#/runs' }, 'Runs'), h('span', when(run.createdAt)), h('span', `${run.workflow}${run.depth && run.workflow !== 'panel' ? ', ' + run.depth : ''}`), h('span.num', took(run.activeMs)), run.costUsd ? h('span.num', money(run.costUsd)) : null),
      favourite(run), shareButton, exportMenu(run, server.formats), more),
    heading,
    called(run) !== run.query ? h('p.asked', 'Asked: ' + run.query) : null,
    thread(run),
    run.workflow === 'panel' ? h('p.callout.compare', 'Several models answered. ', h('a', { href: `#/run/${run.id}/compare` }, 'Compare their answers')) : null,
    copied, disputes(run), workSection(run), followUp(run));
  const node = h('div.report', printed.querySelector('.toc') ? contents(printed, 'Contents of the report') : h('span'), doc, h('aside.pane', { id: 'pane', 'aria-label': 'Evidence', tabindex: '-1' }));
  let stop = [];
  return { title: short(called(run), 80), wide: true, node, keepsFocus: isOpen,
    mount: () => {
      stop = [listen(node), spy(node)];
      openReport(printed, node, `#/run/${run.id}`);
      const n = claimsOf().length;
      if (n) node.append(h('button.btn.prime.claimsbtn', { type: 'button', onclick: showClaims }, sign('check'), many(n, 'claim')));
      document.title = short(called(run), 80) + ' · fathom';
    },
    unmount: () => { stop.forEach((f) => f()); leaveReport(); } };
}
