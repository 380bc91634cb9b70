import { familiesOf } from '../sites/tasks.ts';
import type { RunRecord } from '../store/run.ts';
import { type Config, configure, DEFAULTS, PRESETS } from '../train/config.ts';

/** What a run is asked to be; everything else follows from it. */
export interface RunWish {
  preset: string;
  seed: number;
  /** Site families; absent: the usual ones. */
  families?: string[];
}

export interface RunFacts extends RunWish {
  id: string;
  name: string;
  config: Config;
}

export const PRESET_NAMES = Object.keys(PRESETS);
/** What a run can be about: held-out families are not among them. */
export const FAMILY_NAMES = familiesOf('train');
/** What a run is about when its wish names no families. */
export const USUAL_FAMILIES = DEFAULTS.families;

export const defaultName = ({ preset, seed, families }: RunWish): string =>
  [preset, ...(families ?? []), `seed${seed}`].join('-');

export const sameWish = (a: RunWish, b: RunWish): boolean =>
  a.preset === b.preset &&
  a.seed === b.seed &&
  String(a.families ?? USUAL_FAMILIES) === String(b.families ?? USUAL_FAMILIES);

const isFamilies = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => FAMILY_NAMES.includes(one));

/** Reads a run's meta, which an imported file may have made up; null when this Reverie cannot run it. */
export function factsOf({ id, meta }: Pick<RunRecord, 'id' | 'meta'>): RunFacts | null {
  const { name, preset, seed, families } = meta;
  if (typeof preset !== 'string' || !Object.hasOwn(PRESETS, preset) || !Number.isInteger(seed)) return null;
  if (families !== undefined && !isFamilies(families)) return null;
  const wish: RunWish = { preset, seed: seed as number, ...(families ? { families } : {}) };
  const { preset: _, ...overrides } = wish;
  return { id, name, ...wish, config: configure(preset, overrides) };
}
