import type { NetworkShape, Sequence } from '../engine/network.ts';
import type { GrowthCase } from './shapes.ts';

/** One way to train the network, alone in its worker. Every step is on the same batch, so that the loss curves compare. */
export interface Contender {
  /** Starts the backend, loads the start values of θ and the batch. Resolves to what runs where, in words. */
  setup(backend: 'wasm' | 'webgpu', shape: NetworkShape, batch: readonly Sequence[]): Promise<Device>;
  /** Forward, backward and AdamW at its defaults. Resolves to the mean −log p per token before the step, read back. */
  step(): Promise<number>;
  /** A square product of this library on the backend, to the end. */
  product: Product;
  /** Bytes of tensors alive, where the contender knows. */
  tensorBytes?(): number;
}

export interface Product {
  n: number;
  multiply(): Promise<void>;
}

export interface Device {
  adapter: string;
  /** True for a software GPU. */
  fallback: boolean;
}

/** What one step took. GPU counts are zero on wasm. */
export interface StepRecord {
  loss: number;
  /** Wall time until the loss is here and the device idle, milliseconds. */
  ms: number;
  dispatches: number;
  submits: number;
  readbacks: number;
}

export const CONTENDERS = ['reverie', 'jax', 'stock'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export interface ContenderRun {
  device: Device;
  /** Every step from the first on, warm-up included. */
  steps: StepRecord[];
  peakBytes: number;
  /** Its own square product, GFLOP/s: on as many threads as its step has. */
  multiplyGflops: number;
}

export interface CaseRun {
  weights: number;
  positions: number;
  gflopPerStep: number;
  runs: Record<ContenderName, ContenderRun>;
}

/** Steps of Reverie alone on one size. */
export interface GrowthRun {
  what: GrowthCase['what'];
  gflopPerStep: number;
  /** Steps that count, milliseconds. */
  ms: number[];
}

/** Memory over many steps, bytes: after those that warm up, and after the last. */
export interface SteadyRun {
  first: number;
  last: number;
}

export interface DreamRun {
  batch: number;
  steps: number;
  seconds: number;
}
