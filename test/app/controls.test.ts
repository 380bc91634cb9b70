import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, it } from 'vitest';
import { realPages } from '../env/realPages.ts';
import { press, stored } from './stored.ts';

const { server, chrome } = realPages();
let page: Page;

beforeAll(async () => {
  page = await chrome().newPage();
  await page.goto(server().url);
  await page.locator('#run ::-p-aria([name="Sites"])').fill('desk');
});

const phase = (): Promise<string | null> => page.$eval('[data-phase]', (line) => line.getAttribute('data-phase'));
const episodes = async (): Promise<number> =>
  Number.parseInt(await page.$eval('[data-stage="record experts"] .number', (text) => text.textContent ?? ''), 10);
/** Waits until at least so many episodes are done: they may end faster than anyone looks. */
const reach = (done: number): Promise<unknown> =>
  page.waitForFunction(
    (least) =>
      Number.parseInt(document.querySelector('[data-stage="record experts"] .number')?.textContent ?? '', 10) >= least,
    {},
    done,
  );

describe('controls of a run', () => {
  it('says which engine runs and why, before anything was started', async () => {
    await page.waitForFunction(() => document.querySelector('.backend strong') !== null);
    const line = await page.$eval('.backend', (text) => text.textContent ?? '');
    expect(line).toMatch(/^(WebGPU|WebAssembly).*because/);
  });

  it('goes one episode at a time', async () => {
    await press(page, 'Single step');
    // Four pages are at work side by side: each plays one episode and waits.
    await reach(4);
    expect(await phase()).toBe('paused');
    expect(await episodes()).toBe(4);
    await press(page, 'Single step');
    await reach(5);
    expect(await episodes()).toBe(5);
    expect(await page.$$eval('.frames iframe', (frames) => frames.length)).toBe(4);
  });

  it('goes on, and pauses again', async () => {
    await press(page, 'Go on');
    await reach(8);
    await press(page, 'Pause');
    expect(await phase()).toBe('paused');
  });

  it('lets the person keep the keyboard while the agent types on its pages', async () => {
    await press(page, 'Go on');
    const before = await episodes();
    await page.focus('#demonstrate input[type=number]');
    await reach(before + 2);
    expect(await page.evaluate(() => document.activeElement?.matches('#demonstrate input[type=number]'))).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest('.frames'))).toBeNull();
  });

  it('stops where it is, clears the page, and offers to resume or to discard', async () => {
    await press(page, 'Reset');
    await page.locator('[data-offer]').wait();
    expect(await phase()).toBe('idle');
    expect(await page.$$eval('.frames iframe', (frames) => frames.length)).toBe(0);
    expect(page.workers().filter((worker) => worker.url().includes('learner'))).toEqual([]);
    expect(await page.$eval('[data-offer]', (offer) => offer.textContent)).toContain('stopped at record experts');
    await press(page, 'Discard');
    await page.waitForFunction(() => document.querySelector('[data-offer]') === null);
    expect(await stored(page, 'runs')).toEqual([]);
  });
});
