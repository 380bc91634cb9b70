import { expect } from 'vitest';
import { SPLIT_SEEDS } from '../../src/sites/site.ts';
import type { Synonyms } from '../../src/sites/style.tsx';

/** How many of the values drawn from a table are held out. */
export const countHeldOut = <K extends string>(table: Record<K, Synonyms>, values: Record<K, string>): number =>
  (Object.keys(table) as K[]).filter((key) => table[key].unseen.includes(values[key])).length;

/** All wordings that these keys can have. */
export const wordingsOf = <K extends string>(table: Record<K, Synonyms>, keys: readonly K[]): string[] =>
  keys.flatMap((key) => [...table[key].seen, ...table[key].unseen]);

/** No two are the same; those that are, are said. */
export const expectDistinct = (names: readonly unknown[]): void =>
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);

const SITES = 100;

/**
 * Held-out values are on no site of training and `test-seen`, and `layouts` of them on each of `test-unseen-style`, drawn with
 * probability 0.6 for each of the `dimensions` that have any. Returns the counts of those sites.
 */
export function expectHeldOut<T extends Record<'layouts', number>>(
  heldOut: (seed: number) => T,
  dimensions: number,
): T[] {
  const from = (low: number) => Array.from({ length: SITES }, (_, i) => heldOut(low + i));
  for (const split of ['train', 'test-seen'] as const)
    for (const counts of from(SPLIT_SEEDS[split][0]))
      for (const [what, count] of Object.entries(counts)) expect(count, `${split}: ${what}`).toBe(0);
  const unseen = from(SPLIT_SEEDS['test-unseen-style'][0]);
  const draws = SITES * dimensions;
  const layouts = unseen.reduce((sum, site) => sum + site.layouts, 0);
  expect(Math.abs(layouts - 0.6 * draws)).toBeLessThan(3 * Math.sqrt(draws * 0.6 * 0.4));
  return unseen;
}
