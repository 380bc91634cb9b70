import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { initTheta, layout } from '../../src/engine/layout.ts';
import { SMALL } from './cases.ts';

describe('layout', () => {
  it('puts every block after the one before', () => {
    const { blocks, size } = layout(SMALL);
    // d 16, f 24, S 11: E 40·16 = 640; a layer 16 + 16 + 4·256 + 2·384 = 1824, twice; gf 16; Wout 176; Wpq, Wpk 256 each.
    expect(size).toBe(640 + 2 * 1824 + 16 + 176 + 2 * 256);
    expect(blocks.map(({ name }) => name)).toEqual([
      'E',
      ...[0, 1].flatMap((l) => ['g1', 'g2', 'Wq', 'Wk', 'Wv', 'Wo', 'W1', 'W2'].map((name) => `${name}.${l}`)),
      'gf',
      'Wout',
      'Wpq',
      'Wpk',
    ]);
    expect(blocks.find(({ name }) => name === 'W2.1')?.offset).toBe(640 + 1824 + 32 + 1024 + 384);
    expect(blocks.at(-1)?.offset).toBe(size - 256);
  });

  it.each([
    [{ dim: 0 }, /shape.dim is a count/],
    [{ heads: 3 }, /heads divide dim/],
    [{ rows: 16 }, /rows of E/],
    [{ bos: -1 }, /rows of E/],
  ])('refuses %o', (patch, message) => {
    expect(() => layout({ ...SMALL, ...patch })).toThrow(message);
  });
});

describe('initTheta', () => {
  it('is a function of the seed', () => {
    expect(initTheta(SMALL, createRng(5))).toEqual(initTheta(SMALL, createRng(5)));
    expect(initTheta(SMALL, createRng(5))).not.toEqual(initTheta(SMALL, createRng(6)));
  });

  it('gives each block its spread and gains of one', () => {
    const theta = initTheta(SMALL, createRng(1));
    for (const { name, offset, shape, scale } of layout(SMALL).blocks) {
      const values = theta.subarray(offset, offset + shape[0] * (shape[1] ?? 1));
      const spread = Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
      if (scale === 0) expect([...values], name).toEqual(Array(values.length).fill(1));
      // n ≥ 176 draws: the sample deviation is within 4/√(2n) ≤ 0.22 of the true one, relatively.
      else expect(Math.abs(spread / scale - 1), name).toBeLessThan(0.22);
    }
  });
});
