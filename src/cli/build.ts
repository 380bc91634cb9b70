import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ReverieError } from '../core/errors.ts';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SOURCES = ['workers', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const KERNELS = 'src/engine/wasm/build.mjs';

/** The latest change below `path`, in milliseconds since 1970; 0 when there is nothing. */
function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** True when `dist` is missing or older than a source of the page. The command line is no part of the page. */
export function isStale(root = PROJECT_ROOT): boolean {
  const built = newest(join(root, 'dist', 'index.html'));
  const inSrc = existsSync(join(root, 'src'))
    ? readdirSync(join(root, 'src')).filter((name) => name !== 'cli' && name !== 'perf')
    : [];
  const sources = [...inSrc.map((name) => join('src', name)), ...SOURCES];
  return built === 0 || sources.some((source) => newest(join(root, source)) > built);
}

/** Builds the page (and the WASM kernels it holds) into `dist`. */
export async function buildPage(): Promise<void> {
  if (existsSync(join(PROJECT_ROOT, KERNELS))) {
    const { status, stderr } = spawnSync(process.execPath, [KERNELS], { cwd: PROJECT_ROOT, encoding: 'utf8' });
    if (status !== 0)
      throw new ReverieError('internal', { who: 'build', rule: `${KERNELS} failed`, got: stderr.trim() });
  }
  await build({ root: PROJECT_ROOT, logLevel: 'error' });
}

const LOCK = join(PROJECT_ROOT, 'node_modules', '.cache', 'reverie-build.lock');
const STALE_LOCK_MS = 180_000;

/** Takes the build lock, or waits until another process has given it back. */
async function takeLock(): Promise<() => void> {
  mkdirSync(join(LOCK, '..'), { recursive: true });
  for (;;) {
    try {
      const file = openSync(LOCK, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(LOCK, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // A process that died while it built leaves its lock.
      const age = existsSync(LOCK) ? Date.now() - statSync(LOCK).mtimeMs : 0;
      if (age > STALE_LOCK_MS) rmSync(LOCK, { force: true });
      else await wait(200);
    }
  }
}

/** Builds if a source is newer than `dist`; processes that need it at the same time build once. True when it built. */
export async function ensureBuilt(note: (line: string) => void = () => {}): Promise<boolean> {
  if (!isStale()) return false;
  const release = await takeLock();
  try {
    if (!isStale()) return false;
    note('Building the page …');
    await buildPage();
    return true;
  } finally {
    release();
  }
}
