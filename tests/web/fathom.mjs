// A server in a home of its own, with the test services behind it. A gate in front of them holds back the calls that a test
// names until it lets them go, so that a test can look at a run in any moment without waiting for the clock.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { QUESTION, model } from '../browser/report.mjs';

async function firstLine(stream, pattern) {
  for await (const line of createInterface({ input: stream })) {
    const found = line.match(pattern);
    if (found) return found[1];
  }
  throw new Error('the program ended before it was ready');
}

export async function startTestd(script) {
  const child = spawn(process.env.TESTD, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const info = JSON.parse(await firstLine(child.stdout, /^(.*)$/));
  const control = async (what, body) => {
    const answer = await fetch(`${info.url}/_control/${what}`, body === undefined ? {} : { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  await control('script', script);
  return { info, script: (text) => control('script', text), log: async () => (await control('log')).split('\n').filter(Boolean).map((line) => JSON.parse(line)),
    stop: () => new Promise((done) => { child.on('exit', done); child.stdin.end(); }) };
}

// The role of a model's call is the name of its schema; without one it writes. Others are named by their path.
function roleOf(path, body) {
  if (!/completions|responses|messages|generateContent/i.test(path)) return path;
  try { const b = JSON.parse(body); return b.response_format?.json_schema?.name || b.text?.format?.name || 'write'; } catch { return path; }
}

// Forwards to the test services. hold(which) keeps calls whose role it matches until release().
export function startGate(target) {
  let held = null, waiting = [];
  const { hostname, port } = new URL(target);
  const server = createServer(async (request, reply) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (held?.test(roleOf(request.url, String(body)))) await new Promise((go) => { waiting.push(go); server.emit('held'); });
    const onward = ask({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    onward.end(body);
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({
    url: `http://127.0.0.1:${server.address().port}`,
    hold: (which) => { held = which; },
    // Resolves when a call is held back.
    caught: () => waiting.length ? Promise.resolve() : new Promise((done) => server.once('held', done)),
    release: () => { held = null; waiting.splice(0).forEach((go) => go()); },
    stop: () => new Promise((done) => { held = null; waiting.splice(0).forEach((go) => go()); server.close(done); server.closeAllConnections(); }),
  })));
}

// Options: script (of the test services), env and args of the server.
export async function startFathom({ script = '', env = {}, args = [] } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'fathom-web-')), testd = script ? await startTestd(script) : null, gate = testd ? await startGate(testd.info.url) : null;
  const environment = { PATH: process.env.PATH, HOME: home, FATHOM_HOME: join(home, 'data'), XDG_CONFIG_HOME: home, FATHOM_ALLOW_NETWORKS: '127.0.0.0/8', FATHOM_FETCH_REQUESTS_PER_MINUTE: '100000' };
  for (const [, name] of script.matchAll(/^serve (\S+)/gm)) {
    const service = testd.info.services[name];
    if (!service) continue;
    environment[service.urlVariable] = service.baseUrl.replace(testd.info.url, gate.url);
    if (service.keyVariable) environment[service.keyVariable] = `key-of-${name}`;
  }
  Object.assign(environment, env);
  let child;
  const server = { home, testd, gate, environment };
  const behind = gate;
  server.start = async () => {
    child = spawn(process.env.FATHOM, ['serve', '--listen', server.address ? new URL(server.address).host : '127.0.0.1:0', ...args], { stdio: ['ignore', 'ignore', 'pipe'], env: environment });
    server.address = await firstLine(child.stderr, /^Listening on (\S+)/);
    child.stderr.resume();
  };
  server.kill = () => new Promise((done) => { child.on('exit', done); child.kill('SIGTERM'); });
  server.command = (...words) => new Promise((done, failed) => {
    const one = spawn(process.env.FATHOM, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '', said = '';
    one.stdout.on('data', (d) => { out += d; });
    one.stderr.on('data', (d) => { said += d; });
    one.on('exit', (code) => code ? failed(new Error(said)) : done(out));
  });
  server.api = async (method, path, body, headers = {}) => {
    const answer = await fetch(server.address + path, { method, headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers }, body: body === undefined ? undefined : JSON.stringify(body) });
    const value = await answer.json();
    if (!value.success) throw Object.assign(new Error(`${method} ${path}: ${value.error.message}`), { status: answer.status });
    return value.data;
  };
  // Starts a research and waits until it is at rest; its id.
  server.research = async (settings, { wait = true } = {}) => {
    const { id } = await server.api('POST', '/research', settings);
    if (wait) await server.rest(id);
    return id;
  };
  server.rest = async (id) => {
    for (let i = 0; i < 1200; i++) {
      const { status, runStatus = status } = await server.api('GET', `/research/${id}`);
      if (!['queued', 'running'].includes(runStatus)) return status;
      await new Promise((go) => { setTimeout(go, 50); });
    }
    throw new Error(`${id} does not come to rest`);
  };
  server.stop = async () => {
    if (child.exitCode === null) await server.kill();
    await behind?.stop();
    await testd?.stop();
    rmSync(home, { recursive: true, force: true });
  };
  process.on('exit', () => child.kill()); // a test that breaks leaves nothing behind
  await server.start();
  return server;
}

// A server whose model is a table (tests/browser/report.mjs): its report has verdicts of every kind, from the sample corpus.
export async function startStorage() {
  const table = await model(), gate = await startGate(`http://127.0.0.1:${table.address().port}`);
  const server = await startFathom({ env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${gate.url}/v1` } }), stop = server.stop;
  await server.command('corpus', 'add', 'storage', resolve('../../examples/corpus'), '-q');
  server.asked = { query: QUESTION, workflow: 'loop', depth: 'medium', models: ['openai/gpt-5-mini'], corpora: ['storage'], skipStages: ['retrieve'] };
  server.gate = gate;
  server.stop = async () => { server.gate = null; await stop(); await gate.stop(); table.close(); };
  return server;
}

export const TEXT = 'Perovskite solar cells reached an efficiency of 26.1 percent in 2024. The efficiency of perovskite solar cells falls when moisture enters the layer. Glass covers keep moisture out for about 20 years.';
// A research that needs no service: the text is given, no model is used.
export const GIVEN = { query: 'What limits perovskite solar cells?', models: ['extractive'], contexts: [{ name: 'cells.txt', text: TEXT }] };
