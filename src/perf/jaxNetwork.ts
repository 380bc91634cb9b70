import { nn, numpy as np } from '@jax-js/jax';
import { layout } from '../engine/layout.ts';
import type { NetworkShape, Sequence } from '../engine/network.ts';
import { checkSequence, type PaddedBatch, padBatch } from '../engine/padding.ts';

/*
 * The network of `../engine/network.ts` in jax-js, on the padded rectangles of `../engine/padding.ts`, step by step as
 * `../engine/reference.ts`. Arrays have owners there: a use that is not the last one takes `.ref`.
 */

const EPSILON = 1e-5;

/** θ by the names of its blocks; every value is used up by the function that gets it. */
export type JaxTheta = Record<string, np.Array>;

/** Sizes as in `PaddedBatch`. */
export interface Dims {
  B: number;
  N: number;
  T: number;
}

export type JaxBatch = {
  /** Each [B·L, R/2]: how often a row of that half of E is in an item or an emitted row. */
  bags: np.Array[];
  /** [B, 1, L, L] and [B·T, S + N], added to scores and logits. */
  attention: np.Array;
  legalBias: np.Array;
  /** [B·T, S + N], 1 at the token of every real row, else 0. */
  chosen: np.Array;
};

/** Halves of the table of embeddings. */
const HALVES = ['E.0', 'E.1'];

/**
 * E lies in two halves, each a multiple of 16 rows: rows that are added are in no bag and stay zero. Both are in favour of
 * jax-js 0.1.25. Its matrix products are eight times slower where a side is no multiple of four; and a cotangent with a
 * single use is not stored but worked out again for every element of the product that uses it.
 */
const halfOf = (shape: NetworkShape): number => Math.ceil(shape.rows / 32) * 16;

/** [height, width] of zeros, filled with `values` as far as they go. */
const matrix = (values: Float32Array, height: number, width: number): np.Array => {
  const padded = new Float32Array(height * width);
  padded.set(values);
  return np.array(padded).reshape([height, width]);
};

export function jaxTheta(shape: NetworkShape, theta: Float32Array): JaxTheta {
  const out: JaxTheta = {};
  for (const { name, offset, shape: dims } of layout(shape).blocks) {
    const values = theta.slice(offset, offset + dims[0] * (dims[1] ?? 1));
    if (name !== 'E') {
      out[name] = np.array(values).reshape(dims);
      continue;
    }
    const half = halfOf(shape);
    const middle = half * shape.dim;
    out[HALVES[0]] = matrix(values.subarray(0, middle), half, shape.dim);
    out[HALVES[1]] = matrix(values.subarray(middle), half, shape.dim);
  }
  return out;
}

/**
 * Gathering rows and summing them is a product with counts, and so is its gradient. The gather of jax-js 0.1.25 does not
 * compile in `jit` when its cotangent is a plain view; made to, the step took 184 ms of CPU instead of 142 (wasm, tiny, 8
 * sequences, one thread): its gradient is a loop in JavaScript there.
 */
function countRows(shape: NetworkShape, padded: PaddedBatch): np.Array[] {
  const { B, N, T, K, itemRows, positionRows, previousRows, previousItems } = padded;
  const half = halfOf(shape);
  const counts = HALVES.map(() => new Float32Array(B * (N + T) * half));
  const count = (at: number, rows: Iterable<number>) => {
    for (const row of rows) if (row < shape.rows) counts[row < half ? 0 : 1][at * half + (row % half)]++;
  };
  const rowsOf = (item: number) => itemRows.subarray(item * K, (item + 1) * K);
  for (let b = 0; b < B; b++) {
    for (let i = 0; i < N; i++) count(b * (N + T) + i, rowsOf(b * N + i));
    for (let t = 0; t < T; t++) {
      const [at, from] = [b * (N + T) + N + t, b * T + t];
      count(at, [positionRows[from], previousRows[from]]);
      // Of the item that the previous token pointed to; none of the item behind the last.
      count(at, rowsOf(previousItems[from]));
    }
  }
  return counts.map((values) => np.array(values).reshape([B * (N + T), half]));
}

/** `real` as in `PaddedBatch`: where in B·T the tokens are. */
export function jaxBatch(
  shape: NetworkShape,
  sequences: readonly Sequence[],
): { dims: Dims; batch: JaxBatch; real: Int32Array } {
  for (const sequence of sequences) checkSequence(shape, sequence);
  const padded = padBatch(shape, sequences);
  const { B, N, T, real, targets, attention, legalBias } = padded;
  const [L, W] = [N + T, shape.statics + N];
  const chosen = new Float32Array(B * T * W);
  for (const row of real) chosen[row * W + targets[row]] = 1;
  const batch: JaxBatch = {
    bags: countRows(shape, padded),
    attention: np.array(attention).reshape([B, 1, L, L]),
    legalBias: np.array(legalBias).reshape([B * T, W]),
    chosen: np.array(chosen).reshape([B * T, W]),
  };
  return { dims: { B, N, T }, batch, real };
}

/** x [M, d], g [d] → x / √(mean x² + ε) · g */
function rms(x: np.Array, g: np.Array): np.Array {
  const square = np.mean(np.square(x.ref), -1, { keepdims: true });
  return x.mul(np.reciprocal(np.sqrt(square.add(EPSILON)))).mul(g);
}

/** log p of the token of every emitted row, [B·T]; 0 where there is no token. */
export function jaxLogProbs(shape: NetworkShape, { B, N, T }: Dims, w: JaxTheta, batch: JaxBatch): np.Array {
  const { dim: d, heads, layers } = shape;
  const L = N + T;
  const head = d / heads;

  let x = np.matmul(batch.bags[0], w[HALVES[0]]).add(np.matmul(batch.bags[1], w[HALVES[1]]));

  const byHead = (y: np.Array) => y.reshape([B, L, heads, head]).transpose([0, 2, 1, 3]);
  for (let l = 0; l < layers; l++) {
    const n1 = rms(x.ref, w[`g1.${l}`]);
    const q = byHead(np.matmul(n1.ref, w[`Wq.${l}`]));
    const k = byHead(np.matmul(n1.ref, w[`Wk.${l}`]));
    const v = byHead(np.matmul(n1, w[`Wv.${l}`]));
    const scores = np
      .matmul(q, k.transpose([0, 1, 3, 2]))
      .mul(1 / Math.sqrt(head))
      .add(batch.attention.ref);
    const mixed = np
      .matmul(nn.softmax(scores, -1), v)
      .transpose([0, 2, 1, 3])
      .reshape([B * L, d]);
    x = x.add(np.matmul(mixed, w[`Wo.${l}`]));
    const n2 = rms(x.ref, w[`g2.${l}`]);
    x = x.add(np.matmul(nn.relu(np.matmul(n2, w[`W1.${l}`])), w[`W2.${l}`]));
  }
  batch.attention.dispose();

  const f = rms(x, w['gf']).reshape([B, L, d]);
  const fItems = f.ref.slice([], [0, N], []).reshape([B * N, d]);
  const fEmitted = f.slice([], [N, L], []).reshape([B * T, d]);
  const queries = np.matmul(fEmitted.ref, w['Wpq']).reshape([B, T, d]);
  const keys = np.matmul(fItems, w['Wpk']).reshape([B, N, d]);
  const pointers = np
    .matmul(queries, keys.transpose([0, 2, 1]))
    .mul(1 / Math.sqrt(d))
    .reshape([B * T, N]);
  const logits = np.concatenate([np.matmul(fEmitted, w['Wout']), pointers], 1);
  return nn.logSoftmax(logits.add(batch.legalBias), -1).mul(batch.chosen).sum(1);
}
