import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { createFusedNetwork } from '../../src/engine/fused.ts';
import { initTheta, layout } from '../../src/engine/layout.ts';
import type { Network, NetworkShape, Sequence } from '../../src/engine/network.ts';
import { createReferenceNetwork } from '../../src/engine/reference.ts';
import { batches, distance, draw, randomSequence, SMALL, scoreBothWays, shapes, tokensIn } from './cases.ts';
import { scalarLogProbs } from './scalar.ts';

beforeAll(async () => {
  expect((await initBackend('wasm')).backend).toBe('wasm');
});

/** θ with gains off 1, so that no factor is tested at its neutral value. */
function makeTheta(shape: NetworkShape, seed: number): Float32Array {
  const noise = draw(seed + 1, layout(shape).size);
  return initTheta(shape, createRng(seed)).map((w, i) => w + 0.1 * noise[i]);
}

const makeBatch = (shape: NetworkShape, seed: number, sizes: { N: number; T: number; density: number }[]): Sequence[] =>
  sizes.map(({ N, T, density }, i) => randomSequence(shape, createRng(seed).fork(i), N, T, density));

/** What `scoreBothWays` gives, read. */
function evaluate(network: Network, weights: Float32Array, batch: Sequence[], coefficients: Float32Array) {
  const { logProbs, grad, onceLogProbs, onceGrad } = scoreBothWays(network, weights, batch, coefficients);
  const values = {
    logProbs: logProbs.dataSync(),
    grad: grad.dataSync(),
    onceLogProbs: onceLogProbs.dataSync(),
    onceGrad: onceGrad.dataSync(),
  };
  tf.dispose([logProbs, grad, onceLogProbs, onceGrad]);
  return values;
}

describe.each([
  ['reference', createReferenceNetwork],
  ['fused', createFusedNetwork],
])('the %s network', (_, create) => {
  it('gives the log-probabilities of the scalar float64 transcription', () => {
    fc.assert(
      fc.property(shapes, batches, fc.integer(), (shape, sizes, seed) => {
        const weights = makeTheta(shape, seed);
        const batch = makeBatch(shape, seed, sizes);
        const network = create(shape);
        const got = evaluate(network, weights, batch, new Float32Array(tokensIn(batch)));
        const expected = batch.flatMap((sequence) => scalarLogProbs(weights, shape, sequence));
        // float32 holds 1.2e−7; some hundred roundings along the longest path add up to a few 1e−6 of logits up to ~10.
        expect(distance(got.logProbs, expected).relative).toBeLessThan(2e-5);
        expect(distance(got.onceLogProbs, expected).relative).toBeLessThan(2e-5);
        network.dispose();
      }),
      { numRuns: 15, seed: 7 },
    );
  });

  it('has the gradient of central differences of the float64 transcription, block by block', () => {
    const weights = makeTheta(SMALL, 3);
    // Includes T = 1, N = 1, a token that is the only legal one, and more tokens than position rows.
    const batch = makeBatch(SMALL, 5, [
      { N: 5, T: 7, density: 0.5 },
      { N: 1, T: 1, density: 0.3 },
      { N: 3, T: 2, density: 0 },
    ]);
    const coefficients = draw(9, tokensIn(batch));
    const loss = (theta: Float64Array) =>
      batch
        .flatMap((sequence) => scalarLogProbs(theta, SMALL, sequence))
        .reduce((sum, v, t) => sum - coefficients[t] * v, 0);
    const { grad, onceGrad } = evaluate(create(SMALL), weights, batch, coefficients);
    for (const { name, offset, shape } of layout(SMALL).blocks) {
      const length = shape[0] * (shape[1] ?? 1);
      // A random direction per block; its derivative is one number that every element of the block enters.
      const direction = draw(offset + 1, length);
      const along = (h: number) => loss(Float64Array.from(weights, (w, i) => w + h * (direction[i - offset] ?? 0)));
      const expected = (along(1e-5) - along(-1e-5)) / 2e-5;
      const project = (g: ArrayLike<number>) => direction.reduce((sum, v, i) => sum + v * g[offset + i], 0);
      expect(Math.abs(project(grad) - expected), name).toBeLessThan(1e-4 * Math.max(1, Math.abs(expected)));
      expect(Math.abs(project(onceGrad) - expected), name).toBeLessThan(1e-4 * Math.max(1, Math.abs(expected)));
    }
  });

  it('decodes with the log-probabilities it gives the same tokens afterwards', async () => {
    const weights = makeTheta(SMALL, 11);
    const theta = tf.tensor1d(weights);
    const network = create(SMALL);
    const rng = createRng(4);
    // 70 tokens outgrow the fused decoder's first room, so that the replay is covered too.
    const lengths = [3, 70, 1, 0];
    const prompts = makeBatch(
      SMALL,
      6,
      [9, 2, 17, 5].map((N) => ({ N, T: 0, density: 1 })),
    );
    const masks = prompts.map(({ offsets }) => {
      const mask = Uint8Array.from({ length: SMALL.statics + offsets.length - 1 }, () => (rng.chance(0.5) ? 1 : 0));
      mask[SMALL.statics] = 1;
      return mask;
    });
    const decoded = await network.generate(
      theta,
      prompts,
      (b, prefix) => (prefix.length < lengths[b] ? masks[b] : null),
      { temperature: 1, uniform: () => rng.next() },
    );
    expect(decoded.map(({ tokens }) => tokens.length)).toEqual(lengths);
    const batch = decoded.map(({ tokens }, b): Sequence => {
      const legal = Uint8Array.from(
        { length: tokens.length * masks[b].length },
        (_, i) => masks[b][i % masks[b].length],
      );
      return { ...prompts[b], tokens: Int32Array.from(tokens), legal };
    });
    const scored = network.logProbs(theta, batch);
    // Same operations in another order of summation: float32 rounding only.
    expect(
      distance(
        decoded.flatMap(({ logProbs }) => logProbs),
        await scored.data(),
      ).relative,
    ).toBeLessThan(2e-5);
    tf.dispose([theta, scored]);
    network.dispose();
  }, 30_000);

  it('leaves no tensor behind', async () => {
    const network = create(SMALL);
    const theta = tf.tensor1d(makeTheta(SMALL, 1));
    const batch = makeBatch(SMALL, 1, [{ N: 4, T: 3, density: 1 }]);
    const all = new Uint8Array(SMALL.statics + 4).fill(1);
    const use = async () => {
      const { logProbs, grad } = network.lossAndGrad(theta, batch, draw(1, 3));
      const direct = network.logProbs(theta, batch);
      tf.dispose([logProbs, grad, direct]);
      await network.generate(theta, batch, (_b, prefix) => (prefix.length < 2 ? all : null), {
        temperature: 0,
        uniform: () => 0,
      });
    };
    await use();
    const before = tf.memory().numTensors;
    await use();
    expect(tf.memory().numTensors).toBe(before);
    theta.dispose();
  });

  it('refuses a token that its mask forbids, and offsets that do not fit the ids', () => {
    const network = create(SMALL);
    const theta = tf.tensor1d(makeTheta(SMALL, 1));
    const [sequence] = makeBatch(SMALL, 1, [{ N: 4, T: 3, density: 1 }]);
    const legal = sequence.legal.slice();
    legal[sequence.tokens[0]] = 0;
    expect(() => network.logProbs(theta, [{ ...sequence, legal }])).toThrow(/token 0 is legal/);
    const offsets = sequence.offsets.slice();
    offsets[4]++;
    expect(() => network.logProbs(theta, [{ ...sequence, offsets }])).toThrow(/offsets run/);
    theta.dispose();
  });

  it('refuses to decode where no token is legal', async () => {
    const network = create(SMALL);
    const theta = tf.tensor1d(makeTheta(SMALL, 1));
    const [prompt] = makeBatch(SMALL, 1, [{ N: 4, T: 0, density: 1 }]);
    const mask = (_: number, prefix: readonly number[]) =>
      new Uint8Array(SMALL.statics + 4).fill(prefix.length < 2 ? 1 : 0);
    const decoding = network.generate(theta, [prompt], mask, { temperature: 0, uniform: () => 0 });
    await expect(decoding).rejects.toThrow(/token 2 has a legal choice/);
    theta.dispose();
  });
});

describe('fused against reference', () => {
  it('agrees on log-probabilities and gradients for any shape and batch', () => {
    fc.assert(
      fc.property(shapes, batches, fc.integer(), (shape, sizes, seed) => {
        const weights = makeTheta(shape, seed);
        const batch = makeBatch(shape, seed, sizes);
        const coefficients = draw(seed, tokensIn(batch));
        const [fused, reference] = [createFusedNetwork(shape), createReferenceNetwork(shape)];
        const a = evaluate(fused, weights, batch, coefficients);
        const b = evaluate(reference, weights, batch, coefficients);
        expect(distance(a.logProbs, b.logProbs).relative).toBeLessThan(2e-5);
        // Gradients sum over rows and tokens and cancel: a little more room, relative to the largest element.
        const scale = Math.max(1, ...b.grad.map(Math.abs));
        expect(distance(a.grad, b.grad).absolute / scale).toBeLessThan(5e-5);
        expect(distance(a.onceGrad, b.onceGrad).absolute / scale).toBeLessThan(5e-5);
        fused.dispose();
      }),
      { numRuns: 25, seed: 3 },
    );
  });

  it('draws the same tokens from the same uniforms, greedy and sampled', async () => {
    const theta = tf.tensor1d(makeTheta(SMALL, 2));
    const prompts = makeBatch(
      SMALL,
      2,
      [3, 20, 8].map((N) => ({ N, T: 0, density: 1 })),
    );
    for (const temperature of [0, 0.7, 1]) {
      const [a, b] = await Promise.all(
        [createFusedNetwork, createReferenceNetwork].map((create) => {
          const rng = createRng(8);
          return create(SMALL).generate(
            theta,
            prompts,
            (i, prefix) =>
              prefix.length < 4 + i ? new Uint8Array(SMALL.statics + prompts[i].offsets.length - 1).fill(1) : null,
            { temperature, uniform: () => rng.next() },
          );
        }),
      );
      expect(a.map(({ tokens }) => tokens)).toEqual(b.map(({ tokens }) => tokens));
    }
    theta.dispose();
  });

  it('decodes equal prompts as one, until their draws, masks or lengths part them', async () => {
    const theta = tf.tensor1d(makeTheta(SMALL, 3));
    const [p, q] = makeBatch(SMALL, 5, [
      { N: 9, T: 1, density: 1 },
      { N: 4, T: 1, density: 1 },
    ]);
    const twin = { ids: p.ids.slice(), offsets: p.offsets.slice() };
    const prompts = [p, q, twin, p, q, p, twin];
    const grammar = (b: number, prefix: readonly number[]): Uint8Array | null => {
      const mask = new Uint8Array(SMALL.statics + prompts[b].offsets.length - 1).fill(1);
      // The last one is forbidden what the others may say; 40 tokens are more than a slot holds at first.
      if (b === 6) mask.fill(0, 0, 3);
      return prefix.length < (b === 5 ? 40 : 2 + b) ? mask : null;
    };
    for (const temperature of [0, 1]) {
      const [a, b] = await Promise.all(
        [createFusedNetwork, createReferenceNetwork].map((create) => {
          const rng = createRng(8);
          return create(SMALL).generate(theta, prompts, grammar, { temperature, uniform: () => rng.next() });
        }),
      );
      expect(a.map(({ tokens }) => tokens)).toEqual(b.map(({ tokens }) => tokens));
    }
    theta.dispose();
  });

  it('decodes more prompts than one step has room for', async () => {
    const theta = tf.tensor1d(makeTheta(SMALL, 4));
    const sizes = Array.from({ length: 75 }, (_, i) => ({ N: 1 + (i % 13), T: 0, density: 1 }));
    const prompts = makeBatch(SMALL, 6, sizes);
    const grammar = (b: number, prefix: readonly number[]): Uint8Array | null =>
      prefix.length < 1 + (b % 3) ? new Uint8Array(SMALL.statics + sizes[b].N).fill(1) : null;
    const [a, b] = await Promise.all(
      [createFusedNetwork, createReferenceNetwork].map((create) =>
        create(SMALL).generate(theta, prompts, grammar, { temperature: 0, uniform: () => 0 }),
      ),
    );
    expect(a.map(({ tokens }) => tokens)).toEqual(b.map(({ tokens }) => tokens));
    theta.dispose();
  });

  it('sees a new θ, and a batch larger than any before', () => {
    const network = createFusedNetwork(SMALL);
    const sizes = [{ N: 150, T: 40, density: 0.5 }];
    const batch = makeBatch(SMALL, 3, sizes);
    for (const seed of [1, 2]) {
      const weights = makeTheta(SMALL, seed);
      const theta = tf.variable(tf.tensor1d(weights));
      const values = network.logProbs(theta as unknown as tf.Tensor1D, batch).dataSync();
      expect(distance(values, scalarLogProbs(weights, SMALL, batch[0])).relative).toBeLessThan(2e-5);
      theta.assign(tf.tensor1d(makeTheta(SMALL, seed + 10)));
      const moved = network.logProbs(theta as unknown as tf.Tensor1D, batch).dataSync();
      expect(distance(moved, values).absolute).toBeGreaterThan(1e-3);
    }
  });

  it('hands out tensors that later work does not change, on wasm and on cpu', async () => {
    const batch = makeBatch(SMALL, 4, [{ N: 6, T: 3, density: 1 }]);
    for (const backend of ['cpu', 'wasm']) {
      await tf.setBackend(backend);
      const network = createFusedNetwork(SMALL);
      const theta = tf.tensor1d(makeTheta(SMALL, 4));
      const first = network.lossAndGrad(theta, batch, draw(1, 3)).grad;
      const kept = first.dataSync().slice();
      network.lossAndGrad(theta, makeBatch(SMALL, 9, [{ N: 400, T: 3, density: 1 }]), draw(2, 3));
      expect(first.dataSync()).toEqual(kept);
      expect(kept.some((g) => g !== 0)).toBe(true);
    }
  });

  it('refuses shapes the kernels cannot run, and work after dispose', () => {
    expect(() => createFusedNetwork({ ...SMALL, hidden: 20 })).toThrow(/whole groups of eight/);
    const network = createFusedNetwork(SMALL);
    network.dispose();
    const theta = tf.tensor1d(makeTheta(SMALL, 1));
    expect(() => network.logProbs(theta, makeBatch(SMALL, 1, [{ N: 2, T: 1, density: 1 }]))).toThrow(/disposed/);
  });
});
