import { logRatios, type Objective, statsOf, surrogates } from './objective.ts';

/**
 * L: the same for every trajectory and update, about what a dream of the default length emits (14 actions of 4 – 5 tokens),
 * as Dr. GRPO's code divides by its budget of tokens. AdamW's step hardly depends on it.
 */
export const TOKEN_BUDGET = 64;

/**
 * Dr. GRPO (arXiv 2503.20783 §3.2): GRPO without 1/|yᵢ|, under which a long failure is punished less per token, and
 * without dividing Â by the group's std, under which groups of nearly equal rewards count more.
 *
 *   J(θ) = 1/(M L) Σᵢ Σₜ min( ρᵢₜ Aᵢ , clip(ρᵢₜ, 1 − ε_lo, 1 + ε_hi) Aᵢ ),      Aᵢ = rᵢ − mean(r) of the group
 *
 *   dJ/d log π_θ(yᵢₜ) = ρᵢₜ Aᵢ / (M L), 0 where that token is clipped
 *
 * The A passed in are the centred ones: `OBJECTIVES` says so.
 */
export const drGrpo: Objective = (input) => {
  const { trajectory, advantages, clip } = input;
  const M = advantages.length;
  const logRatio = logRatios(input);
  const J = surrogates(
    logRatio.map(Math.exp),
    Array.from(trajectory, (i) => advantages[i]),
    clip,
  );
  return {
    coefficients: Float32Array.from(J.slope, (slope) => slope / (M * TOKEN_BUDGET)),
    objective: J.value.reduce((sum, term) => sum + term, 0) / (M * TOKEN_BUDGET),
    excess: J.excess,
    stats: statsOf(J, logRatio, M),
  };
};
