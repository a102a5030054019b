// Evidence cards and the list of claims. Beside the text where there is room, else in a sheet over it.
import { $, $$, announce, button, copyText, h, iconButton, sign } from './dom.js';
import { copyOf } from './copy.js';
import { VERDICTS, many } from './words.js';

const wide = matchMedia('(min-width: 1080px)');
let state = null; // of the report that is shown

// `page` is the server's report page, `node` the screen, `base` the address without the open claim.
export function openReport(page, node, base) {
  const cards = new Map([...page.querySelectorAll('.evidence > .card')].map((card) => [Number(card.id.slice(1)), card]));
  const claims = [...page.querySelectorAll('#claims .claims > li')].map((li) => ({
    number: Number(li.querySelector('button')?.getAttribute('popovertarget')?.slice(1)),
    verdict: [...li.classList].find((c) => c.startsWith('v-'))?.slice(2) || 'unchecked',
    text: li.querySelector('.claimrow > span')?.firstChild?.data || '',
    about: li.querySelector('small')?.textContent || '',
  }));
  state = { node, base, cards, claims, open: null, marker: null, filter: 'all' };
  fillPane();
  const asked = Number(new URLSearchParams(location.hash.split('?')[1] || '').get('claim'));
  if (asked && cards.has(asked)) open(asked);
}
export function leaveReport() { state = null; }
export const isOpen = () => Boolean(state && state.open !== null);
export const claimsOf = () => state?.claims || [];

const verdictOf = (card) => [...card.classList].find((c) => c.startsWith('v-')) || 'v-unchecked';
const sentences = (n) => $$(`.s.c${n}`, state.node);
const remember = () => history.replaceState(null, '', state.base + (state.open === null ? '' : '?claim=' + state.open));

function cardNode(n) {
  const card = state.cards.get(n), all = [...state.cards.keys()];
  const body = copyOf(card.querySelector('.cardbody')), what = card.querySelector('.cardbar span')?.textContent || '';
  const near = (by) => open(all[(all.indexOf(n) + by + all.length) % all.length]);
  const run = state.base.split('/')[2];
  for (const a of $$('.passage .links a[href^="#source-"]', body)) a.after(' ', h('a', { href: `#/run/${run}/source/${a.getAttribute('href').slice(8)}?claim=${n}` }, 'In its whole text'));
  body.append(h('p.links', button('quiet', 'Copy a link to this claim', () => copyText(location.href, 'Link copied.'))));
  $$('h4', body).forEach((old) => old.replaceWith(h('h3', ...old.childNodes)));
  return h(`section.card.${verdictOf(card)}`, { 'aria-labelledby': 'card-title' },
    h('header.cardbar', h('h2', { id: 'card-title', tabindex: '-1' }, 'Evidence ', h('span.num', what)),
      iconButton('up', 'Previous claim', () => near(-1), { 'aria-keyshortcuts': 'k' }),
      iconButton('down', 'Next claim', () => near(1), { 'aria-keyshortcuts': 'j' }),
      iconButton('close', 'Close evidence', () => close(true))),
    body);
}

export function open(n, marker) {
  if (!state?.cards.has(n)) return;
  const sheet = $('#sheet'), pane = $('#pane');
  mark(false);
  state.marker = marker || $(`button.m[data-opens="e${n}"]`, state.node);
  state.open = n;
  remember();
  mark(true);
  const first = sentences(n)[0];
  if (first) {
    const box = first.getBoundingClientRect();
    if (box.top < 70 || box.bottom > innerHeight - (wide.matches ? 40 : innerHeight * 0.6)) first.scrollIntoView({ block: wide.matches ? 'center' : 'start' });
  }
  const card = cardNode(n);
  if (wide.matches && pane) { if (sheet.open) sheet.close(); pane.replaceChildren(card); pane.scrollTop = 0; }
  else { sheet.replaceChildren(card); if (!sheet.open) sheet.showModal(); sheet.scrollTop = 0; }
  $('#card-title').focus({ preventScroll: true });
}
function mark(on) {
  if (!state || state.open === null) return;
  $$(`button.m[data-opens="e${state.open}"]`, state.node).forEach((m) => m.setAttribute('aria-expanded', String(on)));
  sentences(state.open).forEach((x) => x.classList.toggle('on', on));
}
export function close(back) {
  const sheet = $('#sheet');
  if (!state || state.open === null) { if (sheet.open) sheet.close(); return; }
  const marker = state.marker;
  mark(false);
  state.open = null;
  remember();
  if (sheet.open) sheet.close();
  fillPane();
  if (back && marker?.isConnected) marker.focus({ preventScroll: true });
}
// j and k
export function step(by) {
  if (!state) return;
  const all = [...state.cards.keys()];
  if (all.length) open(all[state.open === null ? (by > 0 ? 0 : all.length - 1) : (all.indexOf(state.open) + by + all.length) % all.length]);
}

// --- the list ---
export function claimList(inSheet) {
  const list = h('ol.claims'), count = (verdict) => state.claims.filter((c) => verdict === 'all' || c.verdict === verdict).length;
  const draw = () => {
    list.replaceChildren(...state.claims.filter((c) => state.filter === 'all' || c.verdict === state.filter).map((c) =>
      h('li', h(`button.claimrow.v-${c.verdict}`, { type: 'button', onclick: () => open(c.number) }, sign(VERDICTS[c.verdict]?.sign || 'open'), h('span', { dir: 'auto' }, c.text, h('small', c.about))))));
    $$('.s', state.node).forEach((x) => x.classList.toggle('hit', state.filter !== 'all' && x.classList.contains('v-' + state.filter)));
  };
  const option = (key, text) => h(`label.chip${key === 'all' ? '' : '.v-' + key}`,
    h('input', { type: 'radio', name: 'verdict', value: key, checked: state.filter === key, onchange: () => { state.filter = key; draw(); announce(`${many(count(key), 'claim')} shown: ${text}`); } }),
    h('span', key !== 'all' && sign(VERDICTS[key].sign), text, h('b.num', String(count(key)))));
  draw();
  return h('section.card', { 'aria-labelledby': 'claims-title' },
    h('header.cardbar', h('h2', { id: 'claims-title', tabindex: '-1' }, 'Claims'), inSheet && iconButton('close', 'Close claims', () => $('#sheet').close())),
    h('div.cardbody', state.claims.length
      ? [h('fieldset.chips', h('legend.vh', 'Show claims by verdict'), option('all', 'All'), Object.keys(VERDICTS).filter((k) => count(k)).map((k) => option(k, VERDICTS[k].label))), list]
      : h('p.hint', 'This report makes no claims that could be checked.')));
}
export function showClaims() {
  const sheet = $('#sheet');
  sheet.replaceChildren(claimList(true));
  sheet.showModal();
  $('#claims-title').focus();
}
// The list stands beside the text on wide screens and in the sheet on narrow ones, never in both.
function fillPane() {
  const pane = $('#pane');
  if (pane) pane.replaceChildren(...(wide.matches && state.claims.length ? [claimList(false)] : []));
}

$('#sheet').addEventListener('close', () => close(true));
wide.addEventListener('change', () => {
  if (!state) return;
  const { open: now, marker } = state;
  if (now !== null) { const sheet = $('#sheet'); state.open = null; if (sheet.open) sheet.close(); open(now, marker); } else { $('#sheet').close(); fillPane(); }
});
addEventListener('keydown', (e) => { if (e.key === 'Escape' && isOpen() && !$('#sheet').open && !$('dialog[open]') && !$(':popover-open')) close(true); });
