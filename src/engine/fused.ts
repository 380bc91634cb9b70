import * as tf from '@tensorflow/tfjs';
import { Arena } from './arena.ts';
import { untilDisposed } from './disposable.ts';
import { decodeBatch } from './fusedDecode.ts';
import { HalvedBatch } from './halves.ts';
import { copyToTensor, heapView } from './heap.ts';
import { layout, unsupported } from './layout.ts';
import type { Network, NetworkShape } from './network.ts';
import { checkedGrammar, checkPrompt, checkSequence } from './padding.ts';
import { pick } from './sample.ts';

/** True when the fused kernels can run this shape: heads and hidden in whole groups of eight columns. */
export function fusedSupports(shape: NetworkShape): boolean {
  return shape.dim % (8 * shape.heads) === 0 && shape.hidden % 8 === 0;
}

/**
 * The network of `network.ts` as hand-written WebAssembly, sequence by sequence in its own memory. Numbers equal
 * `reference.ts` within float32 rounding; the gradient is hand-written and enters tfjs through `tf.customGrad`.
 */
export function createFusedNetwork(shape: NetworkShape): Network {
  const { size } = layout(shape);
  if (!fusedSupports(shape))
    throw unsupported(
      shape,
      'fused kernels work on whole groups of eight columns',
      'dim % (8 · heads) = 0 and hidden % 8 = 0',
    );
  const { open, dispose } = untilDisposed(new Arena(shape, size));
  const halves = new HalvedBatch(shape, size, open);

  return {
    shape,
    size,
    logProbs(theta, batch) {
      for (const sequence of batch) checkSequence(shape, sequence);
      const op = tf.customGrad((x, save) => {
        const weights = x as tf.Tensor1D;
        (save as tf.GradSaveFunc)([weights]);
        return {
          value: tf.tensor1d(halves.run(weights, batch).logProbs),
          gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
            const coefficients = heapView(dy).map((c) => -c);
            return copyToTensor(halves.run(saved[0] as tf.Tensor1D, batch, coefficients).grad);
          },
        };
      });
      return op(theta) as tf.Tensor1D;
    },
    lossAndGrad(theta, batch, coefficients) {
      for (const sequence of batch) checkSequence(shape, sequence);
      const { logProbs, grad } = halves.run(theta, batch, coefficients);
      return { logProbs: tf.tensor1d(logProbs), grad: copyToTensor(grad) };
    },
    async generate(theta, prompts, grammar, { temperature, uniform }) {
      for (const prompt of prompts) checkPrompt(shape, prompt);
      return decodeBatch(open(), theta, prompts, checkedGrammar(grammar), (row) => pick(row, temperature, uniform));
    },
    dispose,
  };
}
