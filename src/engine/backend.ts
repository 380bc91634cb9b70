import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { ReverieError } from '../core/errors.ts';
import { createFusedNetwork, fusedSupports } from './fused.ts';
import { kernelsAreRelaxed } from './kernels.ts';
import { theMate } from './mate.ts';
import type { Network, NetworkShape } from './network.ts';
import { createReferenceNetwork } from './reference.ts';
import { registerWasmGradients } from './wasmGradients.ts';
import { activeDevice } from './webgpu/interop.ts';
import { createWebGpuNetwork, webGpuSupports } from './webgpu/network.ts';

/** Which engine runs, on what, and why. Plain data: it crosses threads and lands in reports. */
export interface BackendInfo {
  backend: 'webgpu' | 'wasm';
  /** Name of the GPU adapter, or of the instruction set on wasm. */
  adapter: string;
  /** True for a software GPU (correct, but slow: never quote its times as a GPU's). */
  fallback: boolean;
  reason: string;
}

interface Adapter {
  adapter: GPUAdapter;
  name: string;
  fallback: boolean;
}

/** Software renderers that do not say so themselves. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software|warp/i;

/** The adapter WebGPU offers here, or why there is none. Starts nothing. */
export async function findAdapter(): Promise<Adapter | { missing: string }> {
  const gpu = typeof navigator === 'undefined' ? undefined : navigator.gpu;
  if (!gpu) return { missing: 'this environment has no WebGPU' };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return { missing: 'WebGPU offers no adapter' };
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const name = [vendor, architecture, device, description]
    .filter((part, i, all) => part && all.indexOf(part) === i)
    .join(' ');
  return { adapter, name: name || 'unnamed adapter', fallback: isFallbackAdapter === true || SOFTWARE.test(name) };
}

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

async function startWebGpu({ adapter }: Adapter): Promise<void> {
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((feature) => adapter.features.has(feature)),
    requiredLimits: Object.fromEntries(LIMITS.map((limit) => [limit, adapter.limits[limit]])),
  });
  // Loaded only where an adapter exists: the package registers itself and its kernels on import.
  const { WebGPUBackend } = await import('@tensorflow/tfjs-backend-webgpu');
  if (tf.findBackendFactory('webgpu')) tf.removeBackend('webgpu');
  tf.registerBackend('webgpu', () => new WebGPUBackend(device, adapter.info), 3);
  await activate('webgpu');
}

let wasmPathSet = false;

async function startWasm(): Promise<void> {
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

const wasmInfo = (reason: string): BackendInfo => ({
  backend: 'wasm',
  adapter: `CPU, SIMD128${kernelsAreRelaxed() ? ' with relaxed multiply-add' : ''}${theMate() ? ', two threads' : ''}`,
  fallback: false,
  reason,
});

/**
 * Starts tfjs. Without a wish: WebGPU when there is a hardware adapter, else WASM. `webgpu` also takes a software adapter,
 * and falls back to WASM (saying so) only where there is none at all.
 */
export function initBackend(prefer?: 'webgpu' | 'wasm'): Promise<BackendInfo> {
  // One at a time: tfjs has one active backend, and two starts under way would trip over each other.
  starting = starting.catch(() => {}).then(() => start(prefer));
  return starting as Promise<BackendInfo>;
}

let starting: Promise<unknown> = Promise.resolve();

async function start(prefer?: 'webgpu' | 'wasm'): Promise<BackendInfo> {
  if (prefer === 'wasm') {
    await startWasm();
    return wasmInfo('asked for');
  }
  const found = await findAdapter();
  if ('missing' in found) {
    await startWasm();
    return wasmInfo(found.missing);
  }
  const { name, fallback } = found;
  if (fallback && prefer !== 'webgpu') {
    await startWasm();
    return wasmInfo(`the only GPU adapter is software (${name}), which is slower than WASM`);
  }
  await startWebGpu(found);
  return { backend: 'webgpu', adapter: name, fallback, reason: prefer ? 'asked for' : 'a hardware adapter is present' };
}

/** The fastest implementation for the running backend: fused kernels for the shapes they can run, else stock operations. */
export function createNetwork(shape: NetworkShape, info: BackendInfo): Network {
  if (info.backend === 'wasm' && fusedSupports(shape)) return createFusedNetwork(shape);
  if (info.backend === 'webgpu' && webGpuSupports(shape)) return createWebGpuNetwork(shape, activeDevice());
  return createReferenceNetwork(shape);
}
