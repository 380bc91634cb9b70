import type * as tf from '@tensorflow/tfjs';
import type { Decoded, Grammar, NetworkShape, Prompt } from '../network.ts';
import { pick } from '../sample.ts';
import { logitColumns, type Stack, sizesOf } from './batch.ts';
import { allocate, encode } from './interop.ts';
import type { Runner } from './runner.ts';

/** Recomputes the forward pass for every token, as `reference.ts` does; prompts that are complete leave the batch. */
export async function decode(
  run: Runner,
  shape: NetworkShape,
  theta: tf.Tensor1D,
  prompts: readonly Prompt[],
  grammar: Grammar,
  { temperature, uniform }: { temperature: number; uniform: () => number },
): Promise<Decoded[]> {
  const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
  let active = prompts.map((_, b) => b);
  for (;;) {
    const masks = new Map<number, Uint8Array>();
    for (const b of active) {
      const mask = grammar(b, out[b].tokens);
      if (mask) masks.set(b, mask);
    }
    active = [...masks.keys()];
    if (active.length === 0) return out;
    // The token of the last row is not known yet; it is only read by rows after it.
    const batch = active.map((b): Stack => {
      const { ids, offsets } = prompts[b];
      return { ids, offsets, tokens: Int32Array.from([...out[b].tokens, 0]) };
    });
    const rows = await lastLogits(run, shape, theta, batch);
    active.forEach((b, i) => {
      const row = normalize(rows[i], masks.get(b) as Uint8Array, shape);
      const token = pick(row, temperature, uniform);
      out[b].tokens.push(token);
      out[b].logProbs.push(row[token]);
    });
  }
}

/** The logits of the last emitted row of each sequence, [statics, padding, pointers]. */
async function lastLogits(
  run: Runner,
  shape: NetworkShape,
  theta: tf.Tensor1D,
  batch: readonly Stack[],
): Promise<{ statics: Float32Array; pointers: Float32Array }[]> {
  const sizes = sizesOf(batch);
  const { pointers, width } = logitColumns(shape, sizes);
  run.encode(run.load(theta, batch, sizes).forward);
  const { tensor, buffer } = allocate(run.backend, [batch.length * width]);
  encode(run.backend, (encoder) => {
    batch.forEach(({ tokens }, b) => {
      const row = b * sizes.slots + tokens.length - 1;
      encoder.copyBufferToBuffer(run.buffers.logits, 4 * row * width, buffer, 4 * b * width, 4 * width);
    });
  });
  const values = (await tensor.data()) as Float32Array;
  tensor.dispose();
  return batch.map((_, b) => {
    const row = values.subarray(b * width, (b + 1) * width);
    return { statics: row.subarray(0, shape.statics), pointers: row.subarray(pointers) };
  });
}

/** Masked log-softmax of a row of logits, [S + N]; −∞ where illegal. */
function normalize(
  { statics, pointers }: { statics: Float32Array; pointers: Float32Array },
  mask: Uint8Array,
  { dim }: NetworkShape,
): Float32Array {
  const S = statics.length;
  const row = Float32Array.from(mask, (legal, w) => {
    if (!legal) return Number.NEGATIVE_INFINITY;
    return w < S ? statics[w] : pointers[w - S] / Math.sqrt(dim);
  });
  const top = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const total = Math.log(row.reduce((sum, z) => sum + Math.exp(z - top), 0));
  return row.map((z) => z - top - total);
}
