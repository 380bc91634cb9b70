import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initBackend } from '../../src/engine/backend.ts';
import { TYPICAL_SHAPE } from '../../src/engine/measure.ts';
import { createWebGpuNetwork } from '../../src/engine/webgpu/network.ts';
import { planBatch } from '../../src/engine/webgpu/plan.ts';
import type { Buffers } from '../../src/engine/webgpu/workspace.ts';
import { CASES } from './webgpuPage/cases.ts';
import { type FusedPage, openFusedPage } from './webgpuPage/open.ts';
import type { FusedResult } from './webgpuPage/spec.ts';

let page: FusedPage;
beforeAll(async () => {
  page = await openFusedPage();
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

  it('decode the tokens of the reference network', () => {
    expect(result.decoded.tokens).toBe(true);
    expect(result.decoded.logProbs).toBeLessThan(2e-5);
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
    const { forward, loss, backward } = planBatch('workgroup', TYPICAL_SHAPE, sizes, {} as Buffers);
    // Two more are AdamW.
    expect(forward.length + loss.length + backward.length + 2).toBeLessThanOrEqual(90);
  });

  it('refuse shapes that are not whole groups of four, and a device that tfjs does not run on', async () => {
    const device = {} as GPUDevice;
    expect(() => createWebGpuNetwork({ ...TYPICAL_SHAPE, hidden: 90 }, device, 'workgroup')).toThrow(/groups of four/);
    await initBackend('wasm');
    expect(() => createWebGpuNetwork(TYPICAL_SHAPE, device, 'workgroup')).toThrow(/webgpu backend/);
  });
});
