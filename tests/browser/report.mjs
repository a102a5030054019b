// A report of a real run: the sample corpus, a model that is a table, verdicts of every kind.
// The writer cites passages by what they say, so that their numbers may change.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const QUESTION = 'For peaks of four to ten hours, should a utility build lithium batteries or pumped hydro?';
const QUERIES = ['pumped hydro cost planning building years', 'battery cycles ageing capacity loss first year',
  'levelised cost of stored kilowatt-hour battery pumped hydro', 'battery failures study 2018 2023', 'capacity market battery duration four hours'];

// Sentences, each with words of the passages it rests on; the verifier's word where it is not "supported".
const REPORT = `Build batteries for peaks of four hours and pumped hydro for eight hours or more. A battery is built within one to two years and counts in full in California from four hours on {built within one to two years} {counts in full}. Pumped hydro stores a kilowatt-hour for less and is strongest for eight hours and more, but planning and building take 7 to 12 years {strongest for storage of 8 hours}.

## What a stored kilowatt-hour costs

A four-hour battery with one cycle a day delivers a stored kilowatt-hour for 13.8 cents {13.8 cents, or 138 dollars}. The same formula gives 10.6 cents for pumped hydro with ten hours {10.6 cents in all}. Used ten times a year, a battery's kilowatt-hour costs 3.64 dollars {costs 3.64 dollars}. Lazard's figures for 2024 are higher because American plants are built less well {uses higher costs of capital}. *Costs may be compared only for the same service.* {Costs may be compared only}

| | Lithium battery | Pumped hydro |
|---|--:|--:|
| Cost of a stored kWh | 13.8 cents {13.8 cents, or 138 dollars} | 10.6 cents {10.6 cents in all} |
| Time to build | 1 to 2 years {built within one to two years} | 7 to 12 years {usually take 7 to 12 years} |

## How long each lasts

Operators plan LFP plants with 3,000 to 5,000 full cycles, or 12 to 15 years with one cycle a day {A common assumption for LFP plants}. Makers of LFP cells state up to 10,000 cycles and more, measured in the laboratory {measured in the laboratory at 25}. In the first year a plant commonly loses 4 to 6% of its capacity, then about 1.5 to 2.5% per year {then about 1.5 to 2.5% per year}. Pumped hydro plants always reach 60 years without new turbines {Life is 60 years}.

## Risks

The rate of failures at grid batteries fell by 97% in five years {has fallen by 97% in five years}. Most failures began in the balance of the system and the controls, not in the cells {Most failures began in the balance}. No fire at a battery plant has been reported since 2023 {the number of fires per year}.

- Planning and building of pumped hydro usually take 7 to 12 years, and cost overruns are common {usually take 7 to 12 years}.
- PJM counted four-hour storage with 59 percent for 2025/26 and with 50 percent for 2026/27 {four-hour storage counted with 59}.

## What is uncertain

The sources say little about plants in which both stand together, and none gives prices for 2026.
`;
const VERDICTS = [
  ['built less well', 'partial', 'The source gives higher costs of capital, dearer charging power and plant prices as reasons, not worse building.', 'because American plants are built less well'],
  ['always reach 60 years', 'partial', 'The passage assumes a life of 60 years for a sum; it does not say that all plants reach it.', 'always'],
  ['No fire at a battery', 'contradicted', 'The source counts about ten to fifteen fires per year.', ''],
];
const REASONS = [['13.8 cents', 'The worked example gives 13.8 cents for a four-hour plant with one cycle per day.'],
  ['10.6 cents', 'The passage adds up capital, upkeep and charging to 10.6 cents.']];

const asked = (body) => (body.messages ?? []).map((m) => (typeof m.content === 'string' ? m.content : m.content.map((c) => c.text).join(''))).join('\n');

// The passages of a prompt: "[3] title …" up to the next one.
function cite(report, prompt) {
  const parts = prompt.split(/^(?=\[\d+\] )/m).map((text) => ({ number: text.match(/^\[(\d+)\] /)?.[1], text: text.replace(/\s+/g, ' ') }));
  return report.replace(/ ?\{([^}]+)\}/g, (_, words) => {
    const found = parts.find((part) => part.number && part.text.includes(words));
    return found ? ` [${found.number}]` : '';
  }).replace(/([.!?]\*?)((?: \[\d+\])+)/g, '$2$1').replace(/\] \[/g, '][');
}

// What the report does not say is a control question: a sentence with a changed number, which a reader of the passage refuses.
const plain = (text) => text.replace(/\{[^}]*\}/g, '').replace(/[^\p{L}\p{N}.,%]+/gu, ' ').replace(/[.,](?= |$)/g, '').replace(/ +/g, ' ').trim();
const WRITTEN = plain(REPORT);

// Items are numbered, and each has a line with its claim, whatever else stands around it.
function verdicts(prompt) {
  const claims = [...prompt.matchAll(/^(?:Item )?(\d+)[.:)]?\s*(?:\n[^\n]*)??\s*claim:? ?([^\n]+)/gim)].map((m) => [Number(m[1]), m[2]]);
  return { verdicts: claims.map(([id, text]) => {
    const row = VERDICTS.find(([words]) => text.includes(words)) ?? (WRITTEN.includes(plain(text)) ? undefined : ['', 'unsupported', 'The passage does not say this.', '']);
    const reason = row?.[2] ?? REASONS.find(([words]) => text.includes(words))?.[1] ?? 'The passage says the same.';
    return { id, kind: /^The sources/.test(text) ? 'remark' : 'claim', verdict: row?.[1] ?? 'supported', missing: row?.[3] ?? '', reason };
  }) };
}

function answer(body) {
  const name = body.response_format?.json_schema?.name, prompt = asked(body);
  if (name === 'sub_queries') return JSON.stringify({ subQueries: QUERIES.map((query) => ({ query, rationale: 'It decides the choice.' })) });
  if (name === 'decide') return JSON.stringify({ action: 'research_complete', query: '', rationale: 'The results carry an answer.' });
  if (name === 'verify_claims') return JSON.stringify(verdicts(prompt));
  if (name === 'rewrite_paragraph') return JSON.stringify({ paragraph: prompt.match(/The paragraph:\n([^\n]+)/)[1] });
  if (name) return '{}';
  return cite(REPORT, prompt);
}

export function model() {
  return new Promise((ready) => {
    const server = createServer(async (request, reply) => {
      let text = '';
      for await (const piece of request) text += piece;
      if (process.env.SHOW) console.error(text.slice(0, Number(process.env.SHOW)));
      const body = text ? JSON.parse(text) : {};
      const content = answer(body);
      const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: Math.ceil(content.length / 4) };
      if (body.stream) {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = (choices, more) => reply.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: body.model, choices, ...more })}\n\n`);
        chunk([{ index: 0, delta: { role: 'assistant', content } }]);
        chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]);
        chunk([], { usage });
        reply.end('data: [DONE]\n\n');
      } else {
        reply.writeHead(200, { 'content-type': 'application/json' });
        reply.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: body.model, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage }));
      }
    });
    server.listen(0, '127.0.0.1', () => ready(server));
  });
}

// The report as HTML files in a folder of its own: { folder, full, extractive }.
export async function makeReports() {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-browser-')), server = await model();
  const env = { PATH: process.env.PATH, HOME: folder, FATHOM_HOME: join(folder, 'home'), FATHOM_FETCH_SCOPE: 'corpus-only',
    OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1` };
  const fathom = (...words) => promisify(execFile)(process.env.FATHOM, words, { env, maxBuffer: 1 << 26 });
  const corpus = resolve('../../examples/corpus');
  try {
    await fathom('corpus', 'add', 'storage', corpus, '-q');
    await fathom('research', QUESTION, '-w', 'loop', '-d', 'medium', '-m', 'openai/gpt-5-mini', '--corpus', 'storage', '--skip-stage', 'retrieve', '-q', '-o', join(folder, 'full.html'));
    await fathom('report', 'last', '-o', join(folder, 'full.md'));
    await fathom('verify', 'last');
    await fathom('research', 'What limits grid batteries?', '-m', 'extractive', '--corpus', 'storage', '-q', '-o', join(folder, 'extractive.html'));
  } finally {
    server.close();
  }
  return { folder, full: join(folder, 'full.html'), extractive: join(folder, 'extractive.html'), remove: () => rmSync(folder, { recursive: true }) };
}
