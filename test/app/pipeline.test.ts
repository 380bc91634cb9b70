import type { Page } from 'puppeteer';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/core/report.ts';
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
    expect(await textOf(first, '[role=status]')).toContain('worker died');

    // The tab is closed between two updates of dream training.
    await reaches(first, 'dream training', `[1-${updates - 1}] of ${updates}`);
    await first.close();

    const second = await chrome().newPage();
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
    const report = reportSchema.parse(stages.get('report'));
    expect(report).toMatchObject({ preset: 'debug', seed: 1, expert: { success: 1 } });
    // Every update once: none lost, none done twice.
    const { result } = stages.get('dream training') as { result: DreamSummary };
    expect([result.updates, result.groups]).toEqual([updates, updates * prompts]);
    const curves = stages.get('curves') as Record<string, { x: number }[]>;
    expect(curves['dream training'].map(({ x }) => x)).toEqual(Array.from({ length: updates }, (_, i) => i + 1));
    expect((await stored(second, 'runs'))[0].progress).toMatchObject({ done: true });
    // The page shows it: three policies on three splits.
    expect(await second.$$eval('#results tbody tr:not(.group)', (rows) => rows.length)).toBeGreaterThanOrEqual(9);
  });
});
