import type { Task, Trajectory } from '../../src/core/types.ts';
import { createFunctionsWorld } from '../../src/env/functionsWorld.ts';
import { type Actor, runEpisode } from '../../src/env/rollout.ts';
import { expertAction } from '../../src/sites/tasks.ts';

/** One episode without a browser. */
export const playPure = (task: Task, seed: number, act: Actor, policy: string): Promise<Trajectory> =>
  runEpisode(createFunctionsWorld(), task, seed, act, { world: 'functions', policy });

export const expertOn = (task: Task): Promise<Trajectory> =>
  playPure(task, 1, (observation, state) => expertAction(task, state, observation), 'expert');
