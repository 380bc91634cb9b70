import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { AXTree } from '../../src/core/types.ts';
import { textOf } from '../page/readers.ts';
import { openHardWorld, reduce, serveHardPages, visitHardPage } from './visitPage.ts';

/*
 * Random pages of everything that broke other agents: observe, act, observe, … on each. `FUZZ_PAGES=1000 npx vitest run
 * test/fuzz/pages.test.ts` visits a thousand, `FUZZ_SEED=2` others.
 */

const PAGES = Number(process.env.FUZZ_PAGES ?? 200);
const FIRST = (Number(process.env.FUZZ_SEED ?? 1) - 1) * 100_000;
/** Pages side by side: while one waits, another works. */
const LANES = 4;
const ACTIONS = 4;

let chrome: Browser;
let server: Awaited<ReturnType<typeof serveHardPages>>;
beforeAll(async () => {
  [chrome, server] = await Promise.all([launchChrome({ driven: true }), serveHardPages()]);
});
afterAll(async () => {
  await chrome.close();
  server.close();
});

it(
  `both readers say the same of ${PAGES} hard pages before and after any action, none of which breaks the world`,
  async () => {
    const failures: string[] = [];
    let next = FIRST;
    const lane = async (): Promise<void> => {
      const world = await openHardWorld(chrome, server.url);
      // Three suffice to see what is wrong.
      while (next < FIRST + PAGES && failures.length < 3) {
        const seed = next++;
        if ((await visitHardPage(world, seed, ACTIONS)) !== null)
          failures.push(await reduce(world, server.url, seed, ACTIONS));
      }
      await world.env.close();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(failures).toEqual([]);
  },
  1_000 * (60 + 3 * PAGES),
);

it('a closed shadow root hides nothing from the reader over the protocol', async () => {
  const [open, closed] = await Promise.all([1, 2].map(() => openHardWorld(chrome, server.url)));
  let compared = 0;
  for (let seed = FIRST; compared < 10; seed++) {
    const html = await (await fetch(`${server.url}/p/${seed}`)).text();
    if (!html.includes('shadowrootmode')) continue;
    compared++;
    expect(await visitHardPage(closed, seed, ACTIONS, '?closed'), `page ${seed}`).toBeNull();
    const trees: AXTree[] = [];
    for (const [world, query] of [
      [open, ''],
      [closed, '?closed'],
    ] as const) {
      expect(await visitHardPage(world, seed, 0, query)).toBeNull();
      trees.push({ ...world.last().tree, url: '' });
    }
    expect(textOf(trees[1]), `page ${seed}`).toBe(textOf(trees[0]));
  }
  await Promise.all([open.env.close(), closed.env.close()]);
});
