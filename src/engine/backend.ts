import { createFusedNetwork, fusedSupports } from './fused.ts';
import { kernelsAreRelaxed } from './kernels.ts';
import { theMate } from './mate.ts';
import { measureStep, TYPICAL_SHAPE } from './measure.ts';
import type { Network, NetworkShape } from './network.ts';
import { createReferenceNetwork } from './reference.ts';
import { startWasm, startWebGpu } from './start.ts';
import { activeDevice } from './webgpu/interop.ts';
import { watchDevice } from './webgpu/lostDevice.ts';
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

/**
 * Starts tfjs. Without a wish: where there is a hardware adapter the faster of both backends, by a short measurement; else
 * WASM. `webgpu` also takes a software adapter. WASM it is, with the reason, wherever WebGPU gives no working device.
 * @param lookUp what WebGPU offers here.
 */
export function initBackend(prefer?: BackendInfo['backend'], lookUp = findAdapter): Promise<BackendInfo> {
  // One at a time: tfjs has one active backend, and two starts under way would trip over each other.
  starting = starting.catch(() => {}).then(() => start(prefer, lookUp));
  return starting as Promise<BackendInfo>;
}

let starting: Promise<unknown> = Promise.resolve();

async function start(prefer: BackendInfo['backend'] | undefined, lookUp: typeof findAdapter): Promise<BackendInfo> {
  const info = await choose(prefer, lookUp);
  // Only now: what goes wrong before leads to WASM.
  watchDevice(info.backend === 'webgpu' ? activeDevice() : null);
  return info;
}

async function choose(prefer: BackendInfo['backend'] | undefined, lookUp: typeof findAdapter): Promise<BackendInfo> {
  if (prefer === 'wasm') return onWasm('asked for');
  const found = await lookUp();
  if ('missing' in found) return onWasm(found.missing);
  if (prefer === undefined && found.fallback)
    return onWasm(`the only GPU adapter is software (${found.name}), which is slower than WASM`);
  try {
    return prefer === undefined ? await faster(found) : await onWebGpu(found, 'asked for');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return onWasm(`WebGPU gives no working device (${found.name}: ${why})`);
  }
}

async function onWasm(reason: string): Promise<BackendInfo> {
  await startWasm();
  const adapter = `CPU, SIMD128${kernelsAreRelaxed() ? ' with relaxed multiply-add' : ''}${theMate() ? ', two threads' : ''}`;
  return { backend: 'wasm', adapter, fallback: false, reason };
}

async function onWebGpu({ adapter, name, fallback }: Adapter, reason: string): Promise<BackendInfo> {
  await startWebGpu(adapter);
  return { backend: 'webgpu', adapter: name, fallback, reason };
}

/** Milliseconds of a training step of the usual size on the backend that runs. */
async function timeStep(info: BackendInfo): Promise<number> {
  const network = createNetwork(TYPICAL_SHAPE, info);
  try {
    return await measureStep(network);
  } finally {
    network.dispose();
  }
}

/** The faster of both backends, running. */
async function faster(found: Adapter): Promise<BackendInfo> {
  const wasm = await timeStep(await onWasm(''));
  const info = await onWebGpu(found, '');
  const webgpu = await timeStep(info);
  const reason = `a training step took ${webgpu.toFixed(1)} ms on WebGPU (${found.name}) and ${wasm.toFixed(1)} ms on WASM`;
  if (webgpu < wasm) return { ...info, reason };
  const device = activeDevice();
  const instead = await onWasm(reason);
  // Its memory goes to those who use it.
  device.destroy();
  return instead;
}

/** The fastest implementation for the running backend: fused kernels for the shapes they can run, else stock operations. */
export function createNetwork(shape: NetworkShape, info: BackendInfo): Network {
  if (info.backend === 'wasm' && fusedSupports(shape)) return createFusedNetwork(shape);
  if (info.backend === 'webgpu' && webGpuSupports(shape)) return createWebGpuNetwork(shape, activeDevice());
  return createReferenceNetwork(shape);
}
