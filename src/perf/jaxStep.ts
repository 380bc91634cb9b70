import { jit, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { ADAMW_DEFAULTS } from '../engine/adamw.ts';
import type { NetworkShape } from '../engine/network.ts';
import { type Dims, type JaxBatch, type JaxTheta, jaxLogProbs } from './jaxNetwork.ts';

/** θ with the moments of AdamW. */
export type JaxState = { theta: JaxTheta; m: JaxTheta; v: JaxTheta };

/** 1/(1−β₁ᵗ) and 1/(1−β₂ᵗ) of step t = 1, 2, …; arguments, so that one compiled function serves every step. */
export type JaxCorrection = { m: np.Array; v: np.Array };

export const jaxCorrection = (t: number): JaxCorrection => ({
  m: np.array(new Float32Array([1 / (1 - ADAMW_DEFAULTS.beta1 ** t)])),
  v: np.array(new Float32Array([1 / (1 - ADAMW_DEFAULTS.beta2 ** t)])),
});

export const jaxStart = (theta: JaxTheta): JaxState => {
  const zeros = () => tree.map((block: np.Array) => np.zeros(block.shape), theta) as JaxTheta;
  return { theta, m: zeros(), v: zeros() };
};

/** A whole training step as one compiled function: loss (mean −log p per token) and the next state. */
export function jaxStep(shape: NetworkShape, dims: Dims, tokens: number) {
  const { lr, beta1, beta2, eps, weightDecay, clip } = ADAMW_DEFAULTS;
  const loss = (theta: JaxTheta, batch: JaxBatch): np.Array =>
    jaxLogProbs(shape, dims, theta, batch)
      .sum()
      .mul(-1 / tokens);

  return jit((state: JaxState, batch: JaxBatch, correction: JaxCorrection): [np.Array, JaxState] => {
    const [value, grad] = valueAndGrad((theta: JaxTheta) => loss(theta, batch))(tree.ref(state.theta)) as [
      np.Array,
      JaxTheta,
    ];
    const names = Object.keys(grad);
    const squares = names.map((name) => np.square(grad[name].ref).sum()).reduce((a, b) => a.add(b));
    const scale = np.minimum(1, np.reciprocal(np.maximum(np.sqrt(squares), 1e-20)).mul(clip));
    const next: JaxState = { theta: {}, m: {}, v: {} };
    for (const name of names) {
      const g = grad[name].mul(scale.ref);
      const m = state.m[name].mul(beta1).add(g.ref.mul(1 - beta1));
      const v = state.v[name].mul(beta2).add(np.square(g).mul(1 - beta2));
      const root = np.sqrt(v.ref.mul(correction.v.ref)).add(eps);
      const direction = m.ref.mul(correction.m.ref).div(root);
      const theta = state.theta[name];
      next.theta[name] = theta.ref.sub(direction.add(theta.mul(weightDecay)).mul(lr));
      next.m[name] = m;
      next.v[name] = v;
    }
    for (const used of [scale, correction.m, correction.v]) used.dispose();
    return [value, next];
  });
}
