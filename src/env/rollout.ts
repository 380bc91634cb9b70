import { ReverieError } from '../core/errors.ts';
import type { Action, Failure, Observation, Task, Trajectory } from '../core/types.ts';
import { familyOf, worldOf } from '../sites/tasks.ts';
import { PageFault } from './driver.ts';
import type { Environment } from './environment.ts';
import { type EpisodeMeta, startTrajectory, withTimeLimit } from './wrappers.ts';

/** Chooses the next action. `state` is privileged: for scripted experts and checkers, never for an agent. */
export type Actor = (observation: Observation, state: unknown) => Action | Promise<Action>;

/** The privileged state of a fresh visit, which `reset` does not return: a function of the task alone. */
export function startState(task: Task, meta: EpisodeMeta): unknown {
  if (task.suite !== 'sites' || meta.world === 'dream') return undefined;
  return familyOf(task.family).initial(worldOf(task.family, task.siteSeed));
}

/** The failure behind an error of the environment itself; other errors are bugs and are thrown on. */
function faultOf(error: unknown): Failure {
  if (error instanceof PageFault) return error.failure;
  if (error instanceof ReverieError && error.code === 'environment') {
    return { kind: 'environment', code: 'lost', message: error.message };
  }
  throw error;
}

const NOTHING_SEEN: Omit<Observation, 'goal'> = {
  tree: { url: '', title: '', nodes: [], omitted: 0 },
  feedback: '',
  notes: [],
  step: 0,
};

/**
 * Plays one episode to its end or to the task's horizon. A fault of the environment gives a trajectory with
 * `failure.kind` 'environment' (empty when the first page never came), so that callers count it and drop it.
 */
export async function runEpisode(
  environment: Environment,
  task: Task,
  seed: number,
  act: Actor,
  meta: EpisodeMeta,
): Promise<Trajectory> {
  const limited = withTimeLimit(environment);
  let recorder = startTrajectory(task, seed, { goal: task.goal, ...NOTHING_SEEN }, meta);
  try {
    let seen = await limited.reset(task, seed);
    let state = startState(task, meta);
    // Some suites' pages say the goal themselves.
    recorder = startTrajectory({ ...task, goal: seen.goal }, seed, seen, meta, state);
    for (;;) {
      const action = await act(seen, state);
      const begin = performance.now();
      const result = await limited.step(action);
      recorder.add(action, result, performance.now() - begin);
      if (result.terminated || result.truncated) return recorder.finish();
      seen = result.observation;
      state = result.state;
    }
  } catch (error) {
    return { ...recorder.finish(), truncated: true, failure: faultOf(error) };
  }
}
