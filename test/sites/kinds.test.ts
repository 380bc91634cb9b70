import { expect, test } from 'vitest';
import { FAMILIES } from '../../src/sites/index.ts';
import { type Kind, kindOf } from '../../src/sites/kinds.ts';
import { cssOf, lookOf } from '../../src/sites/look.ts';
import { pagesOf, structureOf } from '../../src/sites/structure.ts';
import { styleOf } from '../../src/sites/style.tsx';
import { familiesOf } from '../../src/sites/tasks.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

test('fifty seeds give well over 200 sites: no two of one kind, hardly two of one structure or one look', () => {
  const kinds = new Set<string>();
  const structures = new Set<string>();
  const looks = new Set<string>();
  for (const name of familiesOf('train'))
    for (const seed of SEEDS) {
      const kind = kindOf(FAMILIES[name], seed);
      expect(JSON.parse(JSON.stringify(kind))).toStrictEqual(kind);
      kinds.add(`${name} ${JSON.stringify(kind)}`);
      looks.add(JSON.stringify(kind.style));
      structures.add(structureOf(pagesOf(FAMILIES[name], FAMILIES[name].world(seed))));
    }
  const sites = familiesOf('train').length * SEEDS.length;
  expect(kinds.size).toBe(sites);
  for (const { size } of [structures, looks]) {
    expect(size).toBeGreaterThanOrEqual(200);
    expect(size / sites).toBeGreaterThan(0.9);
  }
});

test('no style sheet hides, renames or adds anything: looks are in no tree', () => {
  for (const seed of SEEDS)
    for (const name of Object.keys(FAMILIES)) {
      const css = cssOf(styleOf(seed), lookOf(name, seed));
      expect(css).not.toMatch(/undefined|NaN|display:(none|contents)|visibility|content:|text-transform|list-style/);
      // As many blocks as are opened are closed.
      expect(css.split('{').length).toBe(css.split('}').length);
    }
});

/** What a kind has, dimension by dimension; a site about several things is about each of them. */
const valuesOf = ({ category, capabilities, style }: Kind): string[][] => [
  category.split(', '),
  ...[capabilities, style].flatMap((part) => Object.entries(part).map(([name, value]) => [`${name}=${value}`])),
];

/** Pairs that a family rules out, with the reason in its world. */
const NEVER: Record<string, string[]> = { desk: ['entry=both & list=table'] };

test.each(Object.keys(FAMILIES))('%s: every two values of category, capabilities and style occur together', (name) => {
  const pools: Set<string>[] = [];
  const met = new Set<string>();
  for (let seed = 0; seed < 600; seed++) {
    const kind = valuesOf(kindOf(FAMILIES[name], seed));
    kind.forEach((values, i) => {
      for (const value of values) {
        (pools[i] ??= new Set()).add(value);
        for (const other of kind.slice(i + 1).flat()) met.add(`${value} & ${other}`);
      }
    });
  }
  const pairs = pools.flatMap((values, i) => {
    const others = pools.slice(i + 1).flatMap((pool) => [...pool]);
    return [...values].flatMap((one) => others.map((two) => `${one} & ${two}`));
  });
  expect(pairs.length).toBeGreaterThan(100);
  expect(pairs.filter((pair) => !met.has(pair))).toEqual(NEVER[name] ?? []);
});
