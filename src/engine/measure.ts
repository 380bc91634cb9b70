import * as tf from '@tensorflow/tfjs';
import { createRng, type Rng } from '../core/rng.ts';
import { createAdamW } from './adamw.ts';
import { initTheta } from './layout.ts';
import type { Network, NetworkShape, Sequence } from './network.ts';

/** The network of the `tiny` preset, near enough for timing. */
export const TYPICAL_SHAPE: NetworkShape = {
  rows: 1100,
  statics: 220,
  dim: 64,
  layers: 3,
  heads: 4,
  hidden: 128,
  bos: 220,
  ptr: 221,
  pos: 222,
  positions: 64,
};

/** What one step is made of. The defaults are the size of a supervised batch on the built-in sites. */
export interface StepSize {
  sequences: number;
  items: number;
  tokens: number;
  /** Steps that count, after at least one that warms up. */
  steps: number;
}

export const STEP_SIZE: StepSize = { sequences: 8, items: 75, tokens: 8, steps: 3 };

function example(shape: NetworkShape, rng: Rng, { items, tokens }: StepSize): Sequence {
  const width = shape.statics + items;
  const rowsPerItem = 6;
  return {
    ids: Int32Array.from({ length: items * rowsPerItem }, () => rng.int(shape.rows)),
    offsets: Int32Array.from({ length: items + 1 }, (_, i) => i * rowsPerItem),
    tokens: Int32Array.from({ length: tokens }, () => rng.int(width)),
    legal: new Uint8Array(tokens * width).fill(1),
  };
}

/** Median milliseconds of a training step of `network` on the active backend. */
export async function measureStep(network: Network, size: StepSize = STEP_SIZE): Promise<number> {
  const rng = createRng(1);
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(initTheta(network.shape, rng))));
  const optimizer = createAdamW(network.size);
  const batch = Array.from({ length: size.sequences }, () => example(network.shape, rng, size));
  const coefficients = new Float32Array(size.sequences * size.tokens).fill(1 / size.sequences);
  const times: number[] = [];
  // Kernels are compiled to fast code only while they run: fast steps warm up for half a second.
  const begin = performance.now();
  while (times.length <= size.steps || (times.length < 30 && performance.now() - begin < 500)) {
    const start = performance.now();
    const { logProbs, grad } = network.lossAndGrad(theta as unknown as tf.Tensor1D, batch, coefficients);
    optimizer.step(theta, grad);
    await theta.data();
    await logProbs.data();
    tf.dispose([logProbs, grad]);
    times.push(performance.now() - start);
  }
  theta.dispose();
  optimizer.dispose();
  const warm = times.slice(-size.steps).sort((a, b) => a - b);
  return warm[warm.length >> 1];
}
