import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import type { AdamW } from '../../../src/engine/adamw.ts';
import { initTheta, layout } from '../../../src/engine/layout.ts';
import type { Decoded, Network, NetworkShape } from '../../../src/engine/network.ts';
import { draw, randomSequence, scoreBothWays, tokensIn } from '../cases.ts';
import { CASES, type Case } from '../webgpuPage/cases.ts';
import { DECODING, runDecoding } from '../webgpuPage/decoding.ts';

/** Every random shape would compile kernels of its own: those are for the lane in Chrome. */
export const DECODED = Object.entries(DECODING).filter(([name]) => !name.startsWith('random'));

/** An implementation of the engine. */
export interface Maker {
  network(shape: NetworkShape): Network;
  adamw(size: number, options: { clip: number }): AdamW;
}

/** Plain numbers, to be compared between implementations. */
export interface Work {
  cases: Record<string, Record<'logProbs' | 'grad' | 'onceLogProbs' | 'onceGrad', number[]>>;
  /** θ after some steps of AdamW on both sides of the clip. */
  adamw: number[];
  decoded: Record<string, Decoded[]>;
}

async function score({ shape, sizes }: Case, make: Maker): Promise<Work['cases'][string]> {
  const rng = createRng(3);
  const noise = draw(4, layout(shape).size);
  const weights = initTheta(shape, rng.fork('theta')).map((w, i) => w + 0.1 * noise[i]);
  const batch = sizes.map(({ N, T, density }, i) => randomSequence(shape, rng.fork(i), N, T, density));
  const network = make.network(shape);
  const tensors = scoreBothWays(network, weights, batch, draw(5, tokensIn(batch)));
  const read = async (tensor: tf.Tensor) => Array.from(await tensor.data());
  const scores = {
    logProbs: await read(tensors.logProbs),
    grad: await read(tensors.grad),
    onceLogProbs: await read(tensors.onceLogProbs),
    onceGrad: await read(tensors.onceGrad),
  };
  tf.dispose(tensors);
  network.dispose();
  return scores;
}

async function optimize(make: Maker): Promise<number[]> {
  const size = 2500;
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(draw(2, size))));
  const adam = make.adamw(size, { clip: 50 });
  for (let i = 0; i < 6; i++) {
    const grad = tf.tidy(() => tf.tensor1d(draw(50 + i, size).map((g) => g * (i % 2 ? 0.5 : 3))));
    adam.step(theta, grad, 0.01);
    grad.dispose();
  }
  const values = Array.from(await theta.data());
  theta.dispose();
  adam.dispose();
  return values;
}

async function decode(make: Maker): Promise<Work['decoded']> {
  const decoded: Work['decoded'] = {};
  for (const [name, one] of DECODED) {
    const network = make.network(one.shape);
    decoded[name] = await runDecoding(network, one);
    network.dispose();
  }
  return decoded;
}

/** The same work for every implementation, on the active backend. */
export async function work(make: Maker): Promise<Work> {
  const cases: Work['cases'] = {};
  for (const [name, one] of Object.entries(CASES)) cases[name] = await score(one, make);
  return { cases, adamw: await optimize(make), decoded: await decode(make) };
}
