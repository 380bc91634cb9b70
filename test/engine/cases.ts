import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Network, NetworkShape, Sequence } from '../../src/engine/network.ts';

/** The smallest network with more than one of everything. */
export const SMALL: NetworkShape = {
  rows: 40,
  statics: 11,
  dim: 16,
  layers: 2,
  heads: 2,
  hidden: 24,
  bos: 11,
  ptr: 12,
  pos: 13,
  positions: 4,
};

/** A random sequence of N items (0 … 4 rows each) and T tokens; each mask entry is legal with probability `density`. */
export function randomSequence(shape: NetworkShape, rng: Rng, N: number, T: number, density: number): Sequence {
  const offsets = new Int32Array(N + 1);
  const ids: number[] = [];
  for (let i = 0; i < N; i++) {
    for (let k = rng.int(5); k > 0; k--) ids.push(rng.int(shape.rows));
    offsets[i + 1] = ids.length;
  }
  const width = shape.statics + N;
  const tokens = Int32Array.from({ length: T }, () => rng.int(width));
  const legal = Uint8Array.from({ length: T * width }, () => (rng.chance(density) ? 1 : 0));
  tokens.forEach((token, t) => {
    legal[t * width + token] = 1;
  });
  return { ids: Int32Array.from(ids), offsets, tokens, legal };
}

export const draw = (seed: number, length: number): Float32Array => {
  const rng = createRng(seed);
  return Float32Array.from({ length }, () => rng.normal());
};

export const tokensIn = (batch: readonly Sequence[]): number =>
  batch.reduce((sum, { tokens }) => sum + tokens.length, 0);

/** Shapes the fused kernels accept: whole groups of eight per head and in the hidden layer; all else arbitrary. */
export const shapes: fc.Arbitrary<NetworkShape> = fc
  .record({
    heads: fc.integer({ min: 1, max: 3 }),
    head: fc.constantFrom(8, 16),
    hidden: fc.constantFrom(8, 24, 40),
    layers: fc.integer({ min: 1, max: 2 }),
    statics: fc.integer({ min: 1, max: 19 }),
    positions: fc.integer({ min: 1, max: 6 }),
    spare: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ heads, head, hidden, layers, statics, positions, spare }) => ({
    rows: statics + 2 + positions + spare,
    statics,
    dim: heads * head,
    layers,
    heads,
    hidden,
    bos: statics,
    ptr: statics + 1,
    pos: statics + 2,
    positions,
  }));

/** Sizes of a batch: N ≥ 1, T ≥ 1, and how full the masks are (0 leaves the token alone). */
export const batches: fc.Arbitrary<{ N: number; T: number; density: number }[]> = fc.array(
  fc.record({
    N: fc.integer({ min: 1, max: 21 }),
    T: fc.integer({ min: 1, max: 9 }),
    density: fc.constantFrom(0, 0.1, 0.5, 1),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Largest |a − b|, and the same relative to max(1, |b|). */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): { absolute: number; relative: number } {
  if (a.length !== b.length) throw new Error(`lengths differ: ${a.length} and ${b.length}`);
  let absolute = 0;
  let relative = 0;
  for (let i = 0; i < a.length; i++) {
    const gap = Math.abs(a[i] - b[i]);
    if (!(gap < Number.POSITIVE_INFINITY))
      return { absolute: Number.POSITIVE_INFINITY, relative: Number.POSITIVE_INFINITY };
    absolute = Math.max(absolute, gap);
    relative = Math.max(relative, gap / Math.max(1, Math.abs(b[i])));
  }
  return { absolute, relative };
}

/**
 * Log-probs and Σ c·∂(−log p)/∂θ of a network, through autodiff and in one pass. The caller reads and disposes the tensors:
 * a GPU is read asynchronously.
 */
export const scoreBothWays = (network: Network, weights: Float32Array, batch: Sequence[], c: Float32Array) =>
  tf.tidy(() => {
    const theta = tf.tensor1d(weights);
    const once = network.lossAndGrad(theta, batch, c);
    const loss = (x: tf.Tensor) =>
      network
        .logProbs(x as tf.Tensor1D, batch)
        .mul(tf.tensor1d(c))
        .sum()
        .neg()
        .asScalar();
    return {
      logProbs: network.logProbs(theta, batch),
      grad: tf.grad(loss)(theta),
      onceLogProbs: once.logProbs,
      onceGrad: once.grad,
    };
  });
