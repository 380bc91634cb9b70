import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import * as tf from '@tensorflow/tfjs';
import { TOKEN_BUDGET } from '../../src/rl/drGrpo.ts';
import type { ObjectiveName } from '../../src/rl/objectives.ts';
import type { Batch } from './batch.ts';

/** The objectives as tensors, each as its paper prints it: automatic differentiation gives the gradient to compare with. */
type Twin = (logProbs: Tensor1D, batch: Batch) => Scalar;

/** Row i averages over the tokens of i: entry (i, t) is 1/|yᵢ| where token t belongs to i, else 0. [count, ΣT] */
function averaging(index: readonly number[], count: number): Tensor2D {
  const values = new Float32Array(count * index.length);
  index.forEach((i, t) => {
    values[i * index.length + t] = 1 / index.filter((j) => j === i).length;
  });
  return tf.tensor2d(values, [count, index.length]);
}

const average = (matrix: Tensor2D, x: Tensor1D): Tensor1D => matrix.mul<Tensor2D>(x).sum<Tensor1D>(1);
const stopped = (x: Tensor1D): Tensor1D => tf.tensor1d(x.dataSync());
const logRatio = (logProbs: Tensor1D, { oldLogProbs }: Batch): Tensor1D => logProbs.sub(tf.tensor1d(oldLogProbs));
const perToken = ({ advantages, trajectory }: Batch): number[] => trajectory.map((i) => advantages[i]);

const surrogate = (ratio: Tensor1D, advantages: number[], { clip }: Batch): Tensor1D => {
  const A = tf.tensor1d(advantages);
  return tf.minimum<Tensor1D>(ratio.mul(A), ratio.clipByValue(1 - clip.low, 1 + clip.high).mul(A));
};

export const TWINS: Record<ObjectiveName, Twin> = {
  gspo: (logProbs, batch) => {
    const { trajectory, advantages } = batch;
    const s = average(averaging(trajectory, advantages.length), logRatio(logProbs, batch)).exp();
    return surrogate(s, advantages, batch).mean();
  },
  'gspo-step': (logProbs, batch) => {
    const { trajectory, step, advantages } = batch;
    const owner: number[] = [];
    step.forEach((j, t) => {
      owner[j] = trajectory[t];
    });
    const s = average(averaging(step, owner.length), logRatio(logProbs, batch)).exp(); // [S]
    const J = surrogate(
      s,
      owner.map((i) => advantages[i]),
      batch,
    );
    return average(averaging(owner, advantages.length), J).mean();
  },
  'gspo-token': (logProbs, batch) => {
    const { trajectory, advantages } = batch;
    const y = averaging(trajectory, advantages.length);
    const s = stopped(average(y, logRatio(logProbs, batch)).exp());
    const own = logProbs.sub<Tensor1D>(stopped(logProbs)).exp(); // π_θ / sg[π_θ]
    const J = surrogate(
      s.gather<Tensor1D>(tf.tensor1d(trajectory, 'int32')).mul<Tensor1D>(own),
      perToken(batch),
      batch,
    );
    return average(y, J).mean();
  },
  grpo: (logProbs, batch) => {
    const J = surrogate(logRatio(logProbs, batch).exp(), perToken(batch), batch);
    return average(averaging(batch.trajectory, batch.advantages.length), J).mean();
  },
  'dr-grpo': (logProbs, batch) => {
    const J = surrogate(logRatio(logProbs, batch).exp(), perToken(batch), batch);
    return J.sum<Scalar>().div(batch.advantages.length * TOKEN_BUDGET);
  },
  reinforce: (logProbs, { trajectory, advantages }) =>
    average(averaging(trajectory, advantages.length), logProbs).mul<Tensor1D>(tf.tensor1d(advantages)).mean(),
};
