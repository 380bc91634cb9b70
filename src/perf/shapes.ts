import { createRng } from '../core/rng.ts';
import { initTheta } from '../engine/layout.ts';
import type { NetworkShape, Sequence } from '../engine/network.ts';
import { networkShape, type SizePreset } from '../model/features.ts';

/** The networks that are timed, over the rows and tokens of the real ones. */
export const PERF_PRESETS = {
  tiny: { dim: 64, layers: 3, heads: 4, hidden: 128 },
  small: { dim: 128, layers: 4, heads: 4, hidden: 256 },
} satisfies Record<string, SizePreset>;

export type PerfPreset = keyof typeof PERF_PRESETS;

/** One line of the table: a network on a backend, with a batch of so many sequences. Plain data: it crosses threads. */
export interface PerfCase {
  preset: PerfPreset;
  backend: 'wasm' | 'webgpu';
  sequences: number;
  /** Steps of each contender that do not count, because code is still being compiled; then those that do. */
  warm: number;
  steps: number;
}

/** A training step of Reverie alone, of another size: what doubling the batch, the page or the network costs. */
export interface GrowthCase {
  what: 'base' | 'batch' | 'nodes' | 'weights';
  sequences: number;
  /** Items as a share of those of `perfBatch`; half of them is a page of the built-in sites. */
  items: number;
  layers: number;
}

export const GROWTH: readonly GrowthCase[] = [
  { what: 'base', sequences: 8, items: 0.5, layers: 3 },
  { what: 'batch', sequences: 16, items: 0.5, layers: 3 },
  { what: 'nodes', sequences: 8, items: 1, layers: 3 },
  { what: 'weights', sequences: 8, items: 0.5, layers: 6 },
];

/** Many training steps of Reverie alone: does memory stay where it is? */
export interface SteadyCase {
  backend: 'wasm' | 'webgpu';
  sequences: number;
  /** Steps before the first look; everything is allocated by then. */
  warm: number;
  steps: number;
}

/** The shortest training before dreams, in updates. Models act and imagine by then, but attempts hardly ever do the same. */
export const DREAM_FIT = { policy: 150, world: 250, judge: 100 };
/** Updates whose dreams count, after one that warms up. */
export const DREAM_UPDATES = 6;

/** Rounds of training the world model, `times` the shortest, and of dreaming. */
export const dreamRounds = (times: number): number => times * DREAM_FIT.world + 1 + DREAM_UPDATES;

const SEED = 1;

export const perfShape = (preset: PerfPreset, patch: Partial<SizePreset> = {}): NetworkShape =>
  networkShape({ ...PERF_PRESETS[preset], ...patch });

/** The start values every contender begins with. */
export const perfTheta = (shape: NetworkShape): Float32Array => initTheta(shape, createRng(SEED).fork('theta'));

/**
 * A synthetic batch of the size of real ones, the same on every machine: 79 … 111 items (mean 95) of 6 … 12 rows (mean 9),
 * 1 … 8 emitted tokens, half of the output vocabulary legal at each. `share` of the items, for growth.
 */
export function perfBatch(shape: NetworkShape, sequences: number, share = 1): Sequence[] {
  const batch = createRng(SEED).fork('batch');
  return Array.from({ length: sequences }, (_, b) => {
    const rng = batch.fork(b);
    const items = Math.round(share * (79 + rng.int(33)));
    const offsets = new Int32Array(items + 1);
    for (let i = 0; i < items; i++) offsets[i + 1] = offsets[i] + 6 + rng.int(7);
    const ids = Int32Array.from({ length: offsets[items] }, () => rng.int(shape.rows));
    const width = shape.statics + items;
    const tokens = Int32Array.from({ length: 1 + rng.int(8) }, () => rng.int(width));
    const legal = Uint8Array.from({ length: tokens.length * width }, () => rng.int(2));
    tokens.forEach((token, t) => {
      legal[t * width + token] = 1;
    });
    return { ids, offsets, tokens, legal };
  });
}

/** Items and emitted rows of a batch: what the network has to compute, padding apart. */
export const positionsOf = (batch: readonly Sequence[]): number =>
  batch.reduce((sum, { offsets, tokens }) => sum + offsets.length - 1 + tokens.length, 0);

/**
 * 10⁹ floating point operations of a training step: every matrix product, attention over the pairs that may look at each
 * other, a multiply-add as two; the backward pass as twice the forward pass. Padding, sums and optimizer not counted.
 */
export function gflopPerStep({ dim: d, layers, hidden, statics }: NetworkShape, batch: readonly Sequence[]): number {
  let multiplyAdds = 0;
  for (const { offsets, tokens } of batch) {
    const n = offsets.length - 1;
    const t = tokens.length;
    const pairs = n * n + t * n + (t * (t + 1)) / 2;
    const layer = (n + t) * (4 * d * d + 2 * d * hidden) + 2 * d * pairs;
    const output = t * d * statics + (n + t) * d * d + t * n * d;
    multiplyAdds += layers * layer + output;
  }
  return (3 * 2 * multiplyAdds) / 1e9;
}
