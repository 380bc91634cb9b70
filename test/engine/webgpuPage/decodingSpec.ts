import * as tf from '@tensorflow/tfjs';
import { createRng } from '../../../src/core/rng.ts';
import { layout } from '../../../src/engine/layout.ts';
import type { Decoded } from '../../../src/engine/network.ts';
import type { Dialect } from '../../../src/engine/webgpu/kernel.ts';
import { createWebGpuNetwork } from '../../../src/engine/webgpu/network.ts';
import { draw, randomSequence, SMALL } from '../cases.ts';
import { argumentsOf, DECODING, runDecoding } from './decoding.ts';

export interface DecodingResult {
  /** What became of the cases of `decoding.ts`. */
  cases: Record<string, Decoded[]>;
  /** Calls of one network that overlap, with training between them, give what they give one by one. */
  overlapping: boolean;
  /** A new θ in the same variable, in the middle of decoding, changes nothing. */
  ownTheta: boolean;
  /** Where all tokens are equally likely, greedy decoding takes the first legal one. */
  firstOfEquals: boolean;
  /** What decoding does to the device when it does the same for the second time. */
  again: { bindGroups: number; readbacks: number };
}

async function decodeAll(device: GPUDevice, dialect: Dialect): Promise<Record<string, Decoded[]>> {
  const decoded: Record<string, Decoded[]> = {};
  for (const [name, one] of Object.entries(DECODING)) {
    const network = createWebGpuNetwork(one.shape, device, dialect);
    decoded[name] = await runDecoding(network, one);
    network.dispose();
  }
  return decoded;
}

async function overlap(device: GPUDevice, dialect: Dialect): Promise<boolean> {
  const cases = ['one prompt', 'a single legal token', 'one prompt, greedy'].map((name) => DECODING[name]);
  const network = createWebGpuNetwork(SMALL, device, dialect);
  const alone = [];
  for (const one of cases) alone.push(await runDecoding(network, one));
  const together = cases.map((one) => runDecoding(network, one));
  const theta = tf.tensor1d(draw(1, network.size));
  const trained = network.lossAndGrad(theta, [randomSequence(SMALL, createRng(2), 5, 3, 1)], draw(1, 3));
  const same = JSON.stringify(await Promise.all(together)) === JSON.stringify(alone);
  tf.dispose([theta, trained.logProbs, trained.grad]);
  network.dispose();
  return same;
}

async function updateMeanwhile(device: GPUDevice, dialect: Dialect): Promise<boolean> {
  const one = DECODING['outputs that outgrow their room'];
  const network = createWebGpuNetwork(SMALL, device, dialect);
  const expected = await runDecoding(network, one);
  const { weights, rest } = argumentsOf(one);
  const theta = tf.tidy(() => tf.variable(tf.tensor1d(weights)));
  const [prompts, grammar, options] = rest;
  const updating: typeof grammar = (b, prefix) => {
    if (b === 0 && prefix.length === 5) tf.tidy(() => theta.assign(tf.zerosLike(theta)));
    return grammar(b, prefix);
  };
  const decoded = await network.generate(theta as unknown as tf.Tensor1D, prompts, updating, options);
  theta.dispose();
  network.dispose();
  return JSON.stringify(decoded) === JSON.stringify(expected);
}

async function takeFirst(device: GPUDevice, dialect: Dialect): Promise<boolean> {
  const network = createWebGpuNetwork(SMALL, device, dialect);
  const prompts = Array.from({ length: 5 }, (_, b) => randomSequence(SMALL, createRng(b), 3 + 30 * b, 1, 0.05));
  const theta = tf.zeros<tf.Rank.R1>([layout(SMALL).size]);
  const decoded = await network.generate(theta, prompts, (b, { length: t }) => (t === 0 ? prompts[b].legal : null), {
    temperature: 0,
    uniform: () => 0,
  });
  theta.dispose();
  network.dispose();
  return decoded.every(({ tokens }, b) => tokens[0] === prompts[b].legal.indexOf(1));
}

async function countAgain(device: GPUDevice, dialect: Dialect): Promise<DecodingResult['again']> {
  const one = DECODING['prompts that end one after the other'];
  const network = createWebGpuNetwork(SMALL, device, dialect);
  await runDecoding(network, one);
  const counts = { bindGroups: 0, readbacks: 0 };
  const { createBindGroup } = GPUDevice.prototype;
  const { mapAsync } = GPUBuffer.prototype;
  GPUDevice.prototype.createBindGroup = function (descriptor) {
    counts.bindGroups++;
    return createBindGroup.call(this, descriptor);
  };
  GPUBuffer.prototype.mapAsync = function (...range) {
    counts.readbacks++;
    return mapAsync.apply(this, range);
  };
  await runDecoding(network, one);
  Object.assign(GPUDevice.prototype, { createBindGroup });
  Object.assign(GPUBuffer.prototype, { mapAsync });
  network.dispose();
  return counts;
}

export async function runDecodings(device: GPUDevice, dialect: Dialect): Promise<DecodingResult> {
  return {
    cases: await decodeAll(device, dialect),
    overlapping: await overlap(device, dialect),
    ownTheta: await updateMeanwhile(device, dialect),
    firstOfEquals: await takeFirst(device, dialect),
    again: await countAgain(device, dialect),
  };
}
