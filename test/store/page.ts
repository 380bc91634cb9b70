/** Runs inside Chrome: what the tests call by name. */
import { createRng } from '../../src/core/rng.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/model/checkpoint.ts';
import { holdRun } from '../../src/store/hold.ts';
import { openStore } from '../../src/store/store.ts';
import { shape } from './sample.ts';

/** A checkpoint in which every weight is `update`, so that one can see which update it belongs to. */
const checkpointOf = (update: number, floats: number) =>
  encodeCheckpoint({ shape, step: update, theta: new Float32Array(floats).fill(update), meta: { update } });

/** A checkpoint that does not compress: Chrome's quota counts what reaches the disk. */
const noise = (floats: number) => {
  const rng = createRng(1);
  return encodeCheckpoint({ shape, step: 0, theta: Float32Array.from({ length: floats }, rng.normal), meta: null });
};

/** All distinct weights of a stored checkpoint: one number, unless it was torn. */
const weightsIn = (bytes: Uint8Array): number[] => [...new Set(decodeCheckpoint(bytes).theta)];

const api = { openStore, holdRun, checkpointOf, noise, weightsIn };
export type PageApi = typeof api;

declare global {
  interface Window {
    reverieTest: PageApi;
    /** Runs until the page dies; tells the test through the bindings below. */
    acknowledged(update: number): Promise<void>;
    inTheMiddle(): Promise<void>;
  }
}

window.reverieTest = api;
