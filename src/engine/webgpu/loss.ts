import type { NetworkShape } from '../network.ts';
import type { BatchSizes } from './batch.ts';
import type { Dispatch } from './commands.ts';
import { type Dialect, rowGrid } from './kernel.ts';
import { passOf } from './pass.ts';
import { each, rows, transpose, type View } from './view.ts';
import type { ScoringBuffers } from './workspace.ts';

/** Final rows → logits (pointers still unscaled) → log-probs; leaves ∂loss/∂logits in place of the logits. */
export function planLoss(
  dialect: Dialect,
  shape: NetworkShape,
  sizes: BatchSizes,
  buffers: ScoringBuffers,
): Dispatch[] {
  const pass = passOf(dialect, shape, sizes);
  const { d, S, B, L, M, R, slots, last, point, pointers, width } = pass;
  const { at, places, kernels, multiply, ofSequence } = pass;
  const { inputs, theta, normed, queries, keys, logits, logProbs, coefficients } = buffers;
  const weight = (name: string, columns: number): View => rows(theta, columns, at[name]);
  const emitted = rows(normed, d, last * point + M * d);
  const toStatics = rows(logits, width);
  const toItems = each(rows(logits, width, pointers), slots * width);
  return [
    multiply({ rows: R, columns: S, depth: d, a: emitted, b: weight('Wout', S), c: toStatics }),
    multiply({ rows: R, columns: d, depth: d, a: emitted, b: weight('Wpq', d), c: rows(queries, d) }),
    multiply({
      ...{ rows: slots, columns: L, depth: d, outer: B },
      a: ofSequence(queries, slots),
      b: transpose(ofSequence(keys, L)),
      c: toItems,
    }),
    {
      kernel: kernels.loss,
      buffers: { inputs, coefficients, logits, logProbs },
      parameters: {
        ...{ rows: R, slots, width, pointers, dim: d },
        ...{ sequences: places.sequences, tokens: places.tokens, legal: places.legal },
      },
      grid: rowGrid(R),
    },
  ];
}
