import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initBackend } from '../../src/engine/backend.ts';
import { TYPICAL_SHAPE } from '../../src/engine/measure.ts';
import type { Decoded } from '../../src/engine/network.ts';
import { createReferenceNetwork } from '../../src/engine/reference.ts';
import { planBackward } from '../../src/engine/webgpu/backward.ts';
import { planForward } from '../../src/engine/webgpu/forward.ts';
import { planLoss } from '../../src/engine/webgpu/loss.ts';
import { createWebGpuNetwork } from '../../src/engine/webgpu/network.ts';
import type { ScoringBuffers } from '../../src/engine/webgpu/workspace.ts';
import { distance } from './cases.ts';
import { CASES } from './webgpuPage/cases.ts';
import { DECODING, runDecoding } from './webgpuPage/decoding.ts';
import { type FusedPage, openFusedPage } from './webgpuPage/open.ts';
import type { FusedResult } from './webgpuPage/spec.ts';

let page: FusedPage;
const references: Record<string, Decoded[]> = {};
beforeAll(async () => {
  page = await openFusedPage();
  await initBackend('wasm');
  for (const [name, one] of Object.entries(DECODING)) {
    references[name] = await runDecoding(createReferenceNetwork(one.shape), one);
  }
});
afterAll(() => page?.close());

describe.each(['subgroup4', 'workgroup'] as const)('WebGPU kernels on SwiftShader, %s', (dialect) => {
  let result: FusedResult;
  beforeAll(async () => {
    result = await page.run(dialect);
  }, 300_000);

  it.each(Object.keys(CASES))('give the numbers of the reference network: %s', (name) => {
    const { logProbs, onceLogProbs, grad, onceGrad, sameBits } = result.cases[name];
    expect(Math.max(logProbs, onceLogProbs)).toBeLessThan(2e-5);
    expect(Math.max(grad, onceGrad)).toBeLessThan(5e-5);
    expect(sameBits).toBe(true);
  });

  it('give the updates of the reference AdamW, and go on from a state', () => {
    expect(result.adamw.distance).toBeLessThan(1e-6);
    expect(result.adamw.sameAfterRestore).toBe(true);
  });

  it('make the noise of sampling from the same bits as TypeScript', () => {
    expect(result.noise.sameBits).toBe(true);
    // float32 of numbers up to 16, and a log that may be off by 2⁻²¹ near 1.
    expect(result.noise.distance).toBeLessThan(5e-6);
  });

  it.each(Object.keys(DECODING))(
    'decode the tokens of the reference network on wasm, from the same draws: %s',
    (name) => {
      const [expected, got] = [references[name], result.decoding.cases[name]];
      expect(got.map(({ tokens }) => tokens)).toEqual(expected.map(({ tokens }) => tokens));
      const values = (decoded: Decoded[]) => decoded.flatMap(({ logProbs }) => logProbs);
      expect(distance(values(got), values(expected)).relative).toBeLessThan(2e-5);
    },
  );

  it('decode one call after the other, train meanwhile, and keep to the θ of the call', () => {
    expect(result.decoding.overlapping).toBe(true);
    expect(result.decoding.ownTheta).toBe(true);
  });

  it('take the first of equals where decoding is greedy', () => {
    expect(result.decoding.firstOfEquals).toBe(true);
  });

  it('decode by recorded commands, with one readback a step', () => {
    const steps = Math.max(...DECODING['prompts that end one after the other'].prompts.map(({ T }) => T));
    expect(result.decoding.again).toEqual({ bindGroups: 0, readbacks: steps });
  });

  it('leave no tensor behind, and nothing for the device to complain about', () => {
    expect(result.leaked).toBe(0);
    expect(result.complaints).toEqual([]);
  });

  it('use subgroups of four where nobody chooses', () => {
    expect(result.dialect).toBe('subgroup4');
  });
});

describe('WebGPU kernels', () => {
  it('train in at most 90 dispatches', () => {
    const sizes = { sequences: 8, length: 96, slots: 8 };
    const dispatches = [planForward, planLoss, planBackward].flatMap((plan) =>
      plan('workgroup', TYPICAL_SHAPE, sizes, {} as ScoringBuffers),
    );
    // Two more are AdamW.
    expect(dispatches.length + 2).toBeLessThanOrEqual(90);
  });

  it('refuse shapes that are not whole groups of four, and a device that tfjs does not run on', () => {
    const device = {} as GPUDevice;
    expect(() => createWebGpuNetwork({ ...TYPICAL_SHAPE, hidden: 90 }, device, 'workgroup')).toThrow(/groups of four/);
    expect(() => createWebGpuNetwork(TYPICAL_SHAPE, device, 'workgroup')).toThrow(/webgpu backend/);
  });
});
