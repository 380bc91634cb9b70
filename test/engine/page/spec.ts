import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import { createAdamW } from '../../../src/engine/adamw.ts';
import { type BackendInfo, createNetwork, initBackend } from '../../../src/engine/backend.ts';
import { initTheta } from '../../../src/engine/layout.ts';
import { randomSequence, SMALL } from '../cases.ts';

/** Plain numbers of one small training, to be compared between places. */
export interface SpecResult {
  info: BackendInfo;
  /** What tfjs itself says is active. */
  active: string;
  isolated: boolean;
  logProbs: number[];
  grad: number[];
  autodiffGrad: number[];
  greedy: number[][];
  /** θ after three AdamW steps, and the log-probs before each. */
  theta: number[];
  curve: number[][];
  /** Tensors a fourth step left behind. */
  leaked: number;
}

const numbers = async (tensor: tf.Tensor): Promise<number[]> => {
  const values = Array.from(await tensor.data());
  tensor.dispose();
  return values;
};

/** The same work everywhere: Node, page, worker; wasm, webgpu. */
export async function runSpec(prefer?: 'webgpu' | 'wasm'): Promise<SpecResult> {
  const info = await initBackend(prefer);
  const network = createNetwork(SMALL, info);
  const rng = createRng(12);
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(initTheta(SMALL, rng.fork('theta')))));
  const flat = theta as unknown as tf.Tensor1D;
  const batch = [6, 19, 1].map((N, i) => randomSequence(SMALL, rng.fork(i), N, 1 + 2 * i, 0.6));
  const coefficients = Float32Array.from({ length: 9 }, () => rng.normal());
  const once = network.lossAndGrad(flat, batch, coefficients);
  const autodiff = tf.tidy(() =>
    tf.grad((x) =>
      network
        .logProbs(x as tf.Tensor1D, batch)
        .mul(tf.tensor1d(coefficients))
        .sum()
        .neg(),
    )(theta),
  );
  const decoded = await network.generate(
    flat,
    batch,
    (b, prefix) => (prefix.length < 3 ? new Uint8Array(SMALL.statics + batch[b].offsets.length - 1).fill(1) : null),
    { temperature: 0, uniform: () => 0 },
  );
  const adam = createAdamW(network.size, { lr: 0.01 });
  const step = async () => {
    const { logProbs, grad } = network.lossAndGrad(flat, batch, new Float32Array(9).fill(1));
    adam.step(theta, grad);
    grad.dispose();
    return numbers(logProbs);
  };
  const result = {
    info,
    active: tf.getBackend(),
    isolated: globalThis.crossOriginIsolated,
    logProbs: await numbers(once.logProbs),
    grad: await numbers(once.grad),
    autodiffGrad: await numbers(autodiff),
    greedy: decoded.map(({ tokens }) => tokens),
    curve: [await step(), await step(), await step()],
    theta: Array.from(await theta.data()),
  };
  const before = tf.memory().numTensors;
  await step();
  return { ...result, leaked: tf.memory().numTensors - before };
}
