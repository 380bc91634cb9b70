import type { Task } from '../core/types.ts';
import {
  type DataMode,
  MINIWOB_GOAL,
  MINIWOB_LOOK,
  MINIWOB_PRELOAD,
  MINIWOB_STATE,
  type MiniwobState,
  miniwobBegin,
} from '../miniwob/page.ts';
import { type BrowserDriverOptions, createBrowserDriver } from './browser.ts';
import { type AskingDriver, PageFault, type PageScript } from './driver.ts';
import type { Environment } from './environment.ts';
import { createVisitWorld, type Suite } from './visit.ts';

export interface MiniwobWorldOptions extends Pick<BrowserDriverOptions, 'browser' | 'page' | 'onPage' | 'timeout'> {
  /** Origin that serves the copy: task pages are at `<base>/miniwob/<task>.html`. */
  base: string;
  mode: DataMode;
}

const SCRIPT: PageScript = { look: MINIWOB_LOOK, state: MINIWOB_STATE, preload: MINIWOB_PRELOAD, bare: true };

const pathOf = (task: Task): string => `/${task.template}.html`;

/** The page decides: its verdict ends the visit, and so does leaving it, or stopping, with nothing. */
const miniwobSuite = ({ base, mode }: MiniwobWorldOptions): Suite<AskingDriver> => ({
  async begin(driver, task) {
    await driver.open(`${base}/miniwob${pathOf(task)}`);
    await driver.ask(miniwobBegin(task.siteSeed, mode));
    return String(await driver.ask(MINIWOB_GOAL));
  },
  look(task, { tree: { url }, state }) {
    if (url.split(/[?#]/)[0] !== pathOf(task)) return 0;
    if (state === undefined) throw new PageFault('navigation', `core.js did not run at ${url}.`, 'miniwob');
    const { done, raw } = state as MiniwobState;
    if (!done) return null;
    // Part of a reward is no success: find-greatest pays 0.1 for a wrong card.
    return raw === 1 ? 1 : 0;
  },
  inside: () => null,
  judge: () => 0,
});

/** A world of MiniWoB++ pages in windows of Chrome: they animate, which needs a page that draws. */
export const createMiniwobWorld = (options: MiniwobWorldOptions): Environment =>
  createVisitWorld('miniwob', createBrowserDriver({ ...options, windows: true }, SCRIPT), miniwobSuite(options));
