import type { KeyInput, Page } from 'puppeteer';
import { describe, expect, it } from 'vitest';
import { createBrowserWorld } from '../../src/env/browser.ts';
import { type Actor, runEpisode } from '../../src/env/rollout.ts';
import { siteRoot } from '../../src/env/site.ts';
import { flowOfTrajectory } from '../../src/exchange/ofTrajectory.ts';
import { exportRecorder } from '../../src/exchange/recorderExport.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { checkTask, expertAction, makeTask } from '../../src/sites/tasks.ts';
import { realPages } from '../env/realPages.ts';

interface RecordedStep {
  type: string;
  url: string;
  selectors: string[];
  value: string;
  key: string;
  offsetX: number;
  offsetY: number;
  assertedEvents?: object[];
}

/** Does a step as Recorder's own player does: by puppeteer's selectors, clicks, keys and waits. */
async function replay(page: Page, step: RecordedStep): Promise<void> {
  const arrived = step.assertedEvents && step.type !== 'navigate' ? page.waitForNavigation() : undefined;
  const element = async () => (await page.waitForSelector(step.selectors[0], { timeout: 5_000 }))!;
  switch (step.type) {
    case 'navigate':
      await page.goto(step.url);
      break;
    case 'click':
      await (await element()).click({ offset: { x: step.offsetX, y: step.offsetY } });
      break;
    case 'change':
      await page.locator(step.selectors[0]).fill(step.value);
      break;
    case 'keyDown':
      await page.keyboard.down(step.key as KeyInput);
      break;
    case 'keyUp':
      await page.keyboard.up(step.key as KeyInput);
      break;
    default:
      throw new Error(`no expert does this: ${step.type}`);
  }
  await arrived;
}

describe('an expert’s episode written for Recorder', () => {
  const { server, chrome } = realPages();

  it.each([
    ['shop', 7],
    ['desk', 6],
    ['booking', 3],
  ])('fulfils the task when puppeteer plays it back in Chrome: %s', async (family, count) => {
    const world = { base: server().url, slot: 0 };
    const env = createBrowserWorld({ browser: chrome(), ...world });
    let played = 0;
    for (const [i, { name }] of FAMILIES[family].templates.entries()) {
      const task = makeTask(family, name, [3, 10_004][i % 2], i);
      const act: Actor = (seen, state) => expertAction(task, state, seen);
      const episode = await runEpisode(env, task, 1, act, { world: 'browser', policy: 'expert' });
      const { text, lost } = exportRecorder(flowOfTrajectory(episode, siteRoot(world, task)));
      // Recorder names options by values that nobody recorded.
      if (lost.some(({ what }) => what === 'select')) continue;
      const page = await chrome().newPage();
      for (const step of JSON.parse(text).steps as RecordedStep[]) await replay(page, step);
      const { action } = episode.steps.at(-1)!;
      const answer = action.verb === 'stop' ? action.answer : '';
      await page.waitForFunction('window.reverieSite?.ready');
      const state = await page.evaluate('window.reverieSite.state()');
      expect(checkTask(task, state, answer), `${task.id}\n${text}`).toBe(true);
      await page.close();
      played++;
    }
    await env.close();
    expect(played).toBe(count);
  });
});
