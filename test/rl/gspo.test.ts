import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupAdvantages } from '../../src/rl/advantage.ts';
import { gspo } from '../../src/rl/gspo.ts';
import { type Batch, batches, near, ratios, scalarGspo } from './batch.ts';

/** As a minimiser sees it: the loss −J and its gradient. */
const run = (batch: Batch): { loss: number; grad: number[] } => {
  const { objective, coefficients } = gspo(batch);
  return { loss: -objective, grad: Array.from(coefficients, (c) => -c) };
};

test('the tolerance helper fails when it should', () => {
  expect(() => near([1, 2], [1, 2.1], 0.05)).toThrow();
  expect(() => near([Number.NaN], [1], 1)).toThrow();
  expect(() => near([1], [1, 2], 1)).toThrow();
});

/** Two trajectories of 2 and 1 tokens; log-ratios 0.1, 0.3 and −0.2. */
const golden: Batch = {
  oldLogProbs: [-1, -2, -3],
  logProbs: [-0.9, -1.7, -3.2],
  trajectory: [0, 0, 1],
  step: [0, 0, 1],
  advantages: [1, -1],
  clip: { low: 0.2, high: 0.25 },
};

describe('gspo', () => {
  test('hand arithmetic, nothing clipped', () => {
    // s₀ = exp((0.1 + 0.3)/2) = e^0.2 = 1.2214028 (< 1.25);  s₁ = e^−0.2 = 0.8187308 (> 0.8)
    // J = (1.2214028·1 + 0.8187308·(−1))/2 = 0.2013360;  loss = −0.2013360
    // dJ/dlogp: s₀/(2·2) = 0.3053507 twice; −s₁/(1·2) = −0.4093654; the gradient of the loss has the opposite sign
    const { loss, grad } = run(golden);
    near([loss], [-0.201336], 1e-6);
    near(grad, [-0.3053507, -0.3053507, 0.4093654], 1e-6);
    // k1 = −(0.1 + 0.3 − 0.2)/3 = −0.0666667
    // k3 = ((e^0.1 − 1.1) + (e^0.3 − 1.3) + (e^−0.2 − 0.8))/3 = (0.0051709 + 0.0498588 + 0.0187308)/3 = 0.0245868
    const stats = gspo(golden).stats;
    near([stats.clipFraction, stats.meanRatio, stats.klK1, stats.klK3], [0, 1.0200668, -0.0666667, 0.0245868], 1e-6);
  });

  test('hand arithmetic, one of two clipped', () => {
    // high = 0.2: s₀ = 1.2214 > 1.2 with Â > 0: term 1.2, no gradient. J = (1.2 − 0.8187308)/2 = 0.1906346
    const batch = { ...golden, clip: { low: 0.2, high: 0.2 } };
    const { loss, grad } = run(batch);
    near([loss], [-0.1906346], 1e-6);
    near(grad, [0, 0, 0.4093654], 1e-6);
    expect(gspo(batch).stats.clipFraction).toBe(0.5);
  });

  test('equals the scalar transcription; its gradient equals finite differences of the transcription', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { loss, grad } = run(batch);
        near([loss], [scalarGspo(batch)], 2e-6);
        const h = 1e-5; // ratios move by < 1e-5, bounds are 1e-4 away: no kink inside the stencil
        const slope = batch.logProbs.map((_, t) => {
          const moved = (by: number) => batch.logProbs.map((lp, u) => (u === t ? lp + by : lp));
          const up = scalarGspo({ ...batch, logProbs: moved(h) });
          return (up - scalarGspo({ ...batch, logProbs: moved(-h) })) / (2 * h);
        });
        near(grad, slope, 2e-6);
      }),
      { numRuns: 40 },
    );
  });

  test('at θ = old it is the plain policy gradient: Âᵢ/(|yᵢ| M) on every token', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { loss, grad } = run({ ...batch, logProbs: batch.oldLogProbs });
        const { trajectory, advantages } = batch;
        const length = advantages.map((_, i) => trajectory.filter((j) => j === i).length);
        const policyGradient = trajectory.map((i) => -advantages[i] / (length[i] * advantages.length));
        near(grad, policyGradient, 1e-6);
        near([loss], [-advantages.reduce((a, b) => a + b, 0) / advantages.length], 1e-6);
      }),
      { numRuns: 20 },
    );
  });

  test('with one-token trajectories it is the clipped objective of PPO and GRPO', () => {
    const oneToken = batches.map((batch) => {
      const first = batch.advantages.map((_, i) => batch.trajectory.indexOf(i));
      return {
        ...batch,
        logProbs: first.map((t) => batch.logProbs[t]),
        oldLogProbs: first.map((t) => batch.oldLogProbs[t]),
        trajectory: first.map((_, i) => i),
        step: first.map((_, i) => i),
      };
    });
    fc.assert(
      fc.property(oneToken, (batch) => {
        // PPO: mean over tokens of min(r Â, clip(r) Â) with r = π_θ/π_old of that token
        const terms = batch.advantages.map((A, t) => {
          const r = Math.exp(batch.logProbs[t]) / Math.exp(batch.oldLogProbs[t]);
          return Math.min(r * A, Math.min(Math.max(r, 0.9), 1.15) * A);
        });
        near([run(batch).loss], [-terms.reduce((a, b) => a + b, 0) / terms.length], 2e-6);
      }),
      { numRuns: 20 },
    );
  });

  test('the gradient is zero exactly where the clip is active and pessimistic', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const s = ratios(batch);
        const { grad } = run(batch);
        batch.trajectory.forEach((i, t) => {
          const A = batch.advantages[i];
          const stopped = A === 0 || (A > 0 && s[i] > 1.15) || (A < 0 && s[i] < 0.9);
          if (stopped) expect(Math.abs(grad[t])).toBe(0);
          else expect(Math.sign(grad[t])).toBe(-Math.sign(A));
        });
      }),
      { numRuns: 40 },
    );
  });

  test('the far side keeps its gradient: a failure that became likelier is still pushed down', () => {
    const batch = { ...golden, logProbs: [-1, -2, -2], advantages: [1, -1], clip: { low: 0.2, high: 0.2 } };
    // s₁ = e^1 = 2.7182818 > 1.2 with Â = −1: gradient of the loss = +s₁/2
    near(run(batch).grad, [-0.25, -0.25, 1.3591409], 1e-6);
  });

  test('order of tokens does not matter: steps of one trajectory may lie in different places of the batch', () => {
    fc.assert(
      fc.property(
        batches.chain((batch) =>
          fc.tuple(
            fc.constant(batch),
            fc.shuffledSubarray(
              batch.trajectory.map((_, t) => t),
              { minLength: batch.trajectory.length },
            ),
          ),
        ),
        ([batch, order]) => {
          const moved = {
            ...batch,
            logProbs: order.map((t) => batch.logProbs[t]),
            oldLogProbs: order.map((t) => batch.oldLogProbs[t]),
            trajectory: order.map((t) => batch.trajectory[t]),
            step: order.map((t) => batch.step[t]),
          };
          const [before, after] = [run(batch), run(moved)];
          near([after.loss], [before.loss], 1e-6);
          near(
            after.grad,
            order.map((t) => before.grad[t]),
            1e-6,
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  test('numbering of trajectories does not matter', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const last = batch.advantages.length - 1;
        const renamed = {
          ...batch,
          trajectory: batch.trajectory.map((i) => last - i),
          advantages: [...batch.advantages].reverse(),
        };
        near([run(renamed).loss], [run(batch).loss], 1e-6);
        near(run(renamed).grad, run(batch).grad, 1e-6);
      }),
      { numRuns: 20 },
    );
  });

  test('adding a constant to all rewards changes nothing; all-equal rewards give a zero gradient', () => {
    const shifted = (shift: number) => run({ ...golden, advantages: groupAdvantages([1 + shift, shift]) });
    near(shifted(5).grad, shifted(0).grad, 1e-6);
    near(run({ ...golden, advantages: groupAdvantages([1, 1]) }).grad.map(Math.abs), [0, 0, 0], 0);
  });

  test('a trajectory without tokens has a zero gradient and spoils nothing', () => {
    // The third advantage enters the value with s = 1: J = (1.2214028 − 0.8187308 + 0.5)/3 = 0.3008907
    const { loss, grad } = run({ ...golden, advantages: [1, -1, 0.5] });
    near([loss], [-0.3008907], 1e-6);
    near(grad, [-0.3053507 * (2 / 3), -0.3053507 * (2 / 3), 0.4093654 * (2 / 3)], 1e-6);
  });

  test('refuses lengths that disagree and indices out of range', () => {
    expect(() => run({ ...golden, oldLogProbs: [-1, -2] })).toThrow(/old log-prob/);
    expect(() => run({ ...golden, trajectory: [0, 1] })).toThrow(/trajectory index/);
    expect(() => run({ ...golden, step: [0, 1] })).toThrow(/step index/);
    expect(() => run({ ...golden, trajectory: [0, 1, 2] })).toThrow(/index not in 0 … 1/);
    expect(() => run({ ...golden, logProbs: [-1, Number.NEGATIVE_INFINITY, -1] })).toThrow(/finite/);
  });
});
