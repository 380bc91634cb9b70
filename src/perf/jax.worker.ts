import './wasmMemory.ts';

import { blockUntilReady, defaultDevice, init, jit, numpy as np, tree } from '@jax-js/jax';
import { ReverieError } from '../core/errors.ts';
import { findAdapter } from '../engine/backend.ts';
import type { Contender, Device } from './contender.ts';
import { jaxBatch, jaxTheta } from './jaxNetwork.ts';
import { type JaxState, jaxCorrection, jaxStart, jaxStep } from './jaxStep.ts';
import { serveContender } from './serve.ts';
import { perfTheta } from './shapes.ts';

async function describeDevice(backend: 'wasm' | 'webgpu'): Promise<Device> {
  if (backend === 'wasm') return { adapter: 'CPU', fallback: false };
  const found = await findAdapter();
  return 'missing' in found
    ? { adapter: found.missing, fallback: true }
    : { adapter: found.name, fallback: found.fallback };
}

const N = 512;
const product = jit((a: np.Array, b: np.Array) => np.matmul(a, b));
let factor: np.Array | undefined;
let step: Contender['step'];

serveContender({
  async setup(backend, shape, sequences) {
    if (!(await init(backend)).includes(backend))
      throw new ReverieError('environment', { who: 'jax-js', rule: `${backend} does not start` });
    defaultDevice(backend);
    // Padded and uploaded once, which is in favour of jax-js: the others do that in every step.
    const { dims, batch, real } = jaxBatch(shape, sequences);
    const run = jaxStep(shape, dims, real.length);
    let state: JaxState = jaxStart(jaxTheta(shape, perfTheta(shape)));
    let t = 0;
    step = async () => {
      t++;
      const [loss, next] = run(state, tree.ref(batch), jaxCorrection(t));
      state = next;
      const [value] = await loss.data();
      await blockUntilReady(state);
      return value;
    };
    return describeDevice(backend);
  },
  step: () => step(),
  product: {
    n: N,
    async multiply() {
      factor ??= np.ones([N, N]).mul(np.array(new Float32Array(N).map((_, i) => i)));
      await product(factor.ref, factor.ref).data();
    },
  },
});
