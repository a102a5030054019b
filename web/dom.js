// Building blocks. Every element is made by createElement and every text is a text node: nothing that a model, a page or a
// person wrote is ever parsed as markup. No style attribute is written, so that the strict policy of the page holds.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const PROPERTIES = new Set(['value', 'checked', 'indeterminate', 'selected', 'disabled', 'hidden']);

function fill(node, props, kids) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (PROPERTIES.has(key)) node[key] = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  for (const kid of kids.flat(Infinity)) if (kid !== undefined && kid !== null && kid !== false) node.append(kid);
  return node;
}

// h('a.quiet.small', { href }, 'text'): an element with classes, attributes and children.
export function h(spec, props, ...kids) {
  const [tag, ...classes] = spec.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) node.className = classes.filter(Boolean).join(' ');
  if (props instanceof Node || typeof props === 'string' || Array.isArray(props)) { kids.unshift(props); props = null; }
  return fill(node, props, kids);
}
export const s = (tag, props, ...kids) => fill(document.createElementNS('http://www.w3.org/2000/svg', tag), props, kids);
export const sign = (name) => s('svg', { class: 'sign', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, s('use', { href: '#sg-' + name }));
export const icon = (name) => s('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, s('use', { href: '#ic-' + name }));
export const button = (kind, text, onclick, props) => h(`button.btn.${kind}`, { type: 'button', onclick, ...props }, text);
export const iconButton = (name, label, onclick, props) => h('button.iconbtn', { type: 'button', 'aria-label': label, title: label, onclick, ...props }, icon(name));
export const title = (text, props) => h('h1', { tabindex: '-1', dir: 'auto', ...props }, text);

// A letter stands in for a favicon: nothing is fetched to draw a source.
export const letter = (name, otherwise = '') => h(`span.letter.l${[...name].reduce((a, c) => a + c.codePointAt(0), 0) % 5}`, { 'aria-hidden': 'true' },
  ([...name, ...otherwise].find((c) => /\p{L}/u.test(c)) || '?').toUpperCase());

export function announce(text) {
  const live = $('#live');
  live.textContent = '';
  setTimeout(() => { live.textContent = text; }, 60);
}

export function toast(text, action, act) {
  const box = h('div.toast', h('span', text), action && h('button.quiet', { type: 'button', onclick: () => { box.remove(); act(); } }, action));
  $('#toasts').replaceChildren(box);
  const leave = () => { if (box.matches(':hover, :focus-within')) setTimeout(leave, 2000); else box.remove(); };
  setTimeout(leave, action ? 10000 : 6000);
}

// What an action says when it fails. A refused token has asked for a new one already.
export const failed = (what) => (error) => { if (error.status !== 401) toast(`${what}: ${error.message}`); };

// A button that does one thing at a time and says when it could not.
export function action(kind, text, what, act, props) {
  const node = button(kind, text, async () => {
    node.disabled = true;
    try { await act(); } catch (error) { failed(what)(error); }
    node.disabled = false;
  }, props);
  return node;
}

let menus = 0;
// A menu of links and buttons below a button. Items: { text, href, download, act, danger }.
export function menu(label, items, { more, kind = 'second' } = {}) {
  const id = 'menu-' + ++menus;
  const list = h('ul.pop', { id, popover: 'auto' }, items.map((item) => h('li', item.href
    ? h('a.btn.quiet', { href: item.href, download: item.download, target: item.target, rel: item.target && 'noopener', onclick: () => list.hidePopover() }, item.text)
    : button(item.danger ? 'quiet.bad' : 'quiet', item.text, () => { list.hidePopover(); item.act(); }))));
  const opener = more ? h('button.iconbtn', { type: 'button', popovertarget: id, 'aria-label': label, title: label }, icon('more'))
    : h(`button.btn.${kind}`, { type: 'button', popovertarget: id }, label, icon('down'));
  opener.setAttribute('aria-expanded', 'false');
  list.addEventListener('toggle', (e) => {
    opener.setAttribute('aria-expanded', String(e.newState === 'open'));
    if (e.newState === 'open') { place(list, opener); $('a, button', list)?.focus({ preventScroll: true }); }
  });
  list.addEventListener('keydown', (e) => {
    const all = $$('a, button', list), at = all.indexOf(document.activeElement), step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) { e.preventDefault(); all[(at + step + all.length) % all.length].focus(); }
  });
  return h('div.menu', opener, list);
}
// Below the button, inside the window. A style sheet of its own object is no inline style.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
function place(list, opener) {
  const box = opener.getBoundingClientRect(), width = list.offsetWidth, left = Math.max(8, Math.min(box.right - width, innerWidth - width - 8));
  sheet.replaceSync(`#${list.id} { left: ${Math.round(left)}px; top: ${Math.round(box.bottom + 4)}px; }`);
}

// A question in a dialog: resolves with what `ok` returns, or null when it was closed.
export function dialog(heading, body, { ok = 'OK', submit, cancel = 'Cancel' } = {}) {
  return new Promise((resolve) => {
    const box = $('#ask'), from = document.activeElement;
    const problem = h('p.problem', { role: 'alert' }); // a toast would stand behind the dialog
    let result = null;
    const form = h('form', { method: 'dialog', onsubmit: async (e) => {
      e.preventDefault();
      problem.textContent = '';
      try { result = submit ? await submit() : true; box.close(); } catch (error) { problem.textContent = error.message; }
    } },
      h('header.cardbar', h('h2', { id: 'dialog-title', tabindex: '-1' }, heading), iconButton('close', 'Close', () => box.close())),
      h('div.cardbody', body, problem),
      h('div.dialogend', cancel && button('second', cancel, () => box.close()), ok && h('button.btn.prime', ok)));
    box.replaceChildren(form);
    box.onclose = () => { box.replaceChildren(); resolve(result); if (from?.isConnected) from.focus({ preventScroll: true }); };
    box.showModal();
    ($('input, textarea', form) || $('#dialog-title')).focus();
  });
}

export async function copyText(text, said) {
  try { await navigator.clipboard.writeText(text); toast(said); } catch {
    const area = h('textarea.vh', { 'aria-label': 'Text to copy' });
    area.value = text;
    ($('dialog[open]') || document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    toast(done ? said : 'The browser did not allow copying.');
  }
}

// Hands a file to the browser.
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// How far a source can be relied on by its address: bars and a word.
export const quality = (word) => ['low', 'medium', 'high'].includes(word) ? h(`span.q.${word}`, h('b', { 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), `${word} quality`) : null;

// Runs the last of many calls, some time after them.
export function debounce(ms, act) {
  let timer = 0;
  return (...args) => { clearTimeout(timer); timer = setTimeout(act, ms, ...args); };
}

export const stored = (key, otherwise) => { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } };
export const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* it holds until the page is left */ } };
