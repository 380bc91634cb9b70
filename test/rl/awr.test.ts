import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awrWeights, signedWeights } from '../../src/rl/awr.ts';

describe('advantage-weighted regression', () => {
  test('hand arithmetic: one success in four, β = 0.5', () => {
    // (1 − 0.25)/0.5 = 1.5, e^1.5 = 4.4816890703; (0 − 0.25)/0.5 = −0.5, e^−0.5 = 0.6065306597
    const weights = awrWeights({ returns: [1, 0, 0, 0], values: [0.25, 0.25, 0.25, 0.25], beta: 0.5, cap: 20 });
    expect(weights[0]).toBeCloseTo(4.4816890703, 9);
    for (const weight of weights.slice(1)) expect(weight).toBeCloseTo(0.6065306597, 9);
  });

  test('the cap holds what counts most, and nothing else', () => {
    // 0.75/0.1 = 7.5, e^7.5 = 1808 > 20; −0.25/0.1 = −2.5, e^−2.5 = 0.0820849986
    const [good, bad] = awrWeights({ returns: [1, 0], values: [0.25, 0.25], beta: 0.1, cap: 20 });
    expect(good).toBe(20);
    expect(bad).toBeCloseTo(0.0820849986, 9);
  });

  test('as expected counts 1 whatever β; better counts more; a large β clones all alike', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 5, noNaN: true }), fc.integer({ min: 1, max: 9 }), (beta, tenths) => {
        const V = tenths / 10;
        const [same, good, bad] = awrWeights({ returns: [V, 1, 0], values: [V, V, V], beta, cap: Number.MAX_VALUE });
        expect(same).toBe(1);
        expect(good).toBeGreaterThan(1);
        expect(bad).toBeLessThan(1);
        // The two differ by e^(1/β), wherever V is.
        expect(Math.log(good / bad)).toBeCloseTo(1 / beta, 6);
      }),
    );
    for (const weight of awrWeights({ returns: [1, 0], values: [0.5, 0.5], beta: 1e6, cap: 20 }))
      expect(weight).toBeCloseTo(1, 5);
  });

  test('signed weights are R − V: they sum to zero over a template, failures below', () => {
    expect(signedWeights({ returns: [1, 0, 0, 0], values: [0.25, 0.25, 0.25, 0.25] })).toEqual([
      0.75, -0.25, -0.25, -0.25,
    ]);
  });

  test('refuses values that do not belong to the returns, and a β of nothing', () => {
    expect(() => awrWeights({ returns: [1], values: [], beta: 1, cap: 20 })).toThrow(/one value per return/);
    expect(() => signedWeights({ returns: [1], values: [] })).toThrow(/one value per return/);
    expect(() => awrWeights({ returns: [1], values: [1], beta: 0, cap: 20 })).toThrow(/positive/);
  });
});
