import type { NetworkShape } from '../../src/engine/network.ts';

/** A shape for checkpoints whose content does not matter. */
export const shape: NetworkShape = {
  rows: 40,
  statics: 12,
  dim: 8,
  layers: 1,
  heads: 2,
  hidden: 16,
  bos: 20,
  ptr: 21,
  pos: 22,
  positions: 18,
};
