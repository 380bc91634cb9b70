import type * as tf from '@tensorflow/tfjs';
import type { Arena } from './arena.ts';
import { heapView } from './heap.ts';
import { theMate } from './mate.ts';
import { type NetworkShape, type Sequence, tokenCount } from './network.ts';

/** Where the second half of a batch begins: the halves have about equal numbers of rows. A function of the batch alone. */
export function middleOf(batch: readonly Sequence[]): number {
  const rows = batch.map(({ offsets, tokens }) => offsets.length - 1 + tokens.length);
  const total = rows.reduce((sum, n) => sum + n, 0);
  let at = 0;
  for (let before = 0; at < batch.length && 2 * before + rows[at] <= total; at++) before += rows[at];
  return Math.max(1, at);
}

/**
 * Every batch in two halves, each with a gradient of its own, then their sum: the second half on the mate's thread where
 * there is one, else after the first. The same bits either way.
 */
export class HalvedBatch {
  private readonly sum: Float32Array;

  constructor(
    private readonly shape: NetworkShape,
    size: number,
    private readonly arena: () => Arena,
  ) {
    this.sum = new Float32Array(size);
  }

  /** Log-probs of every token; with coefficients also ∂/∂θ Σ c_t·(−log p_t), valid until the next call. */
  run(
    theta: tf.Tensor1D,
    batch: readonly Sequence[],
    coefficients?: Float32Array,
  ): { logProbs: Float32Array; grad: Float32Array } {
    const middle = middleOf(batch);
    const [first, second] = [batch.slice(0, middle), batch.slice(middle)];
    const count = tokenCount(first);
    const [ours, theirs] = [coefficients?.subarray(0, count), coefficients?.subarray(count)];
    const mate = second.length > 0 ? theMate() : null;
    mate?.begin(this.shape, heapView(theta), theta.dataId, second, theirs);

    const arena = this.arena();
    arena.load(heapView(theta), theta.dataId, batch);
    const half = arena.run(first, ours);
    if (second.length === 0) return half;
    const { sum } = this;
    if (coefficients) sum.set(half.grad);
    const other = mate?.finish() ?? arena.run(second, theirs);
    if (coefficients) for (let i = 0; i < sum.length; i++) sum[i] += other.grad[i];
    const logProbs = new Float32Array(count + other.logProbs.length);
    logProbs.set(half.logProbs);
    logProbs.set(other.logProbs, count);
    return { logProbs, grad: sum };
  }
}
