import type { Page } from 'puppeteer';
import { beforeAll, expect, it } from 'vitest';
import type { AXTree, Observation, Task, Trajectory } from '../../src/core/types.ts';
import { createBrowserWorld } from '../../src/env/browser.ts';
import type { Environment } from '../../src/env/environment.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { siteRoot } from '../../src/env/site.ts';
import { printTree } from '../../src/page/text.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { expertAction, makeTask } from '../../src/sites/tasks.ts';
import { hostScript, openFrameWorld, openHost } from './hostPage.ts';
import { realPages } from './realPages.ts';

/** One site of each split in turn. */
const SEEDS = [3, 10_004, 20_005];
const tasksOf = (family: string, seeds: readonly number[]): Task[] =>
  FAMILIES[family].templates.map(({ name }, i) => makeTask(family, name, seeds[i % seeds.length], i));

/** The page as text, nodes numbered by their place: ids are counted differently by every reader. */
const textOf = (tree: AXTree): string =>
  printTree({ ...tree, nodes: tree.nodes.map((node, i) => ({ ...node, id: i + 1 })) });

function play(
  env: Environment,
  task: Task,
  world: 'frame' | 'browser',
  look: (seen: Observation) => Promise<void> | void,
) {
  const act = async (seen: Observation, state: unknown) => {
    await look(seen);
    return expertAction(task, state, seen);
  };
  return runEpisode(env, task, 1, act, { world, policy: 'expert' });
}

/** What an agent saw and what became of it, without what differs between worlds by design (ids, times). */
const story = ({ steps, final, finalState, reward, terminated }: Trajectory) => ({
  seen: [...steps.map((step) => step.observation), final].map(({ tree, feedback, notes }) => ({
    text: textOf(tree),
    feedback,
    notes,
  })),
  states: [...steps.map((step) => step.state), finalState],
  reward,
  terminated,
});

/** Clause h of `environment.ts`, and that the two worlds are one: for every task template of a site family. */
export function experts(family: string, seeds: readonly number[] = SEEDS): void {
  const { server, chrome } = realPages();

  let host: Page;
  let page: Page;
  let frame: Environment;
  let browser: Environment;
  beforeAll(async () => {
    host = await openHost(chrome(), server().url);
    frame = await openFrameWorld(host, 7);
    page = await chrome().newPage();
    await page.evaluateOnNewDocument(await hostScript());
    browser = createBrowserWorld({ page, base: server().url, slot: 8 });
  });

  it.each(tasksOf(family, seeds).map((task) => [task.id, task] as const))(
    '%s: reward 1 in frame and browser, the same story in both, and DOM and CDP text equal on every page',
    async (_, task) => {
      const base = new URL(siteRoot({ base: server().url, slot: 8 }, task)).pathname;
      const [inFrame, inBrowser] = await Promise.all([
        play(frame, task, 'frame', () => {}),
        play(browser, task, 'browser', async ({ tree }) => {
          const dom = await page.evaluate((root) => window.host.read(root), base);
          expect(textOf(dom)).toBe(textOf(tree));
        }),
      ]);
      expect(inBrowser.failure).toBeUndefined();
      expect(inBrowser.steps.filter((step) => step.failure)).toEqual([]);
      expect(inBrowser.reward).toBe(1);
      expect(story(inFrame)).toEqual(story(inBrowser));
    },
  );
}
