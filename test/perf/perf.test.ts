import { blockUntilReady, defaultDevice, init, tree } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { perfCases } from '../../src/cli/perf.ts';
import { openPerfTab } from '../../src/cli/perfPage.ts';
import { type PerfReport, perfSchema } from '../../src/core/perf.ts';
import { createRng } from '../../src/core/rng.ts';
import { createReferenceAdamW } from '../../src/engine/adamw.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { initTheta } from '../../src/engine/layout.ts';
import type { Sequence } from '../../src/engine/network.ts';
import { createReferenceNetwork } from '../../src/engine/reference.ts';
import { jaxBatch, jaxLogProbs, jaxTheta } from '../../src/perf/jaxNetwork.ts';
import { jaxCorrection, jaxStart, jaxStep } from '../../src/perf/jaxStep.ts';
import { gflopPerStep, type PerfCase } from '../../src/perf/shapes.ts';
import { lossGap, median, perfRow } from '../../src/perf/summary.ts';
import { distance, randomSequence, SMALL } from '../engine/cases.ts';

const rng = createRng(7);
/** Other numbers of items and tokens in every sequence, none of them a round one; empty items; pointers. */
const ODD: Sequence[] = [6, 19, 1].map((items, i) => randomSequence(SMALL, rng.fork(i), items, 1 + 2 * i, 0.6));
const TOKENS = 9;
const start = initTheta(SMALL, rng.fork('theta'));

describe('the network in jax-js', () => {
  beforeAll(async () => {
    await initBackend('wasm');
    await init('wasm');
    defaultDevice('wasm');
  });

  it('gives the log-probs of the specification', async () => {
    const expected = await createReferenceNetwork(SMALL).logProbs(tf.tensor1d(start), ODD).data();
    const { dims, batch, real } = jaxBatch(SMALL, ODD);
    const rows = await jaxLogProbs(SMALL, dims, jaxTheta(SMALL, start), batch).data();
    expect(real).toHaveLength(TOKENS);
    expect(
      distance(
        Array.from(real, (row) => rows[row]),
        expected,
      ).relative,
    ).toBeLessThan(1e-4);
  });

  it('takes the steps of the specification: gradient, clipping, AdamW', async () => {
    const network = createReferenceNetwork(SMALL);
    const adamw = createReferenceAdamW(network.size);
    const theta = tf.variable(tf.tensor1d(start));
    const { dims, batch } = jaxBatch(SMALL, ODD);
    const step = jaxStep(SMALL, dims, TOKENS);
    let state = jaxStart(jaxTheta(SMALL, start));
    for (let t = 1; t <= 5; t++) {
      const coefficients = new Float32Array(TOKENS).fill(1 / TOKENS);
      const { logProbs, grad } = network.lossAndGrad(theta as unknown as tf.Tensor1D, ODD, coefficients);
      adamw.step(theta, grad);
      const [loss, next] = step(state, tree.ref(batch), jaxCorrection(t));
      state = await blockUntilReady(next);
      const expected = -(await logProbs.mean().data())[0];
      expect((await loss.data())[0]).toBeCloseTo(expected, 4);
    }
  });
});

describe('the summary', () => {
  it('takes the middle, and the widest distance between curves', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(
      lossGap([
        [2, 1],
        [2, 1.25],
        [2, 1],
      ]),
    ).toBe(0.25);
    expect(lossGap([[2], [Number.NaN]])).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts what a step has to compute', () => {
    // One item, one token, one layer: pairs (item, item), (row, item), (row, row).
    const shape = { ...SMALL, dim: 2, heads: 1, layers: 1, hidden: 3, statics: 5 };
    const sequence = {
      ids: new Int32Array(1),
      offsets: Int32Array.of(0, 1),
      tokens: Int32Array.of(0),
      legal: new Uint8Array(6),
    };
    // Wq Wk Wv Wo and W1 W2 on both rows; scores and mixture; Wout, Wpq, Wpk, pointer.
    const multiplyAdds = 2 * (4 * 4 + 2 * 6) + 2 * 2 * 3 + (2 * 5 + 4 + 4 + 2);
    expect(gflopPerStep(shape, [sequence])).toBeCloseTo((6 * multiplyAdds) / 1e9, 15);
  });

  it('leaves webgpu out where there is no adapter, and asks less of a software one', () => {
    expect(perfCases(null, true).map(({ backend }) => backend)).toEqual(['wasm']);
    const [onGpu, onSoftware] = [false, true].map((fallback) =>
      perfCases({ adapter: 'some', fallback }, false).filter(({ backend }) => backend === 'webgpu'),
    );
    expect(onGpu.every(({ sequences }) => sequences === 24)).toBe(true);
    expect(onSoftware.every(({ sequences }) => sequences < 24)).toBe(true);
    expect(perfCases({ adapter: 'some', fallback: true }, true).every(({ steps }) => steps >= 10)).toBe(true);
  });
});

describe('the page in Chrome', () => {
  it('times three contenders that compute the same, as the file format says', async () => {
    const tab = await openPerfTab(() => {});
    try {
      const one: PerfCase = { preset: 'tiny', backend: 'wasm', sequences: 2, warm: 1, steps: 2 };
      const rounds: number[] = [];
      const row = perfRow(one, await tab.measure(one, (done) => rounds.push(done)));
      expect(rounds).toEqual([1, 2, 3]);
      expect(row.lossGap).toBeLessThan(1e-3);
      const report: PerfReport = {
        schema: 'reverie-perf',
        version: 1,
        runtime: 'chrome',
        machine: { cpu: 'some', cores: 2, browser: tab.browser },
        date: new Date().toISOString(),
        rows: [row],
        growth: [],
        memory: [],
      };
      expect(perfSchema.parse(report)).toEqual(report);
    } finally {
      await tab.close();
    }
  }, 120_000);
});
