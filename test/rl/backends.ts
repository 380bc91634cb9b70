import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

const require = createRequire(import.meta.url);
setWasmPaths(`${join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist')}/`);

export const BACKENDS = ['cpu', 'wasm'] as const;

/** Switches tfjs to `name` and proves it, so that no test runs silently on another backend. */
export async function useBackend(name: (typeof BACKENDS)[number]): Promise<void> {
  await tf.setBackend(name);
  await tf.ready();
  if (tf.getBackend() !== name) throw new Error(`wanted backend ${name}, got ${tf.getBackend()}`);
}

/** Loss and gradient with respect to the log-probs, as plain numbers; frees every tensor it made. */
export function lossAndGrad(
  f: (logProbs: tf.Tensor1D) => tf.Scalar,
  logProbs: number[] | Float32Array,
): { loss: number; grad: number[] } {
  return tf.tidy(() => {
    const { value, grads } = tf.valueAndGrads((x: tf.Tensor) => f(x as tf.Tensor1D))([tf.tensor1d(logProbs)]);
    return { loss: value.dataSync()[0], grad: Array.from(grads[0].dataSync()) };
  });
}
