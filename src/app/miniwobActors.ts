import { connect } from '../../workers/client.ts';
import { ReverieError } from '../core/errors.ts';
import type { Port } from '../core/port.ts';
import { createRng } from '../core/rng.ts';
import type { Task } from '../core/types.ts';
import type { BackendInfo } from '../engine/backend.ts';
import type { Actor } from '../env/rollout.ts';
import { miniwobExpert } from '../miniwob/experts/index.ts';
import { randomDecision } from '../model/randomPolicy.ts';
import { agentView } from '../model/view.ts';
import type { Store } from '../store/store.ts';
import { givingUp, remembering, unless } from '../train/evaluate.ts';
import { again } from '../train/host.ts';

/** Who acts in one visit. */
export interface Player {
  act: Actor;
  close(): void;
}

const nothing = (): void => {};

export const expertPlayer = (task: Task): Player => ({
  act: (observation) => miniwobExpert(task.template, observation),
  close: nothing,
});

/** Random legal actions; the same task, the same actions. */
export function randomPlayer(task: Task): Player {
  const rng = createRng(0).fork(task.id);
  return { act: remembering((observation, past) => randomDecision(agentView(observation, past), rng)), close: nothing };
}

/** A run's policies, the best-trained first. */
const POLICIES = ['dreamed', 'bc', 'sft'] as const;

/** The policies that runs have trained. */
export function createPolicies(store: Port<Store>) {
  async function best(runId: string) {
    for (const name of POLICIES) {
      const bytes = await store.loadCheckpoint(runId, name);
      if (bytes) return { name, bytes };
    }
    return null;
  }
  return {
    /** The name of the run's best-trained policy; null while it has none. */
    nameOf: async (runId: string): Promise<string | null> => (await best(runId))?.name ?? null,
    /** That policy as it is now, greedy, in a worker of its own: training goes on beside it. `prefer`: the engine known to be fast. */
    async player(runId: string, prefer?: BackendInfo['backend']): Promise<Player> {
      const policy = await best(runId);
      if (!policy) throw new ReverieError('usage', { who: 'policy', rule: 'this run has not trained one yet' });
      const dreamer = connect('dreamer');
      try {
        await dreamer.remember('init', prefer);
        await dreamer.remember('setPolicy', policy.bytes);
      } catch (error) {
        dreamer.close();
        throw error;
      }
      const greedy = { temperature: 0, seed: 0, draw: 0 };
      return {
        act: remembering(
          unless(givingUp(), (observation, past) => again(() => dreamer.port.act(observation, past, greedy))),
        ),
        close: () => dreamer.close(),
      };
    },
  };
}

export type Policies = ReturnType<typeof createPolicies>;
