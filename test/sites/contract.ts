import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import { HORIZON, type SiteFamily, SPLIT_SEEDS } from '../../src/sites/site.ts';
import { solve, wander } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';

const SEEDS = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: 5 }, (_, i) => low + 7 * i));

/**
 * What every site family promises (`src/sites/site.ts`), over five sites of each split and without a browser. `limit`: most
 * nodes of a page.
 */
export function siteContract<World, State>(family: SiteFamily<World, State>, limit: number): void {
  const open = (seed: number, goal: string) => new MiniBrowser(family, seed, goal);
  const pageOf = (browser: MiniBrowser<World, State>) => JSON.stringify(browser.observation());

  describe(`the site family ${family.name}`, () => {
    test('a seed gives one site; different seeds, different ones; a fresh state is plain JSON', () => {
      for (const seed of SEEDS) {
        const [once, again] = [open(seed, ''), open(seed, '')];
        expect(pageOf(once)).toBe(pageOf(again));
        expect(JSON.parse(JSON.stringify(once.state))).toStrictEqual(once.state);
      }
      expect(new Set(SEEDS.map((seed) => pageOf(open(seed, '')))).size).toBe(SEEDS.length);
    });

    test('an address that is not there gives a page, and an event that no control raises changes nothing', () => {
      const browser = open(SEEDS[0], '');
      const before = structuredClone(browser.state);
      browser.goto('/no/such/page');
      expect(browser.observation().tree.nodes.length).toBeGreaterThan(1);
      const event = { type: 'no such event', arg: '__proto__', fields: {}, url: '/' };
      expect(family.update(browser.world, browser.state, event).state).toEqual(before);
    });

    test.each(family.templates.map((template) => [template.name, template] as const))(
      '%s: the expert solves it from the start and from anywhere; the one-slot neighbour is not solved by that',
      (name, template) => {
        let neighbours = 0;
        for (const seed of SEEDS) {
          const world = family.world(seed);
          const rng = createRng(seed).fork(name);
          const made = template.make(world, rng.fork('task'));
          const task = taskOf(family.name, name, seed, template.tier, made);
          const check = (browser: MiniBrowser<World, State>, answer: string, asked = task): boolean =>
            family.check(world, asked, browser.state)(answer);
          expect(template.make(world, rng.fork('task'))).toEqual(made);
          const browser = open(seed, task.goal);
          expect(check(browser, ''), `${task.id} is not solved by doing nothing`).toBe(false);
          const { answer, seen } = solve(task, browser, task.horizon);
          expect(check(browser, answer), task.id).toBe(true);
          for (const { tree } of seen) expect(tree.nodes.length, `${task.id} ${tree.url}`).toBeLessThanOrEqual(limit);

          const other = template.counterfactual(world, task.slots, rng.fork('other'));
          if (other) {
            neighbours++;
            const slots = Object.keys(task.slots).filter((slot) => task.slots[slot] !== other.slots[slot]);
            expect(slots, task.id).toHaveLength(1);
            expect(check(browser, answer, { ...task, ...other }), other.goal).toBe(false);
          }
          for (const { goal, slots } of [task, other ?? task])
            for (const value of Object.values(slots)) expect(` ${goalWords(goal).join(' ')} `).toContain(` ${value} `);

          const lost = open(seed, task.goal);
          for (let i = 0; i < 20; i++) lost.attempt(wander(rng, lost.observation()));
          const found = solve(task, lost, 100, true);
          expect(check(lost, found.answer), `${task.id} after a detour`).toBe(true);
        }
        expect(neighbours).toBeGreaterThan(0);
      },
    );
  });
}

/** A task as `makeTask` builds it, of a family that need not be in `FAMILIES`. */
const taskOf = (
  family: string,
  template: string,
  siteSeed: number,
  tier: Task['tier'],
  made: { goal: string; slots: Record<string, string> },
): Task => ({
  id: `${family}/${template}/${siteSeed}/0`,
  suite: 'sites',
  family,
  template,
  siteSeed,
  instance: 0,
  tier,
  horizon: HORIZON[tier],
  ...made,
});
