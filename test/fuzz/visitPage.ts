import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer';
import { ACTIONS, legalTargets, optionsOf, VERBS } from '../../src/action/table.ts';
import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Action, AXTree, Task } from '../../src/core/types.ts';
import { createBrowserDriver } from '../../src/env/browser.ts';
import type { Environment } from '../../src/env/environment.ts';
import { createVisitWorld, type Suite } from '../../src/env/visit.ts';
import { pageScript } from '../page/inPage.ts';
import { textOf } from '../page/readers.ts';
import { documentOf, FOREIGN, HOSTILE, hardPage } from './hardPage.ts';

/** Serves page `seed` at `/p/<seed>`; with `closed`, every shadow root of it is closed; with `parts`, only these of it. */
export async function serveHardPages(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const seed = Number(/^\/p\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (Number.isNaN(seed)) return response.writeHead(404).end('<title>Gone</title>Nothing here.');
    const { port } = server.address() as AddressInfo;
    const page = hardPage(createRng(seed).fork('page'), `http://localhost:${port}`, Number(searchParams.get('d') ?? 0));
    const only = searchParams.get('parts')?.split('.').map(Number);
    const html = documentOf(only ? { ...page, parts: only.map((i) => page.parts[i]) } : page);
    response.end(searchParams.has('closed') ? html.replace(/(shadowrootmode=(?:"|&quot;))open/g, '$1closed') : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const LOOK = `({ ready: true, complete: document.readyState === 'complete' && location.href !== 'about:blank' })`;

/** A tree without what only one of the readers can see: the inside of frames of other origins. */
function reachable(tree: AXTree): AXTree {
  let inside = Number.POSITIVE_INFINITY;
  const nodes = tree.nodes.filter(({ role, name, depth }) => {
    if (depth > inside) return false;
    inside = role === 'Iframe' && name === FOREIGN ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
  return { ...tree, nodes };
}

/** How two readings of one page differ, null when they do not. */
function difference(cdp: AXTree, { dom, foreign }: { dom: AXTree; foreign: boolean }): string | null {
  // What a budget leaves out depends on what there is.
  if (foreign && cdp.omitted > 0) return null;
  const [a, b] = [cdp, dom].map((tree) => textOf(reachable(tree)).split('\n'));
  const at = a.findIndex((line, i) => line !== b[i]);
  const first = at < 0 && a.length < b.length ? a.length : at;
  if (first < 0) return null;
  const near = (lines: string[]): string =>
    lines
      .slice(Math.max(3, first - 2), first + 3)
      .map((line) => line.slice(0, 200))
      .join('\n');
  return `line ${first + 1}\nCDP:\n${near(a)}\nDOM:\n${near(b)}`;
}

interface Reading {
  tree: AXTree;
  state: unknown;
}

/** A world whose every observation is also read from inside the page. `last` is the newest pair of readings. */
export async function openHardWorld(
  browser: Browser,
  url: string,
): Promise<{ env: Environment; last(): Reading; again(): Promise<Reading> }> {
  const state = `((foreign = (page) => [...page.querySelectorAll('iframe')].some((frame) =>
    frame.contentDocument ? foreign(frame.contentDocument) : true)) =>
    window.reverieReader && { dom: window.reverieReader.read({ base: '${url}/p' }), foreign: foreign(document) })()`;
  const preload = await pageScript();
  const driver = createBrowserDriver({ browser }, { look: LOOK, state, preload });
  let last: Reading;
  const suite: Suite<typeof driver> = {
    async begin(_, task) {
      await driver.open(`${url}/p/${task.siteSeed}${task.template}`);
      return '';
    },
    look(_, reading) {
      last = reading;
      return null;
    },
    inside: (_, address) => `${url}/p${address}`,
    judge: () => 0,
  };
  return {
    env: createVisitWorld('fuzz', driver, suite),
    last: () => last,
    again: async () => (last = await driver.read()),
  };
}

const KEYS = [
  'Enter',
  'Tab',
  'Shift+Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'ArrowDown',
  'ArrowUp',
  'Home',
  'End',
  'PageDown',
  'a',
  'Ctrl+a',
  'ß',
];
const TYPED = ['x', '', '7', '2026-03-04', '08:15', '#ff0000', '2026-W07', '2026-05', 'two words', ...HOSTILE];

/** A random action of the table that is legal on this page. */
export function randomAction(rng: Rng, tree: AXTree): Action {
  for (;;) {
    // Half of all actions are clicks, as in life.
    const verb = rng.chance(0.4) ? 'click' : rng.pick(VERBS);
    const targets = legalTargets(verb, tree);
    const at = targets[rng.int(targets.length)];
    const target = tree.nodes[at]?.id;
    switch (verb) {
      case 'press':
        return { verb, key: rng.pick(KEYS) };
      case 'scroll':
        return { verb, direction: rng.pick(['up', 'down']) };
      case 'goto':
        return { verb, url: `/${rng.int(1000)}` };
      case 'tab_focus':
        return { verb, index: rng.int(2) };
      case 'stop':
        break;
      case 'type':
        if (target !== undefined) return { verb, target, text: rng.pick(TYPED), enter: rng.chance(0.3) };
        break;
      case 'select': {
        if (target === undefined) break;
        const options = optionsOf(tree, at);
        return { verb, target, option: tree.nodes[rng.pick(options)].name };
      }
      default:
        if (!('target' in ACTIONS[verb].args)) return { verb } as Action;
        if (target !== undefined) return { verb, target } as Action;
    }
  }
}

const taskOf = (siteSeed: number, query: string): Task => ({
  ...{ id: `fuzz/${siteSeed}`, suite: 'sites', family: 'fuzz', template: query, siteSeed, instance: 0, goal: '' },
  ...{ tier: 1, horizon: 10, slots: {} },
});

type HardWorld = Awaited<ReturnType<typeof openHardWorld>>;

/** The readings differ, and still do when a page that was moving has come to rest. */
async function disagreement({ last, again }: HardWorld): Promise<string | null> {
  let { tree, state } = last();
  for (let attempt = 0; ; attempt++) {
    const found =
      state === undefined
        ? 'The script of the page-side reader did not run.'
        : difference(tree, state as Parameters<typeof difference>[1]);
    if (found === null || attempt === 3) return found;
    await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    ({ tree, state } = await again());
  }
}

/** Observe, act, observe, … on one page. Resolves to what went wrong, null when nothing did. */
export async function visitHardPage(world: HardWorld, seed: number, steps: number, query = ''): Promise<string | null> {
  const { env } = world;
  const rng = createRng(seed).fork('actions');
  const compare = !query.includes('closed');
  const done: string[] = [];
  const failed = (reason: string): string => `page ${seed}${query} after [${done.join(' | ')}]\n${reason}`;
  try {
    let { tree } = await env.reset(taskOf(seed, query), 0);
    for (let step = 0; ; step++) {
      const found = compare ? await disagreement(world) : null;
      if (found !== null) return failed(found);
      if (step === steps) return null;
      const action = randomAction(rng, tree);
      const target = 'target' in action ? tree.nodes.find(({ id }) => id === action.target) : undefined;
      done.push(`${JSON.stringify(action)} ${target ? `${target.role} ${target.name.slice(0, 20)}` : ''}`);
      const start = performance.now();
      const { observation, failure } = await env.step(action);
      done[done.length - 1] +=
        ` → ${failure?.code ?? observation.feedback} (${Math.round(performance.now() - start)} ms)`;
      if (failure?.kind === 'environment') return failed(failure.message);
      tree = observation.tree;
    }
  } catch (error) {
    return failed(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** The fewest parts of a page that still fail. */
export async function reduce(world: HardWorld, url: string, seed: number, steps: number, query = ''): Promise<string> {
  const { parts } = hardPage(createRng(seed).fork('page'), url.replace('127.0.0.1', 'localhost'));
  let kept = parts.map((_, i) => i);
  const tried = (some: number[]) =>
    visitHardPage(world, seed, steps, `?parts=${some.join('.')}${query.replace('?', '&')}`);
  for (const one of [...kept]) {
    const rest = kept.filter((i) => i !== one);
    if (rest.length > 0 && (await tried(rest)) !== null) kept = rest;
  }
  return `${await tried(kept)}\n${kept.map((i) => parts[i]).join('\n')}`;
}
