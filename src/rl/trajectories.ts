import type { Tensor2D } from '@tensorflow/tfjs';
import * as tf from '@tensorflow/tfjs';
import { invariant } from '../core/errors.ts';

/** Plain numbers: what is passed as data cannot carry a gradient, so it needs no stop-gradient. */
export type Numbers = number[] | Float32Array;

/** Which trajectory each token belongs to: [ΣT], values 0 … M−1, in any order. */
export type TrajectoryOfToken = number[] | Int32Array;

/**
 * |yᵢ|: the number of tokens the policy emitted over the whole trajectory i, all steps together. Observation tokens are
 * never emitted, so they are not here to be masked.
 *
 * @returns [M]
 * @throws ReverieError('internal') on an index outside 0 … M−1.
 */
export function tokenCounts(trajectory: TrajectoryOfToken, trajectories: number): Int32Array {
  const counts = new Int32Array(trajectories);
  for (const i of trajectory) {
    invariant(
      Number.isInteger(i) && i >= 0 && i < trajectories,
      'tokenCounts',
      `index not in 0 … ${trajectories - 1}`,
      i,
    );
    counts[i]++;
  }
  return counts;
}

/**
 * Row i averages over the tokens of trajectory i: entry (i, t) is 1/|yᵢ| where token t belongs to i, else 0. A row
 * without tokens is all zero, so an empty trajectory gives zero gradient and never 0/0. Multiplying by a constant has a
 * gradient on every backend, which segment sums do not.
 *
 * @returns [M, ΣT]; the caller's tidy owns it.
 */
export function averagingMatrix(trajectory: TrajectoryOfToken, trajectories: number): Tensor2D {
  const counts = tokenCounts(trajectory, trajectories);
  const tokens = trajectory.length;
  const values = new Float32Array(trajectories * tokens);
  for (let t = 0; t < tokens; t++) values[trajectory[t] * tokens + t] = 1 / counts[trajectory[t]];
  return tf.tensor2d(values, [trajectories, tokens]);
}
