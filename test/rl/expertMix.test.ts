import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { oneExpertPerGroup, replaceAtRandom } from '../../src/rl/expertMix.ts';

/** Dreams are named d<group>.<attempt>, experts e<group>.<n>, so that origin can be read off the result. */
const input = (sizes: readonly number[], experts: readonly number[], seed: number) => ({
  groups: sizes.map((n, g) => Array.from({ length: n }, (_, i) => `d${g}.${i}`)),
  experts: experts.map((n, g) => Array.from({ length: n }, (_, i) => `e${g}.${i}`)),
  rng: createRng(seed),
});

const cases = fc
  .integer({ min: 1, max: 6 })
  .chain((n) =>
    fc.tuple(
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: n, maxLength: n }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n }),
      fc.integer(),
    ),
  );

describe('replaceAtRandom', () => {
  test('replaces exactly round(p·E), only by experts of the same group, and keeps the other dreams in place', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(0, 0.25, 0.4, 0.5, 1), ([sizes, experts, seed], share) => {
        const given = input(sizes, experts, seed);
        const { groups, real } = replaceAtRandom({ ...given, share });
        const E = sizes.reduce((sum, n, g) => sum + (experts[g] > 0 ? n : 0), 0);
        expect(real.flat().filter(Boolean)).toHaveLength(Math.round(share * E));
        groups.forEach((group, g) => {
          expect(group).toHaveLength(sizes[g]);
          group.forEach((name, i) => {
            if (real[g][i]) expect(given.experts[g]).toContain(name);
            else expect(name).toBe(`d${g}.${i}`);
          });
        });
      }),
    );
  });

  test('every slot is equally likely: 4,000 draws of 1 in 4, each within 5 standard errors of 1,000', () => {
    const counts = [0, 0, 0, 0];
    for (let seed = 0; seed < 4000; seed++) {
      replaceAtRandom({ ...input([2, 2], [1, 1], seed), share: 0.25 })
        .real.flat()
        .forEach((isReal, slot) => {
          if (isReal) counts[slot]++;
        });
    }
    // standard error √(4000·¼·¾) = 27.4
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(137);
  });

  test('same seed, same choice', () => {
    const draw = (seed: number) => replaceAtRandom({ ...input([8, 8], [2, 2], seed), share: 0.5 });
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test('leaves its input alone and refuses a share that is none', () => {
    const given = input([4], [1], 1);
    replaceAtRandom({ ...given, share: 1 });
    expect(given.groups[0]).toEqual(['d0.0', 'd0.1', 'd0.2', 'd0.3']);
    expect(() => replaceAtRandom({ ...given, share: 1.5 })).toThrow(/between 0 and 1/);
    expect(() => replaceAtRandom({ ...given, experts: [], share: 0.5 })).toThrow(/per group/);
  });
});

describe('oneExpertPerGroup', () => {
  test('exactly one in each group that has an expert, none elsewhere', () => {
    fc.assert(
      fc.property(cases, ([sizes, experts, seed]) => {
        const given = input(sizes, experts, seed);
        const { groups, real } = oneExpertPerGroup(given);
        real.forEach((flags, g) => {
          expect(flags.filter(Boolean)).toHaveLength(experts[g] > 0 && sizes[g] > 0 ? 1 : 0);
          groups[g].forEach((name, i) => {
            expect(name.startsWith(flags[i] ? `e${g}.` : `d${g}.${i}`)).toBe(true);
          });
        });
      }),
    );
  });

  test('a group of G has a share of 1/G: 12.5 % for G = 8', () => {
    const { real } = oneExpertPerGroup(input(Array<number>(10).fill(8), Array<number>(10).fill(1), 3));
    expect(real.flat().filter(Boolean).length / 80).toBe(0.125);
  });
});
