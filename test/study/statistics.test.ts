import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/core/rng.ts';
import {
  type ArmOutcomes,
  estimate,
  gridOf,
  means,
  meansOfSeed,
  STATISTICS,
  signFlip,
} from '../../src/study/statistics.ts';

const arm = (...texts: string[]): ArmOutcomes => new Map(texts.map((text, i) => [i + 1, text]));
const ownSites = (n: number): string[] => Array.from({ length: n }, (_, i) => `site ${i}`);
const text = (n: number, p: (i: number) => number, rng: Rng): string =>
  Array.from({ length: n }, (_, i) => (rng.chance(p(i)) ? '1' : '0')).join('');

describe('the grid of seeds and sites', () => {
  it('gives means by hand', () => {
    // Seed 1: 3 of 4, seed 2: 1 of 4.
    const grid = gridOf([arm('1101', '0001')], ['a', 'a', 'b', 'b']);
    expect(means(grid)).toEqual([0.5]);
    expect(meansOfSeed(grid, 0)).toEqual([0.75]);
    expect([grid.sites, grid.tasks, grid.lost]).toEqual([2, 4, 0]);
    expect([...grid.played]).toEqual([2, 2, 2, 2]);
    expect([...grid.won[0]]).toEqual([2, 1, 0, 1]);
  });

  it('leaves out what one of the arms lost, for that seed only, and seeds that one of them lacks', () => {
    const grid = gridOf(
      [
        new Map([...arm('1-1', '101')]),
        new Map([
          [2, '011'],
          [1, '001'],
          [3, '111'],
        ]),
      ],
      ['a', 'b', 'b'],
    );
    expect(grid.seeds).toEqual([1, 2]);
    expect(grid.lost).toBe(1);
    // Five pairs are left: the first arm won 1+1 and 1+0+1, the second 0+1 and 0+1+1.
    expect(means(grid)).toEqual([4 / 5, 3 / 5]);
  });

  it('refuses outcomes that are not one per task', () => {
    expect(() => gridOf([arm('10')], ['a'])).toThrow(/one outcome per task/);
  });
});

describe('estimate', () => {
  it('is a function of the seed, and knows nothing where nothing was played', () => {
    const grid = gridOf([arm('1101', '0001')], ownSites(4));
    const once = estimate(grid, STATISTICS.mean, createRng(3));
    expect(estimate(grid, STATISTICS.mean, createRng(3))).toEqual(once);
    expect(once).toMatchObject({ value: 0.5, seeds: 2, tasks: 4, lost: 0 });
    expect(estimate(gridOf([arm('--')], ownSites(2)), STATISTICS.mean, createRng(1))).toBeNull();
    expect(estimate(gridOf([new Map()], ownSites(2)), STATISTICS.mean, createRng(1))).toBeNull();
  });

  it('draws seeds and sites: ends by hand where only one of them differs', () => {
    // Two seeds that differ everywhere, sites all alike: a draw is 0, 1/2 or 1 with chances 1/4, 1/2, 1/4.
    expect(estimate(gridOf([arm('1111', '0000')], ownSites(4)), STATISTICS.mean, createRng(1))).toMatchObject({
      value: 0.5,
      lo: 0,
      hi: 1,
    });
    // Eight sites, four of them solved by both seeds: 2.5 and 97.5 % of binomial(8, 1/2) / 8 are 1/8 and 7/8 (tails of
    // 1 + 8 = 9 in 256 = 3.5 % up to 1/8, 0.4 % at 0).
    expect(estimate(gridOf([arm('11110000', '11110000')], ownSites(8)), STATISTICS.mean, createRng(1))).toMatchObject({
      value: 0.5,
      lo: 1 / 8,
      hi: 7 / 8,
    });
  });

  it('has no ends with a single site', () => {
    expect(estimate(gridOf([arm('10', '11')], ['a', 'a']), STATISTICS.mean, createRng(1))).toMatchObject({
      value: 0.75,
      lo: -Infinity,
      hi: Infinity,
    });
  });

  it('comes close to the normal interval for one seed on many sites', () => {
    // p = 0.5, n = 400: 0.5 ± 1.96·√(0.25/400) = 0.5 ± 0.049. The grid of possible means has steps of 1/400, and the percentile
    // of 2,000 resamples a standard error of √(0.025·0.975/2000) / φ(1.96) = 0.06 standard deviations = 0.0015: ± 0.006 is 4 of them.
    const { lo, hi } = estimate(gridOf([arm('10'.repeat(200))], ownSites(400)), STATISTICS.mean, createRng(3))!;
    expect(Math.abs(lo - 0.451)).toBeLessThan(0.006);
    expect(Math.abs(hi - 0.549)).toBeLessThan(0.006);
  });

  it('has the variance that the pigeonhole bootstrap has in closed form', () => {
    // With x = m + a(seed) + b(site) + r and equal cells the resampled mean has variance Σa²/S² + Σb²/G² + Σr²/(SG)²: the sums
    // over rows and columns of r are 0, so of E[w w'] only the diagonal 1/S² · 1/G² is left.
    const [S, G] = [12, 40];
    const rng = createRng(8);
    const x = Array.from({ length: S }, (_, s) => text(G, (g) => 0.2 + 0.04 * s + 0.1 * (g % 2), rng));
    const at = (s: number, g: number): number => Number(x[s][g]);
    const average = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
    const m = average(range(S).flatMap((s) => range(G).map((g) => at(s, g))));
    const a = range(S).map((s) => average(range(G).map((g) => at(s, g))) - m);
    const b = range(G).map((g) => average(range(S).map((s) => at(s, g))) - m);
    const squares = (values: number[]): number => values.reduce((sum, value) => sum + value ** 2, 0);
    const r = range(S).flatMap((s) => range(G).map((g) => at(s, g) - m - a[s] - b[g]));
    const sd = Math.sqrt(squares(a) / S ** 2 + squares(b) / G ** 2 + squares(r) / (S * G) ** 2);
    const { value, lo, hi } = estimate(gridOf([arm(...x)], ownSites(G)), STATISTICS.mean, createRng(4))!;
    expect(value).toBeCloseTo(m, 12);
    // A normal shape is an approximation here, each end has a Monte Carlo error of 0.06 standard deviations: 6 % is 2.8 of the width's.
    expect((hi - lo) / (2 * 1.96 * sd)).toBeGreaterThan(0.94);
    expect((hi - lo) / (2 * 1.96 * sd)).toBeLessThan(1.06);
  });

  it('holds the true success in at least 95 % of simulated studies, with seeds and sites that differ', () => {
    // 3 or 5 seeds, 16 sites of 4 tasks; chances 0.5 + seed's (s.d. 0.05) + site's (s.d. 0.15) effect. 200 studies: at a coverage of
    // 0.95 the count has a standard error of 3.1, so 181 is 3 of them below 190.
    for (const seeds of [3, 5]) {
      const rng = createRng(seeds);
      let held = 0;
      for (let k = 0; k < 200; k++) {
        const site = Array.from({ length: 16 }, () => 0.15 * rng.normal());
        const runs = Array.from({ length: seeds }, () => {
          const shift = 0.05 * rng.normal();
          return text(64, (i) => 0.5 + shift + site[i >> 2], rng);
        });
        const grid = gridOf(
          [arm(...runs)],
          Array.from({ length: 64 }, (_, i) => `site ${i >> 2}`),
        );
        const { lo, hi } = estimate(grid, STATISTICS.mean, rng.fork(k), 400)!;
        if (lo <= 0.5 && 0.5 <= hi) held++;
      }
      expect(held).toBeGreaterThanOrEqual(181);
    }
  });
});

describe('two arms and more', () => {
  const rng = createRng(11);
  const noisy = (p: number, seeds: number): ArmOutcomes =>
    arm(...Array.from({ length: seeds }, () => text(120, (i) => p + (i % 2 ? 0.2 : -0.2), rng)));
  const [low, mid, high] = [noisy(0.3, 4), noisy(0.5, 4), noisy(0.7, 4)];
  const sites = Array.from({ length: 120 }, (_, i) => `site ${i >> 2}`);

  it('differences turn their sign with the arms, and an arm does not differ from itself', () => {
    const there = estimate(gridOf([high, low], sites), STATISTICS.difference, createRng(5))!;
    const back = estimate(gridOf([low, high], sites), STATISTICS.difference, createRng(5))!;
    expect(there.value).toBeCloseTo(-back.value, 12);
    expect(there.lo).toBeCloseTo(-back.hi, 12);
    expect(there.lo).toBeGreaterThan(0);
    const self = gridOf([low, low], sites);
    expect(estimate(self, STATISTICS.difference, createRng(5))).toMatchObject({ value: 0, lo: 0, hi: 0 });
    expect(signFlip(self, createRng(5))).toBe(1);
  });

  it('pairs: what both arms find hard is no part of the difference', () => {
    const other = arm(...[...low.values()].map((outcomes) => outcomes.replace(/^[01]{4}/, '1111')));
    const width = (grid: ReturnType<typeof gridOf>, of: (means: readonly number[]) => number): number => {
      const { lo, hi } = estimate(grid, of, createRng(6))!;
      return hi - lo;
    };
    // As if the two had played different tasks: variances add up.
    const apart = Math.hypot(
      width(gridOf([low], sites), STATISTICS.mean),
      width(gridOf([other], sites), STATISTICS.mean),
    );
    expect(width(gridOf([other, low], sites), STATISTICS.difference)).toBeLessThan(apart / 2);
  });

  it('ratio and share of a gap, by hand and at their ends', () => {
    // Means 3/4, 1/2, 1: ratio 3/2, share (3/4 − 1/2) / (1 − 1/2) = 1/2.
    const grid = gridOf([arm('1110'), arm('1100'), arm('1111')], ownSites(4));
    expect(STATISTICS.ratio(means(grid))).toBe(1.5);
    expect(STATISTICS.gapClosed(means(grid))).toBe(0.5);
    const share = (a: ArmOutcomes) => estimate(gridOf([a, low, high], sites), STATISTICS.gapClosed, createRng(7))!;
    expect(share(low)).toMatchObject({ value: 0, lo: 0, hi: 0 });
    expect(share(high)).toMatchObject({ value: 1, lo: 1, hi: 1 });
    expect(share(mid).lo).toBeGreaterThan(0);
    expect(share(mid).hi).toBeLessThan(1);
  });

  it('gives a quotient no ends when its denominator may be nothing', () => {
    // One success on four sites: (3/4)⁴ = 32 % of the draws have none.
    const grid = gridOf([arm('1111'), arm('1000')], ownSites(4));
    expect(estimate(grid, STATISTICS.ratio, createRng(1))).toMatchObject({ value: 4, lo: -Infinity, hi: Infinity });
    const never = gridOf([arm('11'), arm('00')], ownSites(2));
    expect(estimate(never, STATISTICS.ratio, createRng(1))).toBeNull();
  });
});

describe('signFlip', () => {
  it('counts all patterns of few sites', () => {
    // Three sites, all for the first arm: of 8 patterns 2 are as far. A fourth against it: sums of ± 1 are at least 2 off in 10 of 16.
    expect(signFlip(gridOf([arm('111'), arm('000')], ownSites(3)), createRng(1))).toBe(2 / 8);
    expect(signFlip(gridOf([arm('1110'), arm('0001')], ownSites(4)), createRng(1))).toBe(10 / 16);
  });

  it('flips a site with all its seeds and tasks', () => {
    const twoSites = gridOf([arm('1111', '1111'), arm('0000', '0000')], ['a', 'a', 'b', 'b']);
    expect(signFlip(twoSites, createRng(1))).toBe(2 / 4);
  });

  it('comes close to the normal tail for many sites', () => {
    // 64 sites for, 36 against: z = 28 / √100 = 2.8; with the correction for steps of 2, P(|Z| ≥ 2.7) = 0.0069.
    const grid = gridOf([arm('1'.repeat(64) + '0'.repeat(36)), arm('0'.repeat(64) + '1'.repeat(36))], ownSites(100));
    // 10,000 patterns: a standard error of 0.0008.
    expect(Math.abs(signFlip(grid, createRng(2), 10_000) - 0.0069)).toBeLessThan(0.003);
  });
});
