// The page: which screen is shown, colours, keys, who is signed in.
import { $, $$, announce, h, store, stored, title } from './dom.js';
import { get } from './api.js';
import { askScreen } from './ask.js';
import { runScreen } from './run.js';
import { runsScreen } from './runs.js';
import { corporaScreen } from './corpora.js';
import { sourceScreen } from './source.js';
import { compareRuns } from './compare.js';
import { account, signInScreen, usersScreen } from './session.js';
import { step } from './evidence.js';

// A screen is a function of the parts of the address. It returns { title, node, wide, mount, unmount }, or a promise of it.
const ROUTES = [
  [/^$/, 'ask', () => askScreen()],
  [/^draft\/([^/]+)$/, 'runs', (id) => askScreen({ draft: id })],
  [/^again\/([^/]+)$/, 'ask', (id) => askScreen({ like: id })],
  [/^runs$/, 'runs', () => runsScreen()],
  [/^run\/([^/]+)$/, 'runs', (id) => runScreen(id)],
  [/^run\/([^/]+)\/(compare|work)$/, 'runs', (id, view) => runScreen(id, view)],
  [/^run\/([^/]+)\/source\/(\d+)$/, 'runs', (id, number) => sourceScreen(id, number)],
  [/^compare\/([^/]+)\/([^/]+)$/, 'runs', (before, after) => compareRuns(before, after)],
  [/^corpora(?:\/([^/]+))?$/, 'corpora', (name) => corporaScreen(name)],
  [/^users$/, 'users', () => usersScreen()],
];

let screen = null, turn = 0;
const address = () => location.hash.replace(/^#\/?/, '').split('?')[0];

function notFound() {
  return { title: 'Not found', node: h('div.list', title('There is no such page'), h('p', 'Go to ', h('a', { href: '#/' }, 'Ask'), ' or ', h('a', { href: '#/runs' }, 'Runs'), '.')) };
}
function problem(error) {
  return { title: 'Not shown', node: h('div.trouble.bad', title(error.status === 404 ? 'This is not here' : 'This cannot be shown'),
    h('div.box', h('p', error.message), h('div.actions.row', h('button.btn.prime', { type: 'button', onclick: () => show() }, 'Try again'), h('a.btn.second', { href: '#/runs' }, 'All runs')))) };
}

export async function show({ first = false, keep = false } = {}) {
  const path = address(), mine = ++turn;
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  let next;
  try {
    next = route ? await route[2](...path.match(route[0]).slice(1).map((part) => part && decodeURIComponent(part))) : notFound();
  } catch (error) {
    if (error.status === 401) return; // the sign-in is shown
    if (!(error instanceof Error) || error.status === undefined) console.error(error);
    next = problem(error);
  }
  if (mine === turn) put(next, route?.[1], { first, keep });
}

function put(next, place, { first, keep }) {
  screen?.unmount?.();
  if ($('#sheet').open) $('#sheet').close();
  screen = next;
  document.title = next.title + ' · fathom';
  const main = $('#main');
  main.className = next.wide ? 'wide' : '';
  main.replaceChildren(next.node);
  for (const a of $$('header.top nav a')) {
    const target = a.getAttribute('href').slice(2) || 'ask';
    if (target === place) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
  }
  if (!keep) scrollTo(0, 0);
  next.mount?.();
  if (!first && !next.keepsFocus?.()) $('h1', main)?.focus({ preventScroll: true });
}
// Other modules ask for the same address to be drawn again: the run has another state now.
addEventListener('redraw', () => show({ keep: false }));

// --- colours ---
const THEMES = ['auto', 'light', 'dark'];
function theme(set, say) {
  if (set) store('theme', set);
  const now = stored('theme', 'auto');
  if (now === 'auto') delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = now;
  const node = $('#theme');
  node.setAttribute('aria-label', `Colours: ${now === 'auto' ? 'automatic' : now}. Change`);
  node.title = `Colours: ${now === 'auto' ? 'automatic' : now}`;
  $$('input[name=theme]').forEach((input) => { input.checked = input.value === now; });
  if (say) announce(`Colours: ${now === 'auto' ? 'automatic' : now}`);
}
$('#theme').addEventListener('click', () => theme(THEMES[(THEMES.indexOf(stored('theme', 'auto')) + 1) % 3], true));
$$('input[name=theme]').forEach((input) => input.addEventListener('change', () => theme(input.value)));

// --- dialogs ---
const help = () => { account($('#account')); $('#help').showModal(); $('#help-title').focus(); };
$('#keys').addEventListener('click', help);
$$('dialog').forEach((d) => d.addEventListener('click', (e) => { if (e.target === d || e.target.closest('[data-close]')) d.close(); }));
$('.skip').addEventListener('click', (e) => { e.preventDefault(); $('#main').focus(); });

// --- keys ---
const keysOn = $('#keyson');
keysOn.checked = stored('keys', 'on') === 'on';
keysOn.addEventListener('change', () => store('keys', keysOn.checked ? 'on' : 'off'));
let pending = '';
addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !keysOn.checked) return;
  if (e.target.closest?.('input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]')) return;
  if ($('#ask').open || $('#help').open) return;
  const go = { a: '#/', r: '#/runs', c: '#/corpora' };
  if (pending === 'g') { pending = ''; if (go[e.key]) { location.hash = go[e.key]; return; } }
  if (e.key === 'g') { pending = 'g'; setTimeout(() => { pending = ''; }, 1200); }
  else if (e.key === '?') help();
  else if (e.key === '/') { const f = $('#main textarea, #main input[type=search], #main input[type=text]'); if (f) { e.preventDefault(); f.focus(); } }
  else if (e.key === 't') $('#theme').click();
  else if (e.key === 'j' || e.key === 'k') step(e.key === 'j' ? 1 : -1);
});

// --- start ---
addEventListener('hashchange', () => { if (location.hash === '' || location.hash.startsWith('#/')) show(); });
addEventListener('signin', () => {
  turn++;
  if (!$('#token')) put(signInScreen(() => show()), '', {}); // several requests are refused; what is typed already stays
});
theme();
show({ first: true });
get('/session').catch(() => {});
