import { checkAction } from '../../src/action/table.ts';
import type { Task, Trajectory } from '../../src/core/types.ts';
import type { Environment } from '../../src/env/environment.ts';
import { type Actor, runEpisode } from '../../src/env/rollout.ts';
import { checkTask, expertAction, familyOf } from '../../src/sites/tasks.ts';
import { MiniBrowser } from './miniBrowser.ts';

/** The sites as an environment without a browser: thousands of steps a second for tests of what learns from pages. */
export function createPureWorld(): Environment {
  let task: Task;
  let browser: MiniBrowser<unknown, unknown>;
  const answer = (more = {}) => ({
    observation: browser.observation(),
    reward: 0,
    terminated: false,
    truncated: false,
    state: structuredClone(browser.state),
    ...more,
  });
  return {
    async reset(next) {
      task = next;
      browser = new MiniBrowser(familyOf(task.family), task.siteSeed, task.goal);
      return browser.observation();
    },
    async step(action) {
      const failure = checkAction(action, browser.observation().tree);
      if (failure || action.verb === 'stop') browser.steps++;
      if (failure) return answer({ failure });
      if (action.verb === 'stop')
        return answer({ reward: checkTask(task, browser.state, action.answer) ? 1 : 0, terminated: true });
      browser.step(action);
      return answer();
    },
    async close() {},
  };
}

/** One episode without a browser. */
export const playPure = (task: Task, seed: number, act: Actor, policy: string): Promise<Trajectory> =>
  runEpisode(createPureWorld(), task, seed, act, { world: 'browser', policy });

export const expertOn = (task: Task): Promise<Trajectory> =>
  playPure(task, 1, (observation, state) => expertAction(task, state, observation), 'expert');
