import { ReverieError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import type { SplitName, Task } from '../core/types.ts';
import { FAMILIES } from '../sites/index.ts';
import { SPLIT_SEEDS } from '../sites/site.ts';
import { familyOf, listTasks } from '../sites/tasks.ts';
import { DEFAULTS } from '../train/config.ts';

/** The families in the meta of a run, which a file may have made up; a run that names none had the usual ones. */
export function trainedOn(meta: Record<string, unknown>): string[] {
  const { families = DEFAULTS.families } = meta;
  if (Array.isArray(families) && families.every((one) => typeof one === 'string')) return families;
  throw new ReverieError('format', { who: 'run', rule: 'families are names', got: families });
}

export interface TaskPlan {
  split: SplitName;
  episodes: number;
  seed: number;
  families?: readonly string[];
}

/**
 * `episodes` different tasks of a split: every template once per site, site after site from a place that the seed picks.
 * Throws a `usage` error for an unknown family or more episodes than the split has.
 */
export function planTasks({ split, episodes, seed, families = Object.keys(FAMILIES) }: TaskPlan): Task[] {
  const perSite = families.reduce((sum, name) => sum + familyOf(name).templates.length, 0);
  const [low, high] = SPLIT_SEEDS[split];
  const sites = Math.ceil(episodes / perSite);
  const firstSite =
    sites > high - low
      ? 0
      : createRng(seed)
          .fork(`plan:${split}`)
          .int(high - low - sites + 1);
  return listTasks(split, { families, sites, firstSite, instances: 1 }).slice(0, episodes);
}
