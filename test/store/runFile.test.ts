import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeCheckpoint } from '../../src/model/checkpoint.ts';
import type { Bytes, Run } from '../../src/store/run.ts';
import { decodeRun, encodeRun, RUN_FILE_LIMITS } from '../../src/store/runFile.ts';
import { trajectory } from '../core/arbitraries.ts';
import { shape } from './sample.ts';

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const checkpoint = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 9 })
  .map((theta) => encodeCheckpoint({ shape, step: 1, theta: Float32Array.from(theta), meta: null }));
const name = fc.stringMatching(/^[a-z@0-9]{1,8}$/);

const runs: fc.Arbitrary<Run> = fc.record({
  meta: fc.record({ name, preset: fc.constant('debug'), options: json }),
  created: fc.nat(),
  progress: fc.option(fc.record({ stage: name, update: fc.nat(), done: fc.boolean(), state: json })),
  stages: fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true }),
  trajectories: fc.array(trajectory, { maxLength: 3 }),
  checkpoints: fc.dictionary(name, checkpoint, { maxKeys: 3, noNullPrototype: true }),
});

const theta = Float32Array.from({ length: 64 }, (_, i) => i / 7);
const sample: Run = {
  meta: { name: 'sample' },
  created: 1,
  progress: { stage: 'dream', update: 3, done: false },
  stages: { sft: { rate: 0.5 } },
  trajectories: fc.sample(trajectory, { numRuns: 2, seed: 1 }),
  checkpoints: { policy: encodeCheckpoint({ shape, step: 1, theta, meta: null }) },
};

const problem = async (bytes: Uint8Array, limits = RUN_FILE_LIMITS): Promise<string> => {
  try {
    await decodeRun(new Uint8Array(bytes), limits);
    return 'none';
  } catch (error) {
    return (error as { problem: string }).problem;
  }
};

/** The sample's file with its unpacked bytes changed, packed again. */
const repacked = async (change: (unpacked: Buffer) => Uint8Array): Promise<Bytes> =>
  new Uint8Array(gzipSync(change(gunzipSync(await encodeRun(sample)))));

const withHeader = (change: (header: Record<string, unknown>) => void): Promise<Bytes> =>
  repacked((unpacked) => {
    const end = unpacked.indexOf(10);
    const header = JSON.parse(unpacked.subarray(0, end).toString()) as Record<string, unknown>;
    change(header);
    return Buffer.concat([Buffer.from(JSON.stringify(header)), unpacked.subarray(end)]);
  });

describe('run files', () => {
  test('decode ∘ encode = identity', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        expect(await decodeRun(await encodeRun(run))).toEqual(run);
      }),
      { numRuns: 50 },
    );
  });

  test('is plain gzip whose first line says what is inside', async () => {
    const unpacked = gunzipSync(await encodeRun(sample));
    expect(JSON.parse(unpacked.subarray(0, unpacked.indexOf(10)).toString())).toMatchObject({
      schema: 'reverie-run',
      version: 1,
      meta: { name: 'sample' },
      trajectories: 2,
      checkpoints: [{ name: 'policy', bytes: sample.checkpoints.policy.length }],
    });
  });

  test('cut anywhere, packed or unpacked, it is refused', async () => {
    const bytes = await encodeRun(sample);
    for (let length = 2; length < bytes.length; length += 37) {
      expect(await problem(bytes.subarray(0, length))).toBe('truncated');
    }
    const size = gunzipSync(bytes).length;
    for (let length = 24; length < size; length += 211) {
      expect(await problem(await repacked((all) => all.subarray(0, length)))).toBe('truncated');
    }
    expect(await problem(bytes)).toBe('none');
  });

  test('damage inside the packed bytes is found by the checksum of gzip', async () => {
    const bytes = await encodeRun(sample);
    const damaged = bytes.slice();
    damaged[bytes.length - 6] ^= 1;
    expect(await problem(damaged)).toBe('truncated');
  });

  test('foreign files, later versions and impossible contents are told apart', async () => {
    expect(await problem(new Uint8Array())).toBe('empty');
    expect(await problem(new TextEncoder().encode('PK\x03\x04'))).toBe('foreign');
    expect(await problem(gzipSync('{"schema":"reverie-trajectories","version":1}\n'))).toBe('foreign');
    expect(await problem(gzipSync('no line end'))).toBe('foreign');
    expect(await problem(await withHeader((h) => (h.version = 2)))).toBe('future-version');
    expect(await problem(await withHeader((h) => (h.trajectories = 1e9)))).toBe('malformed');
    expect(await problem(await withHeader((h) => (h.checkpoints = [])))).toBe('malformed');
    expect(await problem(await withHeader((h) => delete h.meta))).toBe('malformed');
    const twice = { name: 'policy', bytes: 0 };
    expect(await problem(await withHeader((h) => (h.checkpoints = [twice, twice])))).toBe('malformed');
    expect(await problem(await repacked((all) => Buffer.concat([all, Buffer.from('x')])))).toBe('malformed');
  });

  test('a bad trajectory is named by its line, a bad checkpoint is refused', async () => {
    const end = gunzipSync(await encodeRun(sample)).indexOf(10);
    const broken = await repacked((all) => {
      all[end + 1] = 0x5b; // '{' of the first trajectory becomes '['
      return all;
    });
    await expect(decodeRun(broken)).rejects.toThrow(/line 2/);
    const foreign = await encodeRun({ ...sample, checkpoints: { policy: new TextEncoder().encode('weights') } });
    expect(await problem(foreign)).toBe('foreign');
  });

  test('a decompression bomb is stopped at the limit, long before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20)); // 64 MiB of zeros in 64 KB
    const before = process.memoryUsage().arrayBuffers;
    expect(await problem(bomb, { ...RUN_FILE_LIMITS, unpackedBytes: 2 ** 20 })).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
  });

  test('secrets are masked', async () => {
    const [first] = sample.trajectories;
    const field = { id: 900, role: 'textbox', name: 'Password', depth: 1, value: 'hunter22' };
    const nodes = [...first.final.tree.nodes, field];
    const secret = { ...first, final: { ...first.final, tree: { ...first.final.tree, nodes } } };
    const unpacked = gunzipSync(await encodeRun({ ...sample, trajectories: [secret] })).toString();
    expect(unpacked).toContain('"Password"');
    expect(unpacked).not.toContain('hunter22');
  });
});
