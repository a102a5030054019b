// Starts the test services for one file of tests.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { connect } from 'node:net';

export async function startTestd(script = '') {
  const child = spawn(process.env.TESTD ?? '../../build/hooks/testd', [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ready = JSON.parse((await lines[Symbol.asyncIterator]().next()).value);
  const control = async (path, body) => {
    const answer = await fetch(`${ready.url}/_control/${path}`, body === undefined ? {} : { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const testd = {
    ...ready,
    base: (service) => ready.services[service].baseUrl,
    script: (text) => control('script', text),
    reset: () => control('reset', ''),
    counts: async () => JSON.parse(await control('counts')),
    log: async () => (await control('log')).split('\n').filter(Boolean).map((line) => JSON.parse(line)),
    faults: async () => JSON.parse(await control('faults')),
    stop: () => new Promise((resolve) => { child.on('exit', resolve); child.stdin.end(); }),
  };
  if (script) await testd.script(script);
  return testd;
}

// One raw HTTP/1.1 request: what came back byte for byte, and how the connection
// ended ('end', 'reset', or 'open' when nothing more came for `patience` ms).
export function raw(port, path, body, patience = 300) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parts = [];
    let timer;
    const finish = (how) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ how, bytes: Buffer.concat(parts) });
    };
    const wait = () => { clearTimeout(timer); timer = setTimeout(finish, patience, 'open'); };
    const head = [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, 'Host: testd', 'Authorization: Bearer key', 'X-API-KEY: key',
      'Connection: close', `Content-Length: ${Buffer.byteLength(body ?? '')}`, '', '',
    ].join('\r\n');
    socket.on('connect', () => { socket.write(head + (body ?? '')); wait(); });
    socket.on('data', (data) => { parts.push(data); wait(); });
    socket.on('end', () => finish('end'));
    socket.on('error', (error) => finish(error.code === 'ECONNRESET' ? 'reset' : error.code));
  });
}
