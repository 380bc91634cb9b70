import type { NetworkShape } from '../network.ts';
import type { BatchSizes } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Dialect, rowGrid } from './kernel.ts';
import { passOf } from './pass.ts';
import { each, rows, transpose, type View } from './view.ts';
import type { PassBuffers } from './workspace.ts';

/**
 * θ and the packed batch → the final rows and the keys of the pointers, by the equations of `../network.ts`. Rows are those
 * of `BatchSizes`; y = x·W throughout.
 */
export function planForward(
  dialect: Dialect,
  shape: NetworkShape,
  sizes: BatchSizes,
  buffers: PassBuffers,
): Dispatch[] {
  const pass = passOf(dialect, shape, sizes);
  const { d, f, B, L, M, R, layers, heads, head, last, point, square } = pass;
  const { at, places, kernels, multiply, perHead, ofHeads, pairs, bagSum, gainAt } = pass;
  const { inputs, theta, x, normed, inverse, qkv, scores, mixed, act, keys } = buffers;
  const weight = (name: string, columns: number): View => rows(theta, columns, at[name]);
  const norm = (p: number): Dispatch => {
    const all = p === last ? M + R : M;
    return {
      kernel: kernels.rms,
      buffers: { x, theta, inputs, normed, inverse },
      parameters: {
        ...{ rows: all, stack: M, dim: d, x: p * point, gain: gainAt(p), normed: p * point, inverse: p * M },
        emitted: places.emitted,
      },
      grid: rowGrid(all),
    };
  };

  const forward: Dispatch[] = [bagSum(inputs, theta, x, M, places.bags)];
  for (let l = 0; l < layers; l++) {
    const [before, middle, after] = [2 * l, 2 * l + 1, 2 * l + 2];
    const q = ofHeads(qkv, 3 * d, l * M * 3 * d);
    const k = { ...q, at: q.at + d };
    const v = { ...q, at: q.at + 2 * d };
    const P = pairs(scores, l * B * heads * L * L);
    const O = ofHeads(mixed, d, l * point);
    const hiddenRows = rows(act, f, l * M * f);
    forward.push(
      norm(before),
      multiply({
        ...{ rows: M, columns: d, depth: d, outer: 3 },
        a: rows(normed, d, before * point),
        b: each(weight(`Wq.${l}`, d), square),
        c: each(rows(qkv, 3 * d, l * M * 3 * d), d),
      }),
      perHead(L, head, q, transpose(k), P),
      {
        kernel: kernels.softmax,
        buffers: { inputs, scores },
        parameters: { rows: B * heads * L, length: L, heads, head, scores: P.at, sequences: places.sequences },
        grid: rowGrid(B * heads * L),
      },
      perHead(head, L, P, v, O),
      multiply({
        ...{ rows: M, columns: d, depth: d, epilogue: 'add', shift: -point },
        a: rows(mixed, d, l * point),
        b: weight(`Wo.${l}`, d),
        c: rows(x, d, middle * point),
      }),
      norm(middle),
      multiply({
        ...{ rows: M, columns: f, depth: d, epilogue: 'relu' },
        a: rows(normed, d, middle * point),
        b: weight(`W1.${l}`, f),
        c: hiddenRows,
      }),
      multiply({
        ...{ rows: M, columns: d, depth: f, epilogue: 'add', shift: -point },
        a: hiddenRows,
        b: weight(`W2.${l}`, d),
        c: rows(x, d, after * point),
      }),
    );
  }
  forward.push(
    norm(last),
    multiply({
      rows: M,
      columns: d,
      depth: d,
      a: rows(normed, d, last * point),
      b: weight('Wpk', d),
      c: rows(keys, d),
    }),
  );
  return forward;
}
