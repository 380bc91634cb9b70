import { ReverieError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import type { SplitName, Task } from '../core/types.ts';
import { SPLIT_SEEDS } from '../sites/site.ts';
import { familiesOf, familyOf, listTasks } from '../sites/tasks.ts';
import { DEFAULTS } from '../train/config.ts';

/** The families in the meta of a run, which a file may have made up; a run that names none had the usual ones. */
export function trainedOn(meta: Record<string, unknown>): string[] {
  const { families = DEFAULTS.families } = meta;
  if (Array.isArray(families) && families.every((one) => typeof one === 'string')) return families;
  throw new ReverieError('format', { who: 'run', rule: 'families are names', got: families });
}

/** Throws a `usage` error unless a run can be trained on these families: known ones, each once, none held out. */
export function refuseUntrainable(families: readonly string[]): void {
  const wrong = (rule: string, got: string) =>
    new ReverieError('usage', { who: '--families', rule, got, expected: familiesOf('train').join(', ') });
  families.forEach((name, i) => {
    if (familyOf(name).heldOut) throw wrong('the family is held out: it is for test only', name);
    if (families.indexOf(name) !== i) throw wrong('the family is named twice', name);
  });
}

export interface TaskPlan {
  split: SplitName;
  episodes: number;
  seed: number;
  families?: readonly string[];
}

/**
 * `episodes` different tasks of a split: every template once per site, site after site from a place that the seed picks.
 * Throws a `usage` error for a family that is not in the split, or more episodes than the split has.
 */
export function planTasks({ split, episodes, seed, families = familiesOf(split) }: TaskPlan): Task[] {
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
