import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../core/errors.ts';
import { copyToTensor, heapView } from './heap.ts';
import { instantiateKernels } from './kernels.ts';
import { createWebGpuAdamW } from './webgpu/adamw.ts';
import { activeDevice } from './webgpu/interop.ts';

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

/** Throws unless the state is one of an optimiser of `size` weights. */
export function checkState(size: number, { step, m, v }: AdamWState): void {
  if (m.length === size && v.length === size && Number.isInteger(step) && step >= 0) return;
  throw new ReverieError('internal', {
    who: 'adamw',
    rule: 'the state belongs to this network',
    got: { step, m: m.length, v: v.length },
    expected: `moments of length ${size}`,
  });
}

/** The specification, in stock operations. */
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

/** The same arithmetic as one WebAssembly loop over its own copy of θ and the moments (wasm, cpu). */
export function createFusedAdamW(size: number, options: Partial<AdamWOptions> = {}): AdamW {
  const { lr: defaultLr, beta1, beta2, eps, weightDecay, clip } = { ...ADAMW_DEFAULTS, ...options };
  const kernels = instantiateKernels();
  const start = kernels.adamwReserve(size);
  const span = kernels.adamwSpan();
  const [value, g, m, v] = [0, 1, 2, 3].map((i) => new Float32Array(kernels.memory.buffer, start + i * span, size));
  let t = 0;
  return {
    step(theta, grad, lr = defaultLr) {
      g.set(heapView(grad));
      const squares = kernels.adamwSquares();
      if (!Number.isFinite(squares)) {
        throw new ReverieError('internal', {
          who: 'adamw',
          rule: 'the gradient is finite',
          got: `‖g‖² = ${squares} at step ${t + 1}`,
        });
      }
      t++;
      const norm = Math.sqrt(squares);
      const k = norm > clip ? clip / norm : 1;
      value.set(heapView(theta));
      kernels.adamwStep(k, lr, beta1, beta2, 1 / (1 - beta1 ** t), 1 / (1 - beta2 ** t), eps, weightDecay);
      const next = copyToTensor(value);
      theta.assign(next);
      next.dispose();
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

/** The kernels of the active backend. */
export function createAdamW(size: number, options: Partial<AdamWOptions> = {}): AdamW {
  return tf.getBackend() === 'webgpu'
    ? createWebGpuAdamW(size, activeDevice(), options)
    : createFusedAdamW(size, options);
}
