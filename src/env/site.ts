import type { Task } from '../core/types.ts';
import { siteBase } from '../sites/site.ts';
import { checkTask } from '../sites/tasks.ts';
import { type PageDriver, PageFault } from './driver.ts';
import type { Environment } from './environment.ts';
import { createVisitWorld, type Suite } from './visit.ts';

export interface SiteWorldOptions {
  /** Origin that serves the sites, e.g. `http://127.0.0.1:4173`. */
  base: string;
  /** Keeps visits apart that share storage (frames of one tab). */
  slot: number;
  /** Pages answer with heavy-tailed delays drawn from the episode's seed. */
  latency?: boolean;
}

/** The base of a task's site, without trailing slash. */
export const siteRoot = ({ base, slot }: SiteWorldOptions, task: Task): string =>
  base + siteBase(slot, task.family, task.siteSeed);

/** The whole address for `goto`, or null when it leads out of the site. `fresh` and `latency` belong to the harness. */
export function insideSite(root: string, address: string): string | null {
  let url: URL;
  try {
    url = new URL(address.startsWith('/') && !address.startsWith('//') ? root + address : address, `${root}/`);
  } catch {
    return null;
  }
  const home = new URL(`${root}/`);
  if (url.origin !== home.origin || !`${url.pathname}/`.startsWith(home.pathname)) return null;
  url.searchParams.delete('fresh');
  url.searchParams.delete('latency');
  return url.href;
}

/** The built-in sites: the answer ends a visit, the task's checker decides. */
function siteSuite(who: string, options: SiteWorldOptions): Suite {
  return {
    async begin(driver, task, seed) {
      await driver.open(`${siteRoot(options, task)}/?fresh${options.latency ? `&latency=${seed}` : ''}`);
      return task.goal;
    },
    look(task, { tree: { url }, state }) {
      if (!url.startsWith('/')) {
        throw new PageFault('left-site', `The page left ${siteRoot(options, task)}: it is at ${url}.`, who);
      }
      if (state === undefined) throw new PageFault('navigation', `The site's script did not run at ${url}.`, who);
      return null;
    },
    inside: (task, address) => insideSite(siteRoot(options, task), address),
    judge: (task, state, answer) => (checkTask(task, state, answer) ? 1 : 0),
  };
}

/** A world of site pages, however they are driven. */
export const createSiteWorld = (who: string, driver: PageDriver, options: SiteWorldOptions): Environment =>
  createVisitWorld(who, driver, siteSuite(who, options));
