import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { serveSpec } from './serveSpec.ts';

let spec: Awaited<ReturnType<typeof serveSpec>>;
let chrome: Browser;
let page: Page;
let trajectories: Trajectory[];

beforeAll(async () => {
  [spec, chrome] = await Promise.all([serveSpec('./workerPage.ts'), launchChrome()]);
  trajectories = await Promise.all(listTasks('train', { families: ['desk'], sites: 1, instances: 1 }).map(expertOn));
  page = await chrome.newPage();
  await page.goto(spec.url);
  await page.waitForFunction(() => window.spec !== undefined);
});
afterAll(async () => {
  await Promise.all([chrome.close(), spec.close()]);
});

const died = { code: 'environment', message: expect.stringContaining('the worker died') };

describe('workers of the page', () => {
  it('a learner killed while it trains rejects the call and trains again', async () => {
    const { killed, weights } = await page.evaluate((data) => window.spec.learn(data), trajectories);
    expect(killed).toEqual(died);
    expect(weights).toBeGreaterThan(1000);
  });

  it('a dreamer killed in the middle of a decision decides the same afterwards: its weights came back', async () => {
    const { before, killed, after } = await page.evaluate((data) => window.spec.act(data), trajectories);
    expect(killed).toEqual(died);
    expect(before).toHaveProperty('verb');
    expect(after).toEqual(before);
  });

  it('an error keeps its code on the way out of a worker', async () => {
    expect(await page.evaluate(() => window.spec.refused())).toEqual({
      code: 'usage',
      message: expect.stringContaining('there is no such run'),
    });
  });
});
