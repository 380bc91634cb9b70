import * as tf from '@tensorflow/tfjs';
import { instantiateKernels } from '../engine/kernels.ts';
import { type Command, play, record } from '../engine/webgpu/commands.ts';
import { product } from '../engine/webgpu/gemm.ts';
import { activeDevice } from '../engine/webgpu/interop.ts';
import { dialectOf } from '../engine/webgpu/kernel.ts';
import type { View } from '../engine/webgpu/view.ts';
import type { Product } from './contender.ts';

/** Three such matrices lie in the second-level cache: the most the kernels can reach. */
const N = 128;
const BYTES = 4 * N * N;

/** The matrix product inside the fused kernels, alone and on one thread, on the backend that is active when it is first called. */
export function ownProduct(): Product {
  let multiply: (() => Promise<void>) | undefined;
  return {
    n: N,
    multiply: () => {
      multiply ??= tf.getBackend() === 'wasm' ? onWasm() : onWebGpu();
      return multiply();
    },
  };
}

function onWasm(): () => Promise<void> {
  const kernels = instantiateKernels();
  const a = kernels.adamwReserve(3 * N * N);
  const [b, c] = [a + BYTES, a + 2 * BYTES];
  const panel = 32;
  return async () => kernels.multiply(N, N, N, a, 4 * N, b, panel, panel * N, c, 4 * N, 0);
}

function onWebGpu(): () => Promise<void> {
  const device = activeDevice();
  // One more element: what falls outside C goes there.
  const view = (): View => ({
    buffer: device.createBuffer({ size: BYTES + 4, usage: GPUBufferUsage.STORAGE }),
    at: 0,
    row: N,
    column: 1,
  });
  const commands: Command[] = record(device, [
    product(dialectOf(device), { rows: N, columns: N, depth: N, a: view(), b: view(), c: view() }),
  ]);
  return async () => {
    const encoder = device.createCommandEncoder();
    play(encoder, commands);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
}
