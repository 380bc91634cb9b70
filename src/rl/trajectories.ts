import { invariant } from '../core/errors.ts';

/** Plain numbers: what is passed as data cannot carry a gradient, so it needs no stop-gradient. */
export type Numbers = number[] | Float32Array;

/** What each token belongs to, a trajectory or a step: [ΣT], values from 0, in any order. */
export type IndexOfToken = number[] | Int32Array;

/**
 * |yᵢ|: the number of tokens the policy emitted over the whole trajectory (or in the step) i. Observation tokens are never
 * emitted, so they are not here to be masked.
 *
 * @returns [count]
 * @throws ReverieError('internal') on an index outside 0 … count−1.
 */
export function tokenCounts(index: IndexOfToken, count: number): Int32Array {
  const counts = new Int32Array(count);
  for (const i of index) {
    invariant(Number.isInteger(i) && i >= 0 && i < count, 'tokenCounts', `index not in 0 … ${count - 1}`, i);
    counts[i]++;
  }
  return counts;
}

/** 1/|yᵢ| Σₜ xₜ over the tokens of each i; 0 where there are none, never 0/0. */
export function meanOver(values: Float64Array, index: IndexOfToken, counts: Int32Array): Float64Array {
  const mean = new Float64Array(counts.length);
  for (let t = 0; t < values.length; t++) mean[index[t]] += values[t] / counts[index[t]];
  return mean;
}

/** The trajectory of each step, [S], and the number of steps of each trajectory, [M]. */
export function stepsOf(
  trajectory: IndexOfToken,
  step: IndexOfToken,
  trajectories: number,
): { owner: Int32Array; steps: Int32Array } {
  let S = 0;
  for (const j of step) S = Math.max(S, j + 1);
  const owner = new Int32Array(S).fill(-1);
  for (let t = 0; t < step.length; t++) {
    const [i, j] = [trajectory[t], step[t]];
    invariant(owner[j] === -1 || owner[j] === i, 'stepsOf', 'a step lies in one trajectory', [owner[j], i]);
    owner[j] = i;
  }
  return { owner, steps: tokenCounts(owner, trajectories) };
}
