import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { keyOf, philox, pick, uniformOf } from '../../src/engine/sample.ts';

const never = () => {
  throw new Error('drawn');
};

describe('philox', () => {
  // Random123, tests/kat_vectors: counter, key, output of philox2x32 with 10 rounds.
  it.each([
    [[0, 0], 0, [0xff1dae59, 0x6cd10df2]],
    [[0xffffffff, 0xffffffff], 0xffffffff, [0x2c3f628b, 0xab4fd7ad]],
    [[0x243f6a88, 0x85a308d3], 0x13198a2e, [0xdd7ce038, 0xf62a4c12]],
  ] as const)('gives the published answer for %j under %d', (counter, key, expected) => {
    expect(philox(counter, key)).toEqual(expected);
  });

  it('becomes a uniform of 23 bits strictly inside (0, 1)', () => {
    // 0xff1dae59: 24 bits, the last one set.
    expect(uniformOf(0, 0)).toBe(0xff1daf / 2 ** 24);
    for (let w = 0; w < 1000; w++) {
      const u = uniformOf(keyOf(0.3), w);
      expect(u).toBeGreaterThan(0);
      expect(u).toBeLessThan(1);
      expect(Math.fround(u)).toBe(u);
    }
  });
});

describe('pick', () => {
  const probabilities = [0, 0.02, 0.5, 0, 0.08, 0.15, 0.25];
  const logs = probabilities.map(Math.log);

  it('is greedy at temperature 0, first of equals, and draws nothing', () => {
    expect(pick(logs, 0, never)).toBe(2);
    expect(pick([-1, -0.5, -0.5], 0, never)).toBe(1);
  });

  it('draws once for a token at any other temperature', () => {
    let draws = 0;
    pick(logs, 1, () => ++draws / 10);
    expect(draws).toBe(1);
  });

  it.each([0.5, 1, 2])(
    'draws tokens as often as p ∝ exp(log p / τ) says, illegal ones never: τ = %d',
    (temperature) => {
      const rng = createRng(5);
      const runs = 20_000;
      const seen = probabilities.map(() => 0);
      for (let i = 0; i < runs; i++) seen[pick(logs, temperature, rng.next)]++;
      const weights = probabilities.map((p) => p ** (1 / temperature));
      const total = weights.reduce((a, b) => a + b);
      let chiSquare = 0;
      weights.forEach((weight, w) => {
        const expected = (runs * weight) / total;
        if (expected === 0) expect(seen[w]).toBe(0);
        else chiSquare += (seen[w] - expected) ** 2 / expected;
      });
      // 99.9 % quantile of χ² with 4 degrees of freedom (five legal columns).
      expect(chiSquare).toBeLessThan(18.47);
    },
  );

  it('takes the only legal token under every draw', () => {
    for (const draw of [0, 0.25, 1 - 2 ** -32]) {
      expect(pick([Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY], 1, () => draw)).toBe(1);
    }
  });
});
