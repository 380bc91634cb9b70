// npx vitest run test/rl/objectives.test.ts
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { centredAdvantages, groupAdvantages } from '../../src/rl/advantage.ts';
import { TOKEN_BUDGET } from '../../src/rl/drGrpo.ts';
import { gspoToken } from '../../src/rl/gspoToken.ts';
import { OBJECTIVES, type ObjectiveName } from '../../src/rl/objectives.ts';
import { lossAndGrad, useBackend } from './backends.ts';
import { type Batch, batches, near, ratios } from './batch.ts';
import { TWINS } from './twins.ts';

const NAMES = Object.keys(OBJECTIVES) as ObjectiveName[];
const J = (name: ObjectiveName, batch: Batch) => OBJECTIVES[name].objective(batch);
const gradient = (name: ObjectiveName, batch: Batch): number[] => Array.from(J(name, batch).coefficients);

/**
 * Two trajectories: the first of two steps with 2 and 1 tokens, the second of one step with 1 token.
 * Log-ratios 0.1, 0.3 | −0.1 || −0.2; token ratios 1.1051709, 1.3498588, 0.9048374, 0.8187308.
 */
const golden: Batch = {
  oldLogProbs: [-1, -2, -1, -3],
  logProbs: [-0.9, -1.7, -1.1, -3.2],
  trajectory: [0, 0, 0, 1],
  step: [0, 0, 1, 2],
  advantages: [1, -1],
  clip: { low: 0.15, high: 0.25 },
};

describe('hand arithmetic', () => {
  // In all of them the second trajectory is clipped (0.8187308 < 0.85 with Â = −1): value −0.85, no gradient.

  test('gspo-step: one ratio per action', () => {
    // s₀₀ = e^((0.1 + 0.3)/2) = 1.2214028, s₀₁ = e^−0.1 = 0.9048374
    // J = ½[ ½(1.2214028 + 0.9048374) − 0.85 ] = ½[1.0631201 − 0.85] = 0.1065600
    // dJ/dlogp: s₀₀/(2·2·2) = 0.1526753 twice; s₀₁/(1·2·2) = 0.2262094
    const { objective, coefficients, stats, excess } = J('gspo-step', golden);
    near([objective], [0.10656], 1e-6);
    near(Array.from(coefficients), [0.1526753, 0.1526753, 0.2262094, 0], 1e-6);
    near([stats.clipFraction, stats.meanRatio], [1 / 3, (1.2214028 + 0.9048374 + 0.8187308) / 3], 1e-6);
    near(Array.from(excess), [0.2214028, -0.0951626, 0.1812692], 1e-6); // sign(Â)(s − 1)
  });

  test('gspo-token: the trajectory’s ratio on every token', () => {
    // s₀ = e^((0.1 + 0.3 − 0.1)/3) = e^0.1 = 1.1051709; J = ½(1.1051709 − 0.85) = 0.1275855
    // dJ/dlogp = s₀/(3·2) = 0.1841952; one token of four is clipped
    const { objective, coefficients, stats } = J('gspo-token', golden);
    near([objective], [0.1275855], 1e-6);
    near(Array.from(coefficients), [0.1841952, 0.1841952, 0.1841952, 0], 1e-6);
    expect(stats.clipFraction).toBe(0.25);
  });

  test('gspo-token with advantages of tokens: the clip acts on each', () => {
    // Â₀ = (2, −1, 0): s₀Â₀ₜ/(3·2) = 0.3683903, −0.1841952, 0; J = ½[ ⅓·1.1051709·(2 − 1 + 0) − 0.85 ] = −0.2408048
    const { objective, coefficients } = gspoToken({ ...golden, tokenAdvantages: [2, -1, 0, -1] });
    near([objective], [-0.2408048], 1e-6);
    near(Array.from(coefficients), [0.3683903, -0.1841952, 0, 0], 1e-6);
    // A token with Â > 0 is held at 1 + 0.1, its neighbour with Â < 0 is not: ½[ ⅓(1.1·2 − 1.1051709) − 0.85 ] = −0.2425285
    const tight = gspoToken({ ...golden, clip: { low: 0.15, high: 0.1 }, tokenAdvantages: [2, -1, 0, -1] });
    near([tight.objective], [-0.2425285], 1e-6);
    near(Array.from(tight.coefficients), [0, -0.1841952, 0, 0], 1e-6);
  });

  test('grpo: every token has its own ratio and its own clip', () => {
    // 1.3498588 > 1.25 with Â > 0 is clipped: J = ½[ ⅓(1.1051709 + 1.25 + 0.9048374) − 0.85 ] = ½[1.0866694 − 0.85] = 0.1183347
    // dJ/dlogp: 1.1051709/6 = 0.1841952, 0, 0.9048374/6 = 0.1508062, 0
    const { objective, coefficients, stats } = J('grpo', golden);
    near([objective], [0.1183347], 1e-6);
    near(Array.from(coefficients), [0.1841952, 0, 0.1508062, 0], 1e-6);
    expect(stats.clipFraction).toBe(0.5);
  });

  test('dr-grpo: the same sum over 64 tokens, whatever the length', () => {
    // J = (1.1051709 + 1.25 + 0.9048374 − 0.85)/(2·64) = 2.4100083/128 = 0.0188282
    // dJ/dlogp: 1.1051709/128 = 0.0086341, 0, 0.9048374/128 = 0.0070690, 0
    const { objective, coefficients } = J('dr-grpo', golden);
    near([objective], [0.0188282], 1e-6);
    near(Array.from(coefficients), [0.0086341, 0, 0.007069, 0], 1e-6);
  });

  test('reinforce: no ratio, nothing clipped', () => {
    // J = ½[ ⅓(−0.9 − 1.7 − 1.1) + 3.2 ] = ½[−1.2333333 + 3.2] = 0.9833333; dJ/dlogp = 1/(3·2), −1/2
    const { objective, coefficients, stats, excess } = J('reinforce', golden);
    near([objective], [0.9833333], 1e-6);
    near(Array.from(coefficients), [1 / 6, 1 / 6, 1 / 6, -0.5], 1e-6);
    expect(stats.clipFraction).toBe(0);
    expect(excess).toHaveLength(0);
  });
});

describe.each(NAMES)('%s', (name) => {
  beforeAll(() => useBackend('cpu'));

  test('value and gradient equal automatic differentiation of the tensor form', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { loss, grad } = lossAndGrad((x) => TWINS[name](x, batch), batch.logProbs);
        near([J(name, batch).objective], [loss], 2e-6);
        near(gradient(name, batch), grad, 2e-6);
      }),
      { numRuns: 25 },
    );
  });

  test('its gradient equals central differences of its value, in float64', () => {
    const h = 1e-5; // ratios move by about 1e-5, bounds are 1e-4 away: no kink inside the stencil
    fc.assert(
      fc.property(batches, (batch) => {
        const at = (u: number, by: number): number => {
          const moved = { ...batch, logProbs: batch.logProbs.map((x, t) => (t === u ? x + by : x)) };
          return name === 'gspo-token' ? frozenToken(moved, ratios(batch), batch) : J(name, moved).objective;
        };
        near(
          gradient(name, batch),
          batch.logProbs.map((_, t) => (at(t, h) - at(t, -h)) / (2 * h)),
          1e-7,
        );
      }),
      { numRuns: 20 },
    );
  });

  test('order of tokens and numbering of trajectories do not matter', () => {
    const shuffled = batches.chain((batch) =>
      fc.tuple(fc.constant(batch), fc.shuffledSubarray([...batch.step.keys()], { minLength: batch.step.length })),
    );
    fc.assert(
      fc.property(shuffled, ([batch, order]) => {
        const last = batch.advantages.length - 1;
        const pick = (values: readonly number[]): number[] => order.map((t) => values[t]);
        const moved = {
          ...batch,
          logProbs: pick(batch.logProbs),
          oldLogProbs: pick(batch.oldLogProbs),
          trajectory: pick(batch.trajectory).map((i) => last - i),
          step: pick(batch.step),
          advantages: [...batch.advantages].reverse(),
        };
        near([J(name, moved).objective], [J(name, batch).objective], 1e-9);
        near(gradient(name, moved), pick(gradient(name, batch)), 1e-7);
      }),
      { numRuns: 20 },
    );
  });

  test('no advantage, no gradient; a trajectory without tokens spoils nothing', () => {
    near(gradient(name, { ...golden, advantages: [0, 0] }).map(Math.abs), [0, 0, 0, 0], 0);
    near(
      gradient(name, { ...golden, advantages: [1, -1, 0.5] }),
      gradient(name, golden).map((c) => (c * 2) / 3),
      1e-7,
    );
  });

  test('refuses indices out of range, lengths that disagree, log-probs that are not finite', () => {
    expect(() => J(name, { ...golden, trajectory: [0, 0, 0, 2] })).toThrow(/index not in 0 … 1/);
    expect(() => J(name, { ...golden, oldLogProbs: [-1] })).toThrow(/old log-prob/);
    expect(() => J(name, { ...golden, logProbs: [-1, -1, -1, Number.NaN] })).toThrow(/finite/);
  });
});

/** J of GSPO-token with the stopped parts kept where they were: sᵢₜ = sᵢ·π_θ/π_θ₀. Written without the code under test. */
function frozenToken({ logProbs, trajectory, advantages, clip }: Batch, s: number[], at: Batch): number {
  const terms = trajectory.map((i, t) => {
    const ratio = s[i] * Math.exp(logProbs[t] - at.logProbs[t]);
    const A = advantages[i];
    const held = Math.min(Math.max(ratio, 1 - clip.low), 1 + clip.high);
    return Math.min(ratio * A, held * A) / trajectory.filter((j) => j === i).length;
  });
  return terms.reduce((sum, term) => sum + term, 0) / advantages.length;
}

describe('relations', () => {
  const check = (property: (batch: Batch) => void) => fc.assert(fc.property(batches, property), { numRuns: 30 });

  test('with one step per trajectory gspo-step is gspo, to the bit', () =>
    check((batch) => {
      const one = { ...batch, step: batch.trajectory };
      expect(J('gspo-step', one).coefficients).toEqual(J('gspo', one).coefficients);
      near([J('gspo-step', one).objective], [J('gspo', one).objective], 1e-12);
    }));

  test('with one token per step and one step per trajectory gspo-step is grpo', () =>
    check((batch) => {
      const tokens = [...batch.trajectory.keys()];
      const one = { ...batch, trajectory: tokens, step: tokens, advantages: tokens.map((t) => (t % 2 ? 1 : -0.5)) };
      near(gradient('gspo-step', one), gradient('grpo', one), 1e-7);
      near(gradient('gspo', one), gradient('grpo', one), 1e-7);
    }));

  test('gspo-token has the gradient and the value of gspo where tokens share their advantage', () =>
    check((batch) => {
      expect(J('gspo-token', batch).coefficients).toEqual(J('gspo', batch).coefficients);
      near([J('gspo-token', batch).objective], [J('gspo', batch).objective], 1e-12);
    }));

  test('at θ = old all ratios are 1 and gspo, gspo-token, grpo and reinforce have one gradient', () =>
    check((batch) => {
      const still = { ...batch, logProbs: batch.oldLogProbs };
      for (const name of ['gspo-token', 'grpo', 'reinforce'] as const) {
        near(gradient(name, still), gradient('gspo', still), 1e-7);
        expect(J(name, still).stats).toMatchObject({ clipFraction: 0, meanRatio: 1, klK3: 0 });
      }
    }));

  test('dr-grpo weighs the tokens of grpo by their trajectory’s length over 64', () =>
    check((batch) => {
      const length = (i: number): number => batch.trajectory.filter((j) => j === i).length;
      const weighed = gradient('grpo', batch).map((c, t) => (c * length(batch.trajectory[t])) / 64);
      near(gradient('dr-grpo', batch), weighed, 1e-7);
      expect(TOKEN_BUDGET).toBe(64);
    }));

  test('dr-grpo asks for centred advantages, the others for normalised ones', () => {
    for (const name of NAMES) {
      const A = OBJECTIVES[name].advantagesOf([1, 0, 0, 0]);
      // mean ¼, std √3/4: centred ¾ and −¼; normalised ¾/(√3/4 + 1e-4) = 1.7316508
      expect(A[0]).toBeCloseTo(name === 'dr-grpo' ? 0.75 : 1.7316508, 6);
    }
    expect(OBJECTIVES['dr-grpo'].advantagesOf).toBe(centredAdvantages);
    expect(OBJECTIVES.gspo.advantagesOf).toBe(groupAdvantages);
  });

  test('the tensor forms leave nothing behind', () => {
    const before = tf.memory().numTensors;
    for (const name of NAMES) lossAndGrad((x) => TWINS[name](x, golden), golden.logProbs);
    expect(tf.memory().numTensors).toBe(before);
  });
});
