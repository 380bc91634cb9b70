import { expect, test } from 'vitest';
import { planTasks, refuseUntrainable } from '../../src/cli/plan.ts';
import type { SplitName } from '../../src/core/types.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { isUnseenStyle, SPLIT_SEEDS } from '../../src/sites/site.ts';
import { familiesOf, listTasks } from '../../src/sites/tasks.ts';
import { chores } from './chores.tsx';

// A small family stands for whatever Reverie itself holds out.
FAMILIES['chores'] = { ...chores, heldOut: true };

const OTHERS = (Object.keys(SPLIT_SEEDS) as SplitName[]).filter((split) => split !== 'test-unseen-family');

test('a held-out family is all of its split, and in no other', () => {
  const held = Object.keys(FAMILIES).filter((name) => FAMILIES[name].heldOut);
  expect(held).toContain('chores');
  expect(familiesOf('test-unseen-family')).toEqual(held);
  for (const split of OTHERS) {
    expect([...familiesOf(split), ...held].toSorted()).toEqual(Object.keys(FAMILIES).toSorted());
    const named = new Set(listTasks(split, { sites: 1, instances: 1 }).map((task) => task.family));
    expect([...named]).toEqual(familiesOf(split));
  }
});

test('its sites are new, in styles that training has', () => {
  const families = ['chores'];
  const tasks = listTasks('test-unseen-family', { families, sites: 3, instances: 1 });
  expect(tasks.map(({ siteSeed, template }) => `${siteSeed} ${template}`)).toEqual([
    '30000 finish',
    '30000 who',
    '30001 finish',
    '30001 who',
    '30002 finish',
    '30002 who',
  ]);
  expect(tasks.some(({ siteSeed }) => isUnseenStyle(siteSeed))).toBe(false);
  const planned = planTasks({ split: 'test-unseen-family', episodes: 5, seed: 1, families });
  expect(planned).toHaveLength(5);
  expect(new Set(planned.map((task) => task.family))).toEqual(new Set(families));
});

test('asking a split for a family that it does not have is a usage error', () => {
  const usage = (rule: RegExp) => expect.objectContaining({ code: 'usage', message: expect.stringMatching(rule) });
  for (const split of OTHERS)
    expect(() => planTasks({ split, episodes: 4, seed: 1, families: ['shop', 'chores'] })).toThrow(
      usage(/has no such site family; got chores; expected shop, /),
    );
  expect(() => listTasks('test-unseen-family', { families: ['shop'], sites: 1, instances: 1 })).toThrow(
    usage(/test-unseen-family has no such site family; got shop/),
  );
});

test('a run is trained on known families, each once, none held out', async () => {
  const message = (families: string[]) => {
    try {
      refuseUntrainable(families);
      return 'fine';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(message(['mail', 'shop'])).toBe('fine');
  expect(message(['mail', 'zoo'])).toMatch(/unknown site family; got zoo/);
  expect(message(['mail', 'chores'])).toMatch(/held out.*got chores/);
  expect(message(['mail', 'mail'])).toMatch(/twice; got mail/);
  const { factsOf } = await import('../../src/app/runFacts.ts');
  const meta = (families: string[]) => ({ id: 'r', meta: { name: 'r', preset: 'tiny', seed: 1, families } });
  expect(factsOf(meta(['mail']))?.config.families).toEqual(['mail']);
  expect(factsOf(meta(['mail', 'chores']))).toBeNull();
});
