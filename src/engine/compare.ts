import { type BackendInfo, createNetwork, findAdapter, initBackend } from './backend.ts';
import { fusedSupports } from './fused.ts';
import { measureStep, STEP_SIZE, TYPICAL_SHAPE } from './measure.ts';
import { createReferenceNetwork } from './reference.ts';
import { webGpuSupports } from './webgpu/network.ts';

export interface Measurement {
  backend: BackendInfo['backend'];
  implementation: 'fused' | 'reference';
  adapter: string;
  fallback: boolean;
  /** Median wall time of one training step (forward, backward, AdamW, losses read back), milliseconds. */
  ms: number;
}

/** Every way of training that exists here, timed. */
export interface BackendComparison {
  /** What WebGPU offers here, or why it offers nothing. */
  webgpu: string;
  /** Fastest first. */
  speeds: Measurement[];
}

/**
 * Times one training step on every backend and implementation that exists here. Leaves the backend of the fastest one
 * active; networks made before are to be made again.
 */
export async function measureBackends(shape = TYPICAL_SHAPE, size = STEP_SIZE): Promise<BackendComparison> {
  const speeds: Measurement[] = [];
  const measure = async (prefer: BackendInfo['backend'], implementation: Measurement['implementation']) => {
    const info = await initBackend(prefer);
    const { backend, adapter, fallback } = info;
    const network = implementation === 'fused' ? createNetwork(shape, info) : createReferenceNetwork(shape);
    speeds.push({ backend, implementation, adapter, fallback, ms: await measureStep(network, size) });
    network.dispose();
  };
  if (fusedSupports(shape)) await measure('wasm', 'fused');
  await measure('wasm', 'reference');
  const found = await findAdapter();
  if (!('missing' in found)) {
    if (webGpuSupports(shape)) await measure('webgpu', 'fused');
    await measure('webgpu', 'reference');
  }
  speeds.sort((a, b) => a.ms - b.ms);
  await initBackend(speeds[0].backend);
  return { webgpu: 'missing' in found ? found.missing : `${found.name}${found.fallback ? ' (software)' : ''}`, speeds };
}
