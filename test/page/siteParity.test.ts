import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { SPLIT_SEEDS, siteBase } from '../../src/sites/site.ts';
import { serveSites } from '../sites/serveSites.ts';
import { openReaders, type Readers, textOf } from './readers.ts';

let readers: Readers;
let server: Awaited<ReturnType<typeof serveSites>>;
beforeAll(async () => {
  [readers, server] = await Promise.all([openReaders(), serveSites()]);
});
afterAll(async () => {
  await readers?.close();
  await server?.close();
});

/** Asks anew each time: an evaluation whose document goes away says nothing. Frames are not waited for, a busy machine may draw none. */
const until = (holds: () => boolean) =>
  expect.poll(() => readers.page.evaluate(holds).catch(() => false), { timeout: 20_000 }).toBe(true);

const ready = () => until(() => window.reverieSite?.ready === true);

type Navigates = { navigation: EventTarget };

/**
 * Clicks the n-th control of the page, having filled its fields; the page's own scripts and links do the rest. Waits until
 * the old document is gone when the click leaves it: the `navigate` event comes before the click returns, a form that is sent has only
 * its `submit` event by then.
 */
const clickSomething = async (n: number): Promise<void> => {
  const leaves = await readers.page.evaluate((index) => {
    for (const field of document.querySelectorAll('input'))
      if (field.type === 'checkbox') field.checked = index % 2 === 0;
      else field.value = field.type === 'date' ? '2026-03-04' : `text ${index}`;
    const { dataset } = document.documentElement;
    (window as unknown as Navigates).navigation.addEventListener('navigate', () => {
      dataset['leaving'] = '';
    });
    window.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) dataset['leaving'] = '';
    });
    const controls = document.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), [data-on]:not(form)');
    controls[index % controls.length]?.click();
    return 'leaving' in dataset;
  }, n);
  if (leaves) await until(() => !('leaving' in document.documentElement.dataset));
};

const seeds = [SPLIT_SEEDS.train[0] + 3, SPLIT_SEEDS['test-seen'][0] + 4, SPLIT_SEEDS['test-unseen-style'][0] + 5];

test.each(Object.keys(FAMILIES).flatMap((family) => seeds.map((seed) => [family, seed] as const)))(
  'both readers say the same on a walk through %s %i',
  async (family, seed) => {
    const base = siteBase(0, family, seed);
    const rng = createRng(seed).fork(family);
    const pages = new Set<string>();
    await readers.page.goto(`${server.url}${base}/?fresh`);
    for (let step = 0; step < 8; step++) {
      await ready();
      const dom = await readers.dom({ base });
      expect(textOf(await readers.cdp({ base })), `step ${step}`).toBe(textOf(dom));
      expect(dom.url).toMatch(/^\//);
      expect(dom.nodes.length).toBeGreaterThan(3);
      pages.add(dom.url);
      await clickSomething(rng.int(1000));
    }
    expect(pages.size).toBeGreaterThan(1);
  },
);
