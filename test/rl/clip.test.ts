import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { CLIP_PRESETS, calibrate, EPSILON_START, fittingEpsilon } from '../../src/rl/clip.ts';
import { gspo } from '../../src/rl/gspo.ts';

test('the presets are those of the papers', () => {
  expect(CLIP_PRESETS).toEqual({ paper: { low: 3e-4, high: 4e-4 }, wide: { low: 0.2, high: 0.2 } });
});

describe('fittingEpsilon', () => {
  test('clips the wanted share exactly, where no two ratios are equal', () => {
    const excess = Float64Array.from([0.05, -0.3, 0.01, 0.04, 0.02, -0.01, 0.03, 0.06, 0.07, 0.08]);
    for (const share of [0, 0.1, 0.2, 0.5, 0.8]) {
      const epsilon = fittingEpsilon(excess, share)!;
      expect(excess.filter((x) => x > epsilon)).toHaveLength(Math.round(share * 10));
    }
    expect(fittingEpsilon(excess, 0.2)).toBe(0.06);
  });

  test('stays above 0 and below 1, and is unknown without ratios', () => {
    expect(fittingEpsilon(Float64Array.from([-0.1, -0.2, 0]), 0.3)).toBe(1e-5);
    expect(fittingEpsilon(Float64Array.from([3, 4, 5]), 0.3)).toBe(0.9);
    expect(fittingEpsilon(new Float64Array(0), 0.3)).toBe(null);
  });
});

describe('calibrate', () => {
  test('goes half the way on a log scale: √(0.2·0.002) = 0.02; stays where nothing was measured', () => {
    expect(calibrate(0.2, 0.002)).toBeCloseTo(0.02, 12);
    expect(calibrate(0.2, null)).toBe(0.2);
  });

  test('within ten updates the clip share of drifting trajectories is the wanted one', () => {
    // 400 trajectories of 5 tokens whose log-probs moved by normal noise of 0.01 and 0.02 the way of their advantage.
    const rng = createRng(3);
    const M = 400;
    const trajectory = Array.from({ length: 5 * M }, (_, t) => Math.floor(t / 5));
    const advantages = Array.from({ length: M }, (_, i) => (i % 2 ? 1 : -1));
    let epsilon = EPSILON_START;
    const shares = Array.from({ length: 10 }, () => {
      const oldLogProbs = trajectory.map(() => -1);
      const logProbs = trajectory.map((i) => -1 + 0.02 * advantages[i] + 0.01 * rng.normal());
      const batch = { logProbs, oldLogProbs, trajectory, step: trajectory, advantages };
      const { excess, stats } = gspo({ ...batch, clip: { low: epsilon, high: epsilon } });
      epsilon = calibrate(epsilon, fittingEpsilon(excess, 0.15));
      return stats.clipFraction;
    });
    expect(shares[0]).toBe(0); // ε = 0.2 is far outside
    // The mean of 5 tokens has a std of 0.0045 around 0.02: the 85 % quantile is 0.02 + 1.036·0.0045 = 0.0246.
    expect(epsilon).toBeCloseTo(0.025, 3);
    // 0.15 within 5 standard errors √(0.15·0.85/400) = 0.018, and what the moving ε adds.
    for (const share of shares.slice(-3)) expect(Math.abs(share - 0.15)).toBeLessThan(0.09);
  });
});
