// Starts fathom serve in a home of its own, without any service, for one file of tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export async function startServer(environment = {}) {
  const home = mkdtempSync(join(tmpdir(), 'fathom-npm-'));
  const child = spawn(process.env.FATHOM ?? '../../build/hooks/fathom', ['serve', '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home, FATHOM_HOME: join(home, 'data'), XDG_CONFIG_HOME: home, ...environment },
  });
  let address;
  for await (const line of createInterface({ input: child.stderr })) {
    address = line.match(/^Listening on (\S+)$/)?.[1];
    if (address) break;
  }
  if (!address) throw new Error('fathom serve did not start');
  return {
    address,
    stop: () => new Promise((resolve) => {
      child.on('exit', (code) => { rmSync(home, { recursive: true, force: true }); resolve(code); });
      child.kill('SIGTERM');
    }),
  };
}
