import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../src/cli/reverie.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the real command. `onStart` gets the means to interrupt it. */
export function reverie(
  args: string[],
  options: {
    env?: Record<string, string>;
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env };
    const child = spawn(process.execPath, [BINARY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    options.onStart?.((signal) => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
