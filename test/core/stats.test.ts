import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { bootstrapMean, mean, wilson } from '../../src/core/stats.ts';

describe('wilson', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statist. Med. 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (r, n, lo, hi) => {
    const interval = wilson(r, n);
    expect(interval.rate).toBe(r / n);
    expect(interval.lo).toBeCloseTo(lo, 4);
    expect(interval.hi).toBeCloseTo(hi, 4);
  });

  it('mirrors when successes and failures change places, and holds the rate', () => {
    const counts = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const a = wilson(k, n);
        const b = wilson(n - k, n);
        expect(a.lo).toBeCloseTo(1 - b.hi, 12);
        expect(a.hi).toBeCloseTo(1 - b.lo, 12);
        expect(a.lo).toBeLessThanOrEqual(a.rate);
        expect(a.hi).toBeGreaterThanOrEqual(a.rate);
      }),
    );
  });

  it('ends where the score test rejects, at any level', () => {
    for (const z of [1, 1.959963984540054, 3.02]) {
      const { rate, lo, hi, n } = wilson(15, 184, z);
      for (const end of [lo, hi]) expect(Math.abs(rate - end)).toBeCloseTo(z * Math.sqrt((end * (1 - end)) / n), 12);
    }
  });

  it('knows nothing without trials and refuses impossible counts', () => {
    expect(wilson(0, 0)).toEqual({ rate: 0, lo: 0, hi: 1, n: 0 });
    expect(() => wilson(3, 2)).toThrow(/0 … n/);
  });
});

describe('bootstrapMean', () => {
  it('is a function of the seed', () => {
    const groups = [[1, 0], [1, 1, 1], [0], [1, 0, 0]];
    const once = bootstrapMean(groups, createRng(4));
    expect(bootstrapMean(groups, createRng(4))).toEqual(once);
    expect(once.rate).toBeCloseTo(5 / 9, 12);
    expect(once.n).toBe(9);
  });

  it('has no width when all tasks agree, and full width for two opposite tasks', () => {
    expect(bootstrapMean([[1, 1], [1]], createRng(1))).toEqual({ rate: 1, lo: 1, hi: 1, n: 3 });
    // Two tasks: a resample is all-0 or all-1 with probability 1/4 each, far more than 2.5 %.
    expect(bootstrapMean([[0], [1]], createRng(1))).toMatchObject({ rate: 0.5, lo: 0, hi: 1 });
  });

  it('is wider than pretending that attempts at one task are independent', () => {
    const tasks = Array.from({ length: 10 }, (_, i) => Array.from({ length: 20 }, () => i % 2));
    const width = (r: { lo: number; hi: number }) => r.hi - r.lo;
    expect(width(bootstrapMean(tasks, createRng(2)))).toBeGreaterThan(2 * width(wilson(100, 200)));
  });

  it('comes close to the normal interval when every task has one attempt', () => {
    // p = 0.5, n = 400: 0.5 ± 1.96·√(0.25/400) = 0.5 ± 0.049.
    const tasks = Array.from({ length: 400 }, (_, i) => [i % 2]);
    const { lo, hi } = bootstrapMean(tasks, createRng(3));
    expect(lo).toBeCloseTo(0.451, 2);
    expect(hi).toBeCloseTo(0.549, 2);
  });
});

describe('mean', () => {
  it('is 0 for nothing', () => {
    expect(mean([])).toBe(0);
    expect(mean([1, 2, 6])).toBe(3);
  });
});
