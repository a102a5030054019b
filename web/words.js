// How things are said: verdicts, states, phases, figures.
export const VERDICTS = {
  supported: { label: 'Supported', sign: 'check' },
  quoted: { label: 'Quotation', sign: 'quote' },
  partial: { label: 'Partly supported', sign: 'half' },
  unsupported: { label: 'Unsupported', sign: 'slash' },
  contradicted: { label: 'Contradicted', sign: 'cross' },
  unchecked: { label: 'Unchecked', sign: 'open' },
};

// A panel has states of its own beside those of a run.
export const STATES = {
  draft: ['dash', 'Draft'], queued: ['run', 'Queued'], running: ['run', 'Running'], pending: ['run', 'Queued'], processing: ['run', 'Running'],
  retrying: ['run', 'Running'], synthesizing: ['run', 'Running'], waiting: ['query', 'Waiting for you'], awaiting_confirmation: ['query', 'Waiting for you'],
  completed: ['check', 'Done'], failed: ['cross', 'Failed'], timed_out: ['cross', 'Out of time'], cancelled: ['slash', 'Cancelled'], interrupted: ['slash', 'Interrupted'],
};
export const look = (status) => ({ pending: 'running', queued: 'running', processing: 'running', retrying: 'running', synthesizing: 'running',
  awaiting_confirmation: 'waiting', timed_out: 'failed' }[status] || status);
export const isLive = (run) => ['queued', 'running'].includes(run.runStatus || run.status) && !run.interrupted;

// The phases of a workflow in order; what is not in the table is shown by its own name, where it came.
const PHASES = {
  reflect: ['understanding', 'background', 'research', 'synthesis', 'verification'],
  loop: ['gathering', 'synthesis', 'verification'],
  supervisor: ['planning', 'gathering', 'analysis', 'synthesis', 'refinement', 'verification'],
  manager: ['initial', 'researching', 'complete'],
  panel: ['processing', 'synthesizing', 'verification'],
};
const SAID = {
  understanding: ['Understand', 'Understanding the question'], background: ['Background', 'First look at the subject'], planning: ['Plan', 'Planning'],
  research: ['Research', 'Researching'], gathering: ['Research', 'Researching'], web_search: ['Search', 'Searching'], answering: ['Answer', 'Answering'],
  analysis: ['Analyse', 'Analysing'], synthesis: ['Write', 'Writing the report'], synthesizing: ['Combine', 'Combining the answers'],
  refinement: ['Refine', 'Refining'], verification: ['Check', 'Checking every claim'], processing: ['Ask the models', 'Asking the models'],
  delivery: ['Deliver', 'Delivering the report'], initial: ['Understand', 'Understanding the question'], waiting_for_answers: ['Your answers', 'Waiting for your answers'],
  researching: ['Research', 'Researching'], complete: ['Hand over', 'Handing the report over'],
};
const plain = (word) => { const text = String(word).replace(/[_-]+/g, ' '); return text.charAt(0).toUpperCase() + text.slice(1); };
export const phaseName = (phase) => SAID[phase]?.[0] || plain(phase);
export const phaseSaid = (phase) => SAID[phase]?.[1] || plain(phase);
// Those that were seen, in the order they came, then those of the workflow that are still to come.
export function phasesOf(workflow, seen) {
  const known = PHASES[workflow] || [], furthest = Math.max(-1, ...seen.map((id) => known.indexOf(id)));
  return [...seen, ...known.filter((id, i) => i > furthest && !seen.includes(id))];
}

export const FORMATS = { md: 'Markdown', html: 'HTML, one file', pdf: 'PDF', docx: 'Word (DOCX)', json: 'JSON', fathom: 'Bundle for fathom verify', jsonl: 'Events as JSON lines' };

export const money = (usd) => usd === null || usd === undefined ? '' : usd === 0 ? '$0' : usd < 0.01 ? '$' + usd.toFixed(4) : '$' + usd.toFixed(2);
export const clock = (ms) => { const sec = Math.max(0, Math.floor(ms / 1000)); return Math.floor(sec / 60) + ':' + String(sec % 60).padStart(2, '0'); };
export const took = (ms) => ms === null || ms === undefined ? '' : ms < 1000 ? `${Math.round(ms)} ms` : ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)} min ${Math.round(ms % 60000 / 1000)} s`;
export const count = (n) => Number(n).toLocaleString('en');
export const tokens = (n) => n < 10000 ? count(n) : n < 1e6 ? Math.round(n / 1000) + ' k' : (n / 1e6).toFixed(1) + ' M';
export const bytes = (n) => n < 1024 ? `${n} bytes` : n < 1 << 20 ? `${Math.round(n / 1024)} KB` : `${(n / (1 << 20)).toFixed(1)} MB`;
// A text that is too long ends with a whole word.
export const short = (text, n = 90) => { const whole = [...String(text)]; if (whole.length <= n) return String(text); const cut = whole.slice(0, n - 1).join(''), at = cut.search(/\s\S*$/); return (at > n / 2 ? cut.slice(0, at) : cut).replace(/[\s,;:.–-]+$/, '') + '…'; };
// What a run is called: a title that was cut says less than the question, unless that is long.
export const called = (run) => run.title && (!run.title.endsWith('…') || !run.query || run.query.length > 200) ? run.title : run.query;
export const many = (n, one, more = one + 's') => `${count(n)} ${n === 1 ? one : more}`;
export function when(iso) {
  const date = new Date(iso), now = new Date(), day = (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
  const days = Math.round((day(now) - day(date)) / 86400000), time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (days === 0) return 'Today ' + time;
  if (days === 1) return 'Yesterday ' + time;
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: date.getFullYear() === now.getFullYear() ? undefined : 'numeric' });
}
// "example.org" of an address; a name of the corpus for everything that is none.
export function site(url) {
  try { const u = new URL(url); if (/^https?:$/.test(u.protocol)) return u.hostname; } catch { /* not an address */ }
  return /^model:/.test(url) ? 'a model' : 'your documents';
}
// An address that may be a link; nothing else may.
export function webAddress(url) {
  try { const u = new URL(url); return /^https?:$/.test(u.protocol) ? u.href : null; } catch { return null; }
}
// The same, with the name of a file of the user's.
export function nameOf(url) {
  const file = /^file:/.test(url) && url.split('/').pop().replace(/^file:/, '');
  try { return file ? decodeURIComponent(file) : site(url); } catch { return file; }
}
