import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileError } from '../../src/core/fileError.ts';
import { CHECKPOINT_LIMITS, type Checkpoint, decodeCheckpoint, encodeCheckpoint } from '../../src/model/checkpoint.ts';

const shape = {
  rows: 40,
  statics: 12,
  dim: 8,
  layers: 1,
  heads: 2,
  hidden: 16,
  bos: 20,
  ptr: 21,
  pos: 22,
  positions: 18,
};
const small: Checkpoint = { shape, step: 3, theta: Float32Array.of(0.5, -1), meta: { words: ['mug', 'Größe'] } };

const problem = (bytes: Uint8Array): string => {
  try {
    decodeCheckpoint(bytes);
    return 'none';
  } catch (error) {
    return (error as FileError).problem;
  }
};

const floats = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 5, maxLength: 5 });
const checkpoints: fc.Arbitrary<Checkpoint> = fc
  .record({
    step: fc.nat(),
    theta: floats,
    moments: fc.option(fc.tuple(floats, floats)),
    meta: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  })
  .map(({ step, theta, moments, meta }) => ({
    shape,
    step,
    theta: Float32Array.from(theta),
    ...(moments && { m: Float32Array.from(moments[0]), v: Float32Array.from(moments[1]) }),
    meta,
  }));

describe('checkpoints', () => {
  test('decode ∘ encode = identity, wherever the bytes lie in their buffer', () => {
    fc.assert(
      fc.property(checkpoints, fc.nat({ max: 7 }), (checkpoint, offset) => {
        const bytes = encodeCheckpoint(checkpoint);
        const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
        shifted.set(bytes);
        expect(decodeCheckpoint(shifted)).toEqual(checkpoint);
      }),
    );
  });

  test('the bytes are as documented', () => {
    const bytes = encodeCheckpoint(small);
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe('RVCKPT\r\n');
    expect(view.getUint32(8, true)).toBe(1);
    const H = view.getUint32(12, true);
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + H)))).toMatchObject({ step: 3, floats: 2 });
    // float32: 0.5 = 3f000000, −1 = bf800000
    expect(view.getUint32(16 + H, true)).toBe(0x3f000000);
    expect(view.getUint32(20 + H, true)).toBe(0xbf800000);
    expect(bytes.length).toBe(24 + H);
  });

  test('cut anywhere it is refused as truncated, with a byte more as malformed', () => {
    const bytes = encodeCheckpoint({ ...small, m: Float32Array.of(1, 2), v: Float32Array.of(3, 4) });
    for (let length = 1; length < bytes.length; length++) expect(problem(bytes.subarray(0, length))).toBe('truncated');
    expect(problem(new Uint8Array())).toBe('empty');
    expect(problem(Uint8Array.of(...bytes, 0))).toBe('malformed');
    expect(problem(bytes)).toBe('none');
  });

  test('files of others and of the future are told apart', () => {
    const bytes = encodeCheckpoint(small);
    expect(problem(new TextEncoder().encode('{"weights": []}'))).toBe('foreign');
    // What a text-mode transfer does to it: \r\n becomes \n.
    expect(problem(bytes.filter((byte) => byte !== 13))).toBe('foreign');
    const future = bytes.slice();
    future[8] = 2;
    expect(problem(future)).toBe('future-version');
    expect(() => decodeCheckpoint(future)).toThrow(/version 2.*reads version 1.*Update/);
  });

  test('a hostile header is refused before anything is allocated for it', () => {
    const withHeader = (header: unknown, H?: number): Uint8Array => {
      const text = new TextEncoder().encode(JSON.stringify(header).padEnd(400));
      const bytes = Uint8Array.of(...encodeCheckpoint(small).subarray(0, 16), ...text);
      new DataView(bytes.buffer).setUint32(12, H ?? text.length, true);
      return bytes;
    };
    const header = { shape, step: 0, floats: 0, moments: false, meta: null };
    expect(problem(withHeader(header))).toBe('none');
    expect(problem(withHeader({ ...header, floats: 2 ** 40 }))).toBe('truncated');
    expect(problem(withHeader({ ...header, floats: -1 }))).toBe('malformed');
    expect(problem(withHeader({ ...header, shape: { ...shape, dim: 'x' } }))).toBe('malformed');
    expect(problem(withHeader(header, CHECKPOINT_LIMITS.headerBytes + 4))).toBe('too-large');
    expect(problem(withHeader([]))).toBe('malformed');
  });

  test('random damage never escapes as another kind of error', () => {
    const bytes = encodeCheckpoint(small);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), (at, value) => {
        const damaged = bytes.slice();
        damaged[at] = value;
        expect(['none', 'foreign', 'truncated', 'malformed', 'future-version', 'too-large']).toContain(
          problem(damaged),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('a diverged network is not written, nor read', () => {
    expect(() => encodeCheckpoint({ ...small, theta: Float32Array.of(1, Number.NaN) })).toThrow(/finite/);
    expect(() => encodeCheckpoint({ ...small, m: Float32Array.of(1, 1) })).toThrow(/together/);
    const bytes = encodeCheckpoint(small);
    new DataView(bytes.buffer).setUint32(bytes.length - 4, 0x7fc00000, true);
    expect(problem(bytes)).toBe('malformed');
  });
});
