import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../core/errors.ts';
import type { AdamW } from '../engine/adamw.ts';
import { type BackendInfo, initBackend } from '../engine/backend.ts';
import { startMate } from '../engine/mate.ts';
import { type Network, type NetworkShape, type Sequence, tokenCount } from '../engine/network.ts';
import type { Contender } from './contender.ts';
import { perfTheta } from './shapes.ts';

/** How a contender on tfjs differs from the others. */
interface Parts {
  network(shape: NetworkShape, info: BackendInfo): Network;
  optimizer(size: number): AdamW;
}

/** Trains a `Network` as `Trainer.step` does. */
export function tfjsContender(parts: Parts): Contender {
  let step: Contender['step'];
  let factor: tf.Tensor2D | undefined;
  return {
    async setup(backend, shape, batch) {
      // Before the backend, which tells of it.
      if (backend === 'wasm') await startMate();
      const info = await initBackend(backend);
      if (info.backend !== backend)
        throw new ReverieError('environment', { who: 'tfjs', rule: `${backend} does not start`, got: info.reason });
      step = training(parts.network(shape, info), parts.optimizer, batch);
      return { adapter: info.adapter, fallback: info.fallback };
    },
    step: () => step(),
    product: {
      n: N,
      async multiply() {
        factor ??= tf.ones([N, N]);
        const product = factor.matMul(factor);
        await product.data();
        product.dispose();
      },
    },
    tensorBytes: () => tf.memory().numBytes,
  };
}

const N = 512;

function training(network: Network, makeOptimizer: Parts['optimizer'], batch: readonly Sequence[]): Contender['step'] {
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(perfTheta(network.shape))));
  const optimizer = makeOptimizer(network.size);
  const tokens = tokenCount(batch);
  const coefficients = new Float32Array(tokens).fill(1 / tokens);
  return async () => {
    const { logProbs, grad } = network.lossAndGrad(theta as unknown as tf.Tensor1D, batch, coefficients);
    optimizer.step(theta, grad);
    const values = (await logProbs.data()) as Float32Array;
    tf.dispose([logProbs, grad]);
    return -values.reduce((sum, value) => sum + value, 0) / tokens;
  };
}
