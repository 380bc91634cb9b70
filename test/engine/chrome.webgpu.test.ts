import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distance } from './cases.ts';
import { type Lane, openLane } from './lane.ts';
import { runSpec, type SpecResult } from './page/spec.ts';

let lane: Lane;
let node: SpecResult;
beforeAll(async () => {
  [lane, node] = await Promise.all([openLane('software'), runSpec('wasm')]);
});
afterAll(() => lane?.close());

describe('Chrome with WebGPU on SwiftShader', () => {
  it('runs on that adapter, in a worker, and gives the numbers of Node', async () => {
    const gpu = await lane.run('inWorker', 'webgpu');
    expect(gpu.active).toBe('webgpu');
    expect(gpu.info).toMatchObject({
      backend: 'webgpu',
      adapter: expect.stringMatching(/swiftshader/i),
      fallback: true,
    });
    expect(gpu.leaked).toBe(0);
    expect(distance(gpu.logProbs, node.logProbs).relative).toBeLessThan(1e-4);
    expect(distance(gpu.grad, node.grad).relative).toBeLessThan(1e-3);
    expect(distance(gpu.autodiffGrad, node.grad).relative).toBeLessThan(1e-3);
    expect(gpu.greedy).toEqual(node.greedy);
    expect(distance(gpu.curve.flat(), node.curve.flat()).relative).toBeLessThan(2e-3);
  });

  it('is not chosen by default, because it is software', async () => {
    const { active, info } = await lane.run('inWorker');
    expect(active).toBe('wasm');
    expect(info.reason).toMatch(/software.*swiftshader/i);
  });
});
