import { layout } from '../layout.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, logitColumns, placesOf } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Product, product } from './gemm.ts';
import type { Dialect } from './kernel.ts';
import { networkKernels } from './kernels.ts';
import { each, rows, type View } from './view.ts';

/** What the plans of one batch size share: sizes, places, and dispatches and views in terms of them. */
export function passOf(dialect: Dialect, shape: NetworkShape, sizes: BatchSizes) {
  const { dim: d, layers, heads, hidden: f, statics: S } = shape;
  const { sequences: B, length: L, slots } = sizes;
  const M = B * L;
  const head = d / heads;
  const kernels = networkKernels(dialect);
  const at = Object.fromEntries(layout(shape).blocks.map(({ name, offset }) => [name, offset]));
  /** From a block of one layer to the same block of the next. */
  const layer = 2 * d + 4 * d * d + 2 * d * f;
  const multiply = (p: Product): Dispatch => product(dialect, p);
  return {
    ...{ d, f, S, B, L, M, slots, layers, heads, head, layer, at, kernels, multiply },
    ...logitColumns(shape, sizes),
    places: placesOf(shape, sizes),
    /** Rows of the output side. */
    R: B * slots,
    /** The last point of the residual stream, and from one point to the next. */
    last: 2 * layers,
    point: M * d,
    square: d * d,
    gainAt: (p: number): number => at['g1.0'] + (p >> 1) * layer + (p % 2) * d,
    ofHeads: (buffer: GPUBuffer, columns: number, start: number): View =>
      each(rows(buffer, columns, start), L * columns, head),
    pairs: (buffer: GPUBuffer, start: number): View => each(rows(buffer, L, start), heads * L * L, L * L),
    ofSequence: (buffer: GPUBuffer, count: number): View => each(rows(buffer, d), count * d),
    perHead: (columns: number, depth: number, a: View, b: View, c: View): Dispatch =>
      multiply({ rows: L, columns, depth, outer: B, inner: heads, a, b, c }),
    bagSum: (inputs: GPUBuffer, table: GPUBuffer, sums: GPUBuffer, count: number, starts: number): Dispatch => ({
      kernel: kernels.bagSum,
      buffers: { table, inputs, sums },
      parameters: { rows: count, dim: d, starts },
      grid: [Math.ceil(d / 16), Math.ceil(count / 4), 1],
    }),
  };
}
