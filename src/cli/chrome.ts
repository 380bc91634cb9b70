import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import puppeteer, { type Browser } from 'puppeteer';
import { ReverieError } from '../core/errors.ts';
import { cachedChromes, installedChromes, type Machine, puppeteerCache, thisMachine } from './chromePlaces.ts';

export interface FoundChrome {
  path: string;
  /** As the browser says it, e.g. `Chromium 156.0.8078.108`. */
  version: string;
  source: 'environment' | 'puppeteer cache' | 'installed' | 'downloaded' | 'apt-get';
}

const MINUTE = 60_000;

/** Runs a program to its end; a program that cannot start or overstays counts as failed. Never rejects. */
function execute(
  machine: Machine,
  command: string,
  args: string[],
  timeout: number,
): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn(command, args, { env, timeout, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(-4000)));
    child.on('error', (error) => resolve({ ok: false, text: error.message }));
    child.on('close', (code) =>
      resolve(code === 0 ? { ok: true, text: text.trim() } : { ok: false, text: complaint || text }),
    );
  });
}

/** The version of a Chrome that starts here; null when it does not (a missing library, a snap stub, …). */
async function versionOf(machine: Machine, path: string): Promise<string | null> {
  // Chrome for Windows has no --version: it would open a window.
  if (machine.platform === 'win32') return 'Chrome';
  const { ok, text } = await execute(machine, path, ['--version'], 20_000);
  return ok && text !== '' ? text.split('\n').at(-1)!.trim() : null;
}

async function firstWorking(
  machine: Machine,
  paths: string[],
  source: FoundChrome['source'],
): Promise<FoundChrome | null> {
  for (const path of paths) {
    const version = await versionOf(machine, path);
    if (version !== null) return { path, version, source };
  }
  return null;
}

function fromEnvironment(machine: Machine): string | undefined {
  for (const name of ['CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH']) {
    const path = machine.env[name];
    if (path === undefined || path === '') continue;
    if (existsSync(path)) return path;
    throw new ReverieError('environment', {
      who: name,
      rule: 'names a browser that does not exist',
      got: path,
      hint: 'Correct it or unset it.',
    });
  }
  return undefined;
}

async function download(machine: Machine): Promise<void> {
  const cli = createRequire(import.meta.url).resolve('puppeteer/lib/cjs/puppeteer/node/cli.js');
  await execute(
    machine,
    process.execPath,
    [cli, 'browsers', 'install', 'chrome', '--path', puppeteerCache(machine)],
    4 * MINUTE,
  );
}

/** Debian's Chromium, when that needs no password. */
async function installWithApt(machine: Machine): Promise<void> {
  const sudo = machine.root ? [] : ['sudo', '-n'];
  if (!machine.root && !(await execute(machine, 'sudo', ['-n', 'true'], 10_000)).ok) return;
  const apt = (...args: string[]) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    return execute(machine, command, rest, 5 * MINUTE);
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'chromium', 'chromium-sandbox', 'fonts-liberation');
}

/**
 * A Chrome that starts on this machine: named in `CHROME_PATH` or `PUPPETEER_EXECUTABLE_PATH`; in puppeteer's cache; an
 * installed Chrome, Chromium or Edge; else downloaded into puppeteer's cache; else installed with apt-get when that is
 * possible without asking. `note` hears about steps that take time. Throws one `environment` error when all that fails.
 */
export async function findChrome(
  options: { machine?: Machine; install?: boolean; note?: (line: string) => void } = {},
): Promise<FoundChrome> {
  const { machine = thisMachine(), install = true, note = () => {} } = options;
  const named = fromEnvironment(machine);
  if (named !== undefined) {
    const version = await versionOf(machine, named);
    if (version !== null) return { path: named, version, source: 'environment' };
    throw new ReverieError('environment', {
      who: 'chrome',
      rule: 'the browser named in the environment does not start',
      got: named,
    });
  }
  const present =
    (await firstWorking(machine, cachedChromes(machine), 'puppeteer cache')) ??
    (await firstWorking(machine, installedChromes(machine), 'installed'));
  if (present !== null) return present;
  if (install) {
    note('No Chrome here yet: downloading one into puppeteer’s cache …');
    await download(machine);
    const downloaded = await firstWorking(machine, cachedChromes(machine), 'downloaded');
    if (downloaded !== null) return downloaded;
    note('That did not give a Chrome that starts: trying apt-get install chromium …');
    await installWithApt(machine);
    const packaged = await firstWorking(machine, installedChromes(machine), 'apt-get');
    if (packaged !== null) return packaged;
  }
  throw new ReverieError('environment', {
    who: 'chrome',
    rule: 'no Chrome, Chromium or Edge starts on this machine',
    hint: 'Install one (Debian: apt-get install chromium), or set CHROME_PATH to its program file.',
  });
}

export interface LaunchOptions {
  /** Default true. */
  headless?: boolean;
  /** `software`: WebGPU on SwiftShader, the same on every machine. Default: whatever this Chrome does by itself. */
  webgpu?: 'default' | 'software';
  /** Its pages are driven by the harness, one site after the other in their main frames. Default false. */
  driven?: boolean;
  /** Folder of the Chrome profile (IndexedDB lives there); default: a temporary one. */
  profile?: string;
  /** False when the caller closes the browser itself on Ctrl-C. Default true. */
  handleSignals?: boolean;
  note?: (line: string) => void;
}

/**
 * Both keep a visited page alive and start a process for the next one: half of the CPU time of a step, for nothing. Not in the
 * tab: without RenderDocument, Chromium 156 runs out of network resources after some 2,700 navigations of frames (of 4,500 in
 * a main frame, none failed).
 */
const COSTLY_NAVIGATION = 'BackForwardCache,RenderDocument';

let found: Promise<FoundChrome> | undefined;

/** Starts Chrome with the flags every part of Reverie needs. The caller closes it. */
export async function launchChrome(options: LaunchOptions = {}): Promise<Browser> {
  const { headless = true, webgpu = 'default', driven = false, profile, handleSignals = true } = options;
  found ??= findChrome({ note: options.note });
  const { path } = await found;
  // Puppeteer's own defaults already switch off background networking, timer throttling and the small /dev/shm.
  const args = ['--no-default-browser-check', '--hide-crash-restore-bubble'];
  if (driven) args.push(`--disable-features=${COSTLY_NAVIGATION}`);
  if (thisMachine().root) args.push('--no-sandbox');
  if (webgpu === 'software') args.push('--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader');
  try {
    return await puppeteer.launch({
      executablePath: path,
      headless,
      args,
      userDataDir: profile,
      defaultViewport: headless ? { width: 1280, height: 800 } : null,
      // A slow machine may need minutes for one evaluate; a dead browser must not hold us for ever.
      protocolTimeout: 10 * MINUTE,
      handleSIGINT: handleSignals,
      handleSIGTERM: handleSignals,
      handleSIGHUP: handleSignals,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error);
    throw new ReverieError('environment', { who: 'chrome', rule: `${path} does not start`, got: reason });
  }
}

/** Resolves with `work`, or after `ms` without it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a browser; one that does not answer is killed. */
export async function closeChrome(browser: Browser): Promise<void> {
  const closed = await atMost(8_000, browser.close()).catch(() => false);
  if (!closed) browser.process()?.kill('SIGKILL');
}
