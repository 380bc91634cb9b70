import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import type { AdamW } from '../../../src/engine/adamw.ts';
import { initTheta, layout } from '../../../src/engine/layout.ts';
import type { Network, NetworkShape } from '../../../src/engine/network.ts';
import { draw, randomSequence, SMALL, scoreBothWays, tokensIn } from '../cases.ts';
import { CASES, type Case } from '../webgpuPage/cases.ts';

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
  decoded: { tokens: number[][]; logProbs: number[] };
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
  const rng = createRng(6);
  const theta = tf.tensor1d(initTheta(SMALL, rng.fork('theta')));
  const prompts = [3, 20, 8].map((N, i) => randomSequence(SMALL, rng.fork(i), N, 1, 1));
  const lengths = [4, 0, 10];
  const network = make.network(SMALL);
  const draws = createRng(8);
  const decoded = await network.generate(
    theta,
    prompts,
    (b, prefix) =>
      prefix.length < lengths[b] ? new Uint8Array(SMALL.statics + prompts[b].offsets.length - 1).fill(1) : null,
    { temperature: 1, uniform: () => draws.next() },
  );
  network.dispose();
  theta.dispose();
  return { tokens: decoded.map(({ tokens }) => tokens), logProbs: decoded.flatMap(({ logProbs }) => logProbs) };
}

/** The same work for every implementation, on the active backend. */
export async function work(make: Maker): Promise<Work> {
  const cases: Work['cases'] = {};
  for (const [name, one] of Object.entries(CASES)) cases[name] = await score(one, make);
  return { cases, adamw: await optimize(make), decoded: await decode(make) };
}
