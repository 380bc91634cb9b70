import { describe, expect, it } from 'vitest';
import { EXPERTS, NO_EXPERT } from '../../src/miniwob/experts/index.ts';
import { randomState } from '../../src/miniwob/numpy.ts';
import {
  browserGymPageSeed,
  browserGymVisits,
  LEFT_OUT,
  LISTED,
  listedTasks,
  OUT_OF_REACH,
  planVisits,
} from '../../src/miniwob/tasks.ts';

describe('randomState', () => {
  it('gives the words of mt19937ar.c', () => {
    // First outputs of init_genrand(5489), the default seed of std::mt19937; the 10,000th is in the C++ standard [rand.predef].
    const words = randomState(5489);
    expect([words.randint(2 ** 32), words.randint(2 ** 32)]).toEqual([3499211612, 581869302]);
    for (let i = 3; i < 10_000; i++) words.randint(2 ** 32);
    expect(words.randint(2 ** 32)).toBe(4123659995);
  });

  it('draws bounded numbers as NumPy does', () => {
    // numpy.random.RandomState(7).randint(0, n) for n in (10, 1, 1000, 2**32, 3)
    const draws = randomState(7);
    expect([10, 1, 1000, 2 ** 32, 3].map((n) => draws.randint(n))).toEqual([4, 0, 537, 1369975286, 0]);
  });
});

describe("BrowserGym's protocol", () => {
  it('has 34 page seeds', () => {
    // [numpy.random.RandomState(s).randint(0, 1000000) for s in range(34)]
    expect(Array.from({ length: 34 }, (_, seed) => browserGymPageSeed(seed))).toEqual([
      985772, 128037, 875688, 71530, 991406, 297827, 162698, 585903, 594371, 516478, 345353, 403353, 472907, 491858,
      117355, 794056, 629417, 993903, 978218, 521821, 879066, 605129, 895861, 893523, 242082, 29828, 316213, 791571,
      42241, 272893, 431909, 709330, 10967, 941076,
    ]);
  });

  it('draws five of them for every task', () => {
    // r = numpy.random.RandomState(42); [r.randint(0, 34, 5) for _ in range(125)]: the first three rows and the last one
    const names = Array.from({ length: 125 }, (_, i) => `task-${i}`);
    const visits = browserGymVisits(names);
    const row = (task: string) => visits.filter(({ template }) => template === task).map(({ siteSeed }) => siteSeed);
    expect(visits).toHaveLength(625);
    expect(row('task-0')).toEqual([28, 14, 7, 20, 18].map(browserGymPageSeed));
    expect(row('task-1')).toEqual([22, 10, 10, 23, 23].map(browserGymPageSeed));
    expect(row('task-2')).toEqual([2, 21, 1, 23, 29].map(browserGymPageSeed));
    expect(row('task-124')).toEqual([20, 5, 0, 4, 11].map(browserGymPageSeed));
    expect(visits.every(({ horizon }) => horizon === 10)).toBe(true);
    // The same page seed twice is two episodes.
    expect(new Set(visits.map(({ id }) => id)).size).toBe(625);
  });
});

describe('tasks of a copy', () => {
  it('are its HTML files but for the debug tasks about timing, by name', () => {
    const files = [
      'click-test.html',
      'simon-says.html',
      'click-test-2.html',
      'button-delay.html',
      'readme.md',
      'bisect-angle.html',
    ];
    expect(listedTasks(files)).toEqual(['bisect-angle', 'click-test', 'click-test-2']);
    expect(listedTasks(LEFT_OUT.map((name) => `${name}.html`))).toEqual([]);
  });

  it('are played round after round, with the same page seeds however many are asked for', () => {
    const few = planVisits(['a', 'b'], 'test-seen', 3, 1);
    const many = planVisits(['a', 'b'], 'test-seen', 6, 1);
    expect(many.slice(0, 3)).toEqual(few);
    expect(many.map(({ template, instance }) => template + instance)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(planVisits(['b'], 'test-seen', 1, 1)[0].siteSeed).toBe(many[1].siteSeed);
    expect(new Set(many.map(({ siteSeed }) => siteSeed)).size).toBe(6);
    expect(planVisits(['a'], 'test-seen', 1, 2)[0].siteSeed).not.toBe(many[0].siteSeed);
  });

  it('share no page seed between splits', () => {
    const seeds = (split: 'train' | 'test-seen') => planVisits(['a'], split, 50, 1).map(({ siteSeed }) => siteSeed);
    expect(Math.max(...seeds('test-seen'))).toBeLessThan(1_000_000);
    expect(Math.min(...seeds('train'))).toBeGreaterThanOrEqual(1_000_000);
  });

  it('have an expert or a reason why not, each of them one', () => {
    const names = [Object.keys(EXPERTS), ...Object.values(OUT_OF_REACH), ...Object.values(NO_EXPERT)].flat();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(LISTED);
    expect(names.filter((name) => (LEFT_OUT as readonly string[]).includes(name))).toEqual([]);
  });
});
