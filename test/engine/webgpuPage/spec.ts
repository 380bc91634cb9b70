import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import { createReferenceAdamW } from '../../../src/engine/adamw.ts';
import { initBackend } from '../../../src/engine/backend.ts';
import { initTheta, layout } from '../../../src/engine/layout.ts';
import type { Network, Sequence } from '../../../src/engine/network.ts';
import { createReferenceNetwork } from '../../../src/engine/reference.ts';
import { createWebGpuAdamW } from '../../../src/engine/webgpu/adamw.ts';
import { activeDevice } from '../../../src/engine/webgpu/interop.ts';
import { type Dialect, dialectOf } from '../../../src/engine/webgpu/kernel.ts';
import { createWebGpuNetwork } from '../../../src/engine/webgpu/network.ts';
import { distance, draw, randomSequence, SMALL, scoreBothWays, tokensIn } from '../cases.ts';
import { CASES, type Case } from './cases.ts';
import { type DecodingResult, runDecodings } from './decodingSpec.ts';
import { compareNoise, type NoiseResult } from './noise.ts';

/** How far the kernels are from the reference on the same device. */
export interface CaseResult {
  logProbs: number;
  onceLogProbs: number;
  /** Relative to the largest element of the gradient, or 1. */
  grad: number;
  onceGrad: number;
  sameBits: boolean;
}

export interface FusedResult {
  /** What the device gets when nobody chooses. */
  dialect: Dialect;
  cases: Record<string, CaseResult>;
  adamw: { distance: number; sameAfterRestore: boolean };
  noise: NoiseResult;
  decoding: DecodingResult;
  leaked: number;
  /** Validation errors of the device. */
  complaints: string[];
}

type Scores = Record<'logProbs' | 'grad' | 'onceLogProbs' | 'onceGrad', number[]>;

async function evaluate(network: Network, weights: Float32Array, batch: Sequence[], c: Float32Array): Promise<Scores> {
  const tensors = scoreBothWays(network, weights, batch, c);
  const scores = {} as Scores;
  for (const [name, tensor] of Object.entries(tensors)) scores[name as keyof Scores] = Array.from(await tensor.data());
  tf.dispose(tensors);
  return scores;
}

async function compare({ shape, sizes }: Case, device: GPUDevice, dialect: Dialect): Promise<CaseResult> {
  const rng = createRng(3);
  const noise = draw(4, layout(shape).size);
  const weights = initTheta(shape, rng.fork('theta')).map((w, i) => w + 0.1 * noise[i]);
  const batch = sizes.map(({ N, T, density }, i) => randomSequence(shape, rng.fork(i), N, T, density));
  const coefficients = draw(5, tokensIn(batch));
  const network = createWebGpuNetwork(shape, device, dialect);
  const [reference, fused, again] = [
    await evaluate(createReferenceNetwork(shape), weights, batch, coefficients),
    await evaluate(network, weights, batch, coefficients),
    await evaluate(network, weights, batch, coefficients),
  ];
  network.dispose();
  const scale = Math.max(1, ...reference.grad.map(Math.abs));
  return {
    logProbs: distance(fused.logProbs, reference.logProbs).relative,
    onceLogProbs: distance(fused.onceLogProbs, reference.logProbs).relative,
    grad: distance(fused.grad, reference.grad).absolute / scale,
    onceGrad: distance(fused.onceGrad, reference.grad).absolute / scale,
    sameBits: JSON.stringify(fused) === JSON.stringify(again),
  };
}

/** θ after some steps on both sides of the clip; the third optimizer is made anew, from its state, half way. */
async function compareAdamW(device: GPUDevice, dialect: Dialect): Promise<FusedResult['adamw']> {
  const size = 2500;
  const make = [
    () => createReferenceAdamW(size, { clip: 50 }),
    () => createWebGpuAdamW(size, device, { clip: 50 }, dialect),
    () => createWebGpuAdamW(size, device, { clip: 50 }, dialect),
  ];
  const thetas: number[][] = [];
  for (const [which, create] of make.entries()) {
    const theta = tf.tidy(() => tf.variable(tf.tensor1d(draw(2, size))));
    let adam = create();
    for (let i = 0; i < 6; i++) {
      if (which === 2 && i === 3) {
        const state = await adam.state();
        adam.dispose();
        adam = create();
        adam.restore(state);
      }
      const grad = tf.tidy(() => tf.tensor1d(draw(50 + i, size)).mul(i % 2 ? 0.5 : 3));
      adam.step(theta, grad, 0.01);
      grad.dispose();
    }
    thetas.push(Array.from(await theta.data()));
    theta.dispose();
    adam.dispose();
  }
  const [reference, fused, restored] = thetas;
  return {
    distance: distance(fused, reference).relative,
    sameAfterRestore: JSON.stringify(fused) === JSON.stringify(restored),
  };
}

/** Tensors left behind by a training step and some decoding, after one that may keep what it likes. */
async function countLeaks(device: GPUDevice, dialect: Dialect): Promise<number> {
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(initTheta(SMALL, createRng(1)))));
  const network = createWebGpuNetwork(SMALL, device, dialect);
  const adam = createWebGpuAdamW(network.size, device, {}, dialect);
  const batch = [randomSequence(SMALL, createRng(2), 5, 3, 1)];
  const step = async () => {
    const { logProbs, grad } = network.lossAndGrad(theta as unknown as tf.Tensor1D, batch, draw(1, 3));
    adam.step(theta, grad);
    await logProbs.data();
    tf.dispose([logProbs, grad]);
    await network.generate(
      theta as unknown as tf.Tensor1D,
      batch,
      (_, prefix) => (prefix.length < 2 ? batch[0].legal.subarray(0, SMALL.statics + 5) : null),
      { temperature: 1, uniform: () => 0.5 },
    );
  };
  await step();
  const before = tf.memory().numTensors;
  await step();
  const leaked = tf.memory().numTensors - before;
  theta.dispose();
  network.dispose();
  adam.dispose();
  return leaked;
}

let device: GPUDevice | undefined;
const complaints: string[] = [];

/** Everything about the kernels that needs a GPU, in one dialect. */
export async function runFused(dialect: Dialect): Promise<FusedResult> {
  if (!device) {
    await initBackend('webgpu');
    device = activeDevice();
    device.addEventListener('uncapturederror', ({ error }) => complaints.push(error.message));
  }
  const cases: Record<string, CaseResult> = {};
  for (const [name, one] of Object.entries(CASES)) cases[name] = await compare(one, device, dialect);
  return {
    dialect: dialectOf(device),
    cases,
    adamw: await compareAdamW(device, dialect),
    noise: await compareNoise(device),
    decoding: await runDecodings(device, dialect),
    leaked: await countLeaks(device, dialect),
    complaints,
  };
}
