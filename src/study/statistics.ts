import { invariant } from '../core/errors.ts';
import type { Rng } from '../core/rng.ts';

/**
 * Intervals and tests of a study.
 *
 * Every seed's policy plays the same tasks, so outcomes are a grid, seeds × tasks, and tasks on one site belong
 * together. One resample draws seeds with replacement and, independently, sites with replacement, the same draw for every
 * arm: the pigeonhole bootstrap (Owen, "The pigeonhole bootstrap", Ann. Appl. Stat. 1, 2007). Intervals are its 2.5 and
 * 97.5 % percentiles. It counts what is chance in single visits up to three times, so it is too wide where seeds and sites
 * hardly differ (coverage near 99 %) and about right where they do; drawing tasks anew for each seed, as for nested
 * data, would be too narrow, since a hard site is hard for every seed.
 */

/** One arm: per seed one character per task: `1` success, `0` not, anything else not played. */
export type ArmOutcomes = ReadonlyMap<number, string>;

/** Successes and visits of some arms on what all of them played. Row-major, seeds × sites. */
export interface Grid {
  seeds: number[];
  sites: number;
  tasks: number;
  /** Pairs of seed and task left out because some arm lost them to the environment. */
  lost: number;
  played: Float64Array;
  /** One per arm. */
  won: Float64Array[];
}

/** A number with its 95 % interval; an end that the data do not bound is infinite. */
export interface Estimate {
  value: number;
  lo: number;
  hi: number;
  seeds: number;
  tasks: number;
  lost: number;
}

/** Puts arms side by side on their common seeds. @param sites The site of each task. */
export function gridOf(arms: readonly ArmOutcomes[], sites: readonly string[]): Grid {
  invariant(arms.length > 0, 'gridOf', 'at least one arm');
  const seeds = [...arms[0].keys()].filter((seed) => arms.every((arm) => arm.has(seed))).sort((a, b) => a - b);
  const names = [...new Set(sites)];
  const siteOf = sites.map((site) => names.indexOf(site));
  const cells = () => new Float64Array(seeds.length * names.length);
  const grid: Grid = {
    seeds,
    sites: names.length,
    tasks: sites.length,
    lost: 0,
    played: cells(),
    won: arms.map(cells),
  };
  seeds.forEach((seed, s) => {
    const texts = arms.map((arm) => arm.get(seed)!);
    for (const text of texts) {
      const facts = { outcomes: text.length, tasks: sites.length };
      invariant(text.length === sites.length, 'gridOf', 'one outcome per task', facts);
    }
    siteOf.forEach((site, t) => {
      if (!texts.every((text) => text[t] === '0' || text[t] === '1')) grid.lost++;
      else {
        const cell = s * names.length + site;
        grid.played[cell]++;
        texts.forEach((text, a) => {
          grid.won[a][cell] += Number(text[t]);
        });
      }
    });
  });
  return grid;
}

/** Each arm's share of successes with the given weights of seeds and sites. */
function weighted({ played, won, sites }: Grid, bySeed: Float64Array, bySite: Float64Array): number[] {
  let n = 0;
  const sums = new Array<number>(won.length).fill(0);
  for (let s = 0; s < bySeed.length; s++) {
    if (bySeed[s] === 0) continue;
    for (let g = 0; g < sites; g++) {
      const cell = s * sites + g;
      const weight = bySeed[s] * bySite[g];
      n += weight * played[cell];
      for (let a = 0; a < won.length; a++) sums[a] += weight * won[a][cell];
    }
  }
  return sums.map((sum) => sum / n);
}

/** Each arm's success over all seeds and tasks. */
export const means = (grid: Grid): number[] =>
  weighted(grid, new Float64Array(grid.seeds.length).fill(1), new Float64Array(grid.sites).fill(1));

/** Each arm's success for one seed of the grid. */
export function meansOfSeed(grid: Grid, index: number): number[] {
  const only = new Float64Array(grid.seeds.length);
  only[index] = 1;
  return weighted(grid, only, new Float64Array(grid.sites).fill(1));
}

/** What a study asks of the arms' means. NaN where the question has no answer. */
export const STATISTICS = {
  mean: ([a]: readonly number[]): number => a,
  difference: ([a, b]: readonly number[]): number => a - b,
  ratio: ([a, b]: readonly number[]): number => (b > 0 ? a / b : Number.NaN),
  /** Share of the way from b to c that a has gone. */
  gapClosed: ([a, b, c]: readonly number[]): number => (c > b ? (a - b) / (c - b) : Number.NaN),
} as const;

const draw = (n: number, rng: Rng): Float64Array => {
  const counts = new Float64Array(n);
  for (let i = 0; i < n; i++) counts[rng.int(n)]++;
  return counts;
};

/**
 * A statistic of the arms' means with its 95 % interval. A resample in which it has no answer counts at both ends, so a
 * quotient whose denominator may be 0 gets an interval without ends. With one seed only sites are resampled: the
 * interval is about that seed. Null when nothing was played or the question has no answer.
 */
export function estimate(
  grid: Grid,
  statistic: (means: readonly number[]) => number,
  rng: Rng,
  resamples = 2000,
): Estimate | null {
  const value = statistic(means(grid));
  if (Number.isNaN(value)) return null;
  const known: number[] = [];
  for (let r = 0; r < resamples; r++) {
    const at = statistic(weighted(grid, draw(grid.seeds.length, rng), draw(grid.sites, rng)));
    if (!Number.isNaN(at)) known.push(at);
  }
  known.sort((a, b) => a - b);
  const unknown = resamples - known.length;
  const tail = Math.floor(0.025 * resamples);
  // One site tells nothing about others.
  const bounded = tail >= unknown && grid.sites > 1;
  return {
    value,
    lo: bounded ? known[tail - unknown] : Number.NEGATIVE_INFINITY,
    hi: bounded ? known[resamples - 1 - tail] : Number.POSITIVE_INFINITY,
    seeds: grid.seeds.length,
    tasks: grid.tasks,
    lost: grid.lost,
  };
}

/** Up to this many sites all 2^n sign patterns are counted. */
const EXACT_SITES = 12;

/**
 * Two-sided p of "the first two arms are the same": were they, each site's difference (summed over seeds) could as well have
 * had the other sign. Exact for few sites, else over `flips` random patterns. Speaks about these seeds on other sites.
 */
export function signFlip({ won: [a, b], seeds, sites }: Grid, rng: Rng, flips = 2000): number {
  const differences = Array.from({ length: sites }, (_, g) =>
    seeds.reduce((sum, _seed, s) => sum + a[s * sites + g] - b[s * sites + g], 0),
  ).filter((d) => d !== 0);
  const n = differences.length;
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
  const asFar = (isFlipped: (i: number) => boolean): boolean =>
    Math.abs(differences.reduce((sum, d, i) => sum + (isFlipped(i) ? -d : d), 0)) >= observed;
  let count = 0;
  if (n <= EXACT_SITES) {
    for (let pattern = 0; pattern < 2 ** n; pattern++) if (asFar((i) => ((pattern >> i) & 1) === 1)) count++;
    return count / 2 ** n;
  }
  for (let k = 0; k < flips; k++) if (asFar(() => rng.chance(0.5))) count++;
  // The observed pattern is one of the possible ones.
  return (count + 1) / (flips + 1);
}
