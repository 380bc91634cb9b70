import type { SplitName } from '../core/types.ts';
import { type Config, configure, merge, type Patch } from '../train/config.ts';
import {
  type Bench,
  clonedLonger,
  dreamed,
  dreamedInGroups,
  type Effort,
  filteredCloning,
  iteratedCloning,
  iteratedDreaming,
  lookAhead,
  offline,
  online,
  onlineEqualSteps,
  supervisedStart,
} from './arms.ts';
import type { Trained } from './improve.ts';
import type { Collection } from './lab.ts';
import { ARMS, type Study } from './schema.ts';

/** One training run of the study: an arm at a place of a sweep. Other rows borrow the arms of D-1. */
export interface Unit {
  row: string;
  arm: string;
  x?: number;
  train: (bench: Bench) => Promise<Trained>;
}

/** How much of everything; the rest is the preset `tiny`. */
export interface Scale {
  config: Patch<Config>;
  collection: Collection;
  effort: Effort;
  /** Rows whose arms are smaller, all of them alike: a sweep has many. */
  sizes: Record<string, { patch: Patch<Config>; dreams: Effort['dreams'] }>;
  /** Sites per family that every policy is measured on, each template once on each. */
  sites: Partial<Record<SplitName, number>>;
  /** Seeds of a row. */
  seeds: Record<string, number[]>;
  rows: string[];
  /** Arms that are left out. */
  without: readonly string[];
}

const LENGTHS = [1, 2, 3, 4, 5, 7, 10, 20];
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The rows D-1 … D-5 of the comparison, and who rewards the dreams (D-6), as training runs. The dreamed arm comes first: others are given its real steps. */
export const UNITS: readonly Unit[] = [
  { row: 'D-1', arm: ARMS.dreamed, train: dreamed({ name: 'dreams', fidelity: true }) },
  { row: 'D-1', arm: ARMS.start, train: supervisedStart },
  { row: 'D-1', arm: ARMS.iterated, train: iteratedCloning },
  { row: 'D-1', arm: ARMS.iteratedLonger, train: clonedLonger },
  { row: 'D-1', arm: ARMS.filtered, train: filteredCloning },
  { row: 'D-1', arm: ARMS.offline, train: offline },
  { row: 'D-1', arm: ARMS.iteratedDreams, train: iteratedDreaming },
  { row: 'D-1', arm: ARMS.online, train: online },
  { row: 'D-1', arm: ARMS.onlineEqual, train: onlineEqualSteps },
  { row: 'D-1', arm: ARMS.grouped, train: dreamedInGroups },
  // All three dream on one half of the sites, so that they differ by the world model alone.
  { row: 'D-2', arm: ARMS.dreamed, train: dreamed({ name: 'dreams-half', source: 'dreamed-half' }) },
  { row: 'D-2', arm: ARMS.untrained, train: dreamed({ name: 'dreams-untrained', source: 'none' }) },
  { row: 'D-2', arm: ARMS.otherSite, train: dreamed({ name: 'dreams-other', source: 'other-half' }) },
  ...LENGTHS.map((x): Unit => {
    return { row: 'D-3', arm: ARMS.dreamed, x, train: dreamed({ name: `dreams-length-${x}`, longest: x }) };
  }),
  ...SHARES.map((x): Unit => {
    const arm = { name: `dreams-share-${x}`, patch: { dreams: { realShare: x } } };
    return { row: 'D-4', arm: ARMS.dreamed, x, train: dreamed(arm) };
  }),
  { row: 'D-5', arm: ARMS.lookAhead, train: lookAhead },
  { row: 'D-6', arm: ARMS.dreamed, train: dreamed({ name: 'dreams-judged' }) },
  { row: 'D-6', arm: ARMS.selfJudged, train: dreamed({ name: 'dreams-self', patch: { dream: { reward: 'self' } } }) },
  {
    row: 'D-6',
    arm: ARMS.checked,
    train: dreamed({ name: 'dreams-checked', patch: { dream: { reward: 'checker' } } }),
  },
];

const FULL: Scale = {
  config: {
    data: { expertSites: 4, noise: [0, 0, 0, 0.3] },
    bc: { steps: 5000 },
    dreams: { steps: 8000 },
    world: { steps: 5000 },
    judge: { steps: 5000 },
    dream: {
      prompts: 64,
      minibatches: 8,
      soften: 2,
      learningRate: 5e-4,
      expertShare: 0.3,
      updates: 20,
      length: 20,
      audit: 0.04,
    },
  },
  collection: { rounds: 2, sites: 40, validation: 16 },
  sizes: {
    // Half of the sites are half of the recordings.
    'D-2': { patch: { world: { steps: 2500 }, dreams: { steps: 3000 } }, dreams: { rounds: 1, episodes: 4000 } },
    'D-3': { patch: { dreams: { steps: 3000 } }, dreams: { rounds: 1, episodes: 4000 } },
    'D-4': { patch: { dreams: { steps: 3000 } }, dreams: { rounds: 1, episodes: 4000 } },
    'D-6': { patch: { dreams: { steps: 3000 } }, dreams: { rounds: 1, episodes: 4000 } },
  },
  effort: { dreams: { rounds: 1, episodes: 8000 }, online: { rounds: 2, episodes: 13_000 }, missing: 600 },
  sites: { 'test-seen': 10, 'test-unseen-style': 5, 'test-unseen-family': 5 },
  seeds: {
    'D-1': [1, 2, 3, 4, 5],
    'D-2': [1, 2, 3],
    'D-3': [1, 2, 3],
    'D-4': [1, 2, 3],
    'D-5': [1, 2, 3],
    'D-6': [1, 2, 3],
  },
  rows: ['D-1', 'D-2', 'D-3', 'D-4', 'D-5', 'D-6'],
  without: [],
};

/** Row D-1 with fewer arms, sites, updates and seeds: its intervals are wide. */
const QUICK: Scale = {
  ...FULL,
  config: {
    ...FULL.config,
    sft: { steps: 1200 },
    bc: { steps: 2000 },
    dreams: { steps: 2500 },
    offline: { steps: 2000 },
    world: { steps: 1200 },
    judge: { steps: 1200 },
  },
  collection: { rounds: 2, sites: 12, validation: 8 },
  sizes: {},
  effort: { dreams: { rounds: 1, episodes: 3000 }, online: { rounds: 1, episodes: 4000 }, missing: 200 },
  sites: { 'test-seen': 5, 'test-unseen-style': 3, 'test-unseen-family': 2 },
  seeds: { 'D-1': [1, 2] },
  rows: ['D-1'],
  without: [ARMS.iteratedLonger, ARMS.iteratedDreams, ARMS.onlineEqual, ARMS.grouped],
};

export const scaleOf = (quick: boolean): Scale => (quick ? QUICK : FULL);

/** How large the dreamed runs of each row are, as `study.json` has it. */
export const sizesOf = ({ sizes, effort, config, rows }: Scale): Study['sizes'] =>
  Object.fromEntries(
    rows.map((row) => {
      const { patch = {}, dreams = effort.dreams } = sizes[row] ?? {};
      return [row, { dreams: dreams.episodes, updates: merge(configure('tiny', config), patch).dreams.steps }];
    }),
  );

/** A seed's settings: seeds differ in their recorded sites, too. */
export const configOf = (scale: Scale, seed: number): Config =>
  merge(configure('tiny', scale.config), { seed, data: { firstSite: SITES_APART * seed } });

const SITES_APART = 100;
