import type { Task } from '../core/types.ts';
import {
  asExpression,
  controlClocks,
  type DataMode,
  miniwobBegin,
  miniwobGoal,
  miniwobLook,
  miniwobState,
} from '../miniwob/page.ts';
import { type BrowserDriverOptions, createBrowserDriver } from './browser.ts';
import type { PageScript } from './driver.ts';
import type { Environment } from './environment.ts';
import { miniwobSuite } from './miniwobSuite.ts';
import { createVisitWorld } from './visit.ts';

export interface MiniwobWorldOptions extends Pick<BrowserDriverOptions, 'browser' | 'page' | 'onPage' | 'timeout'> {
  /** Where the copy is served: task pages are at `<base>/miniwob/<task>.html`. */
  base: string;
  mode: DataMode;
}

const SCRIPT: PageScript = {
  look: asExpression(miniwobLook),
  state: asExpression(miniwobState),
  preload: asExpression(controlClocks),
  bare: true,
};

/** A world of MiniWoB++ pages in windows of Chrome: they animate, which needs a page that draws. */
export function createMiniwobWorld(options: MiniwobWorldOptions): Environment {
  const driver = createBrowserDriver({ ...options, windows: true }, SCRIPT);
  const begin = async (task: Task): Promise<string> => {
    await driver.ask(asExpression(miniwobBegin, task.siteSeed, options.mode));
    return String(await driver.ask(asExpression(miniwobGoal)));
  };
  return createVisitWorld('miniwob', driver, miniwobSuite(options.base, begin));
}
