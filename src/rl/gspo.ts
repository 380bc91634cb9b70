import { logRatios, type Objective, statsOf, surrogates } from './objective.ts';
import { meanOver, tokenCounts } from './trajectories.ts';

/**
 * GSPO at trajectory level (GSPO, arXiv 2507.18071 §4.1, Eq. 5; as used in DynaWeb, arXiv 2601.22149 §3.3):
 *
 *   sᵢ(θ) = exp( 1/|yᵢ| Σₜ [log π_θ(yᵢₜ) − log π_old(yᵢₜ)] )
 *   J(θ)  = 1/M Σᵢ min( sᵢ Âᵢ , clip(sᵢ, 1 − ε_lo, 1 + ε_hi) Âᵢ )
 *
 *   dJ/d log π_θ(yᵢₜ) = sᵢ Âᵢ / (|yᵢ| M), 0 where clipped                  (§4.2)
 *
 * yᵢ is everything the policy emitted over the whole multi-step trajectory i, so a trajectory is kept or clipped as one.
 * A trajectory without tokens has s = 1 and no gradient.
 */
export const gspo: Objective = (input) => {
  const { trajectory, advantages, clip } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const y = tokenCounts(trajectory, M);
  const s = meanOver(logRatio, trajectory, y).map(Math.exp); // [M]
  const J = surrogates(s, advantages, clip);
  return {
    coefficients: Float32Array.from(trajectory, (i) => J.slope[i] / (y[i] * M)),
    objective: J.value.reduce((sum, term) => sum + term, 0) / M,
    excess: J.excess,
    stats: statsOf(J, logRatio, M),
  };
};
