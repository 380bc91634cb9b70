import { logRatios, type ObjectiveInput, type ObjectiveResult, statsOf, surrogates } from './objective.ts';
import { meanOver, type Numbers, tokenCounts } from './trajectories.ts';

/**
 * GSPO-token (GSPO, arXiv 2507.18071 §4.3), sg = stop-gradient:
 *
 *   sᵢₜ(θ) = sg[sᵢ] · π_θ(yᵢₜ) / sg[π_θ(yᵢₜ)]                             in value sᵢ, in gradient its own token's
 *   J(θ)   = 1/M Σᵢ 1/|yᵢ| Σₜ min( sᵢₜ Âᵢₜ , clip(sᵢₜ, 1 − ε_lo, 1 + ε_hi) Âᵢₜ )
 *
 *   dJ/d log π_θ(yᵢₜ) = sᵢ Âᵢₜ / (|yᵢ| M), 0 where clipped
 *
 * It is not the gradient of J as a function of θ alone, in which sᵢ would move too. With one Â per trajectory, all that
 * training gives it, value and gradient are those of `gspo`.
 *
 * @param input.tokenAdvantages Âᵢₜ, [ΣT]; absent: each token has its trajectory's.
 */
export function gspoToken(input: ObjectiveInput & { tokenAdvantages?: Numbers }): ObjectiveResult {
  const { trajectory, advantages, clip, tokenAdvantages } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const y = tokenCounts(trajectory, M);
  const s = meanOver(logRatio, trajectory, y).map(Math.exp); // [M]
  const J = surrogates(
    Float64Array.from(trajectory, (i) => s[i]),
    tokenAdvantages ?? Array.from(trajectory, (i) => advantages[i]),
    clip,
  );
  return {
    coefficients: Float32Array.from(trajectory, (i, t) => J.slope[t] / (y[i] * M)),
    objective: J.value.reduce((sum, term, t) => sum + term / y[trajectory[t]], 0) / M,
    excess: J.excess,
    stats: statsOf(J, logRatio, M),
  };
}
