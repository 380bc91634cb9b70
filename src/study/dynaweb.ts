import type { SplitName } from '../core/types.ts';
import { type Config, configure, merge, type Patch } from '../train/config.ts';
import {
  type Bench,
  dreamed,
  filteredCloning,
  iteratedCloning,
  iteratedDreaming,
  onlineEqualSteps,
  onlineUnlimited,
  supervisedStart,
} from './arms.ts';
import type { Trained } from './improve.ts';
import { ARMS } from './schema.ts';

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
  /** Sites per family that every policy is measured on, each template once on each. */
  sites: Partial<Record<SplitName, number>>;
  /** Seeds of a row. */
  seeds: Record<string, number[]>;
  rows: string[];
}

const LENGTHS = [1, 2, 3, 4, 5, 7, 10];
const SHARES = [0, 0.2, 0.4, 0.5, 0.6, 0.8, 1];

/** The rows D-1 … D-5 of the comparison, as training runs. The dreamed arm comes first: others are given its real steps. */
export const UNITS: readonly Unit[] = [
  { row: 'D-1', arm: ARMS.dreamed, train: dreamed() },
  { row: 'D-1', arm: ARMS.start, train: supervisedStart },
  { row: 'D-1', arm: ARMS.filtered, train: filteredCloning },
  { row: 'D-1', arm: ARMS.iterated, train: iteratedCloning },
  { row: 'D-1', arm: ARMS.iteratedDreams, train: iteratedDreaming },
  { row: 'D-1', arm: ARMS.onlineEqual, train: onlineEqualSteps },
  { row: 'D-1', arm: ARMS.online, train: onlineUnlimited },
  ...LENGTHS.map((x): Unit => ({ row: 'D-3', arm: ARMS.dreamed, x, train: dreamed({ dream: { length: x } }) })),
  ...SHARES.map((x): Unit => ({ row: 'D-4', arm: ARMS.dreamed, x, train: dreamed({ dream: { expertShare: x } }) })),
];

const FULL: Scale = {
  config: {
    data: { expertSites: 4, logSites: 36, validationPerFamily: 16 },
  },
  sites: { 'test-seen': 10, 'test-unseen-style': 5, 'test-unseen-family': 5 },
  seeds: { 'D-1': [1, 2, 3, 4, 5], 'D-2': [1, 2, 3], 'D-3': [1, 2, 3], 'D-4': [1, 2, 3], 'D-5': [1, 2, 3] },
  rows: ['D-1', 'D-2', 'D-3', 'D-4', 'D-5'],
};

/** Row D-1 within half an hour on two cores: fewer sites, updates and seeds; its intervals are wide. */
const QUICK: Scale = {
  config: {
    data: { expertSites: 4, logSites: 12, validationPerFamily: 8 },
    sft: { steps: 1200 },
    bc: { steps: 1600 },
    world: { steps: 1200 },
    judge: { steps: 1200 },
    dream: { updates: 16 },
  },
  sites: { 'test-seen': 5, 'test-unseen-style': 3, 'test-unseen-family': 2 },
  seeds: { 'D-1': [1, 2] },
  rows: ['D-1'],
};

export const scaleOf = (quick: boolean): Scale => (quick ? QUICK : FULL);

/** A seed's settings: seeds differ in their recorded sites, too. */
export const configOf = (scale: Scale, seed: number): Config =>
  merge(configure('tiny', scale.config), { seed, data: { firstSite: SITES_APART * seed } });

const SITES_APART = 100;
