import { logRatios, type Objective, statsOf, surrogates } from './objective.ts';
import { tokenCounts } from './trajectories.ts';

/**
 * GRPO (DeepSeekMath, arXiv 2402.03300 §4.1, without its KL term) over whole trajectories:
 *
 *   ρᵢₜ(θ) = π_θ(yᵢₜ) / π_old(yᵢₜ)
 *   J(θ)   = 1/M Σᵢ 1/|yᵢ| Σₜ min( ρᵢₜ Âᵢ , clip(ρᵢₜ, 1 − ε_lo, 1 + ε_hi) Âᵢ )
 *
 *   dJ/d log π_θ(yᵢₜ) = ρᵢₜ Âᵢ / (|yᵢ| M), 0 where that token is clipped
 *
 * Unlike in `gspo` every token has a ratio, and a clip, of its own.
 */
export const grpo: Objective = (input) => {
  const { trajectory, advantages, clip } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const y = tokenCounts(trajectory, M);
  const J = surrogates(
    logRatio.map(Math.exp),
    Array.from(trajectory, (i) => advantages[i]),
    clip,
  );
  return {
    coefficients: Float32Array.from(trajectory, (i, t) => J.slope[t] / (y[i] * M)),
    objective: J.value.reduce((sum, term, t) => sum + term / y[trajectory[t]], 0) / M,
    excess: J.excess,
    stats: statsOf(J, logRatio, M),
  };
};
