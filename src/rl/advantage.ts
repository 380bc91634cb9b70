import { invariant } from '../core/errors.ts';

/** Keeps Â finite when one reward of a large group differs; small against the σ ≥ 0.33 of binary rewards with G = 8. */
export const ADVANTAGE_EPSILON = 1e-4;

/**
 * True when all rewards of a group are equal: such a group has no signal.
 */
export function zeroVariance(rewards: readonly number[]): boolean {
  return rewards.every((reward) => reward === rewards[0]);
}

/**
 * Group-normalised advantage (GSPO, arXiv 2507.18071 §4.1; DynaWeb, arXiv 2601.22149 §3.3):
 *
 *   Âᵢ = (rᵢ − mean(r)) / (std(r) + 1e-4)      mean and *population* std over the G attempts at one start
 *
 * @param rewards [G] terminal rewards of one group.
 * @returns [G]; exactly zero for an all-equal group, where rounding of the mean would otherwise leave a residue.
 * @throws ReverieError('internal') on an empty group or a reward that is not finite.
 */
export function groupAdvantages(rewards: readonly number[]): number[] {
  const centred = centredAdvantages(rewards);
  const std = Math.sqrt(centred.reduce((sum, a) => sum + a ** 2, 0) / rewards.length);
  return centred.map((a) => a / (std + ADVANTAGE_EPSILON));
}

/**
 * The same without the std (Dr. GRPO, arXiv 2503.20783 §3.2), which would make groups of nearly equal rewards count more:
 *
 *   Aᵢ = rᵢ − mean(r)
 */
export function centredAdvantages(rewards: readonly number[]): number[] {
  invariant(rewards.length > 0, 'groupAdvantages', 'a group needs at least one reward');
  invariant(rewards.every(Number.isFinite), 'groupAdvantages', 'rewards must be finite', rewards);
  if (zeroVariance(rewards)) return rewards.map(() => 0);
  const mean = rewards.reduce((sum, r) => sum + r, 0) / rewards.length;
  return rewards.map((r) => r - mean);
}
