import * as tf from '@tensorflow/tfjs';
import { createRng } from '../core/rng.ts';
import { type BackendInfo, createNetwork, findAdapter, initBackend } from './backend.ts';
import { initTheta } from './layout.ts';
import type { NetworkShape, Sequence } from './network.ts';

export interface BackendSpeed extends BackendInfo {
  /** One forward and backward pass over the sample batch, the fastest of a few, in milliseconds. */
  ms: number;
}

export interface BackendComparison {
  /** What WebGPU offers here, or why it offers nothing. */
  webgpu: string;
  /** Fastest first. */
  speeds: BackendSpeed[];
}

/** As small as the `tiny` preset's networks, so that the order found here is the order met in a run. */
const SHAPE: NetworkShape = {
  rows: 2048,
  statics: 48,
  dim: 64,
  layers: 3,
  heads: 4,
  hidden: 256,
  bos: 48,
  ptr: 49,
  pos: 50,
  positions: 16,
};
const BATCH = 8;
const ITEMS = 64;
const TOKENS = 6;
const REPEATS = 4;

function sampleBatch(): Sequence[] {
  const rng = createRng(1).fork('measure');
  return Array.from({ length: BATCH }, () => ({
    ids: Int32Array.from({ length: ITEMS * 4 }, () => rng.int(SHAPE.rows)),
    offsets: Int32Array.from({ length: ITEMS + 1 }, (_, i) => i * 4),
    tokens: Int32Array.from({ length: TOKENS }, () => rng.int(SHAPE.statics + ITEMS)),
    legal: new Uint8Array(TOKENS * (SHAPE.statics + ITEMS)).fill(1),
  }));
}

async function timeUpdate(info: BackendInfo): Promise<number> {
  const network = createNetwork(SHAPE, info);
  const theta = tf.tensor1d(initTheta(SHAPE, createRng(1)));
  const batch = sampleBatch();
  const coefficients = new Float32Array(BATCH * TOKENS).fill(1 / BATCH);
  let best = Number.POSITIVE_INFINITY;
  // The first pass compiles and is not counted.
  for (let i = 0; i <= REPEATS; i++) {
    const began = performance.now();
    const { logProbs, grad } = network.lossAndGrad(theta, batch, coefficients);
    await grad.data();
    tf.dispose([logProbs, grad]);
    if (i > 0) best = Math.min(best, performance.now() - began);
  }
  network.dispose();
  theta.dispose();
  return best;
}

/** Runs the same training step on every backend there is. Leaves the last one tried running: for a page of its own. */
export async function measureBackends(): Promise<BackendComparison> {
  const found = await findAdapter();
  const speeds: BackendSpeed[] = [];
  for (const backend of 'missing' in found ? (['wasm'] as const) : (['wasm', 'webgpu'] as const)) {
    const info = await initBackend(backend);
    speeds.push({ ...info, ms: await timeUpdate(info) });
  }
  speeds.sort((a, b) => a.ms - b.ms);
  return { webgpu: 'missing' in found ? found.missing : found.name, speeds };
}
