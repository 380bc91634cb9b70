import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { createRng } from '../../../src/core/rng.ts';
import { initTheta, layout } from '../../../src/engine/layout.ts';
import type { Decoded, Grammar, Network, NetworkShape } from '../../../src/engine/network.ts';
import { draw, randomSequence, SMALL, shapes } from '../cases.ts';
import { CASES } from './cases.ts';

export interface DecodingCase {
  shape: NetworkShape;
  seed: number;
  temperature: number;
  /** Items, tokens until it is complete, and density of the masks of each prompt; density 0 leaves a single token. */
  prompts: { N: number; T: number; density: number }[];
}

const random: fc.Arbitrary<DecodingCase> = fc.record({
  shape: shapes,
  seed: fc.nat(),
  temperature: fc.constantFrom(0, 0.7, 1),
  prompts: fc.array(
    fc.record({
      N: fc.integer({ min: 1, max: 21 }),
      T: fc.integer({ min: 0, max: 6 }),
      density: fc.constantFrom(0, 0.3, 1),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const small = (temperature: number, ...prompts: DecodingCase['prompts']): DecodingCase => ({
  shape: SMALL,
  seed: 1,
  temperature,
  prompts,
});

/** Items on both sides of the buckets (16), numbers of prompts on both sides of theirs (4), and random ones. */
export const DECODING: Record<string, DecodingCase> = {
  'one prompt': small(1, { N: 9, T: 5, density: 1 }),
  'one prompt, greedy': small(0, { N: 9, T: 5, density: 1 }),
  'a single legal token': small(1, { N: 5, T: 4, density: 0 }, { N: 1, T: 2, density: 0 }),
  'nothing to decode': small(1, { N: 3, T: 0, density: 1 }, { N: 4, T: 0, density: 1 }),
  'prompts that end one after the other': small(1, ...[3, 1, 6, 0, 5].map((T, b) => ({ N: 15 + b, T, density: 0.6 }))),
  'outputs that outgrow their room': small(1, { N: 16, T: 35, density: 1 }, { N: 2, T: 3, density: 0.3 }),
  'the network of the tiny preset': {
    shape: CASES['the network of the tiny preset'].shape,
    seed: 2,
    temperature: 1,
    prompts: [
      { N: 40, T: 4, density: 0.5 },
      { N: 77, T: 6, density: 1 },
      { N: 12, T: 2, density: 0.5 },
    ],
  },
  ...Object.fromEntries(fc.sample(random, { numRuns: 8, seed: 4 }).map((one, i) => [`random ${i}`, one])),
};

/** θ of a case, and what `generate` takes besides it; every call draws anew. */
export function argumentsOf({ shape, seed, temperature, prompts }: DecodingCase) {
  const rng = createRng(seed);
  const noise = draw(seed + 1, layout(shape).size);
  const weights = initTheta(shape, rng.fork('theta')).map((w, i) => w + 0.1 * noise[i]);
  // The masks are those of a random sequence: each has at least one legal token.
  const sequences = prompts.map(({ N, T, density }, b) => randomSequence(shape, rng.fork(b), N, T, density));
  const grammar: Grammar = (b, { length: t }) => {
    const width = shape.statics + prompts[b].N;
    return t < prompts[b].T ? sequences[b].legal.subarray(t * width, (t + 1) * width) : null;
  };
  return { weights, rest: [sequences, grammar, { temperature, uniform: rng.fork('draws').next }] as const };
}

/** Decodes a case with a network of its shape on the active backend. */
export async function runDecoding(network: Network, one: DecodingCase): Promise<Decoded[]> {
  const { weights, rest } = argumentsOf(one);
  const theta = tf.tensor1d(weights);
  const decoded = await network.generate(theta, ...rest);
  theta.dispose();
  return decoded;
}
