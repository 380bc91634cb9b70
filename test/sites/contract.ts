import { describe, expect, test } from 'vitest';
import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import { HORIZON, type SiteFamily, SPLIT_SEEDS, type TaskTemplate } from '../../src/sites/site.ts';
import { solve, wander } from './drive.ts';
import { MiniBrowser } from './miniBrowser.ts';

/** What one family is asked in another measure than all. */
export interface Asked<World, State> {
  /** Sites of each split. Default 5. */
  sites?: number;
  /** Nodes of the pages on the expert's way: least, most. Default 2, 100. */
  nodes?: readonly [least: number, most: number];
  /** What the median of those pages lies between. */
  median?: readonly [low: number, high: number];
  /** Most words of a goal. Default 40. */
  words?: number;
  /** Templates whose slots sometimes have no other plausible value; those of the others always have one. */
  alone?: readonly string[];
  /** Of the shortest way, `stop` included, counted by hand. Default: any number within 80 % of the horizon. */
  steps?: (task: Task, world: World) => number;
  /** Edits that nobody asked for, ahead of the random actions: where those alone seldom reach a form. */
  meddle?: (browser: MiniBrowser<World, State>, rng: Rng) => void;
  /** These edits and 40 random actions change more than this share of the visits. Default a third. */
  spoilt?: number;
}

/** What every site family promises (`src/sites/site.ts`), over some sites of each split and without a browser. */
export function siteContract<World, State>(family: SiteFamily<World, State>, asked: Asked<World, State> = {}): void {
  const { sites = 5, nodes = [2, 100], median, words = 40, alone = [], steps, meddle, spoilt = 1 / 3 } = asked;
  const seeds = Object.values(SPLIT_SEEDS).flatMap(([low]) => Array.from({ length: sites }, (_, i) => low + 7 * i));
  const open = (seed: number, goal: string) => new MiniBrowser(family, seed, goal);
  const pageOf = (browser: MiniBrowser<World, State>) => JSON.stringify(browser.observation());
  const check = ({ world, state }: MiniBrowser<World, State>, task: Task) => family.check(world, task, state);

  describe(`the site family ${family.name}`, () => {
    test('a seed gives one site; different seeds, different ones; a fresh state is plain JSON', () => {
      for (const seed of seeds) {
        const [once, again] = [open(seed, ''), open(seed, '')];
        expect(pageOf(once)).toBe(pageOf(again));
        expect(JSON.parse(JSON.stringify(once.state))).toStrictEqual(once.state);
      }
      expect(new Set(seeds.map((seed) => pageOf(open(seed, '')))).size).toBe(seeds.length);
    });

    test('an address that is not there gives a page, and an event that no control raises changes nothing', () => {
      const browser = open(seeds[0], '');
      const before = structuredClone(browser.state);
      browser.goto('/no/such/page');
      expect(browser.observation().tree.nodes.length).toBeGreaterThan(1);
      const event = { type: 'no such event', arg: '__proto__', fields: {}, url: '/' };
      expect(family.update(browser.world, browser.state, event).state).toEqual(before);
    });

    describe.each(family.templates.map(({ name }) => name))('%s', (name) => {
      test('the expert solves it well within the horizon; the one-slot neighbour is not solved by that', () => {
        const { counterfactual } = templateOf(family, name);
        const sizes: number[] = [];
        let neighbours = 0;
        for (const seed of seeds) {
          const task = taskOf(family, name, seed, 0);
          const browser = open(seed, task.goal);
          expect(taskOf(family, name, seed, 0, browser.world)).toEqual(task);
          expect(check(browser, task)(''), `${task.id} is not solved by doing nothing`).toBe(false);
          const { answer, seen } = solve(task, browser, task.horizon * 0.8);
          if (steps) expect(seen.length, `${task.id}: steps`).toBe(steps(task, browser.world));
          const accepts = check(browser, task);
          expect(accepts(answer), task.id).toBe(true);
          sizes.push(...seen.map(({ tree }) => tree.nodes.length));
          expect(goalWords(task.goal).length, task.goal).toBeLessThanOrEqual(words);

          // An answer is compared up to case and outer punctuation, and nothing else that the page says is one.
          if (answer !== '') {
            expect(accepts(` "${answer.toUpperCase()}." `), task.id).toBe(true);
            const others = seen.at(-1)!.tree.nodes.map((node) => node.name);
            for (const wrong of ['', `${answer} x`, `x${answer}`, answer.slice(1), ...others])
              if (letters(wrong) !== letters(answer)) expect(accepts(wrong), `${task.id}: ${wrong}`).toBe(false);
          }

          for (let i = 0; i < 4; i++) {
            const other = counterfactual(browser.world, task.slots, createRng(seed).fork(i));
            if (other) {
              neighbours++;
              const slots = Object.keys(task.slots).filter((slot) => task.slots[slot] !== other.slots[slot]);
              expect(slots, task.id).toHaveLength(1);
              expect(check(browser, { ...task, ...other })(answer), `${task.goal} | ${other.goal}`).toBe(false);
            }
            for (const { goal, slots } of [task, other ?? task])
              for (const value of Object.values(slots))
                expect(` ${goalWords(goal).join(' ')} `).toContain(` ${value} `);
          }
        }
        expect(neighbours).toBeGreaterThanOrEqual(seeds.length * (alone.includes(name) ? 2 : 4));
        sizes.sort((a, b) => a - b);
        expect(sizes[0]).toBeGreaterThanOrEqual(nodes[0]);
        expect(sizes.at(-1)).toBeLessThanOrEqual(nodes[1]);
        if (median) {
          expect(sizes[sizes.length >> 1]).toBeGreaterThanOrEqual(median[0]);
          expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(median[1]);
        }
      });

      test('the expert solves it from wherever 40 random actions led', () => {
        let changed = 0;
        for (const seed of seeds) {
          const task = taskOf(family, name, seed, 1);
          const browser = open(seed, task.goal);
          const before = JSON.stringify(browser.state);
          const rng = createRng(seed).fork('wander');
          meddle?.(browser, rng);
          for (let i = 0; i < 40; i++) browser.attempt(wander(rng, browser.observation()));
          if (JSON.stringify(browser.state) !== before) changed++;
          // What was edited is set back to values that no page shows any more.
          const { answer } = solve(task, browser, 80, true);
          expect(check(browser, task)(answer), `${task.id} after a detour`).toBe(true);
        }
        expect(changed).toBeGreaterThan(spoilt * seeds.length);
      });
    });
  });
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A task as `makeTask` builds it, of a family that need not be in `FAMILIES`. */
function taskOf<World, State>(
  family: SiteFamily<World, State>,
  template: string,
  siteSeed: number,
  instance: number,
  world = family.world(siteSeed),
): Task {
  const path = `${family.name}/${template}`;
  const { tier, make } = templateOf(family, template);
  return {
    id: `${path}/${siteSeed}/${instance}`,
    suite: 'sites',
    family: family.name,
    template,
    siteSeed,
    instance,
    tier,
    horizon: HORIZON[tier],
    ...make(world, createRng(siteSeed).fork(`task:${path}/${instance}`)),
  };
}

const templateOf = <World, State>({ templates }: SiteFamily<World, State>, name: string): TaskTemplate<World> =>
  templates.find((template) => template.name === name)!;
