import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADVANTAGE_EPSILON, groupAdvantages, zeroVariance } from '../../src/rl/advantage.ts';

const rewards = fc.array(
  fc.integer({ min: 0, max: 8 }).map((n) => n / 8),
  { minLength: 1, maxLength: 12 },
);

describe('groupAdvantages', () => {
  test('hand arithmetic: two successes in eight', () => {
    // mean = 2/8 = 0.25; variance = (2·0.75² + 6·0.25²)/8 = 1.5/8 = 0.1875; std = √3/4 = 0.43301270
    // success: 0.75/0.43311270 = 1.73165… ; failure: −0.25/0.43311270 = −0.57722…
    const A = groupAdvantages([1, 0, 0, 0, 1, 0, 0, 0]);
    expect(A[0]).toBeCloseTo(0.75 / 0.4331127018922, 10);
    expect(A[4]).toBe(A[0]);
    expect(A[1]).toBeCloseTo(-0.25 / 0.4331127018922, 10);
  });

  test('one half of each: ± 0.5/(0.5 + 1e-4)', () => {
    expect(groupAdvantages([1, 0])).toEqual([0.5 / 0.5001, -0.5 / 0.5001]);
  });

  test('sums to zero, has nearly unit spread, and adding a constant to all rewards changes nothing', () => {
    fc.assert(
      fc.property(rewards, fc.integer({ min: -8, max: 8 }), (group, shift) => {
        const A = groupAdvantages(group);
        expect(A.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 10);
        const spread = Math.sqrt(A.reduce((a, b) => a + b * b, 0) / A.length);
        if (zeroVariance(group)) expect(spread).toBe(0);
        else expect(Math.abs(spread - 1)).toBeLessThan(ADVANTAGE_EPSILON / 0.03); // std ≥ 0.125·√11/12 = 0.0345
        groupAdvantages(group.map((r) => r + shift)).forEach((a, i) => {
          expect(a).toBeCloseTo(A[i], 10);
        });
      }),
    );
  });

  test('an all-equal group is exactly zero even where its mean rounds', () => {
    // 0.1 + 0.1 + 0.1 = 0.30000000000000004, so mean ≠ 0.1
    expect(groupAdvantages([0.1, 0.1, 0.1])).toEqual([0, 0, 0]);
    expect(zeroVariance([0.1, 0.1, 0.1])).toBe(true);
    expect(zeroVariance([0, 0, 1])).toBe(false);
  });

  test('refuses an empty group and a reward that is not finite', () => {
    expect(() => groupAdvantages([])).toThrow(/at least one/);
    expect(() => groupAdvantages([1, Number.NaN])).toThrow(/finite/);
  });
});
