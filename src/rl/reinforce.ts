import { logRatios, type Objective, statsOf, surrogates } from './objective.ts';
import { tokenCounts } from './trajectories.ts';

/** Nothing is clipped without a ratio. */
const NO_CLIP = { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * REINFORCE (Williams 1992) with the group's baseline: no ratio, no clip; later passes treat the batch as on-policy.
 *
 *   J(θ) = 1/M Σᵢ Âᵢ 1/|yᵢ| Σₜ log π_θ(yᵢₜ)
 *
 *   dJ/d log π_θ(yᵢₜ) = Âᵢ / (|yᵢ| M)
 *
 * Two departures, so that it differs from `gspo` by ratio and clip alone (and equals it where all ratios are 1): the mean over
 * the tokens, where Williams has their sum, and the std in Â. The ratios in the statistics are those of tokens.
 */
export const reinforce: Objective = (input) => {
  const { logProbs, trajectory, advantages } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const y = tokenCounts(trajectory, M);
  const A = Array.from(trajectory, (i) => advantages[i]);
  return {
    coefficients: Float32Array.from(trajectory, (i, t) => A[t] / (y[i] * M)),
    objective: A.reduce((sum, a, t) => sum + (a * logProbs[t]) / y[trajectory[t]], 0) / M,
    excess: new Float64Array(0),
    stats: statsOf(surrogates(logRatio.map(Math.exp), A, NO_CLIP), logRatio, M),
  };
};
