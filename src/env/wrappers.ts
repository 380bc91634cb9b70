import type { Action, Observation, Step, Task, Trajectory, Transition, WorldName } from '../core/types.ts';
import type { Environment } from './environment.ts';

/** Ends an episode after `limit` actions (default: the task's horizon) as *truncated*. */
export function withTimeLimit(environment: Environment, limit?: number): Environment {
  let left = 0;
  return {
    async reset(task, seed) {
      const observation = await environment.reset(task, seed);
      left = limit ?? task.horizon;
      return observation;
    },
    async step(action) {
      const result = await environment.step(action);
      left--;
      return left <= 0 && !result.terminated ? { ...result, truncated: true } : result;
    },
    close: () => environment.close(),
  };
}

/** Who acts, and where. */
export interface EpisodeMeta {
  world: WorldName;
  policy: string;
  /** Default: made of task, seed and policy. */
  id?: string;
}

/** Collects one episode. `startState` is the privileged state before the first action, where the caller knows it. */
export function startTrajectory(task: Task, seed: number, first: Observation, meta: EpisodeMeta, startState?: unknown) {
  const { world, policy, id = `${world}:${task.id}:${seed}:${policy}` } = meta;
  const steps: Step[] = [];
  let seen = first;
  let state = startState;
  let last: Transition | undefined;
  return {
    add(action: Action, result: Transition, ms: number): void {
      const { observation, reward, failure } = result;
      const step: Step = { observation: seen, action, reward, ms };
      if (failure) step.failure = failure;
      if (state !== undefined) step.state = state;
      steps.push(step);
      seen = observation;
      state = result.state;
      last = result;
    },
    finish(): Trajectory {
      const { terminated = false, truncated = false } = last ?? {};
      const reward = steps.reduce((sum, step) => sum + step.reward, 0);
      const trajectory: Trajectory = {
        id,
        task,
        seed,
        world,
        policy,
        steps,
        final: seen,
        reward,
        terminated,
        truncated,
      };
      if (state !== undefined) trajectory.finalState = state;
      if (last?.notScored) trajectory.notScored = last.notScored;
      if (last?.failure?.kind === 'environment') trajectory.failure = last.failure;
      return trajectory;
    },
  };
}

/** Hands every finished episode to `sink`, whoever acts (a person in the page, a bridge, a test). */
export function withRecording(
  environment: Environment,
  meta: EpisodeMeta,
  sink: (episode: Trajectory) => void,
): Environment {
  let recorder: ReturnType<typeof startTrajectory> | null = null;
  return {
    async reset(task, seed) {
      const observation = await environment.reset(task, seed);
      recorder = startTrajectory(task, seed, observation, meta);
      return observation;
    },
    async step(action) {
      const begin = performance.now();
      const result = await environment.step(action);
      recorder?.add(action, result, performance.now() - begin);
      if (recorder && (result.terminated || result.truncated)) {
        sink(recorder.finish());
        recorder = null;
      }
      return result;
    },
    close: () => environment.close(),
  };
}
