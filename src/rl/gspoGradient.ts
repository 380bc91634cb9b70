import { invariant } from '../core/errors.ts';
import type { Clip } from './gspo.ts';
import { type Numbers, type TrajectoryOfToken, tokenCounts } from './trajectories.ts';

export interface GspoGradientInput {
  /** log π_θ and log π_old of every emitted token, [ΣT]. */
  logProbs: Numbers;
  oldLogProbs: Numbers;
  trajectory: TrajectoryOfToken;
  /** Â of each trajectory, [M]. */
  advantages: Numbers;
  clip: Clip;
}

export interface GspoGradient {
  /** dJ/d log π_θ(yᵢₜ), [ΣT]. J is maximised: a minimiser of −Σ cₜ log π_θ(yₜ) takes these as c. */
  coefficients: Float32Array;
  /** J itself. */
  objective: number;
  stats: { clipFraction: number; meanRatio: number; klK1: number; klK3: number; trajectories: number };
}

/**
 * The gradient of `gspo` in closed form (GSPO, arXiv 2507.18071 §4.2), for batches too large for one tape: the
 * coefficients need only the log-probs, and each slice of the batch can then be differentiated on its own.
 *
 *   dJ/d log π_θ(yᵢₜ) = sᵢ Âᵢ / (|yᵢ| M)    where the clip is not active,
 *                       0                    where sᵢ > 1 + ε_hi and Âᵢ > 0, or sᵢ < 1 − ε_lo and Âᵢ < 0
 *
 * The clip is one-sided ("pessimistic"): a ratio on the far side with the opposite sign of Â keeps its gradient.
 *
 * @throws ReverieError('internal') on lengths that disagree or log-probs that are not finite.
 */
export function gspoGradient(input: GspoGradientInput): GspoGradient {
  const { logProbs, oldLogProbs, trajectory, advantages, clip } = input;
  const [tokens, M] = [trajectory.length, advantages.length];
  invariant(tokens > 0 && logProbs.length === tokens, 'gspoGradient', 'one index per log-prob', logProbs.length);
  invariant(oldLogProbs.length === tokens, 'gspoGradient', 'one old log-prob per log-prob', oldLogProbs.length);
  const length = tokenCounts(trajectory, M);
  const meanLogRatio = new Float64Array(M);
  let k1 = 0;
  let k3 = 0;
  for (let t = 0; t < tokens; t++) {
    const logRatio = logProbs[t] - oldLogProbs[t];
    invariant(Number.isFinite(logRatio), 'gspoGradient', 'log-probs must be finite', [logProbs[t], oldLogProbs[t]]);
    meanLogRatio[trajectory[t]] += logRatio / length[trajectory[t]];
    k1 -= logRatio;
    k3 += Math.exp(logRatio) - 1 - logRatio;
  }
  const s = meanLogRatio.map(Math.exp);
  const clipped = Array.from(s, (ratio, i) =>
    advantages[i] > 0 ? ratio > 1 + clip.high : advantages[i] < 0 && ratio < 1 - clip.low,
  );
  const J = Array.from(s, (ratio, i) => {
    const bound = advantages[i] > 0 ? 1 + clip.high : 1 - clip.low;
    return (clipped[i] ? bound : ratio) * advantages[i];
  });
  const coefficients = Float32Array.from(trajectory, (i) =>
    clipped[i] ? 0 : (s[i] * advantages[i]) / (length[i] * M),
  );
  const stats = {
    clipFraction: clipped.filter(Boolean).length / M,
    meanRatio: s.reduce((sum, ratio) => sum + ratio, 0) / M,
    klK1: k1 / tokens,
    klK3: k3 / tokens,
    trajectories: M,
  };
  return { coefficients, objective: J.reduce((sum, term) => sum + term, 0) / M, stats };
}
