import { feedbackLine } from '../action/feedback.ts';
import type { PageAction } from '../action/problems.ts';
import { checkAction, noteText } from '../action/table.ts';
import { ReverieError } from '../core/errors.ts';
import type { Action, AXTree, Failure, Observation, Task, Transition } from '../core/types.ts';
import { type PageDriver, PageFault, type PageReading, type TabAction } from './driver.ts';
import type { Environment } from './environment.ts';

/** What a suite of tasks adds to the rules of a visit. */
export interface Suite<Driver extends PageDriver = PageDriver> {
  /** Brings the first page of a fresh visit and resolves to the goal. */
  begin(driver: Driver, task: Task, seed: number): Promise<string>;
  /** What a page means for the visit: its reward when it ends there, else null. Throws `PageFault` when the page is broken. */
  look(task: Task, reading: PageReading): number | null;
  /** The whole address for `goto`, or null when it leads out of the visit. */
  inside(task: Task, address: string): string | null;
  /** Reward of `stop [answer]` in this state and on the page as it was left, which may be moved now; or why there is none. */
  judge(task: Task, state: unknown, answer: string, driver: Driver): Verdict | Promise<Verdict>;
}

type Verdict = number | Required<Pick<Transition, 'notScored'>>;

const PAGE_VERBS = new Set<string>(['click', 'type', 'select', 'hover', 'drag', 'click_at', 'press', 'scroll']);
const isPageAction = (action: Action): action is PageAction => PAGE_VERBS.has(action.verb);

const TAB_VERBS = new Set<string>(['new_tab', 'tab_focus', 'close_tab']);
const isTabAction = (action: Action): action is TabAction => TAB_VERBS.has(action.verb);

const refuse = (code: string, message: string): Failure => ({ kind: 'policy', code, message });

interface Visit {
  task: Task;
  observation: Observation;
  state: unknown;
  over: boolean;
}

/** The rules of a visit (history, notes, answer, failures), the same for every way of driving a page and every suite. */
export function createVisitWorld<Driver extends PageDriver>(
  who: string,
  driver: Driver,
  suite: Suite<Driver>,
): Environment {
  let visit: Visit | null = null;
  let closed = false;

  /** Does the action. A failure means that it was not done. */
  async function act(at: Visit, action: Exclude<Action, { verb: 'stop' | 'note' }>): Promise<Failure | null> {
    if (isPageAction(action)) return driver.perform(action, at.observation.tree);
    if (action.verb === 'goto') {
      const url = suite.inside(at.task, action.url);
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
    if (isTabAction(action) && driver.tabs) return driver.tabs(action);
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
      const verdict = await suite.judge(at.task, at.state, action.answer, driver);
      const outcome = typeof verdict === 'number' ? { reward: verdict } : verdict;
      return transition(at, tree, feedbackLine(action, tree, tree), { ...outcome, terminated: true });
    }
    if (action.verb === 'note') {
      const node = tree.nodes.find(({ id }) => id === action.target)!;
      at.observation = { ...at.observation, notes: [...notes, noteText(node)] };
      return transition(at, tree, feedbackLine(action, tree, tree));
    }
    const failure = await act(at, action);
    if (failure && !isPageAction(action)) return transition(at, tree, failure.message, { failure });
    // A page may answer even to what it does not allow: a field that gives the focus away, say.
    const reading = await driver.read();
    const reward = suite.look(at.task, reading);
    at.state = reading.state;
    const asides = driver.takeAsides();
    return transition(at, reading.tree, failure?.message ?? feedbackLine(action, tree, reading.tree, asides), {
      ...(failure && { failure }),
      ...(reward !== null && { reward, terminated: true }),
    });
  }

  const guard = (method: string): void => {
    if (closed) throw new ReverieError('closed', { who: `${who}.${method}`, rule: 'this environment was closed' });
  };

  return {
    async reset(task, seed) {
      guard('reset');
      visit = null;
      const goal = await suite.begin(driver, task, seed);
      driver.takeAsides();
      const reading = await driver.read();
      if (suite.look(task, reading) !== null)
        throw new PageFault('navigation', 'The visit is over before it began.', who);
      const observation: Observation = { goal, tree: reading.tree, feedback: '', notes: [], step: 0 };
      visit = { task, observation, state: reading.state, over: false };
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
