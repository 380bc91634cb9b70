import fc from 'fast-check';
import type { NetworkShape } from '../../../src/engine/network.ts';
import { batches, SMALL, shapes } from '../cases.ts';

export interface Case {
  shape: NetworkShape;
  /** Items, tokens and density of the masks of each sequence; density 0 leaves the token alone. */
  sizes: { N: number; T: number; density: number }[];
}

const shaped = (
  statics: number,
  rest: Omit<NetworkShape, 'statics' | 'bos' | 'ptr' | 'pos' | 'rows'>,
): NetworkShape => ({
  ...rest,
  statics,
  rows: statics + 2 + rest.positions + 7,
  bos: statics,
  ptr: statics + 1,
  pos: statics + 2,
});

/** Odd sizes on every side of the tiles (4, 8, 16, 32) and buckets (8, 16) of the kernels, and random ones. */
export const CASES: Record<string, Case> = {
  'one item, one token': { shape: SMALL, sizes: [{ N: 1, T: 1, density: 0.5 }] },
  'different lengths': {
    shape: SMALL,
    sizes: [
      { N: 6, T: 1, density: 0.6 },
      { N: 19, T: 3, density: 0.6 },
      { N: 4, T: 0, density: 1 },
      { N: 1, T: 9, density: 1 },
    ],
  },
  'one legal token a row': {
    shape: shaped(5, { dim: 24, layers: 1, heads: 3, hidden: 40, positions: 2 }),
    sizes: [
      { N: 33, T: 8, density: 0 },
      { N: 3, T: 2, density: 0.3 },
    ],
  },
  'the network of the tiny preset': {
    shape: shaped(70, { dim: 64, layers: 3, heads: 4, hidden: 128, positions: 8 }),
    sizes: [
      { N: 40, T: 7, density: 0.5 },
      { N: 12, T: 11, density: 0.5 },
    ],
  },
  ...Object.fromEntries(
    fc
      .sample(fc.record({ shape: shapes, sizes: batches }), { numRuns: 4, seed: 2 })
      .map((one, i) => [`random ${i}`, one]),
  ),
};
