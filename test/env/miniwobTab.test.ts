import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { serveFolder } from '../../src/cli/folderServer.ts';
import { openCopy, SERVED } from '../../src/cli/miniwobCopy.ts';
import { openTabWorld, serveTab } from '../../src/cli/miniwobTab.ts';
import type { Server } from '../../src/cli/server.ts';
import type { Action, Observation } from '../../src/core/types.ts';
import type { Environment } from '../../src/env/environment.ts';
import { createMiniwobWorld } from '../../src/env/miniwob.ts';
import { playSideBySide } from '../../src/env/sideBySide.ts';
import { miniwobTask } from '../../src/miniwob/tasks.ts';
import { contract } from '../env.contract.ts';

const COPY = fileURLToPath(new URL('../fixtures/miniwob', import.meta.url));

let plain: Server;
let around: Server;
let chrome: Browser;
beforeAll(async () => {
  [plain, around, chrome] = await Promise.all([
    serveFolder(COPY, SERVED),
    serveTab(openCopy(COPY)),
    launchChrome({ driven: true }),
  ]);
});
afterAll(() => Promise.all([chrome.close(), plain.close(), around.close()]));

const open = (timeout?: number): Promise<Environment> => openTabWorld(chrome, around.url, 'test', timeout);

// Page seed 4 draws "rose": see the harness's test.
const pick = { ...miniwobTask('pick', 4, 0), goal: 'Press the button rose' };
contract('miniwob in the tab', { open, task: pick, seed: 5 });

const named = ({ tree }: Observation, name: string): number => tree.nodes.find((node) => node.name === name)!.id;
const texts = ({ tree }: Observation): string[] => tree.nodes.map(({ name }) => name);
const press =
  (name: string) =>
  (seen: Observation): Action => ({ verb: 'click', target: named(seen, name) });

describe('a page in the tab', () => {
  it('cannot get out of its frame', async () => {
    const env = await open();
    const first = await env.reset(miniwobTask('spy', 1, 0), 0);
    const { observation } = await env.step(press('try')(first));
    expect(texts(observation).filter((text) => text.includes(': '))).toEqual([
      'origin: null',
      'tab: SecurityError',
      'storage: SecurityError',
      'cookie: SecurityError',
      'harness: SecurityError',
      'fetch: TypeError',
    ]);
    await env.close();
  });

  it.each([
    ['elsewhere', '/pick.html'],
    ['far away', 'about:blank'],
  ])('ends with nothing when the agent leaves it: %s', async (name, url) => {
    const env = await open();
    const first = await env.reset(miniwobTask('leave', 1, 0), 0);
    const here = await env.step(press('here')(first));
    expect(here).toMatchObject({ reward: 0, terminated: false });
    expect(here.observation.tree.url).toBe('/leave.html#more');
    const back = await env.step({ verb: 'go_back' });
    expect(back.observation.tree.url).toBe('/leave.html');
    const away = await env.step(press(name)(back.observation));
    expect(away).toMatchObject({ reward: 0, terminated: true, truncated: false });
    expect(away.observation.tree.url).toBe(url);
    await env.close();
  });

  it('tells broken pages from failures of the agent, and the next visit works', async () => {
    const env = await open(3_000);
    const lost = (name: string) => env.reset(miniwobTask(name, 1, 0), 0);
    await expect(lost('broken')).rejects.toThrow('no problem today');
    await expect(lost('never')).rejects.toThrow('not ready after 3000 ms');
    await expect(lost('missing')).rejects.toThrow('does not load');
    expect((await env.reset(pick, 0)).goal).toBe('Press the button rose');
    await env.close();
  });
});

describe('harness and tab', () => {
  /** What `playSideBySide` makes of a visit in which the named things are clicked in turn. */
  async function compare(task: string, actions: ((seen: Observation) => Action)[]) {
    const worlds = [createMiniwobWorld({ base: plain.url, mode: 'test', browser: chrome }), await open()] as const;
    let done = 0;
    const act = (seen: Observation): Action => actions[done++]?.(seen) ?? { verb: 'stop', answer: '' };
    const result = await playSideBySide(worlds, miniwobTask(task, 4, 0), 0, act);
    await Promise.all(worlds.map((world) => world.close()));
    return result;
  }
  const type =
    (name: string, text: string) =>
    (seen: Observation): Action => ({ verb: 'type', target: named(seen, name), text, enter: false });

  it('play the same visit: listeners, shapes, the pointer, fields', async () => {
    const icons = await compare('icons', [
      press('Menu'),
      press('Delete'),
      type('Name', 'Ada'),
      press('black path 30x40'),
      press('Ann writes'),
      press('red star'),
    ]);
    expect(icons).toMatchObject({ reward: 1, pages: 7 });
    expect(icons.parting).toBeUndefined();
  });

  it.each([
    ['pick', [press('rose')], 1],
    ['shy', [type('Name', '')], 1],
    ['suggest', [type('City', 'Oslo')], 0],
    ['leave', [press('here'), () => ({ verb: 'go_back' }) as Action, press('elsewhere')], 0],
    // A price that never rests shows the same in both worlds: it rests after 25 changes, and again after each input.
    ['price', [press('Wait'), press('Wait')], 0],
  ] as const)('play the same visit: %s', async (task, actions, reward) => {
    const result = await compare(task, [...actions]);
    expect(result.parting).toBeUndefined();
    expect(result.reward).toBe(reward);
  });

  it('are told apart where they differ', async () => {
    const { parting } = await compare('trusted', [press('real')]);
    expect(parting).toMatchObject({ step: 1, what: 'verdict', action: expect.stringMatching(/^click/) });
  });
});
