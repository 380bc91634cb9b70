import type { Scalar, Tensor1D } from '@tensorflow/tfjs';
import * as tf from '@tensorflow/tfjs';
import { invariant } from '../core/errors.ts';
import { type IndexOfToken, tokenCounts } from './trajectories.ts';

/** What the summed log-probs are divided by. Required, because the three differ in how much a long answer counts. */
export type NllNormaliser =
  /** wₜ = 1/ΣT: every token weighs the same. */
  | { by: 'token' }
  /** wₜ = 1/(M |yᵢ|): every trajectory weighs the same. */
  | { by: 'trajectory'; trajectory: IndexOfToken; trajectories: number }
  /** wₜ = 1/k: the paper's plain sum over tokens, averaged over k samples. */
  | { by: 'constant'; k: number };

/** The weight wₜ of each of `tokens` log-probs, [ΣT]; also the coefficients for a gradient taken in slices. */
export function nllWeights(tokens: number, normaliser: NllNormaliser): Float32Array {
  invariant(tokens > 0, 'nllWeights', 'at least one token');
  if (normaliser.by === 'token') return new Float32Array(tokens).fill(1 / tokens);
  if (normaliser.by === 'constant') {
    invariant(normaliser.k > 0, 'nllWeights', 'k must be positive', normaliser.k);
    return new Float32Array(tokens).fill(1 / normaliser.k);
  }
  const { trajectory, trajectories } = normaliser;
  invariant(trajectory.length === tokens, 'nllWeights', 'one trajectory index per token', trajectory.length);
  const length = tokenCounts(trajectory, trajectories);
  return Float32Array.from(trajectory, (i) => 1 / (trajectories * length[i]));
}

export interface NllInput {
  /** log p of every target token, [ΣT]; differentiable. */
  logProbs: Tensor1D;
  normaliser: NllNormaliser;
}

export interface NllStats {
  /** Mean negative log-prob per token in nats, whatever the normaliser: comparable between runs. */
  perToken: Scalar;
}

/**
 * Negative log-likelihood: supervised start and filtered behaviour cloning of the policy, and the world model's loss
 * L_φ = Σ −log p_φ(r, Δ | I, o, a) (DynaWeb, arXiv 2601.22149 §3.2), whose targets are cause and change, never the page.
 *
 *   L = −Σₜ wₜ log p(yₜ)        by token       wₜ = 1/ΣT
 *                               by trajectory  wₜ = 1/(M |yᵢ|)
 *                               by constant    wₜ = 1/k
 */
export function nll({ logProbs, normaliser }: NllInput): { loss: Scalar; stats: NllStats } {
  return tf.tidy(() => {
    const weighted = logProbs.mul<Tensor1D>(tf.tensor1d(nllWeights(logProbs.size, normaliser))); // [ΣT]
    const stats = { perToken: logProbs.mean<Scalar>().neg() };
    return { loss: weighted.sum<Scalar>().neg(), stats };
  });
}
