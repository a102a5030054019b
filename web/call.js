// One call of a run: what was asked, what was answered, what it took.
import { action, h, save } from './dom.js';
import { get } from './api.js';
import { bytes, count, many, money, took } from './words.js';

const SHOWN = 1200, ANSWER = 4000; // a longer text is folded
const ROLES = { system: 'Instructions', user: 'Prompt', assistant: 'Earlier answer', tool: 'Result of a tool' };

const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
const pretty = (value) => JSON.stringify(value, null, 2);
// JSON inside a text is set out; all else stays as it is.
const laidOut = (text) => { const value = parsed(text); return value && typeof value === 'object' ? pretty(value) : text; };
const part = (name, text, most = SHOWN) => text ? h('details.fold.part', { open: text.length <= most }, h('summary', name, ' ', h('span.num', many(text.length, 'character'))), h('pre', { tabindex: '0', role: 'region', 'aria-label': name, dir: 'auto' }, text)) : null;
const rest = (name, value) => value && (!Array.isArray(value) || value.length) ? part(name, typeof value === 'string' ? laidOut(value) : pretty(value)) : null;

function asked(text) {
  const value = parsed(text);
  if (!value?.messages) return part('Request', value === undefined ? text : pretty(value));
  return [value.messages.map((m) => [part(ROLES[m.role] || m.role, laidOut(m.text || '')), rest('Calls of tools', m.tool_calls)]), rest('Tools', value.tools), rest('Form of the answer', value.schema)];
}
function answered(text) {
  const value = parsed(text);
  if (typeof value?.text !== 'string') return part('Answer', value === undefined ? text : pretty(value));
  return [part('Reasoning', value.reasoning), part('Answer', laidOut(value.text), ANSWER), rest('Calls of tools', value.tool_calls), rest('Citations', value.citations)];
}

async function fill(box, run, path) {
  const query = `/research/${encodeURIComponent(run)}/effect?path=${encodeURIComponent(path)}`, call = await get(query);
  const encoder = new TextEncoder(), cut = (text, whole) => whole > encoder.encode(text || '').length;
  const shortened = cut(call.request, call.requestBytes) || cut(call.response, call.responseBytes);
  box.replaceChildren(...[h('h4', 'Asked'), call.request ? asked(call.request) : h('p.small.soft', 'The request cannot be shown: ' + (call.noRequest || 'it was not kept') + '.'),
    h('h4', 'Answered'), call.error ? h('p.small.bad', { dir: 'auto' }, call.error) : call.response ? answered(call.response) : h('p.small.soft', 'No answer yet.'),
    h('p.links.gap', shortened && h('span.small.soft', `Only the beginning is shown of ${bytes(call.requestBytes + call.responseBytes)}.`),
      action('quiet', 'Download both as JSON', 'Not downloaded', async () => {
        const { request, response } = await get(query + '&whole=true');
        save(`${path.replace(/[^\w.-]+/g, '-')}.json`, new Blob([pretty({ path, request: parsed(request) ?? request, response: parsed(response) ?? response })], { type: 'application/json' }));
      }))].flat(9).filter(Boolean));
}

// `e` is a bar of the timeline.
export function callDetail(run, e) {
  const pair = (name, value) => value ? h('div', h('dt', name), h('dd.num', value)) : null, talk = h('div.talked', h('p.small.soft', 'Loading …'));
  fill(talk, run, e.path).catch((error) => talk.replaceChildren(h('p.small.soft', error.message)));
  return h('section.effect', { 'aria-labelledby': 'call-title' }, h('h3', { id: 'call-title', tabindex: '-1' }, e.label, h('span.mono.small', e.path)), h('dl.pairs', pair('Answered by', e.answeredBy), pair('Took', e.live ? 'in flight' : took(e.end - e.start)),
    pair('Tokens in', e.usage.inputTokens ? count(e.usage.inputTokens) : ''), pair('of these from a cache', e.usage.cachedTokens ? count(e.usage.cachedTokens) : ''), pair('Tokens out', e.usage.outputTokens ? count(e.usage.outputTokens) : ''),
    pair('Cost', e.costUsd === null ? 'unknown' : e.costUsd ? money(e.costUsd) : ''), pair('Asked again', e.retries ? many(e.retries, 'time') : ''), pair('Failed', e.error)), talk);
}
