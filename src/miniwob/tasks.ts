import { createRng } from '../core/rng.ts';
import type { SplitName, Task } from '../core/types.ts';
import { randomState } from './numpy.ts';

/** Debug tasks that BrowserGym's list leaves out: all of them are about timing or moving targets. */
export const LEFT_OUT = ['button-delay', 'chase-circle', 'hover-shape', 'moving-items', 'simon-says'] as const;

/** Number of tasks in BrowserGym's list. */
export const LISTED = 125;

/**
 * Tasks that nobody can be sure to solve who sees the tree and has our actions, by what they are missing. They are played
 * and scored like the others, and luck solves some of them.
 */
export const OUT_OF_REACH: Readonly<Record<string, readonly string[]>> = {
  'needs pixels: the place to hit is drawn': [
    ...['bisect-angle', 'circle-center', 'draw-circle', 'draw-line', 'find-midpoint', 'hot-cold', 'right-angle'],
  ],
  'needs pixels: what to tell is drawn': [
    ...['click-menu-2', 'click-shades', 'click-shape', 'count-shape', 'count-sides', 'number-checkboxes'],
    ...['use-colorwheel-2', 'visual-addition'],
  ],
  'the tree calls a line and an area of text the same': ['click-widget'],
  'needs a drag by a distance, not to a node': [
    ...['daily-calendar', 'drag-circle', 'drag-cube', 'drag-single-shape', 'resize-textarea'],
  ],
  'needs a drag of or to what is not in the tree': [
    ...['drag-items', 'drag-items-grid', 'drag-shapes', 'drag-shapes-2', 'drag-sort-numbers'],
  ],
  'needs a selection of text': ['highlight-text', 'highlight-text-2', 'text-editor'],
  'timed: needs the right moment': ['stock-market'],
  'needs luck: who plays against it must blunder': ['tic-tac-toe'],
  'needs luck: the item chosen at the start, which may be the one asked for, answers no click': [
    ...['click-pie', 'click-pie-nodelay'],
  ],
};

/** Why a task is out of reach; undefined when it is not. */
export const whyOutOfReach = (name: string): string | undefined =>
  Object.keys(OUT_OF_REACH).find((reason) => OUT_OF_REACH[reason].includes(name));

/** The reasons and their tasks, one reason a line. */
export const outOfReachHelp = (): string =>
  Object.entries(OUT_OF_REACH)
    .map(([reason, names]) => `  ${reason}: ${names.join(', ')}`)
    .join('\n');

/** The listed tasks among the HTML files of a copy, in BrowserGym's order (by name). */
export const listedTasks = (files: readonly string[]): string[] =>
  files
    .flatMap((file) => /^([a-z0-9-]+)\.html$/.exec(file)?.[1] ?? [])
    .filter((name) => !(LEFT_OUT as readonly string[]).includes(name))
    .sort();

/** Steps of a visit unless a protocol says otherwise: enough for a dozen boxes and a button. */
const HORIZON = 30;

/** One visit to a task's page: `pageSeed` is what the page draws from. The goal is the page's to say. */
export const miniwobTask = (name: string, pageSeed: number, instance: number, horizon = HORIZON): Task => ({
  id: `miniwob/${name}/${pageSeed}/${instance}`,
  suite: 'miniwob',
  family: 'miniwob',
  template: name,
  siteSeed: pageSeed,
  instance,
  goal: '',
  // The facts of a goal are not known beforehand.
  tier: 1,
  horizon,
  slots: {},
});

/** Page seeds of the splits. The first million is what other harnesses draw from: nothing is trained on it. */
const SEEDS = { 'test-seen': 0, train: 1_000_000 } as const;
const RANGE = 1_000_000;

export type MiniwobSplit = Extract<SplitName, 'train' | 'test-seen'>;

/** `episodes` visits, task after task and round after round, with page seeds that depend on `seed`, task and round. */
export function planVisits(names: readonly string[], split: MiniwobSplit, episodes: number, seed: number): Task[] {
  const rng = createRng(seed).fork(`miniwob:${split}`);
  return Array.from({ length: episodes }, (_, i) => {
    const name = names[i % names.length];
    const round = Math.floor(i / names.length);
    return miniwobTask(name, SEEDS[split] + rng.fork(`${name}/${round}`).int(RANGE), round);
  });
}

/** What BrowserGym writes as `2 ^ 32`, which Python reads as XOR. */
const TASK_SEEDS = 34;
const REPEATS = 5;
const STEPS = 10;

/** The page seed that BrowserGym's task makes of its own seed. */
export const browserGymPageSeed = (taskSeed: number): number => randomState(taskSeed).randint(1_000_000);

/** BrowserGym's benchmark "miniwob": five draws of a task seed for each task, ten steps. Draws may repeat. */
export function browserGymVisits(names: readonly string[]): Task[] {
  const draws = randomState(42);
  return names.flatMap((name) =>
    Array.from({ length: REPEATS }, (_, k) =>
      miniwobTask(name, browserGymPageSeed(draws.randint(TASK_SEEDS)), k, STEPS),
    ),
  );
}

/** Where the app's server puts a user's copy; the tasks in it, as JSON, when there is one. */
export const MINIWOB_MOUNT = '/miniwob-copy';
export const MINIWOB_TASKS = `${MINIWOB_MOUNT}/tasks.json`;
