import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAdamW, createFusedAdamW, createReferenceAdamW } from '../../src/engine/adamw.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { distance, draw } from './cases.ts';

beforeAll(() => initBackend('wasm'));

describe.each([
  ['reference', createReferenceAdamW],
  ['fused', createFusedAdamW],
])('AdamW (%s)', (_, create) => {
  it('does the arithmetic of two steps', () => {
    // lr 0.1, β₁ 0.9, β₂ 0.98, ε 0, wd 0.01, clip 5. θ₀ = [1, −2].
    // Step 1: g = [6, 8], ‖g‖ = 10, so g ← g/2 = [3, 4]. At t = 1 the corrected moments are m̂ = g, v̂ = g²: m̂/√v̂ = [1, 1].
    //   θ₁ = θ₀ − 0.1·([1, 1] + 0.01·[1, −2]) = [1 − 0.101, −2 − 0.098] = [0.899, −2.098].
    // Step 2: g = [−3, 0], ‖g‖ = 3, not clipped.
    //   m = 0.9·[0.3, 0.4] + 0.1·[−3, 0] = [−0.03, 0.36];       m̂ = m/(1 − 0.81) = [−0.1578947, 1.8947368]
    //   v = 0.98·0.02·[9, 16] + 0.02·[9, 0] = [0.3564, 0.3136];  v̂ = v/(1 − 0.9604) = [9, 7.9191919], √v̂ = [3, 2.8141059]
    //   θ₂ = θ₁ − 0.1·([−0.0526316, 0.6733001] + 0.01·[0.899, −2.098])
    //      = [0.899 + 0.0052632 − 0.000899, −2.098 − 0.0673300 + 0.002098] = [0.9033642, −2.1632320]
    const theta = tf.variable(tf.tensor1d([1, -2]));
    const adam = create(2, { lr: 0.1, eps: 0, weightDecay: 0.01, clip: 5 });
    adam.step(theta, tf.tensor1d([6, 8]));
    expect(distance(theta.dataSync(), [0.899, -2.098]).absolute).toBeLessThan(1e-6);
    adam.step(theta, tf.tensor1d([-3, 0]));
    expect(distance(theta.dataSync(), [0.9033642, -2.163232]).absolute).toBeLessThan(1e-6);
  });

  it('goes on from an exported state as if never interrupted, at the learning rate it is told', async () => {
    const run = async (interrupted: boolean) => {
      const theta = tf.variable(tf.tensor1d(draw(1, 30)));
      let adam = create(30, { lr: 7 });
      for (let i = 0; i < 6; i++) {
        if (interrupted && i === 3) {
          const state = await adam.state();
          adam.dispose();
          adam = create(30);
          adam.restore(state);
        }
        adam.step(theta, tf.tensor1d(draw(10 + i, 30)), 0.01);
      }
      return theta.dataSync();
    };
    expect(await run(true)).toEqual(await run(false));
  });

  it('leaves θ at decay alone under a zero gradient', () => {
    const theta = tf.variable(tf.tensor1d([4]));
    create(1, { lr: 0.5, weightDecay: 0.1 }).step(theta, tf.tensor1d([0]));
    // 4 − 0.5·0.1·4; 0/(0 + ε) is 0, not NaN.
    expect(theta.dataSync()[0]).toBeCloseTo(3.8, 6);
  });

  it('refuses a state of another size', () => {
    const state = { step: 1, m: new Float32Array(3), v: new Float32Array(3) };
    expect(() => create(2).restore(state)).toThrow(/moments of length 2/);
  });
});

describe('AdamW', () => {
  it('is the same fused and in stock operations, over many steps and both sides of the clip', () => {
    const [a, b] = [createFusedAdamW, createReferenceAdamW].map((create) => {
      const theta = tf.variable(tf.tensor1d(draw(2, 500)));
      const adam = create(500, { clip: 20 });
      // ‖g‖ is about 22·scale: below the clip in half of the steps, above in the others.
      for (let i = 0; i < 20; i++) adam.step(theta, tf.tensor1d(draw(50 + i, 500)).mul(i % 2 ? 0.5 : 3) as tf.Tensor1D);
      return theta.dataSync();
    });
    expect(distance(a, b).relative).toBeLessThan(1e-6);
  });

  it('stops loudly at a gradient that is not finite', () => {
    const theta = tf.variable(tf.tensor1d([1, 2]));
    expect(() => createAdamW(2).step(theta, tf.tensor1d([1, Number.NaN]))).toThrow(/gradient is finite/);
    expect([...theta.dataSync()]).toEqual([1, 2]);
  });

  it('keeps no tensors from step to step', () => {
    for (const create of [createFusedAdamW, createReferenceAdamW]) {
      const theta = tf.variable(tf.tensor1d([1, 2]));
      const grad = tf.tensor1d([1, 1]);
      const adam = create(2);
      adam.step(theta, grad);
      const before = tf.memory().numTensors;
      adam.step(theta, grad);
      expect(tf.memory().numTensors).toBe(before);
    }
  });
});
