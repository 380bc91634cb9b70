import { invariant } from './errors.ts';
import type { Rng } from './rng.ts';

/** A share of successes with its 95 % interval. */
export interface Rate {
  rate: number;
  lo: number;
  hi: number;
  n: number;
}

/** The 97.5 % quantile of the standard normal. */
const Z95 = 1.959963984540054;

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Wilson's score interval at 95 % (Wilson 1927; method 3 of Newcombe 1998): right for small n and for rates at 0 and 1,
 * where the textbook interval collapses. No trials: rate 0 and the interval [0, 1].
 * @param z Half the interval in standard deviations, for another level than 95 %.
 */
export function wilson(successes: number, n: number, z = Z95): Rate {
  invariant(successes >= 0 && successes <= n, 'wilson', 'successes must lie in 0 … n', { successes, n });
  if (n === 0) return { rate: 0, lo: 0, hi: 1, n };
  const p = successes / n;
  const scale = 1 + z ** 2 / n;
  const centre = (p + z ** 2 / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n * n));
  // At the ends the formula is exact but floating point is not.
  return { rate: p, lo: successes === 0 ? 0 : centre - half, hi: successes === n ? 1 : centre + half, n };
}

/**
 * Percentile bootstrap of a mean at 95 %, resampling *groups* (all outcomes of one task together), because attempts at
 * the same task are not independent. Same rng seed, same interval.
 */
export function bootstrapMean(groups: readonly (readonly number[])[], rng: Rng, resamples = 2000): Rate {
  const filled = groups.filter((group) => group.length > 0);
  const all = filled.flat();
  if (all.length === 0) return { rate: 0, lo: 0, hi: 1, n: 0 };
  const sums = filled.map((group) => group.reduce((sum, value) => sum + value, 0));
  const means: number[] = [];
  for (let r = 0; r < resamples; r++) {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < filled.length; i++) {
      const k = rng.int(filled.length);
      sum += sums[k];
      count += filled[k].length;
    }
    means.push(sum / count);
  }
  means.sort((a, b) => a - b);
  const at = (q: number) => means[Math.min(resamples - 1, Math.floor(q * resamples))];
  return { rate: mean(all), lo: at(0.025), hi: at(0.975), n: all.length };
}
