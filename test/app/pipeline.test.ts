import type { Page } from 'puppeteer';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/core/report.ts';
import type { BackendInfo } from '../../src/engine/backend.ts';
import { configure } from '../../src/train/config.ts';
import type { DreamSummary } from '../../src/train/dreamTraining.ts';
import { runAddress } from '../../workers/harnessProtocol.ts';
import { realPages } from '../env/realPages.ts';
import { press, stored } from './stored.ts';

/** Two cores that others use too. */
const PATIENCE = 480_000;
const { server, chrome } = realPages();
const wish = { preset: 'debug', seed: 1, families: ['desk'] };
const { updates, prompts } = configure('debug').dream;
/** The tab in which the run ended. */
let page: Page;

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent ?? '');
const reaches = (page: Page, stage: string, pattern: string): Promise<unknown> =>
  page.waitForFunction(
    (name, text) => new RegExp(text).test(document.querySelector(`[data-stage="${name}"]`)?.textContent ?? ''),
    { polling: 'mutation', timeout: PATIENCE },
    stage,
    pattern,
  );

/** Runs in the page: ends every learner without a word as soon as the stage reports its first updates. */
function killAtFirstSight(stage: string): void {
  const learners: Worker[] = [];
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (options?.name?.startsWith('learner')) learners.push(this);
    }
  };
  const watch = new MutationObserver(() => {
    const row = document.querySelector(`[data-stage="${stage}"]`);
    if (!/\d+ of \d+/.test(row?.textContent ?? '')) return;
    watch.disconnect();
    for (const learner of learners) learner.terminate();
  });
  watch.observe(document, { subtree: true, childList: true, characterData: true });
}

describe('a run in the page, without a harness', () => {
  it('survives a dead worker and a closed tab, and ends with a report', { timeout: PATIENCE + 60_000 }, async () => {
    const first = await chrome().newPage();
    await first.evaluateOnNewDocument(killAtFirstSight, 'supervised start');
    await first.goto(server().url + runAddress({ name: 'resumed', ...wish }));

    await first.locator('[role=status]').setTimeout(PATIENCE).wait();
    expect(await textOf(first, '[role=status]')).toContain('the worker died');

    // The tab is closed between two updates of dream training.
    await reaches(first, 'dream training', `[1-${updates - 1}] of ${updates}`);
    await first.close();

    const second = await chrome().newPage();
    page = second;
    await second.goto(server().url);
    await second.locator('[data-offer="resumed"]').wait();
    expect(await textOf(second, '[data-offer="resumed"]')).toMatch(
      new RegExp(`stopped at dream training, update [1-${updates - 1}] of ${updates}`),
    );
    await press(second, 'Resume');
    await second.waitForFunction(
      () => ['done', 'failed'].includes(document.querySelector('[data-phase]')?.getAttribute('data-phase') ?? ''),
      { timeout: PATIENCE },
    );
    expect(await second.$$eval('[role=alert]', (alerts) => alerts.map(({ textContent }) => textContent))).toEqual([]);

    const stages = new Map((await stored(second, 'stages')).map(({ stage, json }) => [stage, json]));
    // The engine of the first tab, and its reason, not a new choice.
    const { backend, reason } = stages.get('backend') as BackendInfo;
    expect(backend).toBe('wasm');
    expect(await textOf(second, '.backend')).toContain(reason);
    const report = reportSchema.parse(stages.get('report'));
    expect(report).toMatchObject({ preset: 'debug', seed: 1, expert: { success: 1 } });
    // Every update once: none lost, none done twice.
    const { result } = stages.get('dream training') as { result: DreamSummary };
    expect([result.updates, result.groups]).toEqual([updates, updates * prompts]);
    const curves = stages.get('curves') as Record<string, { x: number }[]>;
    expect(curves['dream training'].map(({ x }) => x)).toEqual(Array.from({ length: updates }, (_, i) => i + 1));
    expect((await stored(second, 'runs'))[0].progress).toMatchObject({ done: true });
    // The page shows it: a bar for every policy on every split that was measured.
    const measured = Object.values(report.policy).flatMap((splits) => Object.keys(splits));
    expect(measured.length).toBeGreaterThanOrEqual(3);
    expect(await second.$$eval('#results .interval', (bars) => bars.length)).toBe(measured.length);
  });

  it('shows the dream beside the real page, and lets the agent dream on from there', async () => {
    const choice = '#dreams .picker label:last-child select';
    await page.waitForFunction((list) => document.querySelectorAll(`${list} option`).length > 1, {}, choice);
    const expert = await page.$eval(choice, (list) => {
      const options = [...(list as HTMLSelectElement).options];
      return options.find(({ text }) => /expert, \d+ steps, success/.test(text))!.value;
    });
    await page.select(choice, expert);
    const idle = () => page.waitForFunction(() => document.querySelector('#dreams [role=status]') === null);
    const counts = (): Promise<number[]> =>
      page.$$eval('#dreams .legend strong', (numbers) => numbers.map(({ textContent }) => Number(textContent)));
    await page.locator('#dreams .trees').wait();
    await idle();

    // Depth 0 is given: every node matches, and the lines are those of the recorded page.
    const recorded = (await stored(page, 'trajectories')).find(
      ({ trajectory }) => trajectory.id === expert,
    )!.trajectory;
    expect(await counts()).toEqual([recorded.steps[0].observation.tree.nodes.length, 0, 0, 0]);

    // One dreamed step, by keyboard: real and dreamed nodes are all accounted for.
    await page.focus('#dreams input[type=range]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('#dreams output')?.textContent?.startsWith('1 of'));
    const [matched, wrong, missing] = await counts();
    expect(matched + wrong + missing).toBe(recorded.steps[1].observation.tree.nodes.length);
    expect(await page.$eval('#dreams .imagined', ({ textContent }) => textContent)).toContain('Dreamed');

    const dream = async (button: string): Promise<string[]> => {
      await press(page, button);
      await page.locator('::-p-aria([name="Another seed"][role="button"])').wait();
      await idle();
      await page.focus('#dreams input[type=range]');
      await page.keyboard.press('End');
      return page.$$eval('#dreams .trees .pair', (pairs) => pairs.map(({ textContent }) => textContent ?? ''));
    };
    const first = await dream('Dream from here');
    await dream('Another seed');
    expect(await page.$eval('#dreams', ({ textContent }) => textContent)).toContain('seed 2');
    await press(page, 'Back to the recorded actions');
    await idle();
    // From the same step with the same seed the same dream again.
    expect(await dream('Dream from here')).toEqual(first);
  });
});
