import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../core/errors.ts';
import { heapView } from './heap.ts';

export interface AdamWOptions {
  lr: number;
  beta1: number;
  beta2: number;
  eps: number;
  /** Decoupled: θ also shrinks by lr·weightDecay·θ. */
  weightDecay: number;
  /** The gradient is scaled down to this global norm when it is longer. */
  clip: number;
}

export const ADAMW_DEFAULTS: AdamWOptions = {
  lr: 1e-3,
  beta1: 0.9,
  beta2: 0.98,
  eps: 1e-8,
  weightDecay: 0.01,
  clip: 1,
};

/** What a checkpoint needs to go on: steps taken, first and second moments (length of θ). */
export interface AdamWState {
  step: number;
  m: Float32Array;
  v: Float32Array;
}

/**
 * AdamW (arXiv 1711.05101, algorithm 2) on one flat θ, with global-norm clipping:
 *
 *   g ← g·min(1, clip/‖g‖) ;  m ← β₁m + (1−β₁)g ;  v ← β₂v + (1−β₂)g²
 *   θ ← θ − lr·( m/(1−β₁ᵗ) / (√(v/(1−β₂ᵗ)) + ε) + wd·θ )
 */
export interface AdamW {
  /** One update of `theta` in place of its value (a new tensor is assigned); `grad` stays the caller's. */
  step(theta: tf.Variable, grad: tf.Tensor, lr?: number): void;
  state(): Promise<AdamWState>;
  restore(state: AdamWState): void;
  dispose(): void;
}

function checkState(size: number, { step, m, v }: AdamWState): void {
  if (m.length === size && v.length === size && Number.isInteger(step) && step >= 0) return;
  throw new ReverieError('internal', {
    who: 'adamw',
    rule: 'the state belongs to this network',
    got: { step, m: m.length, v: v.length },
    expected: `moments of length ${size}`,
  });
}

/** The specification, in stock operations; for backends whose memory is not ours (webgpu). */
export function createReferenceAdamW(size: number, options: Partial<AdamWOptions> = {}): AdamW {
  const { lr: defaultLr, beta1, beta2, eps, weightDecay, clip } = { ...ADAMW_DEFAULTS, ...options };
  let t = 0;
  let m: tf.Tensor1D = tf.zeros([size]);
  let v: tf.Tensor1D = tf.zeros([size]);
  const replace = (nextM: tf.Tensor1D, nextV: tf.Tensor1D) => {
    m.dispose();
    v.dispose();
    m = nextM;
    v = nextV;
  };
  return {
    step(theta, grad, lr = defaultLr) {
      t++;
      const [nextM, nextV, value] = tf.tidy(() => {
        const norm = grad.square().sum().sqrt();
        const g = grad.mul(tf.minimum(1, tf.div(clip, norm.maximum(1e-20))));
        const first = m.mul(beta1).add(g.mul(1 - beta1)) as tf.Tensor1D;
        const second = v.mul(beta2).add(g.square().mul(1 - beta2)) as tf.Tensor1D;
        const direction = first.div(1 - beta1 ** t).div(
          second
            .div(1 - beta2 ** t)
            .sqrt()
            .add(eps),
        );
        return [first, second, theta.sub(direction.add(theta.mul(weightDecay)).mul(lr)) as tf.Tensor1D];
      });
      replace(nextM, nextV);
      theta.assign(value);
      value.dispose();
    },
    async state() {
      const [mean, square] = (await Promise.all([m.data(), v.data()])) as Float32Array[];
      return { step: t, m: mean.slice(), v: square.slice() };
    },
    restore(state) {
      checkState(size, state);
      t = state.step;
      replace(tf.tensor1d(state.m), tf.tensor1d(state.v));
    },
    dispose() {
      m.dispose();
      v.dispose();
    },
  };
}

/** The same arithmetic as one loop over the heap views of θ and the gradient (wasm, cpu). */
export function createLoopAdamW(size: number, options: Partial<AdamWOptions> = {}): AdamW {
  const { lr: defaultLr, beta1, beta2, eps, weightDecay, clip } = { ...ADAMW_DEFAULTS, ...options };
  let t = 0;
  const m = new Float32Array(size);
  const v = new Float32Array(size);
  const next = new Float32Array(size);
  return {
    step(theta, grad, lr = defaultLr) {
      const g = heapView(grad);
      let sum = 0;
      for (let i = 0; i < size; i++) sum += g[i] * g[i];
      if (!Number.isFinite(sum)) {
        throw new ReverieError('internal', {
          who: 'adamw',
          rule: 'the gradient is finite',
          got: `‖g‖² = ${sum} at step ${t + 1}`,
        });
      }
      t++;
      const norm = Math.sqrt(sum);
      const k = norm > clip ? clip / norm : 1;
      const c1 = 1 / (1 - beta1 ** t);
      const c2 = 1 / (1 - beta2 ** t);
      const before = heapView(theta);
      for (let i = 0; i < size; i++) {
        const gi = g[i] * k;
        m[i] = beta1 * m[i] + (1 - beta1) * gi;
        v[i] = beta2 * v[i] + (1 - beta2) * gi * gi;
        next[i] = before[i] - lr * ((m[i] * c1) / (Math.sqrt(v[i] * c2) + eps) + weightDecay * before[i]);
      }
      const value = tf.tensor(next, theta.shape);
      theta.assign(value);
      value.dispose();
    },
    state: async () => ({ step: t, m: m.slice(), v: v.slice() }),
    restore(state) {
      checkState(size, state);
      t = state.step;
      m.set(state.m);
      v.set(state.v);
    },
    dispose: () => {},
  };
}

/** The loop where tensors lie in CPU memory, the stock operations elsewhere. */
export function createAdamW(size: number, options: Partial<AdamWOptions> = {}): AdamW {
  return tf.getBackend() === 'webgpu' ? createReferenceAdamW(size, options) : createLoopAdamW(size, options);
}
