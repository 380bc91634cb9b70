import { feedbackLine } from '../action/feedback.ts';
import type { PageAction } from '../action/problems.ts';
import { checkAction, noteText } from '../action/table.ts';
import { ReverieError } from '../core/errors.ts';
import type { Action, AXTree, Failure, Observation, Task, Transition } from '../core/types.ts';
import { siteBase } from '../sites/site.ts';
import { checkTask } from '../sites/tasks.ts';
import { type PageDriver, PageFault, type PageReading } from './driver.ts';
import type { Environment } from './environment.ts';

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

const PAGE_VERBS = new Set<string>(['click', 'type', 'select', 'hover', 'press', 'scroll']);
const isPageAction = (action: Action): action is PageAction => PAGE_VERBS.has(action.verb);

const refuse = (code: string, message: string): Failure => ({ kind: 'policy', code, message });

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

interface Visit {
  task: Task;
  root: string;
  observation: Observation;
  state: unknown;
  over: boolean;
}

/** The rules of a visit (history, notes, answer, reward, failures), the same for every way of driving a page. */
export function createSiteWorld(who: string, driver: PageDriver, options: SiteWorldOptions): Environment {
  let visit: Visit | null = null;
  let closed = false;

  const read = async (root: string): Promise<PageReading> => {
    const reading = await driver.read();
    const { url } = reading.tree;
    if (!url.startsWith('/')) throw new PageFault('left-site', `The page left ${root}: it is at ${url}.`, who);
    if (reading.state === undefined) throw new PageFault('navigation', `The site's script did not run at ${url}.`, who);
    return reading;
  };

  /** Does the action. A failure means: nothing happened, the page is as before. */
  async function act(at: Visit, action: Exclude<Action, { verb: 'stop' | 'note' }>): Promise<Failure | null> {
    if (isPageAction(action)) return driver.perform(action, at.observation.tree);
    if (action.verb === 'goto') {
      const url = insideSite(at.root, action.url);
      if (url === null) return refuse('outside-site', `${action.url} is not an address of this site.`);
      await driver.follow(url);
      return null;
    }
    if (action.verb === 'go_back') {
      return (await driver.travel(-1)) ? null : refuse('no-history', 'There is no earlier page.');
    }
    if (action.verb === 'go_forward') {
      return (await driver.travel(1)) ? null : refuse('no-history', 'There is no later page.');
    }
    return refuse('one-tab', 'This visit has one tab; links that ask for a new one open in it.');
  }

  const transition = (at: Visit, tree: AXTree, feedback: string, more: Partial<Transition> = {}): Transition => {
    at.observation = { ...at.observation, tree, feedback, step: at.observation.step + 1 };
    const result = { observation: at.observation, reward: 0, terminated: false, truncated: false, ...more };
    at.over = result.terminated || result.truncated;
    return { ...result, state: at.state };
  };

  async function step(at: Visit, action: Action): Promise<Transition> {
    const { tree, notes } = at.observation;
    const invalid = checkAction(action, tree);
    if (invalid) return transition(at, tree, invalid.message, { failure: invalid });
    if (action.verb === 'stop') {
      const reward = checkTask(at.task, at.state, action.answer) ? 1 : 0;
      return transition(at, tree, feedbackLine(action, tree, tree), { reward, terminated: true });
    }
    if (action.verb === 'note') {
      const node = tree.nodes.find(({ id }) => id === action.target)!;
      at.observation = { ...at.observation, notes: [...notes, noteText(node)] };
      return transition(at, tree, feedbackLine(action, tree, tree));
    }
    const failure = await act(at, action);
    if (failure) return transition(at, tree, failure.message, { failure });
    const reading = await read(at.root);
    at.state = reading.state;
    return transition(at, reading.tree, feedbackLine(action, tree, reading.tree, driver.takeAsides()));
  }

  const guard = (method: string): void => {
    if (closed) throw new ReverieError('closed', { who: `${who}.${method}`, rule: 'this environment was closed' });
  };

  return {
    async reset(task, seed) {
      guard('reset');
      const root = siteRoot(options, task);
      visit = null;
      await driver.open(`${root}/?fresh${options.latency ? `&latency=${seed}` : ''}`);
      driver.takeAsides();
      const { tree, state } = await read(root);
      const observation: Observation = { goal: task.goal, tree, feedback: '', notes: [], step: 0 };
      visit = { task, root, observation, state, over: false };
      return observation;
    },
    async step(action) {
      guard('step');
      const at = visit;
      if (!at || at.over) {
        const rule = at ? 'the episode is over' : 'there is no episode';
        throw new ReverieError('ended', { who: `${who}.step`, rule, hint: 'Call reset.' });
      }
      try {
        return await step(at, action);
      } catch (error) {
        if (!(error instanceof PageFault)) throw error;
        const { failure } = error;
        return transition(at, at.observation.tree, failure.message, { failure, truncated: true });
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      visit = null;
      await driver.close();
    },
  };
}
