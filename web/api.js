// The server: JSON in its envelope, and the events of a run as they happen.

export class ApiError extends Error {
  constructor(status, error) {
    super(error.message || 'The server answered with ' + status + '.');
    Object.assign(this, { status, code: error.code, field: error.details?.field, details: error.details });
  }
}

// A request that was sent before someone signed in says nothing about who is signed in now.
let session = 0;
export const signedIn = () => { session++; dispatchEvent(new Event('signedin')); };
const refused = (since) => { if (since === session) dispatchEvent(new Event('signin')); };

export async function api(method, path, body, { quiet } = {}) {
  const since = session;
  let answer, value;
  try {
    answer = await fetch(path, { method, headers: body === undefined ? {} : { 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
    value = await answer.json();
  } catch (error) {
    if (answer) throw new ApiError(answer.status, { code: 'NOT_JSON', message: 'The server gave an answer that cannot be read.' });
    throw new ApiError(0, { code: 'OFFLINE', message: 'The server cannot be reached. Is fathom serve running?', details: { cause: String(error) } });
  }
  if (value.success) return value.data;
  if (answer.status === 401 && !quiet) refused(since);
  throw new ApiError(answer.status, value.error || {});
}
export const get = (path) => api('GET', path);
export const post = (path, body = {}) => api('POST', path, body);
// A request that may cost money has a key of its own: sent twice, it starts one research.
export async function pay(path, body) {
  const key = crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  for (let attempt = 1; ; attempt++) {
    const since = session;
    let answer, value;
    try {
      answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key }, body: JSON.stringify(body) });
      value = await answer.json();
    } catch {
      if (attempt === 2) throw new ApiError(0, { code: 'OFFLINE', message: 'The server cannot be reached. Is fathom serve running?' });
      continue;
    }
    if (value.success) return value.data;
    if (answer.status === 401) refused(since);
    throw new ApiError(answer.status, value.error || {});
  }
}

// An HTML page of this server as a document that belongs to no window: nothing in it runs or loads. This is the only place
// where text becomes markup; copy.js takes over what a report consists of. The page's own style sheet is cut out: the policy
// of this page forbids it, and the browser would complain.
const parsing = globalThis.trustedTypes?.createPolicy('report', { createHTML: (text) => text }) || { createHTML: (text) => text };
export async function page(path) {
  const since = session;
  let answer;
  try { answer = await fetch(path); } catch { throw new ApiError(0, { code: 'OFFLINE', message: 'The server cannot be reached.' }); }
  if (answer.status === 401) refused(since);
  if (!answer.ok) throw new ApiError(answer.status, { message: 'The report cannot be read.' });
  const text = await answer.text(), from = text.indexOf('<style>'), to = text.indexOf('</style>');
  return new DOMParser().parseFromString(parsing.createHTML(from < 0 || to < from ? text : text.slice(0, from) + text.slice(to)), 'text/html');
}

const TRIES = 2, POLL_MS = 1500, POLL_MAX_MS = 10000, BACK_AFTER = 8;

// Follows a run from event `since` on. `on` has event(event), text(piece), state('live' | 'polling' | 'lost') and end().
// EventSource says where it stands when it connects again. Where streams do not come through (a proxy that holds them back),
// the same events are polled, and a stream is tried again later.
export function follow(id, since, on) {
  const path = `/research/${encodeURIComponent(id)}`;
  let last = since, source = null, closed = false, timer = 0, misses = 0, told = '';
  const state = (now) => { if (now !== told) { told = now; on.state?.(now); } };
  const take = (event) => { if (event.seq > last) { last = event.seq; on.event(event); } };
  const finish = () => { if (!closed) { close(); on.end(); } };
  function close() { closed = true; clearTimeout(timer); source?.close(); removeEventListener('online', again); }
  function again() { if (!closed && told !== 'live') { clearTimeout(timer); misses = 0; stream(); } }
  function stream() {
    source?.close();
    source = new EventSource(`${path}/stream?since=${last}`);
    let opened = false;
    source.onopen = () => { opened = true; misses = 0; state('live'); };
    source.onmessage = (message) => take(JSON.parse(message.data));
    source.addEventListener('text', (message) => on.text?.(JSON.parse(message.data)));
    source.addEventListener('end', finish);
    source.onerror = () => {
      if (closed) return;
      source.close();
      if (opened) state('lost');
      if (opened || ++misses > TRIES) timer = setTimeout(opened ? stream : poll, 400, 0, 0);
      else check(); // the run may have ended (204), the token may be refused, or the server may be gone
    };
  }
  async function check() {
    try { if (await once()) timer = setTimeout(stream, 400); } catch { poll(0, 0); }
  }
  // Asks for what is new; true while the run goes on.
  async function once() {
    const data = await get(`${path}/events?since=${last}&limit=1000`);
    if (closed) return false;
    data.events.forEach(take);
    if (data.events.length === 1000) return once();
    if (!['queued', 'running'].includes(data.status)) { finish(); return false; }
    return true;
  }
  async function poll(turn, wait) {
    try {
      if (!await once()) return;
      state('polling');
      wait = POLL_MS;
      if (turn >= BACK_AFTER) { misses = TRIES; stream(); return; }
    } catch (error) {
      if (error.status && error.status !== 503) { close(); on.failed?.(error); return; }
      state('lost');
      wait = Math.min(POLL_MAX_MS, (wait || POLL_MS / 3) * 2);
    }
    if (!closed) timer = setTimeout(poll, wait, turn + 1, wait);
  }
  addEventListener('online', again);
  stream();
  return { close, get since() { return last; } };
}
