import { invariant } from '../core/errors.ts';
import type { Clip } from './clip.ts';
import type { IndexOfToken, Numbers } from './trajectories.ts';

export interface ObjectiveInput {
  /** log π_θ and log π_old of every emitted token, [ΣT]. */
  logProbs: Numbers;
  oldLogProbs: Numbers;
  /** Which trajectory, 0 … M−1, and which step of the whole batch, 0 … S−1, a token belongs to: [ΣT], in any order. */
  trajectory: IndexOfToken;
  step: IndexOfToken;
  /** Â of each trajectory, [M]. */
  advantages: Numbers;
  clip: Clip;
}

export interface ObjectiveStats {
  /** Share of the objective's own ratios (of trajectories, steps or tokens) whose gradient the clip removed. */
  clipFraction: number;
  meanRatio: number;
  /** Estimators of KL(π_old ‖ π_θ) per token, on tokens drawn from π_old: k1 = −log r, k3 = r − 1 − log r. */
  klK1: number;
  klK3: number;
  trajectories: number;
}

export interface ObjectiveResult {
  /** dJ/d log π_θ(yₜ), [ΣT]. J is maximised: a minimiser of −Σ cₜ log π_θ(yₜ) takes these as c. */
  coefficients: Float32Array;
  /** J itself. */
  objective: number;
  /** sign(Â)(ρ − 1) of each ratio: clipped once this is above ε. */
  excess: Float64Array;
  stats: ObjectiveStats;
}

/**
 * An objective J and its gradient in closed form: the coefficients need only log-probs, so that a batch may be larger than
 * one tape. M counts all trajectories passed in, whatever their group, so whoever drops a group decides the denominator.
 * None has a KL term or an entropy bonus.
 *
 * @throws ReverieError('internal') on lengths that disagree or log-probs that are not finite.
 */
export type Objective = (input: ObjectiveInput) => ObjectiveResult;

/** log π_θ − log π_old of every token, [ΣT], in float64. */
export function logRatios({ logProbs, oldLogProbs, trajectory, step, advantages }: ObjectiveInput): Float64Array {
  const tokens = trajectory.length;
  invariant(tokens > 0 && logProbs.length === tokens, 'objective', 'one trajectory index per log-prob', tokens);
  invariant(oldLogProbs.length === tokens, 'objective', 'one old log-prob per log-prob', oldLogProbs.length);
  invariant(step.length === tokens, 'objective', 'one step index per log-prob', step.length);
  return Float64Array.from(trajectory, (i, t) => {
    invariant(advantages[i] !== undefined, 'objective', `index not in 0 … ${advantages.length - 1}`, i);
    const logRatio = logProbs[t] - oldLogProbs[t];
    invariant(Number.isFinite(logRatio), 'objective', 'log-probs must be finite', [logProbs[t], oldLogProbs[t]]);
    return logRatio;
  });
}

export interface Surrogates {
  ratio: Float64Array;
  value: Float64Array;
  slope: Float64Array;
  excess: Float64Array;
  clipFraction: number;
}

/**
 * The clipped surrogate of PPO (arXiv 1707.06347, Eq. 7) for each ratio ρᵤ with its Âᵤ, whatever the ratio is of:
 *
 *   valueᵤ = min( ρᵤ Âᵤ , clip(ρᵤ, 1 − ε_lo, 1 + ε_hi) Âᵤ )
 *   slopeᵤ = d valueᵤ / d log ρᵤ = ρᵤ Âᵤ    where the clip is not active,
 *                                  0         where ρᵤ > 1 + ε_hi and Âᵤ > 0, or ρᵤ < 1 − ε_lo and Âᵤ < 0
 *
 * The clip is one-sided ("pessimistic"): a ratio on the far side with the opposite sign of Â keeps its gradient.
 */
export function surrogates(ratio: Float64Array, A: ArrayLike<number>, clip: Clip): Surrogates {
  const clipped = Array.from(ratio, (rho, u) => (A[u] > 0 ? rho > 1 + clip.high : A[u] < 0 && rho < 1 - clip.low));
  const bound = (u: number): number => (A[u] > 0 ? 1 + clip.high : 1 - clip.low);
  return {
    ratio,
    value: ratio.map((rho, u) => (clipped[u] ? bound(u) : rho) * A[u]),
    slope: ratio.map((rho, u) => (clipped[u] ? 0 : rho * A[u])),
    excess: ratio.map((rho, u) => Math.sign(A[u]) * (rho - 1)),
    clipFraction: clipped.filter(Boolean).length / ratio.length,
  };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

export const statsOf = (J: Surrogates, logRatio: Float64Array, trajectories: number): ObjectiveStats => ({
  clipFraction: J.clipFraction,
  meanRatio: sum(J.ratio) / J.ratio.length,
  klK1: -sum(logRatio) / logRatio.length,
  klK3: sum(logRatio.map((x) => Math.exp(x) - 1 - x)) / logRatio.length,
  trajectories,
});
