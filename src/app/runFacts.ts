import type { RunRecord } from '../store/run.ts';
import { type Config, configure, PRESETS } from '../train/config.ts';

/** What a run was asked to be; everything else follows from it. */
export interface RunFacts {
  id: string;
  name: string;
  preset: string;
  seed: number;
  config: Config;
}

/** What the store keeps as a run's `meta`. */
export const metaOf = (name: string, preset: string, seed: number) => ({ name, preset, seed });

export const defaultName = (preset: string, seed: number): string => `${preset}-seed${seed}`;

export const PRESET_NAMES = Object.keys(PRESETS);

/** Reads a run's meta, which an imported file may have made up; null when this Reverie cannot run it. */
export function factsOf({ id, meta }: RunRecord): RunFacts | null {
  const { name, preset, seed } = meta;
  if (typeof preset !== 'string' || !Object.hasOwn(PRESETS, preset) || !Number.isInteger(seed)) return null;
  return { id, name, preset, seed: seed as number, config: configure(preset, { seed: seed as number }) };
}
