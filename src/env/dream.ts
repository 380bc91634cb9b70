import { feedbackLine } from '../action/feedback.ts';
import { checkAction, noteText } from '../action/table.ts';
import { ReverieError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import type { Action, AXTree, Failure, Observation, Task, Trajectory, Transition } from '../core/types.ts';
import { type Imagined, imagine, judge } from '../model/imagine.ts';
import { SURE } from '../model/judge.ts';
import { MadeUp } from '../model/madeUp.ts';
import { type PageMemory, startVisit, travel, type Visit } from '../model/memory.ts';
import type { Model } from '../model/model.ts';
import { agentView, historyOf, type PastAction, pastOf, samePage } from '../model/view.ts';
import type { Environment } from './environment.ts';

/** One dreamed visit. Plain data but for the visit's maps. */
export interface Dream {
  task: Task;
  observation: Observation;
  past: PastAction[];
  visit: Visit;
  /** Actions taken inside the dream; `observation.step` also counts the real ones before it. */
  dreamed: number;
  reward: number;
  terminated: boolean;
  truncated: boolean;
  /** The world model met a page that nobody recorded. */
  missing: boolean;
  madeUp: MadeUp;
  /** A made-up fact was noted. */
  unsure: boolean;
  /** Number of Δ that had to be thrown away. */
  malformed: number;
  /** The judge's P(success) at `stop`; 0 where it rests on a made-up fact. */
  belief: number;
  /** What the world model said of the last action; null when it was not asked. */
  last: Imagined | null;
}

export interface DreamOptions {
  /** Greedy (0) or sampled world model. */
  temperature?: number;
  /** The judge's belief from which on a dream is praised. */
  belief?: number;
  /** Steps a dream may last, beyond the task's horizon. */
  length?: number;
}

/** Where a dream begins in a recorded trajectory: before its step `step`. */
export interface DreamStart {
  trajectory: Trajectory;
  step: number;
}

/** Actions that change the page; others are answered without the world model. */
const IMAGINED = new Set(['click', 'type', 'select', 'go_back', 'go_forward']);

/**
 * The world model as a world: many dreams advance in one forward pass. Transitions come from Δ, `note` and limits from
 * the same rules as on real pages, the reward at `stop` from the judge.
 */
export class DreamWorld {
  private id = 1_000_000;
  constructor(
    private readonly models: { world: Model; judge: Model },
    private readonly memoryOf: (task: Task) => { memory: PageMemory; home: AXTree },
    private readonly options: DreamOptions = {},
  ) {}

  start(task: Task, from?: DreamStart): Dream {
    const { memory, home } = this.memoryOf(task);
    const visit = startVisit(memory);
    if (!from) return this.goOn(task, { goal: task.goal, tree: home, feedback: '', notes: [], step: 0 }, [], visit);
    const { steps } = from.trajectory;
    for (let t = 0; t < from.step; t++)
      travel(visit, steps[t].observation.tree, steps[t + 1].observation.tree.url, steps[t].action.verb);
    const past = historyOf(from.trajectory).slice(0, from.step);
    return this.goOn(task, { ...steps[from.step].observation, goal: task.goal }, past, visit);
  }

  /** A dream that goes on from where a visit is. The dream's own journey is booked into `visit`. */
  goOn(task: Task, observation: Observation, past: PastAction[], visit: Visit): Dream {
    visit.past = past;
    return {
      task,
      observation,
      past,
      visit,
      dreamed: 0,
      reward: 0,
      terminated: false,
      truncated: false,
      missing: false,
      madeUp: new MadeUp(),
      unsure: false,
      malformed: 0,
      belief: 0,
      last: null,
    };
  }

  /**
   * Advances every dream by its action. Dreams that are over must not be passed.
   * @returns per dream, why its action could not be done (the page stays), or null.
   */
  async advance(
    dreams: readonly Dream[],
    actions: readonly Action[],
    uniform: () => number,
  ): Promise<(Failure | null)[]> {
    const stops: number[] = [];
    const moves: number[] = [];
    for (const dream of dreams) dream.last = null;
    const failures = actions.map((action, i) => refusal(dreams[i], action));
    actions.forEach((action, i) => {
      if (failures[i]) this.settle(dreams[i], action, dreams[i].observation.tree, { feedback: failures[i].message });
      else if (action.verb === 'stop') stops.push(i);
      else if (IMAGINED.has(action.verb)) moves.push(i);
      else this.settle(dreams[i], action, dreams[i].observation.tree);
    });
    if (moves.length > 0) {
      const batch = moves.map((i) => ({
        tree: dreams[i].observation.tree,
        action: actions[i],
        visit: dreams[i].visit,
      }));
      const imagined = await imagine(this.models.world, batch, this.options.temperature ?? 0, uniform, () => this.id++);
      moves.forEach((i, k) => {
        dreams[i].last = imagined[k];
        if (imagined[k].malformed) dreams[i].malformed++;
        dreams[i].madeUp.add(imagined[k]);
        this.settle(dreams[i], actions[i], imagined[k].tree, { missing: imagined[k].missing });
      });
    }
    if (stops.length > 0) {
      const beliefs = await judge(
        this.models.judge,
        stops.map((i) => ({
          view: agentView(dreams[i].observation, dreams[i].past),
          answer: answerOf(actions[i]),
        })),
      );
      stops.forEach((i, k) => {
        const dream = dreams[i];
        const answer = answerOf(actions[i]);
        const madeUp = dream.unsure || (answer !== '' && dream.madeUp.has(dream.observation.tree.url, answer));
        dream.dreamed++;
        dream.belief = madeUp ? 0 : beliefs[k];
        dream.reward = dream.belief >= (this.options.belief ?? SURE) ? 1 : 0;
        dream.terminated = true;
        dream.past = [...dream.past, pastOf(dream.observation.tree, actions[i], true)];
        const { tree, step } = dream.observation;
        dream.observation = { ...dream.observation, step: step + 1, feedback: feedbackLine(actions[i], tree, tree) };
      });
    }
    return failures;
  }

  private settle(
    dream: Dream,
    action: Action,
    tree: AXTree,
    { missing = false, feedback }: { missing?: boolean; feedback?: string } = {},
  ): void {
    const before = dream.observation.tree;
    const noted = action.verb === 'note' ? before.nodes.find((node) => node.id === action.target) : undefined;
    if (noted && dream.madeUp.has(before.url, noted.name)) dream.unsure = true;
    dream.dreamed++;
    dream.past = [...dream.past, pastOf(before, action, action.verb !== 'note' && samePage(before, tree))];
    dream.observation = {
      ...dream.observation,
      tree,
      feedback: feedback ?? feedbackLine(action, before, tree),
      notes: noted ? [...dream.observation.notes, noteText(noted)] : dream.observation.notes,
      step: dream.observation.step + 1,
    };
    dream.visit.past = dream.past;
    dream.missing = missing;
    const tooLong = this.options.length !== undefined && dream.dreamed >= this.options.length;
    if (missing || tooLong || dream.observation.step >= dream.task.horizon) dream.truncated = true;
  }
}

const answerOf = (action: Action): string => (action.verb === 'stop' ? action.answer : '');

/** What the rules of a visit forbid, as on real pages. */
function refusal({ observation, visit }: Dream, action: Action): Failure | null {
  const invalid = checkAction(action, observation.tree);
  if (invalid) return invalid;
  const refuse = (code: string, message: string): Failure => ({ kind: 'policy', code, message });
  if (action.verb === 'go_back' && visit.back.length === 0) return refuse('no-history', 'There is no earlier page.');
  if (action.verb === 'go_forward' && visit.forward.length === 0)
    return refuse('no-history', 'There is no later page.');
  if (action.verb === 'goto') return refuse('outside-site', 'A dream knows no addresses, only what its pages link to.');
  if (['new_tab', 'tab_focus', 'close_tab'].includes(action.verb)) return refuse('one-tab', 'A dream has one tab.');
  return null;
}

export const isOver = (dream: Dream): boolean => dream.terminated || dream.truncated;

/** One dream at a time behind the environment contract. A MISSING page truncates the episode. */
export function createDreamEnvironment(world: DreamWorld): Environment {
  let dream: Dream | null = null;
  let uniform = createRng(0).next;
  let closed = false;
  const guard = (who: string): void => {
    if (closed) throw new ReverieError('closed', { who, rule: 'this environment was closed' });
  };
  return {
    async reset(task, seed) {
      guard('dream.reset');
      uniform = createRng(seed).fork(`dream:${task.id}`).next;
      // Step limits are a wrapper's business, as for every other world.
      dream = world.start({ ...task, horizon: Number.MAX_SAFE_INTEGER });
      return dream.observation;
    },
    async step(action): Promise<Transition> {
      guard('dream.step');
      if (!dream) throw new ReverieError('ended', { who: 'dream.step', rule: 'reset comes first' });
      if (isOver(dream))
        throw new ReverieError('ended', { who: 'dream.step', rule: 'the episode is over', hint: 'Call reset.' });
      const [failure] = await world.advance([dream], [action], uniform);
      const { observation, reward, terminated, truncated } = dream;
      return { observation, reward, terminated, truncated, ...(failure ? { failure } : {}) };
    },
    async close() {
      closed = true;
      dream = null;
    },
  };
}
