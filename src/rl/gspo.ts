import type { Scalar, Tensor1D } from '@tensorflow/tfjs';
import * as tf from '@tensorflow/tfjs';
import { invariant } from '../core/errors.ts';
import { averagingMatrix, type Numbers, type TrajectoryOfToken } from './trajectories.ts';

export interface Clip {
  /** ε_lo and ε_hi: the ratio is held in [1 − low, 1 + high]. */
  low: number;
  high: number;
}

export interface GspoInput {
  /** log π_θ of every emitted token, [ΣT]; the only argument with a gradient. */
  logProbs: Tensor1D;
  /** log π_old of the same tokens, [ΣT], as the sampling policy computed them. */
  oldLogProbs: Numbers;
  trajectory: TrajectoryOfToken;
  /** Â of each trajectory, [M]. */
  advantages: Numbers;
  clip: Clip;
}

export interface GspoStats {
  /** Share of trajectories whose gradient the clip removed. */
  clipFraction: Scalar;
  /** Mean of sᵢ over trajectories. */
  meanRatio: Scalar;
  /** Estimators of KL(π_old ‖ π_θ) per token, on tokens drawn from π_old: k1 = −log r, k3 = r − 1 − log r. */
  klK1: Scalar;
  klK3: Scalar;
}

/**
 * GSPO at trajectory level (GSPO, arXiv 2507.18071 §4.1, Eq. 5; as used in DynaWeb, arXiv 2601.22149 §3.3):
 *
 *   sᵢ(θ) = exp( 1/|yᵢ| · Σₜ [log π_θ(yᵢₜ) − log π_old(yᵢₜ)] )
 *   J(θ)  = 1/M Σᵢ min( sᵢ Âᵢ , clip(sᵢ, 1 − ε_lo, 1 + ε_hi) Âᵢ )          loss = −J
 *
 * yᵢ is everything the policy emitted over the whole multi-step trajectory i, so a trajectory is kept or clipped as one.
 * Simplifications: no KL term, no entropy bonus; M counts all trajectories passed in, whatever their group, so whoever
 * drops a group decides the denominator. A trajectory without tokens has s = 1 and no gradient.
 */
export function gspo(input: GspoInput): { loss: Scalar; stats: GspoStats } {
  const { logProbs, oldLogProbs, trajectory, advantages, clip } = input;
  const [tokens, M] = [trajectory.length, advantages.length];
  invariant(tokens > 0 && logProbs.size === tokens, 'gspo', 'one trajectory index per log-prob', logProbs.size);
  invariant(oldLogProbs.length === tokens, 'gspo', 'one old log-prob per log-prob', oldLogProbs.length);
  return tf.tidy(() => {
    const logRatio = logProbs.sub(tf.tensor1d(oldLogProbs)); // [ΣT]
    const s = averagingMatrix(trajectory, M).mul<tf.Tensor2D>(logRatio).sum<Tensor1D>(1).exp(); // [M]
    const A = tf.tensor1d(advantages); // [M]
    const free = s.mul<Tensor1D>(A);
    const held = s.clipByValue(1 - clip.low, 1 + clip.high).mul<Tensor1D>(A);
    const J = tf.minimum<Tensor1D>(free, held); // [M]
    const stats = {
      clipFraction: held.less(free).cast('float32').mean<Scalar>(),
      meanRatio: s.mean<Scalar>(),
      klK1: logRatio.neg().mean<Scalar>(),
      klK3: logRatio.exp().sub(1).sub(logRatio).mean<Scalar>(),
    };
    return { loss: J.mean<Scalar>().neg(), stats };
  });
}
