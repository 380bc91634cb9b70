import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { randomDecision } from '../../src/model/randomPolicy.ts';
import { agentView } from '../../src/model/view.ts';
import { expertAction, listTasks } from '../../src/sites/tasks.ts';
import { noisy, remembering, unless } from '../../src/train/evaluate.ts';
import { expertOn, playPure } from '../sites/pureWorld.ts';

/** Expert episodes on `sites` training sites of every family. */
export const experts = (sites: number): Promise<Trajectory[]> =>
  Promise.all(listTasks('train', { sites, instances: 1 }).map(expertOn));

/** Wandering: experts whose every third action is a random legal one, and random episodes. */
export async function wanderings(sites: number): Promise<Trajectory[]> {
  const out: Trajectory[] = [];
  for (const full of listTasks('train', { sites, instances: 1, firstInstance: 50 })) {
    const task = { ...full, horizon: 12 };
    const rng = createRng(7).fork(task.id);
    let state: unknown;
    const expert = unless(noisy(0.33, rng), (observation) => expertAction(task, state, observation));
    const act = remembering(expert);
    out.push(
      await playPure(
        task,
        1,
        (observation, now) => {
          state = now;
          return act(observation, now);
        },
        'log:expert+noise',
      ),
    );
    const blind = remembering((observation, past) => randomDecision(agentView(observation, past), rng));
    out.push(await playPure(task, 2, blind, 'log:random'));
  }
  return out;
}
