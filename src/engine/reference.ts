import * as tf from '@tensorflow/tfjs';
import { layout } from './layout.ts';
import type { Decoded, Grammar, Network, NetworkShape, Prompt, Sequence } from './network.ts';
import { checkedGrammar, checkPrompt, checkSequence, type PaddedBatch, padBatch } from './padding.ts';
import { pick } from './sample.ts';

const EPSILON = 1e-5;

/** x [M, d], g [d] → x / √(mean x² + ε) · g */
function rms(x: tf.Tensor2D, g: tf.Tensor): tf.Tensor2D {
  return x.mul(x.square().mean(1, true).add(EPSILON).rsqrt()).mul(g);
}

/** θ [size] → its blocks by name. One split, so that the gradient is one concatenation. */
function split(theta: tf.Tensor1D, shape: NetworkShape): Record<string, tf.Tensor2D> {
  const { blocks } = layout(shape);
  const sizes = blocks.map(({ shape: dims }) => dims[0] * (dims[1] ?? 1));
  const parts = tf.split(theta, sizes);
  return Object.fromEntries(blocks.map(({ name, shape: dims }, i) => [name, parts[i].reshape(dims) as tf.Tensor2D]));
}

/** Masked log-probabilities of every emitted row, [B·T, S + N], and the log-softmax behind them is over legal entries. */
function distributions(theta: tf.Tensor1D, shape: NetworkShape, batch: PaddedBatch): tf.Tensor2D {
  const { dim: d, heads, layers, statics: S } = shape;
  const { B, N, T, K } = batch;
  const L = N + T;
  const head = d / heads;
  const w = split(theta, shape);
  const E = tf.concat([w['E'], tf.zeros<tf.Rank.R2>([1, d])]);
  const take = (from: tf.Tensor2D, index: Int32Array): tf.Tensor2D => tf.gather(from, tf.tensor1d(index, 'int32'));

  const items: tf.Tensor2D = take(E, batch.itemRows)
    .reshape([B * N, K, d])
    .sum(1);
  const pointed = take(tf.concat([items, tf.zeros<tf.Rank.R2>([1, d])]), batch.previousItems);
  const emitted = take(E, batch.positionRows).add(take(E, batch.previousRows)).add(pointed);
  const stack = tf.concat([items.reshape([B, N, d]), emitted.reshape([B, T, d])], 1);
  let x = stack.reshape([B * L, d]) as tf.Tensor2D;

  const mask = tf.tensor4d(batch.attention, [B, 1, L, L]);
  const byHead = (y: tf.Tensor) => y.reshape([B, L, heads, head]).transpose([0, 2, 1, 3]);
  for (let l = 0; l < layers; l++) {
    const n1 = rms(x, w[`g1.${l}`]);
    const [q, k, v] = ['Wq', 'Wk', 'Wv'].map((name) => byHead(n1.matMul(w[`${name}.${l}`])));
    const scores = tf
      .matMul(q, k, false, true)
      .mul(1 / Math.sqrt(head))
      .add(mask);
    const mixed = tf
      .matMul(tf.softmax(scores), v)
      .transpose([0, 2, 1, 3])
      .reshape([B * L, d]) as tf.Tensor2D;
    x = x.add(mixed.matMul(w[`Wo.${l}`]));
    const n2 = rms(x, w[`g2.${l}`]);
    x = x.add(tf.relu(n2.matMul(w[`W1.${l}`])).matMul(w[`W2.${l}`]));
  }

  const f = rms(x, w['gf']).reshape([B, L, d]);
  const fItems = f.slice([0, 0, 0], [B, N, d]).reshape([B * N, d]) as tf.Tensor2D;
  const fEmitted = f.slice([0, N, 0], [B, T, d]).reshape([B * T, d]) as tf.Tensor2D;
  const queries = fEmitted.matMul(w['Wpq']).reshape([B, T, d]);
  const keys = fItems.matMul(w['Wpk']).reshape([B, N, d]);
  const pointers = tf
    .matMul(queries, keys, false, true)
    .mul(1 / Math.sqrt(d))
    .reshape([B * T, N]) as tf.Tensor2D;
  const logits = tf.concat([fEmitted.matMul(w['Wout']), pointers], 1);
  return tf.logSoftmax(logits.add(tf.tensor2d(batch.legalBias, [B * T, S + N])));
}

function logProbs(theta: tf.Tensor1D, shape: NetworkShape, batch: readonly Sequence[]): tf.Tensor1D {
  for (const sequence of batch) checkSequence(shape, sequence);
  return tf.tidy(() => {
    const padded = padBatch(shape, batch);
    const all = distributions(theta, shape, padded);
    const chosen = tf.oneHot(tf.tensor1d(padded.targets, 'int32'), all.shape[1]);
    return tf.gather(all.mul(chosen).sum(1), tf.tensor1d(padded.real, 'int32')) as tf.Tensor1D;
  });
}

/**
 * The specification: the network of `network.ts` in stock tfjs operations, on padded rectangles, differentiated by tfjs.
 * Runs on every backend. Decoding recomputes the whole forward pass for each emitted token.
 */
export function createReferenceNetwork(shape: NetworkShape): Network {
  const { size } = layout(shape);
  const S = shape.statics;
  return {
    shape,
    size,
    logProbs: (theta, batch) => logProbs(theta, shape, batch),
    lossAndGrad(theta, batch, coefficients) {
      return tf.tidy(() => {
        const c = tf.tensor1d(coefficients);
        let kept: tf.Tensor1D | undefined;
        const { value, grad } = tf.valueAndGrad((x: tf.Tensor) => {
          const values = logProbs(x as tf.Tensor1D, shape, batch);
          kept = tf.keep(values.clone());
          return values.mul(c).sum().neg();
        })(theta);
        value.dispose();
        // `keep` outlives the tidy; the clone inside it is released with the tidy of the caller.
        const values = kept!.clone();
        kept!.dispose();
        return { logProbs: values, grad: grad as tf.Tensor1D };
      });
    },
    async generate(theta, prompts, grammar, { temperature, uniform }) {
      for (const prompt of prompts) checkPrompt(shape, prompt);
      return decode(theta, shape, S, prompts, checkedGrammar(grammar), temperature, uniform);
    },
    dispose: () => {},
  };
}

async function decode(
  theta: tf.Tensor1D,
  shape: NetworkShape,
  S: number,
  prompts: readonly Prompt[],
  grammar: Grammar,
  temperature: number,
  uniform: () => number,
): Promise<Decoded[]> {
  const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
  const done = prompts.map(() => false);
  for (;;) {
    const masks = prompts.map((_, b) => (done[b] ? null : grammar(b, out[b].tokens)));
    masks.forEach((mask, b) => {
      done[b] = mask === null;
    });
    if (done.every(Boolean)) return out;
    // A finished prompt stays in the batch (fixed shapes); its row is not read.
    const batch = prompts.map((prompt, b): Sequence => {
      const width = S + prompt.offsets.length - 1;
      const legal = new Uint8Array((out[b].tokens.length + 1) * width).fill(1);
      const mask = masks[b];
      if (mask) legal.set(mask, out[b].tokens.length * width);
      return { ...prompt, tokens: Int32Array.from([...out[b].tokens, 0]), legal };
    });
    const padded = padBatch(shape, batch);
    const all = tf.tidy(() => distributions(theta, shape, padded));
    const values = (await all.data()) as Float32Array;
    const columns = all.shape[1];
    all.dispose();
    prompts.forEach((_, b) => {
      const mask = masks[b];
      if (!mask) return;
      const start = (b * padded.T + out[b].tokens.length) * columns;
      const row = Float32Array.from(mask, (legal, w) => (legal ? values[start + w] : Number.NEGATIVE_INFINITY));
      const token = pick(row, temperature, uniform);
      out[b].tokens.push(token);
      out[b].logProbs.push(row[token]);
    });
  }
}
