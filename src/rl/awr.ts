import { invariant } from '../core/errors.ts';

export interface AwrInput {
  /** R of each logged trajectory, [M]. */
  returns: readonly number[];
  /** V of the state each began in, [M]. */
  values: readonly number[];
  /** β: how soon a worse return counts for nothing. */
  beta: number;
  /** ω_max: no trajectory counts more than this. */
  cap: number;
}

/**
 * Advantage-weighted regression (Peng et al. 2019, arXiv 1910.00177, Algorithm 1; ω_max is in the authors' code), for logged data
 * that no policy at hand produced:
 *
 *   L(θ) = −1/N Σᵢ Σₜ ωᵢ log π_θ(aᵢₜ | sᵢₜ)        ωᵢ = min( exp( (Rᵢ − Vᵢ) / β ) , ω_max )
 *
 * Every trajectory is cloned, failures too, by how much better it went than its like; β → ∞ clones all alike, β → 0 with
 * rewards of 0 and 1 clones successes alone. R is terminal and undiscounted, so ω is one number for a whole trajectory.
 * Simplification: V is not learned but given.
 *
 * @returns ω, [M].
 */
export function awrWeights({ returns, values, beta, cap }: AwrInput): number[] {
  invariant(returns.length === values.length, 'awrWeights', 'one value per return', values.length);
  invariant(beta > 0 && cap > 0, 'awrWeights', 'β and ω_max must be positive', [beta, cap]);
  return returns.map((R, i) => Math.min(Math.exp((R - values[i]) / beta), cap));
}

/**
 * Policy gradient on logged data as if the policy had produced it: ωᵢ = Rᵢ − Vᵢ, so what went worse than its like is pushed
 * away instead of counting little. No importance ratio: −log π has no bound where ω < 0, so few steps at a small rate only.
 *
 * @returns ω, [M].
 */
export function signedWeights({ returns, values }: Pick<AwrInput, 'returns' | 'values'>): number[] {
  invariant(returns.length === values.length, 'signedWeights', 'one value per return', values.length);
  return returns.map((R, i) => R - values[i]);
}
