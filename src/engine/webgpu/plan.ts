import { layout } from '../layout.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, logitColumns, placesOf } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Product, product, transpose, type View } from './gemm.ts';
import { type Dialect, rowGrid } from './kernel.ts';
import { networkKernels } from './kernels.ts';
import type { Buffers } from './workspace.ts';

/** The dispatches of one batch size, in order. */
export interface Plan {
  /** θ and the packed batch → logits (pointers still unscaled). */
  forward: Dispatch[];
  /** Logits → log-probs; leaves ∂loss/∂logits in place of the logits. */
  loss: Dispatch[];
  /** ∂loss/∂logits → gradient of θ, every element written. */
  backward: Dispatch[];
}

/**
 * The network of `../network.ts` and its gradient, by hand. Rows are those of `BatchSizes`; y = x·W throughout, so that
 * dx = dy·Wᵀ and dW = xᵀ·dy.
 */
export function planBatch(dialect: Dialect, shape: NetworkShape, sizes: BatchSizes, buffers: Buffers): Plan {
  const { dim: d, layers, heads, hidden: f, statics: S, rows: vocabulary } = shape;
  const { sequences: B, length: L, slots } = sizes;
  const { pointers, width } = logitColumns(shape, sizes);
  const places = placesOf(shape, sizes);
  const kernels = networkKernels(dialect);
  const at = Object.fromEntries(layout(shape).blocks.map(({ name, offset }) => [name, offset]));
  /** From a block of one layer to the same block of the next. */
  const layer = 2 * d + 4 * d * d + 2 * d * f;
  const M = B * L;
  const R = B * slots;
  const head = d / heads;
  const last = 2 * layers;
  const point = M * d;
  const square = d * d;
  const { inputs, theta, grad, x, normed, inverse, qkv, scores, mixed, act, queries, keys, logits, logProbs } = buffers;
  const { coefficients, dx, dNormed, dEmitted, dQueries, dKeys, dAct, dMixed, dScores, dQkv } = buffers;

  const rows = (buffer: GPUBuffer, columns: number, start = 0): View => ({
    buffer,
    at: start,
    row: columns,
    column: 1,
  });
  const weight = (name: string, columns: number): View => rows(theta, columns, at[name]);
  const gradient = (name: string, columns: number): View => rows(grad, columns, at[name]);
  /** The same view for each outer index (a layer, a sequence) and inner index (a head, one of q, k, v). */
  const each = (view: View, outer: number, inner = 0): View => ({ ...view, outer, inner });
  const ofHeads = (buffer: GPUBuffer, columns: number, start: number): View =>
    each(rows(buffer, columns, start), L * columns, head);
  const pairs = (buffer: GPUBuffer, start: number): View => each(rows(buffer, L, start), heads * L * L, L * L);

  const multiply = (p: Product): Dispatch => product(dialect, p);
  const perHead = (columns: number, depth: number, a: View, b: View, c: View): Dispatch =>
    multiply({ rows: L, columns, depth, outer: B, inner: heads, a, b, c });
  const bagSum = (table: GPUBuffer, sums: GPUBuffer, count: number, starts: number): Dispatch => ({
    kernel: kernels.bagSum,
    buffers: { table, inputs, sums },
    parameters: { rows: count, dim: d, starts },
    grid: [Math.ceil(d / 16), Math.ceil(count / 4), 1],
  });
  const gainAt = (p: number): number => at['g1.0'] + (p >> 1) * layer + (p % 2) * d;
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
  const normBackward = (p: number): Dispatch => ({
    kernel: kernels.rmsBackward,
    buffers: { x, theta, inverse, dn: dNormed, dx },
    parameters: {
      ...{ rows: M, dim: d, x: p * point, gain: gainAt(p), inverse: p * M, dn: p * point, dx: p * point },
      carry: p === last ? 0 : point,
    },
    grid: rowGrid(M),
  });

  const forward: Dispatch[] = [bagSum(theta, x, M, places.bags)];
  const backward: Dispatch[][] = [];
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

    const dO = ofHeads(dMixed, d, 0);
    const dP = pairs(dScores, 0);
    const dq = ofHeads(dQkv, 3 * d, l * M * 3 * d);
    const dHidden = rows(dAct, f, l * M * f);
    backward.unshift([
      multiply({
        ...{ rows: M, columns: f, depth: d, epilogue: 'gate', gate: act },
        a: rows(dx, d, after * point),
        b: transpose(weight(`W2.${l}`, d)),
        c: dHidden,
      }),
      multiply({
        ...{ rows: M, columns: d, depth: f },
        a: dHidden,
        b: transpose(weight(`W1.${l}`, f)),
        c: rows(dNormed, d, middle * point),
      }),
      normBackward(middle),
      multiply({
        ...{ rows: M, columns: d, depth: d },
        a: rows(dx, d, middle * point),
        b: transpose(weight(`Wo.${l}`, d)),
        c: rows(dMixed, d),
      }),
      perHead(L, head, dO, transpose(v), dP),
      {
        kernel: kernels.softmaxBackward,
        buffers: { scores, dScores },
        parameters: { rows: B * heads * L, length: L, head, scores: P.at },
        grid: rowGrid(B * heads * L),
      },
      perHead(head, L, transpose(P), dO, { ...dq, at: dq.at + 2 * d }),
      perHead(head, L, dP, k, dq),
      perHead(head, L, transpose(dP), q, { ...dq, at: dq.at + d }),
      multiply({
        ...{ rows: M, columns: d, depth: 3 * d },
        a: rows(dQkv, 3 * d, l * M * 3 * d),
        b: transpose(weight(`Wq.${l}`, d)),
        blocks: { size: d, stride: square },
        c: rows(dNormed, d, before * point),
      }),
      normBackward(before),
    ]);
  }

  const F = rows(normed, d, last * point);
  const emitted = rows(normed, d, last * point + M * d);
  const toStatics = rows(logits, width);
  const toItems = each(rows(logits, width, pointers), slots * width);
  const ofSequence = (buffer: GPUBuffer, count: number): View => each(rows(buffer, d), count * d);
  forward.push(
    norm(last),
    multiply({ rows: R, columns: S, depth: d, a: emitted, b: weight('Wout', S), c: toStatics }),
    multiply({ rows: R, columns: d, depth: d, a: emitted, b: weight('Wpq', d), c: rows(queries, d) }),
    multiply({ rows: M, columns: d, depth: d, a: F, b: weight('Wpk', d), c: rows(keys, d) }),
    multiply({
      ...{ rows: slots, columns: L, depth: d, outer: B },
      a: ofSequence(queries, slots),
      b: transpose(ofSequence(keys, L)),
      c: toItems,
    }),
  );

  const loss: Dispatch = {
    kernel: kernels.loss,
    buffers: { inputs, coefficients, logits, logProbs },
    parameters: {
      ...{ rows: R, slots, width, pointers, dim: d },
      ...{ sequences: places.sequences, tokens: places.tokens, legal: places.legal },
    },
    grid: rowGrid(R),
  };

  const output: Dispatch[] = [
    // Columns S … pointers of ∂logits are zero: the depth may be rounded up to a multiple of 4.
    multiply({
      ...{ rows: R, columns: d, depth: pointers },
      a: toStatics,
      b: transpose(weight('Wout', S)),
      c: rows(dEmitted, d),
    }),
    multiply({ rows: d, columns: S, depth: R, a: transpose(emitted), b: toStatics, c: gradient('Wout', S) }),
    multiply({
      ...{ rows: slots, columns: d, depth: L, outer: B },
      a: toItems,
      b: ofSequence(keys, L),
      c: ofSequence(dQueries, slots),
    }),
    multiply({
      ...{ rows: L, columns: d, depth: slots, outer: B },
      a: transpose(toItems),
      b: ofSequence(queries, slots),
      c: ofSequence(dKeys, L),
    }),
    multiply({
      ...{ rows: R, columns: d, depth: d, epilogue: 'add' },
      a: rows(dQueries, d),
      b: transpose(weight('Wpq', d)),
      c: rows(dEmitted, d),
    }),
    multiply({ rows: d, columns: d, depth: R, a: transpose(emitted), b: rows(dQueries, d), c: gradient('Wpq', d) }),
    multiply({
      ...{ rows: M, columns: d, depth: d },
      a: rows(dKeys, d),
      b: transpose(weight('Wpk', d)),
      c: rows(dNormed, d, last * point),
    }),
    multiply({ rows: d, columns: d, depth: M, a: transpose(F), b: rows(dKeys, d), c: gradient('Wpk', d) }),
    {
      kernel: kernels.addEmitted,
      buffers: { added: dEmitted, inputs, dn: dNormed },
      parameters: {
        ...{ rows: R, dim: d, slots, dn: last * point },
        ...{ sequences: places.sequences, emitted: places.emitted },
      },
      grid: [Math.ceil(d / 16), Math.ceil(R / 4), 1],
    },
    normBackward(last),
  ];

  /** Gradients of one kind of weights in all layers: xᵀ·dy, layer by layer. */
  const weights = (name: string, height: number, columns: number, a: View, b: View): Dispatch =>
    multiply({
      ...{ rows: height, columns, depth: M, outer: layers },
      a: transpose(a),
      b,
      c: each(gradient(`${name}.0`, columns), layer),
    });
  const parameters: Dispatch[] = [
    weights('W2', f, d, each(rows(act, f), M * f), each(rows(dx, d, 2 * point), 2 * point)),
    weights('W1', d, f, each(rows(normed, d, point), 2 * point), each(rows(dAct, f), M * f)),
    weights('Wo', d, d, each(rows(mixed, d), point), each(rows(dx, d, point), 2 * point)),
    multiply({
      ...{ rows: d, columns: d, depth: M, outer: layers, inner: 3 },
      a: transpose(each(rows(normed, d), 2 * point)),
      b: each(rows(dQkv, 3 * d), 3 * point, d),
      c: each(gradient('Wq.0', d), layer, square),
    }),
    {
      kernel: kernels.gains,
      buffers: { x, inverse, dn: dNormed, grad },
      parameters: { rows: M, dim: d, first: at['g1.0'], layer },
      grid: [d, last + 1, 1],
    },
    bagSum(dx, grad, vocabulary, places.uses),
  ];

  return { forward, loss: [loss], backward: [...output, ...backward.flat(), ...parameters] };
}
