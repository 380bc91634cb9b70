import type { Task } from '../core/types.ts';
import type { MiniwobState } from '../miniwob/page.ts';
import { PageFault } from './driver.ts';
import type { Suite } from './visit.ts';

const pathOf = (task: Task): string => `/${task.template}.html`;

/**
 * MiniWoB++: the page decides. Its verdict ends the visit, and so does leaving it, or stopping, with nothing. `begin` starts the
 * visit on a page that was opened, and resolves to the goal.
 */
export const miniwobSuite = (base: string, begin: (task: Task) => Promise<string>): Suite => ({
  async begin(driver, task) {
    await driver.open(`${base}/miniwob${pathOf(task)}`);
    return begin(task);
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
