import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../core/errors.ts';
import { Arena } from './arena.ts';
import { untilDisposed } from './disposable.ts';
import { HalvedBatch } from './halves.ts';
import { copyToTensor, heapView } from './heap.ts';
import { layout } from './layout.ts';
import type { Decoded, Network, NetworkShape } from './network.ts';
import { checkPrompt, checkSequence } from './padding.ts';
import { pick } from './sample.ts';

/** Emitted rows a decoding slot has room for at first; longer outputs grow it. */
const FIRST_TOKENS = 32;

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
  if (!fusedSupports(shape)) {
    throw new ReverieError('usage', {
      who: 'engine',
      rule: 'fused kernels work on whole groups of eight columns',
      got: { dim: shape.dim, heads: shape.heads, hidden: shape.hidden },
      expected: 'dim % (8 · heads) = 0 and hidden % 8 = 0',
      hint: 'createReferenceNetwork runs any shape.',
    });
  }
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
      const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
      const items = prompts.map(({ offsets }) => offsets.length - 1);
      const memory = open();
      let capacity = 0;
      let active = prompts.map((_, b) => b);
      for (let t = 0; active.length > 0; t++) {
        if (t === capacity) {
          // More room moves everything: read the prompts (again), then the tokens so far.
          capacity = Math.max(FIRST_TOKENS, 2 * capacity);
          memory.load(heapView(theta), theta.dataId, prompts, prompts.length + 1, capacity);
          for (const b of active) {
            memory.encode(b + 1, prompts[b]);
            for (let s = 0; s < t; s++) memory.decode(b + 1, items[b], s, out[b].tokens[s - 1] ?? 0);
          }
        }
        const still: number[] = [];
        for (const b of active) {
          const mask = grammar(b, out[b].tokens);
          if (!mask) continue;
          const row = memory.decode(b + 1, items[b], t, out[b].tokens[t - 1] ?? 0, mask);
          const token = pick(row, temperature, uniform);
          out[b].tokens.push(token);
          out[b].logProbs.push(row[token]);
          still.push(b);
        }
        active = still;
      }
      return out;
    },
    dispose,
  };
}
