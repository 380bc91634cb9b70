import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { createAdamW } from '../../src/engine/adamw.ts';
import { createNetwork, initBackend } from '../../src/engine/backend.ts';
import { measureBackends } from '../../src/engine/compare.ts';
import { initTheta } from '../../src/engine/layout.ts';
import { randomSequence, SMALL } from './cases.ts';

describe('in plain Node', () => {
  it('runs on wasm and says why, whatever was asked for', async () => {
    expect(await initBackend('wasm')).toMatchObject({ backend: 'wasm', fallback: false, reason: 'asked for' });
    for (const prefer of ['webgpu', undefined] as const) {
      const info = await initBackend(prefer);
      expect(info).toMatchObject({ backend: 'wasm', adapter: expect.stringMatching(/^CPU, SIMD128/) });
      expect(info.reason).toMatch(/no WebGPU/);
      expect(tf.getBackend()).toBe('wasm');
    }
  });

  it('differentiates gather on wasm: repeated rows add up, rows not taken stay zero', async () => {
    await initBackend('wasm');
    const table = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
    const weights = tf.tensor2d([1, 10, 2, 20, 4, 40], [3, 2]);
    const loss = (x: tf.Tensor) =>
      tf
        .gather(x, tf.tensor1d([2, 0, 2], 'int32'))
        .mul(weights)
        .sum();
    // Row 2 is taken first and third: [1, 10] + [4, 40]; row 0 second; row 1 never.
    expect([...tf.grad(loss)(table).dataSync()]).toEqual([2, 20, 0, 0, 5, 50]);
  });

  it('falls back to stock operations for shapes the fused kernels do not run', async () => {
    const info = await initBackend('wasm');
    const shape = { ...SMALL, dim: 10, hidden: 7 };
    const theta = tf.tensor1d(initTheta(shape, createRng(1)));
    const values = createNetwork(shape, info)
      .logProbs(theta, [randomSequence(shape, createRng(2), 4, 3, 1)])
      .dataSync();
    expect(values).toHaveLength(3);
    for (const value of values) expect(value).toBeLessThan(0);
  });

  it('trains along the same curve, bit by bit, from the same seed, and learns', async () => {
    const info = await initBackend('wasm');
    const run = async (seed: number) => {
      const network = createNetwork(SMALL, info);
      const rng = createRng(seed);
      const theta = tf.variable(tf.tensor1d(initTheta(SMALL, rng.fork('theta'))));
      const adam = createAdamW(network.size, { lr: 0.01 });
      const batch = [5, 9, 2].map((N, i) => randomSequence(SMALL, rng.fork(i), N, 3, 1));
      const curve: number[] = [];
      for (let step = 0; step < 30; step++) {
        const { logProbs, grad } = network.lossAndGrad(
          theta as unknown as tf.Tensor1D,
          batch,
          new Float32Array(9).fill(1),
        );
        adam.step(theta, grad);
        curve.push(-(await logProbs.sum().data())[0]);
      }
      return { curve, theta: theta.dataSync().slice() };
    };
    const [a, b, other] = [await run(1), await run(1), await run(2)];
    expect(a).toEqual(b);
    expect(a.curve).not.toEqual(other.curve);
    // Nine tokens that can be learned by heart.
    expect(a.curve[29]).toBeLessThan(0.1 * a.curve[0]);
  });

  it('measures a step of each implementation, fastest first', async () => {
    const shape = { ...SMALL, dim: 32, heads: 4 };
    const { webgpu, speeds } = await measureBackends(shape, { sequences: 4, items: 20, tokens: 4, steps: 2 });
    expect(webgpu).toMatch(/no WebGPU/);
    expect(speeds.map(({ backend, implementation }) => `${backend} ${implementation}`).sort()).toEqual([
      'wasm fused',
      'wasm reference',
    ]);
    expect(speeds[0].ms).toBeGreaterThan(0);
    expect(speeds[0].ms).toBeLessThanOrEqual(speeds[1].ms);
  });
});
