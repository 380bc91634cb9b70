import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { type Bytes, decodeModel } from '../../src/model/persist.ts';
import type { DreamedTrajectory } from '../../src/train/dreaming.ts';
import { stepSequence } from '../../src/train/sft.ts';

/** Attempts of a group; the later ones leave out more of the end, so that lengths differ. */
const GROUP = 4;

/**
 * Groups as if they had been dreamed: at every recorded task attempts with rewards 0, 1, 0, 1, whose log-probs are those of
 * the policy moved by noise of 0.1 nats, so that in a second pass some ratios are far from 1.
 */
export async function attemptsOn(trajectories: readonly Trajectory[], policy: Bytes): Promise<DreamedTrajectory[][]> {
  const { model } = decodeModel(policy, await initBackend('wasm'));
  const rng = createRng(11);
  const lex = model.lexicon();
  const groups = [];
  for (const trajectory of trajectories) {
    const all = trajectory.steps.flatMap((_, t) => stepSequence(trajectory, t, lex) ?? []);
    const group: DreamedTrajectory[] = [];
    for (let k = 0; k < GROUP; k++) {
      const sequences = all.slice(0, Math.max(1, all.length - k));
      const tensor = model.network.logProbs(model.theta, sequences);
      const values = Array.from(await tensor.data(), (value) => value + 0.1 * rng.normal());
      tensor.dispose();
      const logProbs = sequences.map(({ tokens }) => values.splice(0, tokens.length));
      const rest = { trees: [], actions: [], terminated: true, missing: false, malformed: 0, belief: k % 2 };
      group.push({ start: { task: trajectory.task }, sequences, logProbs, reward: k % 2, ...rest });
    }
    groups.push(group);
  }
  model.dispose();
  return groups;
}
