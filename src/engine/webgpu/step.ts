import type { NetworkShape } from '../network.ts';
import type { BatchSizes } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Dialect, type Grid, rowGrid } from './kernel.ts';
import { passOf } from './pass.ts';
import { stepLegal } from './stepBatch.ts';
import { stepKernels } from './stepKernels.ts';
import { each, rows, type View } from './view.ts';
import type { DecodingBuffers } from './workspace.ts';

/**
 * One more emitted row of at most `count` sequences: the uploaded step → token and log-prob of each, [count, 2] in `picked`.
 * Keys and values go into `qkv` in the row's place, behind those that the forward pass and earlier steps left there.
 */
export function planStep(
  dialect: Dialect,
  shape: NetworkShape,
  sizes: BatchSizes,
  buffers: DecodingBuffers,
  count: number,
): Dispatch[] {
  const pass = passOf(dialect, shape, sizes);
  const { d, f, S, L, M, layers, heads, last, square, at, kernels, multiply, gainAt, pointers, width } = pass;
  const { theta, x: items, qkv: cache, keys, step: inputs } = buffers;
  const {
    rowX: x,
    rowNormed,
    rowInverse,
    rowQkv,
    rowScores,
    rowMixed,
    rowAct,
    rowQueries,
    rowLogits,
    picked,
  } = buffers;
  const { embed, attend, mix, pick } = stepKernels(dialect);
  const weight = (name: string, columns: number): View => rows(theta, columns, at[name]);
  const elements: Grid = [Math.ceil(d / 16), Math.ceil(count / 4), 1];
  const norm = (p: number): Dispatch => ({
    kernel: kernels.rms,
    buffers: { x, theta, inputs, normed: rowNormed, inverse: rowInverse },
    parameters: { rows: count, stack: count, dim: d, x: 0, gain: gainAt(p), normed: 0, inverse: 0, emitted: 0 },
    grid: rowGrid(count),
  });
  const N = rows(rowNormed, d);

  const dispatches: Dispatch[] = [
    { kernel: embed, buffers: { theta, items, inputs, x }, parameters: { dim: d }, grid: elements },
  ];
  for (let l = 0; l < layers; l++) {
    const sizesOf = { dim: d, heads, length: L, cache: l * M * 3 * d };
    dispatches.push(
      norm(2 * l),
      multiply({
        ...{ rows: count, columns: d, depth: d, outer: 3 },
        a: N,
        b: each(weight(`Wq.${l}`, d), square),
        c: each(rows(rowQkv, 3 * d), d),
      }),
      {
        kernel: attend,
        buffers: { fresh: rowQkv, inputs, cache, scores: rowScores },
        parameters: { rows: count * heads, ...sizesOf },
        grid: rowGrid(count * heads),
      },
      {
        kernel: mix,
        buffers: { fresh: rowQkv, inputs, scores: rowScores, cache, mixed: rowMixed },
        parameters: sizesOf,
        grid: elements,
      },
      multiply({
        ...{ rows: count, columns: d, depth: d, epilogue: 'add' },
        a: rows(rowMixed, d),
        b: weight(`Wo.${l}`, d),
        c: rows(x, d),
      }),
      norm(2 * l + 1),
      multiply({
        ...{ rows: count, columns: f, depth: d, epilogue: 'relu' },
        a: N,
        b: weight(`W1.${l}`, f),
        c: rows(rowAct, f),
      }),
      multiply({
        ...{ rows: count, columns: d, depth: f, epilogue: 'add' },
        a: rows(rowAct, f),
        b: weight(`W2.${l}`, d),
        c: rows(x, d),
      }),
    );
  }
  dispatches.push(
    norm(last),
    multiply({ rows: count, columns: S, depth: d, a: N, b: weight('Wout', S), c: rows(rowLogits, width) }),
    multiply({ rows: count, columns: d, depth: d, a: N, b: weight('Wpq', d), c: rows(rowQueries, d) }),
    {
      kernel: pick,
      buffers: { inputs, queries: rowQueries, keys, logits: rowLogits, picked },
      parameters: { rows: count, dim: d, statics: S, pointers, width, legal: stepLegal(count) },
      grid: rowGrid(count),
    },
  );
  return dispatches;
}
