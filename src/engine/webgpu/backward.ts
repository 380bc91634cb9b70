import type { NetworkShape } from '../network.ts';
import type { BatchSizes } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Dialect, rowGrid } from './kernel.ts';
import { passOf } from './pass.ts';
import { each, rows, transpose, type View } from './view.ts';
import type { ScoringBuffers } from './workspace.ts';

/** ∂loss/∂logits → gradient of θ, every element written. dx = dy·Wᵀ and dW = xᵀ·dy. */
export function planBackward(
  dialect: Dialect,
  shape: NetworkShape,
  sizes: BatchSizes,
  buffers: ScoringBuffers,
): Dispatch[] {
  const pass = passOf(dialect, shape, sizes);
  const { d, f, S, B, L, M, R, slots, layers, heads, head, layer, last, point, square, pointers, width } = pass;
  const { at, places, kernels, multiply, perHead, ofHeads, pairs, ofSequence, bagSum, gainAt } = pass;
  const { inputs, theta, grad, x, normed, inverse, qkv, scores, mixed, act, queries, keys, logits } = buffers;
  const { dx, dNormed, dEmitted, dQueries, dKeys, dAct, dMixed, dScores, dQkv } = buffers;
  const weight = (name: string, columns: number): View => rows(theta, columns, at[name]);
  const gradient = (name: string, columns: number): View => rows(grad, columns, at[name]);
  const normBackward = (p: number): Dispatch => ({
    kernel: kernels.rmsBackward,
    buffers: { x, theta, inverse, dn: dNormed, dx },
    parameters: {
      ...{ rows: M, dim: d, x: p * point, gain: gainAt(p), inverse: p * M, dn: p * point, dx: p * point },
      carry: p === last ? 0 : point,
    },
    grid: rowGrid(M),
  });

  const F = rows(normed, d, last * point);
  const emitted = rows(normed, d, last * point + M * d);
  const toStatics = rows(logits, width);
  const toItems = each(rows(logits, width, pointers), slots * width);
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

  const backward: Dispatch[][] = [];
  for (let l = 0; l < layers; l++) {
    const [before, middle, after] = [2 * l, 2 * l + 1, 2 * l + 2];
    const q = ofHeads(qkv, 3 * d, l * M * 3 * d);
    const k = { ...q, at: q.at + d };
    const v = { ...q, at: q.at + 2 * d };
    const P = pairs(scores, l * B * heads * L * L);
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
    bagSum(inputs, dx, grad, shape.rows, places.uses),
  ];

  return [...output, ...backward.flat(), ...parameters];
}
