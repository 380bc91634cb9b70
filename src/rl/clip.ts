/** ε_lo and ε_hi: the ratio is held in [1 − low, 1 + high]. */
export interface Clip {
  low: number;
  high: number;
}

/**
 * `paper`: GSPO (arXiv 2507.18071 §5.1) and the script of DynaWeb's authors, tuned for responses of thousands of tokens.
 * `wide`: DynaWeb (arXiv 2601.22149) as reported. A ratio normalised by length rarely moves that far: next to no clip.
 */
export const CLIP_PRESETS = {
  paper: { low: 3e-4, high: 4e-4 },
  wide: { low: 0.2, high: 0.2 },
} satisfies Record<string, Clip>;

/** `calibrated`: ε follows the ratios from update to update, see `calibrate`. */
export type ClipName = keyof typeof CLIP_PRESETS | 'calibrated';

/** Where a calibrated ε starts, and what it stays within: 1 − ε must stay above 0. */
export const EPSILON_START = 0.2;
const EPSILON_BOUNDS = [1e-5, 0.9] as const;

/**
 * The ε, the same on both sides, that would have clipped `share` of the ratios: the (1 − share) quantile of sign(Âᵤ)(ρᵤ − 1).
 * After a first pass of one gradient step it does not depend on the ε in use, for in that pass all ratios are 1.
 *
 * @param excess sign(Âᵤ)(ρᵤ − 1) of every ratio, as the objectives return it.
 * @returns the least ε there is where fewer ratios than that moved with their Â; null without ratios.
 */
export function fittingEpsilon(excess: Float64Array, share: number): number | null {
  const n = excess.length;
  if (n === 0) return null;
  const sorted = Float64Array.from(excess).sort();
  const [least, most] = EPSILON_BOUNDS;
  return Math.min(most, Math.max(least, sorted[n - 1 - Math.min(n - 1, Math.round(share * n))]));
}

/** The next ε of a calibrated clip, half the way to the one that would have fitted, on a log scale: ε ← √(ε · fitting). */
export const calibrate = (epsilon: number, fitting: number | null): number =>
  fitting === null ? epsilon : Math.sqrt(epsilon * fitting);
