import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { serveFolder } from '../../src/cli/folderServer.ts';
import { SERVED } from '../../src/cli/miniwobCopy.ts';
import type { Server } from '../../src/cli/server.ts';
import type { Observation } from '../../src/core/types.ts';
import type { Environment } from '../../src/env/environment.ts';
import { createMiniwobWorld } from '../../src/env/miniwob.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { miniwobTask } from '../../src/miniwob/tasks.ts';
import { contract } from '../env.contract.ts';

let server: Server;
let chrome: Browser;
beforeAll(async () => {
  [server, chrome] = await Promise.all([
    serveFolder(fileURLToPath(new URL('../fixtures/miniwob', import.meta.url)), SERVED),
    launchChrome({ driven: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([chrome.close(), server.close()]);
});

const open = async (mode: 'default' | 'test' = 'test', timeout?: number): Promise<Environment> =>
  createMiniwobWorld({ base: server.url, mode, browser: chrome, timeout });

// Page seed 4 draws "rose" (see below); the contract wants the goal that the page will say.
const pick = { ...miniwobTask('pick', 4, 0), goal: 'Press the button rose' };
contract('miniwob', { open, task: pick, seed: 5 });

const named = ({ tree }: Observation, name: string): number => tree.nodes.find((node) => node.name === name)!.id;

describe('a visit to a MiniWoB++ page', () => {
  it.each([
    ['rose', 1, 1],
    ['sage', 0, 0.1],
    ['mint', 0, -1],
  ])('ends with the verdict of the page: %s', async (name, reward, raw) => {
    const env = await open();
    const first = await env.reset(pick, 0);
    const end = await env.step({ verb: 'click', target: named(first, name) });
    expect(end).toMatchObject({ reward, terminated: true, truncated: false });
    // Raw, although the page halves it for the time it took.
    expect(end.state).toEqual({ done: true, raw, reason: `pressed ${name}` });
    await env.close();
  });

  it('shows neither goal nor clock nor start button', async () => {
    const env = await open();
    const { goal, tree } = await env.reset(pick, 0);
    expect(goal).toBe('Press the button rose');
    expect(tree.url).toBe('/pick.html');
    expect(tree.nodes.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'RootWebArea pick',
      'heading Choose',
      'textbox Note',
      'button help',
      'button mint',
      'button rose',
      'button sage',
    ]);
    await env.close();
  });

  it('is drawn from the page seed as a number', async () => {
    const env = await open();
    const goals: string[] = [];
    for (const seed of [3, 4, 12]) goals.push((await env.reset(miniwobTask('pick', seed, 0), 0)).goal);
    // (9301 · seed + 49297) mod 233280 = 77200, 86501, 160909; thirds end at 77760 and 155520. The text "3" would give "rose".
    expect(goals).toEqual(['mint', 'rose', 'sage'].map((name) => `Press the button ${name}`));
    await env.close();
  });

  it('waits until the page is ready, for late suggestions, and for what slides', async () => {
    const env = await open();
    const first = await env.reset(miniwobTask('suggest', 1, 0), 0);
    expect(first.goal).toBe('Pick a city (test)');
    const { observation } = await env.step({ verb: 'type', target: named(first, 'City'), text: 'Oslo', enter: false });
    const buttons = observation.tree.nodes.filter(({ role }) => role === 'button').map(({ name }) => name);
    expect(buttons).toEqual(['Oslo harbour', 'all of them']);
    await env.close();
  });

  it.each(['elsewhere', 'far away'])('ends with nothing when the agent leaves the page: %s', async (name) => {
    const env = await open();
    const first = await env.reset(miniwobTask('leave', 1, 0), 0);
    const here = await env.step({ verb: 'click', target: named(first, 'here') });
    expect(here).toMatchObject({ reward: 0, terminated: false });
    expect(here.observation.tree.url).toBe('/leave.html#more');
    const away = await env.step({ verb: 'click', target: named(first, name) });
    expect(away).toMatchObject({ reward: 0, terminated: true, truncated: false });
    await env.close();
  });

  it('sees the verdict also when the page did not let the action happen', async () => {
    const env = await open();
    const first = await env.reset(miniwobTask('shy', 1, 0), 0);
    const target = named(first, 'Name');
    const end = await env.step({ verb: 'type', target, text: '', enter: false });
    expect(end).toMatchObject({ reward: 1, terminated: true, failure: { kind: 'policy', code: 'not-editable' } });
    await env.close();
  });

  it('tells broken pages from failures of the agent', async () => {
    const lost = async (name: string) => {
      const env = await open('test', 3_000);
      const act = () => ({ verb: 'go_back' }) as const;
      const episode = await runEpisode(env, miniwobTask(name, 1, 0), 0, act, { world: 'browser', policy: 'none' });
      await env.close();
      return episode.failure;
    };
    expect(await lost('broken')).toMatchObject({ kind: 'environment', code: 'navigation' });
    expect(await lost('never')).toMatchObject({ kind: 'environment', code: 'timeout' });
    expect(await lost('missing')).toMatchObject({ kind: 'environment', code: 'navigation' });
  });

  it('records the goal that the page said', async () => {
    const env = await open();
    const act = (seen: Observation) => ({ verb: 'click', target: named(seen, 'rose') }) as const;
    const episode = await runEpisode(env, miniwobTask('pick', 4, 0), 0, act, { world: 'browser', policy: 'expert' });
    expect(episode).toMatchObject({ reward: 1, terminated: true, task: { goal: 'Press the button rose' } });
    await env.close();
  });
});
