import { beforeAll, describe, expect, it } from 'vitest';
import { createReferenceAdamW } from '../../src/engine/adamw.ts';
import { initBackend } from '../../src/engine/backend.ts';
import type { Decoded } from '../../src/engine/network.ts';
import { createReferenceNetwork } from '../../src/engine/reference.ts';
import { distance } from './cases.ts';
import { callAcrossLoss, choose, type DawnResult, runOnDawn, startWithoutChrome } from './dawn/open.ts';
import { DECODED, type Work, work } from './dawn/work.ts';
import { CASES } from './webgpuPage/cases.ts';

let reference: Work;
beforeAll(async () => {
  await initBackend('wasm');
  reference = await work({ network: createReferenceNetwork, adamw: createReferenceAdamW });
});

// Not skipped anywhere: a machine without Vulkan fails with what it has to install.
describe.each(['subgroup4', 'workgroup'] as const)('WebGPU kernels under Node by Dawn, %s', (dialect) => {
  let result: DawnResult;
  beforeAll(async () => {
    result = await runOnDawn(dialect);
  }, 180_000);

  it.each(Object.keys(CASES))('give the numbers of the reference network on wasm: %s', (name) => {
    const [got, expected] = [result.work.cases[name], reference.cases[name]];
    const scale = Math.max(1, ...expected.grad.map(Math.abs));
    for (const key of ['logProbs', 'onceLogProbs'] as const)
      expect(distance(got[key], expected.logProbs).relative).toBeLessThan(2e-5);
    for (const key of ['grad', 'onceGrad'] as const)
      expect(distance(got[key], expected.grad).absolute / scale).toBeLessThan(5e-5);
  });

  it('give the updates of the reference AdamW', () => {
    expect(distance(result.work.adamw, reference.adamw).relative).toBeLessThan(1e-6);
  });

  it.each(DECODED.map(([name]) => name))('decode the tokens of the reference network on wasm: %s', (name) => {
    const [got, expected] = [result.work.decoded[name], reference.decoded[name]];
    expect(got.map(({ tokens }) => tokens)).toEqual(expected.map(({ tokens }) => tokens));
    const values = (decoded: Decoded[]) => decoded.flatMap(({ logProbs }) => logProbs);
    expect(distance(values(got), values(expected)).relative).toBeLessThan(2e-5);
  });

  it('run on WebGPU, and nothing makes the device complain', () => {
    expect(result.info.backend).toBe('webgpu');
    // Elsewhere Dawn has no SwiftShader and takes the machine's own GPU.
    if (process.platform === 'linux') {
      expect(result.info).toMatchObject({ adapter: expect.stringMatching(/swiftshader/i), fallback: true });
    }
    expect(result.complaints).toEqual([]);
  });
});

describe('the engine under Node by Dawn', () => {
  it('says that its device is lost, with the reason, at the next call', async () => {
    const [before, after] = await callAcrossLoss();
    expect(before.logProbs).toHaveLength(3);
    expect(after.code).toBe('environment');
    expect(after.message).toMatch(/^engine: the GPU device was lost: \S/);
  });

  it('measures only where there may be something to gain, and takes what is faster', async () => {
    const [asSoftware, asHardware] = await choose();
    expect(asSoftware.backend).toBe('wasm');
    expect(asSoftware.reason).toMatch(/only GPU adapter is software/);
    const times = /a training step took ([\d.]+) ms on WebGPU \(.+\) and ([\d.]+) ms on WASM/;
    const [, webgpu, wasm] = times.exec(asHardware.reason)!.map(Number);
    expect(asHardware.backend).toBe(webgpu < wasm ? 'webgpu' : 'wasm');
  }, 120_000);
});

describe('a machine without Chrome', () => {
  it('is told what is missing and what to install', async () => {
    const { code, message } = await startWithoutChrome();
    expect(code).toBe('environment');
    expect(message).toMatch(/^dawn: .*(Vulkan loader|no GPU).*apt-get install/);
  });
});
