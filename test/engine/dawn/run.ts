import { startDawn } from '../../../src/cli/dawn.ts';
import type { Dialect } from '../../../src/engine/webgpu/kernel.ts';
import type { DawnResult } from './open.ts';

/* `run.ts <dialect>`: the WGSL kernels under Dawn on SwiftShader, in a process of their own; sends a `DawnResult`. */

await startDawn('software');
const { initBackend } = await import('../../../src/engine/backend.ts');
const { createWebGpuAdamW } = await import('../../../src/engine/webgpu/adamw.ts');
const { activeDevice } = await import('../../../src/engine/webgpu/interop.ts');
const { createWebGpuNetwork } = await import('../../../src/engine/webgpu/network.ts');
const { work } = await import('./work.ts');

const dialect = process.argv[2] as Dialect;
const info = await initBackend('webgpu');
const device = activeDevice();
const complaints: string[] = [];
device.addEventListener('uncapturederror', ({ error }) => complaints.push(error.message));
const done = await work({
  network: (shape) => createWebGpuNetwork(shape, device, dialect),
  adamw: (size, options) => createWebGpuAdamW(size, device, options, dialect),
});
process.send?.({ info, complaints, work: done } satisfies DawnResult, () => process.exit());
