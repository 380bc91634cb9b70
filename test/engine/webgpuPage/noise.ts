import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import { philox, uniformOf } from '../../../src/engine/sample.ts';
import { play, record } from '../../../src/engine/webgpu/commands.ts';
import { allocate, encode, gpuBackend } from '../../../src/engine/webgpu/interop.ts';
import { kernel } from '../../../src/engine/webgpu/kernel.ts';
import { GUMBEL } from '../../../src/engine/webgpu/sampling.ts';

export interface NoiseResult {
  /** Words of the generator and uniforms are the same bits as in TypeScript. */
  sameBits: boolean;
  /** Largest difference of the noise. */
  distance: number;
}

const probe = kernel({
  reads: ['inputs'],
  writes: ['out'],
  counts: ['count'],
  size: '64',
  helpers: GUMBEL,
  body: `
  let i = group.x * 64u + local.x;
  if (i >= p.count) { return; }
  let w = inputs[2u * i];
  let key = inputs[2u * i + 1u];
  let word = philox(vec2u(w, 0u), key).x;
  out[4u * i] = f32(word >> 16u);
  out[4u * i + 1u] = f32(word & 0xffffu);
  out[4u * i + 2u] = uniformOf(key, w);
  out[4u * i + 3u] = gumbel(key, w);`,
});

/** The noise of many columns and keys, on the GPU and here. */
export async function compareNoise(device: GPUDevice): Promise<NoiseResult> {
  const count = 4096;
  const rng = createRng(12);
  const pairs = Uint32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? rng.int(2 ** 32) : rng.int(400)));
  pairs.set([0, 0, 0xffffffff, 0xffffffff, 0x243f6a88, 0x13198a2e]);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const inputs = device.createBuffer({ size: pairs.byteLength, usage });
  device.queue.writeBuffer(inputs, 0, pairs);
  const backend = gpuBackend(device);
  const { tensor, buffer: out } = allocate(backend, [4 * count]);
  const dispatch = { kernel: probe, buffers: { inputs, out }, parameters: { count } };
  const commands = record(device, [{ ...dispatch, grid: [count / 64, 1, 1] }]);
  encode(backend, (encoder) => play(encoder, commands));
  const values = await tensor.data();
  tf.dispose(tensor);
  inputs.destroy();
  let sameBits = true;
  let distance = 0;
  for (let i = 0; i < count; i++) {
    const [w, key] = pairs.subarray(2 * i);
    const [high, low, uniform, noise] = values.subarray(4 * i);
    const u = uniformOf(key, w);
    sameBits &&= philox([w, 0], key)[0] === high * 65536 + low && u === uniform;
    distance = Math.max(distance, Math.abs(noise + Math.log(-Math.log(u))));
  }
  return { sameBits, distance };
}
