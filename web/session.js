// Signing in with a token where the server has users, and the admin's page for them.
import { $, action, button, copyText, dialog, failed, h, iconButton, title, toast } from './dom.js';
import { api, get, post, signedIn } from './api.js';
import { money, tokens, when } from './words.js';

export function signInScreen(after) {
  const field = h('input.field.mono', { id: 'token', type: 'password', autocomplete: 'current-password', spellcheck: 'false', 'aria-describedby': 'token-hint token-error' }), error = h('p.bad', { id: 'token-error', role: 'alert' });
  return { title: 'Sign in', node: h('form.signin', { onsubmit: async (e) => {
    e.preventDefault();
    error.textContent = '';
    try { await api('POST', '/session', { token: field.value.trim() }, { quiet: true }); signedIn(); after(); } catch (wrong) { error.textContent = wrong.status === 401 ? 'The server does not know this token, or it has expired.' : wrong.message; field.select(); }
  } }, title('Sign in'), h('p.soft', 'This server has users. Your token stays in a cookie that no script can read.'),
    h('label', { for: 'token' }, 'Token'), field, h('p.hint', { id: 'token-hint' }, 'An admin makes one with ', h('code', 'fathom users token NAME'), '.'), error, h('button.btn.prime.large', 'Sign in')),
  mount: () => field.focus() };
}

// In the settings: who is signed in.
export async function account(box) {
  try {
    const me = await get('/session');
    box.replaceChildren(h('p.small.soft', me.users ? `Signed in as ${me.user} (${me.role}). ` : 'This server has no users; whoever reaches it is the admin. ', `fathom ${me.version}`), h('p.actions.row',
      me.role === 'admin' && h('a.btn.second', { href: '#/users', onclick: () => $('#help').close() }, 'Users'),
      me.users && button('second', 'Sign out', async () => { await api('DELETE', '/session').catch(() => {}); $('#help').close(); location.hash = '#/'; dispatchEvent(new Event('signin')); })));
  } catch (error) { box.replaceChildren(h('p.small.soft', error.message)); }
}

// --- users ---
const LIMITS = [['runsPerDay', 'Runs a day'], ['tokensPerDay', 'Tokens a day'], ['usdPerDay', 'Dollars a day'], ['concurrentRuns', 'Runs at once'], ['requestsPerMinute', 'Requests a minute']];
const redraw = () => dispatchEvent(new Event('redraw'));
function limitFields(user) {
  const fields = LIMITS.map(([key, text]) => [key, h('input.field.num', { type: 'number', min: '0', step: key === 'usdPerDay' ? '0.01' : '1', id: 'limit-' + key, value: user?.[key] ?? '' }), text]);
  const role = h('select.field', { id: 'role' }, ['user', 'admin'].map((r) => h('option', { value: r, selected: user?.role === r }, r)));
  return { node: h('div.userform', h('label', { for: 'role' }, 'Role'), role, fields.map(([key, field, text]) => [h('label', { for: 'limit-' + key }, text), field])),
    value: () => ({ role: role.value, ...Object.fromEntries(fields.filter(([, f]) => f.value !== '').map(([key, f]) => [key, Number(f.value)])) }) };
}
async function token(name) {
  try {
    const made = await post(`/users/${encodeURIComponent(name)}/token`, {});
    await dialog(`A token for ${name}`, [h('p', 'It is shown once. Hand it over on a safe way.'), h('p.askline.gap', h('input.field.mono', { type: 'text', readonly: true, value: made.token, 'aria-label': 'Token' }), button('second', 'Copy', () => copyText(made.token, 'Token copied.')))], { ok: null, cancel: 'Done' });
    redraw();
  } catch (error) { failed('No token was made')(error); }
}
async function add() {
  const name = h('input.field', { type: 'text', id: 'username', required: true, maxlength: '64' }), limits = limitFields();
  const made = await dialog('Add a user', [h('div.userform', h('label', { for: 'username' }, 'Name'), name), limits.node, h('p.hint.gap', 'With the first user, every caller needs a token from then on. Make your own an admin.')], { ok: 'Add', submit: () => post('/users', { name: name.value.trim(), ...limits.value() }) });
  if (made) { await token(made.name); redraw(); }
}
async function edit(user) {
  const limits = limitFields(user);
  if (await dialog(`Change ${user.name}`, limits.node, { ok: 'Save', submit: () => api('PATCH', `/users/${encodeURIComponent(user.name)}`, limits.value()) })) redraw();
}
async function remove(user) {
  if (await dialog(`Remove ${user.name}?`, h('p', 'The tokens stop working at once.'), { ok: 'Remove', submit: () => api('DELETE', `/users/${encodeURIComponent(user.name)}`) })) { toast(`${user.name} was removed.`); redraw(); }
}
export async function usersScreen() {
  const { users } = await get('/users');
  const limit = (n, text) => n ? text(n) : 'no limit';
  return { title: 'Users', wide: true, node: h('div.list', title('Users'), h('div.actions.row', action('prime', 'Add a user', 'Not added', add)),
    users.length ? h('div.tablewrap', { tabindex: '0', role: 'region', 'aria-label': 'Users' }, h('table.data', h('thead', h('tr', ['Name', 'Role', 'Tokens', 'Runs today', 'Tokens today', 'Spent today', 'Limit a day', 'Since', 'Change'].map((x) => h('th', { scope: 'col' }, x)))),
      h('tbody', users.map((u) => h('tr', h('th', { scope: 'row' }, u.name), h('td', u.role), h('td', String(u.tokens)), h('td', `${u.runsToday} of ${limit(u.runsPerDay, String)}`), h('td', tokens(u.tokensToday)), h('td', u.usdToday === null ? '' : money(u.usdToday)), h('td', u.usdPerDay === null ? 'no limit' : money(u.usdPerDay)), h('td', when(u.createdAt)),
        h('td', h('div.actions.row', button('quiet', 'Limits', () => edit(u)), button('quiet', 'New token', () => token(u.name)), iconButton('bin', `Remove ${u.name}`, () => remove(u)))))))))
      : h('p.soft.gap', 'There are no users: whoever reaches this server on its loopback address is the admin.')) };
}
