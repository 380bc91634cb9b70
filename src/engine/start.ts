import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { ReverieError } from '../core/errors.ts';
import { registerWasmGradients } from './wasmGradients.ts';

/** Features worth having when the adapter offers them; the engine works without. */
const FEATURES: GPUFeatureName[] = ['shader-f16', 'subgroups', 'timestamp-query'];
const LIMITS = [
  'maxBufferSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
] as const;

/** Runs tfjs on a device of this adapter. Rejects when the adapter gives none that works. */
export async function startWebGpu(adapter: GPUAdapter): Promise<void> {
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((feature) => adapter.features.has(feature)),
    requiredLimits: Object.fromEntries(LIMITS.map((limit) => [limit, adapter.limits[limit]])),
  });
  await proveAlive(device);
  // Loaded only where an adapter exists: the package registers itself and its kernels on import.
  const { WebGPUBackend } = await import('@tensorflow/tfjs-backend-webgpu');
  if (tf.findBackendFactory('webgpu')) tf.removeBackend('webgpu');
  tf.registerBackend('webgpu', () => new WebGPUBackend(device, adapter.info), 3);
  await activate('webgpu');
}

/** After a crash of the GPU process there may be devices that were never alive. */
async function proveAlive(device: GPUDevice): Promise<void> {
  const buffer = device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  await buffer.mapAsync(GPUMapMode.READ);
  buffer.destroy();
}

let wasmPathSet = false;

/** Runs tfjs on WASM. */
export async function startWasm(): Promise<void> {
  // The threaded build of tfjs does not start inside a bundled worker, and brings nothing: our kernels are fused.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // Node finds the binaries beside the package by itself.
  const inNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  if (!inNode && !wasmPathSet) setWasmPaths('/wasm/');
  wasmPathSet = true;
  await activate('wasm');
  registerWasmGradients();
}

async function activate(backend: 'webgpu' | 'wasm'): Promise<void> {
  if (!(await tf.setBackend(backend)) || tf.getBackend() !== backend) {
    throw new ReverieError('environment', {
      who: 'engine',
      rule: `the ${backend} backend starts`,
      got: tf.getBackend(),
    });
  }
  await tf.ready();
}
