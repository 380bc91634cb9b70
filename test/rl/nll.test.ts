import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type NllNormaliser, nll, nllWeights } from '../../src/rl/nll.ts';
import { BACKENDS, lossAndGrad, useBackend } from './backends.ts';

const logProbs = [-0.5, -1.5, -1];
/** Trajectory 0 has two tokens, trajectory 1 has one. */
const trajectory = [0, 0, 1];
const run = (normaliser: NllNormaliser, values = logProbs) =>
  lossAndGrad((x) => nll({ logProbs: x, normaliser }).loss, values);

describe.each(BACKENDS)('nll on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  test('by token: (0.5 + 1.5 + 1)/3 = 1, gradient −1/3 each', () => {
    const { loss, grad } = run({ by: 'token' });
    expect(loss).toBeCloseTo(1, 6);
    for (const g of grad) expect(g).toBeCloseTo(-1 / 3, 6);
  });

  test('by trajectory: ((0.5 + 1.5)/2 + 1/1)/2 = 1 with gradient −1/4, −1/4, −1/2', () => {
    const { loss, grad } = run({ by: 'trajectory', trajectory, trajectories: 2 });
    expect(loss).toBeCloseTo(1, 6);
    [-0.25, -0.25, -0.5].forEach((want, t) => {
      expect(grad[t]).toBeCloseTo(want, 6);
    });
  });

  test('by constant: the plain sum 3 over k = 2 samples', () => {
    const { loss, grad } = run({ by: 'constant', k: 2 });
    expect(loss).toBeCloseTo(1.5, 6);
    for (const g of grad) expect(g).toBeCloseTo(-0.5, 6);
  });

  test('by trajectory = by token when all have the same length; a longer one then weighs less per token', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -400, max: 0 }), { minLength: 6, maxLength: 6 }), (values) => {
        const lp = values.map((v) => v / 128);
        const equal = run({ by: 'trajectory', trajectory: [0, 1, 2, 0, 1, 2], trajectories: 3 }, lp);
        const token = run({ by: 'token' }, lp);
        expect(equal.loss).toBeCloseTo(token.loss, 5);
        const uneven = run({ by: 'trajectory', trajectory: [0, 0, 0, 0, 0, 1], trajectories: 2 }, lp);
        expect(Math.abs(uneven.grad[0])).toBeLessThan(Math.abs(token.grad[0]));
        expect(Math.abs(uneven.grad[5])).toBeGreaterThan(Math.abs(token.grad[5]));
      }),
      { numRuns: 20 },
    );
  });

  test('reports nats per token whatever the normaliser, and leaks nothing', () => {
    const x = tf.tensor1d(logProbs);
    const before = tf.memory().numTensors;
    const { loss, stats } = nll({ logProbs: x, normaliser: { by: 'constant', k: 7 } });
    expect(stats.perToken.dataSync()[0]).toBeCloseTo(1, 6);
    expect(tf.memory().numTensors).toBe(before + 2);
    tf.dispose([loss, stats.perToken, x]);
  });
});

test('nllWeights refuses what it cannot normalise', () => {
  expect(() => nllWeights(0, { by: 'token' })).toThrow(/at least one/);
  expect(() => nllWeights(3, { by: 'constant', k: 0 })).toThrow(/positive/);
  expect(() => nllWeights(3, { by: 'trajectory', trajectory: [0, 0], trajectories: 1 })).toThrow(/per token/);
});
