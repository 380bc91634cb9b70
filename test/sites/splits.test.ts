import { describe, expect, test } from 'vitest';
import { ReverieError } from '../../src/core/errors.ts';
import { createRng } from '../../src/core/rng.ts';
import type { SplitName, Task } from '../../src/core/types.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { shopWorld, WORDS } from '../../src/sites/shop/world.ts';
import { HORIZON, SPLIT_SEEDS } from '../../src/sites/site.ts';
import { HELD_OUT, type Style, styleOf, wordingOf } from '../../src/sites/style.tsx';
import { counterfactualTask, familiesOf, listTasks, makeTask, worldOf } from '../../src/sites/tasks.ts';

const SPLITS = Object.keys(SPLIT_SEEDS) as SplitName[];
const seeds = (split: SplitName, count: number): number[] =>
  Array.from({ length: count }, (_, i) => SPLIT_SEEDS[split][0] + 13 * i);
const heldOut = (style: Style): number =>
  (Object.keys(HELD_OUT) as (keyof typeof HELD_OUT)[]).filter((name) => HELD_OUT[name].includes(style[name])).length;

describe('styles', () => {
  test('seen splits never use a held-out value; unseen-style sites use at least three', () => {
    for (const split of SPLITS)
      for (const seed of seeds(split, 200)) {
        const count = heldOut(styleOf(seed));
        if (split === 'test-unseen-style') expect(count, `${seed}`).toBeGreaterThanOrEqual(3);
        else expect(count, `${seed}`).toBe(0);
      }
  });

  test('every seen value of every dimension occurs, on training and on test sites', () => {
    const valuesOf = (split: SplitName, name: keyof Style) =>
      new Set(seeds(split, 200).map((seed) => styleOf(seed)[name]));
    for (const name of ['nav', 'list', 'facts', 'label', 'aside', 'brand', 'bareClicks', 'palette'] as const) {
      expect(valuesOf('train', name)).toEqual(valuesOf('test-seen', name));
      expect(valuesOf('train', name).size).toBeGreaterThanOrEqual(2);
    }
  });

  test('held-out words: none on seen sites, about 60 % of the words on the others', () => {
    let unseen = 0;
    let all = 0;
    for (const split of SPLITS)
      for (const seed of seeds(split, 60)) {
        const words = wordingOf(seed, 'shop', WORDS);
        for (const [key, synonyms] of Object.entries(WORDS)) {
          const word = words[key as keyof typeof WORDS];
          const options: readonly string[] = synonyms.unseen;
          const isHeldOut = options.includes(word);
          if (split !== 'test-unseen-style') expect(isHeldOut, `${seed} ${key}: ${word}`).toBe(false);
          else {
            all++;
            if (isHeldOut) unseen++;
          }
        }
      }
    // About 2,800 draws: three standard errors are 0.03.
    expect(unseen / all).toBeGreaterThan(0.57);
    expect(unseen / all).toBeLessThan(0.63);
  });

  test('no held-out word is a seen word of the same key, and no two controls of a shop share a name', () => {
    for (const { seen, unseen } of Object.values(WORDS) as { seen: readonly string[]; unseen: readonly string[] }[])
      for (const word of unseen) expect(seen).not.toContain(word);
    for (const split of SPLITS)
      for (const seed of seeds(split, 60)) {
        const { words } = shopWorld(seed);
        const links = [words.home, words.offers, words.costs, words.checkout, words.next, words.previous];
        const fields = [words.name, words.city, words.shipping, words.voucher, words.gift, words.query];
        const buttons = [words.search, words.remove, words.place, words.cancel, words.apply];
        for (const names of [links, fields, buttons])
          expect(new Set(names).size, `${seed} ${names}`).toBe(names.length);
      }
  });
});

describe('tasks', () => {
  test('splits have disjoint seeds and tasks; ids are unique and rebuild their task', () => {
    const all = SPLITS.flatMap((split) =>
      listTasks(split, { sites: 3, instances: 2 }).map((task) => ({ split, task })),
    );
    expect(new Set(all.map(({ task }) => task.id)).size).toBe(all.length);
    const templates = (split: SplitName): number =>
      familiesOf(split).reduce((sum, name) => sum + FAMILIES[name].templates.length, 0);
    expect(all).toHaveLength(SPLITS.reduce((sum, split) => sum + 3 * 2 * templates(split), 0));
    for (const { split, task } of all) {
      const [family, template, seed, instance] = task.id.split('/');
      expect(makeTask(family, template, Number(seed), Number(instance))).toEqual(task);
      const [low, high] = SPLIT_SEEDS[split];
      expect(task.siteSeed >= low && task.siteSeed < high).toBe(true);
      expect(task.horizon).toBe(HORIZON[task.tier]);
    }
  });

  test('every family has at least five templates over all three tiers', () => {
    for (const family of Object.values(FAMILIES)) {
      expect(family.templates.length).toBeGreaterThanOrEqual(5);
      expect(new Set(family.templates.map((template) => template.tier))).toEqual(new Set([1, 2, 3]));
    }
  });

  test('goals vary over instances and sites; unseen-style goals are phrased as no seen one is', () => {
    const phrasing = ({ goal, slots }: Task): string =>
      Object.values(slots).reduce((text, value) => text.replace(value, '…'), goal);
    for (const family of Object.values(FAMILIES))
      for (const { name } of family.templates) {
        const goals = (split: SplitName) => seeds(split, 40).map((seed) => makeTask(family.name, name, seed, 0));
        const train = new Set(goals('train').map(phrasing));
        expect(train.size, `${family.name}/${name}`).toBeGreaterThanOrEqual(2);
        expect(new Set(goals('train').map((task) => task.goal)).size).toBeGreaterThan(10);
        for (const task of goals('test-unseen-style')) expect(train.has(phrasing(task)), task.goal).toBe(false);
      }
  });

  test('a counterfactual is the same job on the same site with one fact changed', () => {
    for (const task of listTasks('train', { sites: 4, instances: 1 })) {
      const other = counterfactualTask(task, createRng(1));
      if (other === null) continue;
      const changed = Object.keys(task.slots).filter((slot) => task.slots[slot] !== other.slots[slot]);
      expect(changed, task.id).toHaveLength(1);
      expect(other.id).toBe(`${task.id}~${changed[0]}=${other.slots[changed[0]]}`);
      expect({ ...other, id: '', goal: '', slots: {} }).toEqual({ ...task, id: '', goal: '', slots: {} });
    }
  });

  test('a range can be narrowed; what is not there is a usage error', () => {
    const some = listTasks('test-seen', { families: ['shop'], firstSite: 5, sites: 1, instances: 1 });
    expect(some.map((task) => task.id)).toEqual(
      FAMILIES.shop.templates.map((template) => `shop/${template.name}/10005/0`),
    );
    const usage = expect.objectContaining({ code: 'usage' });
    expect(() => listTasks('train', { firstSite: 9_999, sites: 2, instances: 1 })).toThrow(usage);
    expect(() => worldOf('castle', 1)).toThrow(ReverieError);
    expect(() => makeTask('shop', 'steal', 1, 0)).toThrow(usage);
  });
});
