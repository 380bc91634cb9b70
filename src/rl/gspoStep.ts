import { logRatios, type Objective, statsOf, surrogates } from './objective.ts';
import { meanOver, stepsOf, tokenCounts } from './trajectories.ts';

/**
 * GSPO at step level: the sequence of GSPO's ratio (arXiv 2507.18071 §4.1) is one emitted action, as where a batch has one
 * row per step (AsyncWebRL, arXiv 2606.05597); trajectories weigh the same, by the multi-step GRPO's 1/|τᵢ| over steps.
 *
 *   sᵢⱼ(θ) = exp( 1/|aᵢⱼ| Σₜ [log π_θ(aᵢⱼₜ) − log π_old(aᵢⱼₜ)] )           step j of trajectory i, |τᵢ| steps
 *   J(θ)   = 1/M Σᵢ 1/|τᵢ| Σⱼ min( sᵢⱼ Âᵢ , clip(sᵢⱼ, 1 − ε_lo, 1 + ε_hi) Âᵢ )
 *
 *   dJ/d log π_θ(aᵢⱼₜ) = sᵢⱼ Âᵢ / (|aᵢⱼ| |τᵢ| M), 0 where clipped
 *
 * A token of a short action thus weighs more than one of a long action.
 */
export const gspoStep: Objective = (input) => {
  const { trajectory, step, advantages, clip } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const { owner, steps } = stepsOf(trajectory, step, M); // [S], [M]
  const a = tokenCounts(step, owner.length);
  const s = meanOver(logRatio, step, a).map(Math.exp); // [S]
  const J = surrogates(
    s,
    Array.from(owner, (i) => advantages[i]),
    clip,
  );
  return {
    coefficients: Float32Array.from(step, (j) => J.slope[j] / (a[j] * steps[owner[j]] * M)),
    objective: J.value.reduce((sum, term, j) => sum + term / steps[owner[j]], 0) / M,
    excess: J.excess,
    stats: statsOf(J, logRatio, M),
  };
};
