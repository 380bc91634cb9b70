import type { Action, AXTree, Failure, Observation, Task, Trajectory } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import { runEpisode } from '../env/rollout.ts';
import { createMiniwobTab } from '../env/sandbox.ts';
import type { MiniwobState } from '../miniwob/page.ts';
import { MINIWOB_MOUNT } from '../miniwob/tasks.ts';
import { createGate } from './gate.ts';
import { inWords } from './harnessRun.ts';
import type { Player } from './miniwobActors.ts';

/** One action, the page it was taken on, and what came of it. */
export interface Deed {
  action: Action;
  tree: AXTree;
  feedback: string;
  failure?: Failure;
}

/** How a visit ended. */
export type Ending =
  /** The page decided; `reward` is 1 for success, `raw` what the page paid. */
  | { how: 'verdict'; reward: number; raw: number; reason: string }
  /** No verdict, no reward: the agent stopped or left the page, or its steps were used up. */
  | { how: 'stop' | 'left' | 'limit' }
  /** A person stopped it. */
  | { how: 'halted' }
  /** The page was lost, or who acts failed: the visit does not count. */
  | { how: 'lost'; why: string };

export interface VisitView {
  phase: 'opening' | 'held' | 'playing' | 'over';
  goal: string;
  deeds: readonly Deed[];
  ending: Ending | null;
}

export const FRESH: VisitView = { phase: 'opening', goal: '', deeds: [], ending: null };

/** Time between two actions while a visit plays by itself, in milliseconds: a person is to see each of them. */
const PACE = 600;

function endingOf({ steps, reward, finalState, failure, terminated }: Trajectory): Ending {
  if (failure) return { how: 'lost', why: failure.message };
  if (!terminated) return { how: 'limit' };
  if (steps[steps.length - 1].action.verb === 'stop') return { how: 'stop' };
  const state = finalState as MiniwobState | undefined;
  return state?.done ? { how: 'verdict', reward, raw: state.raw, reason: state.reason } : { how: 'left' };
}

/** The same environment; `hear` gets the page before and after every action. */
const overheard = (env: Environment, begun: (seen: Observation) => void, hear: (deed: Deed) => void): Environment => {
  let tree: AXTree;
  return {
    async reset(task, seed) {
      const seen = await env.reset(task, seed);
      tree = seen.tree;
      begun(seen);
      return seen;
    },
    async step(action) {
      const result = await env.step(action);
      const { observation, failure } = result;
      hear({ action, tree, feedback: observation.feedback, failure });
      tree = observation.tree;
      return result;
    },
    close: () => env.close(),
  };
};

/** Resolves while this tab is shown. Hidden, its timers and animations all but stand still: a page would be seen half-way. */
const whenShown = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

export interface VisitParts {
  container: HTMLElement;
  task: Task;
  player: Player;
  onChange(view: VisitView): void;
}

/** Opens a task's page in a sandboxed frame and holds it there, to be played on or taken step by step. */
export function startVisit({ container, task, player, onChange }: VisitParts) {
  const gate = createGate(true);
  const world = createMiniwobTab({ container, base: location.origin + MINIWOB_MOUNT, mode: 'test' });
  let view = FRESH;
  let halted = false;
  const patch = (fields: Partial<VisitView>): void => {
    view = { ...view, ...fields };
    onChange(view);
  };
  const env = overheard(
    world,
    ({ goal }) => patch({ goal, phase: 'held' }),
    (deed) => patch({ deeds: [...view.deeds, deed] }),
  );
  const act: Player['act'] = async (seen, state) => {
    if (!gate.isShut() && seen.step > 0) await new Promise((resolve) => setTimeout(resolve, PACE));
    await whenShown();
    await gate.pass();
    return player.act(seen, state);
  };
  const ended = runEpisode(env, task, 0, act, { world: 'frame', policy: 'player' })
    .then(endingOf, (error: unknown): Ending => ({ how: 'lost', why: inWords(error) }))
    .then((ending) => {
      player.close();
      patch({ phase: 'over', ending: halted ? { how: 'halted' } : ending });
    });
  return {
    task,
    play(): void {
      if (view.phase !== 'held') return;
      patch({ phase: 'playing' });
      gate.open();
    },
    pause(): void {
      if (view.phase !== 'playing') return;
      gate.shut();
      patch({ phase: 'held' });
    },
    /** Lets one action happen; pauses first when it has to. */
    step(): void {
      this.pause();
      gate.letOneThrough();
    },
    /** Ends the visit where it is and takes its page away. */
    async close(): Promise<void> {
      halted = true;
      gate.stop();
      await world.close();
      await ended;
    },
  };
}

export type Visit = ReturnType<typeof startVisit>;
