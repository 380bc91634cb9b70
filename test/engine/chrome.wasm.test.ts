import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distance } from './cases.ts';
import { type Lane, openLane } from './lane.ts';
import { runSpec, type SpecResult } from './page/spec.ts';

let lane: Lane;
let node: SpecResult;
beforeAll(async () => {
  [lane, node] = await Promise.all([openLane('default'), runSpec('wasm')]);
});
afterAll(() => lane?.close());

describe.each(['inWorker', 'inPage'] as const)('Chrome with wasm, %s', (where) => {
  it('gives the numbers of Node', async () => {
    const chrome = await lane.run(where, 'wasm');
    expect(chrome).toMatchObject({ active: 'wasm', isolated: true, leaked: 0, info: { backend: 'wasm' } });
    // Chrome has relaxed SIMD (fused multiply-add), Node 20 has not: other last bits.
    expect(distance(chrome.logProbs, node.logProbs).relative).toBeLessThan(2e-5);
    expect(distance(chrome.grad, node.grad).relative).toBeLessThan(1e-4);
    expect(distance(chrome.autodiffGrad, chrome.grad).relative).toBeLessThan(1e-6);
    expect(chrome.greedy).toEqual(node.greedy);
    expect(distance(chrome.curve.flat(), node.curve.flat()).relative).toBeLessThan(1e-3);
  });

  it('gives the same bits twice', async () => {
    const [a, b] = [await lane.run(where, 'wasm'), await lane.run(where, 'wasm')];
    expect(a).toEqual(b);
  });
});

describe('two threads', () => {
  it('compute the same bits as one', async () => {
    const two = await lane.run('inWorker', 'wasm');
    const one = await lane.run('inPage', 'wasm');
    expect(two.info.adapter).toMatch(/two threads/);
    expect(one.info.adapter).not.toMatch(/two threads/);
    expect({ ...two, info: one.info }).toEqual(one);
  });
});
