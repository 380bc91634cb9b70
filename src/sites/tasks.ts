import { ReverieError } from '../core/errors.ts';
import { createRng, type Rng } from '../core/rng.ts';
import type { Action, Observation, SplitName, Task } from '../core/types.ts';
import { FAMILIES } from './index.ts';
import { HORIZON, type SiteFamily, SPLIT_SEEDS, type TaskTemplate } from './site.ts';

/** The family of that name; a typed error names the ones there are. */
export function familyOf(name: string): SiteFamily {
  const family = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  if (family) return family;
  throw new ReverieError('usage', {
    who: 'sites',
    rule: 'unknown site family',
    got: name,
    expected: Object.keys(FAMILIES).join(', '),
  });
}

/** Is a split made of sites of this family (among others)? */
export const hasFamily = (split: SplitName, name: string): boolean =>
  (familyOf(name).heldOut ?? false) === (split === 'test-unseen-family');

export const familiesOf = (split: SplitName): string[] =>
  Object.keys(FAMILIES).filter((name) => hasFamily(split, name));

const templateOf = (family: SiteFamily, name: string): TaskTemplate => {
  const template = family.templates.find((candidate) => candidate.name === name);
  if (template) return template;
  throw new ReverieError('usage', {
    who: `sites/${family.name}`,
    rule: 'unknown task template',
    got: name,
    expected: family.templates.map((candidate) => candidate.name).join(', '),
  });
};

const CACHED_WORLDS = 64;
const worlds = new Map<string, unknown>();

/** The world of a seed; the most recently used 64 are kept. */
export function worldOf(family: string, seed: number): unknown {
  const key = `${family}/${seed}`;
  const world = worlds.get(key) ?? familyOf(family).world(seed);
  worlds.delete(key);
  worlds.set(key, world);
  if (worlds.size > CACHED_WORLDS) worlds.delete(worlds.keys().next().value as string);
  return world;
}

/** The task `family/template/siteSeed/instance`: the same four parts give the same goal, always. */
export function makeTask(family: string, template: string, siteSeed: number, instance: number): Task {
  const { tier, make } = templateOf(familyOf(family), template);
  const rng = createRng(siteSeed).fork(`task:${family}/${template}/${instance}`);
  return {
    id: `${family}/${template}/${siteSeed}/${instance}`,
    suite: 'sites',
    family,
    template,
    siteSeed,
    instance,
    tier,
    horizon: HORIZON[tier],
    ...make(worldOf(family, siteSeed), rng),
  };
}

/** The task with exactly one slot changed, or null when its template has no other plausible value. */
export function counterfactualTask(task: Task, rng: Rng): Task | null {
  const template = templateOf(familyOf(task.family), task.template);
  const other = template.counterfactual(worldOf(task.family, task.siteSeed), task.slots, rng);
  if (!other) return null;
  const slot = Object.keys(other.slots).find((name) => other.slots[name] !== task.slots[name]);
  return { ...task, ...other, id: `${task.id}~${slot}=${slot && other.slots[slot]}` };
}

/** The checker of a visit that ends in `state`: for many answers it looks at the state once. */
export const checkerOf = (task: Task, state: unknown): ((answer: string) => boolean) =>
  familyOf(task.family).check(worldOf(task.family, task.siteSeed), task, state);

/** Did a visit that ended in `state` with `stop [answer]` fulfil the task? */
export const checkTask = (task: Task, state: unknown, answer: string): boolean => checkerOf(task, state)(answer);

/** The scripted expert's next action. `state` is the visit's current state. */
export const expertAction = (task: Task, state: unknown, observation: Observation): Action =>
  familyOf(task.family).expert(worldOf(task.family, task.siteSeed), task, state, observation);

export interface TaskRange {
  /** Default: all of the split. */
  families?: readonly string[];
  /** Number of sites (seeds) of each family, counted from `firstSite`. */
  sites: number;
  firstSite?: number;
  /** Instances of each template on each site. */
  instances: number;
  /** Number of the first instance. Default 0. */
  firstInstance?: number;
}

/**
 * The tasks of a split, site by site: the seeds of the split from its first (+ `firstSite`) on. Throws a `usage` error for
 * a family that the split does not have: a held-out one anywhere but in `test-unseen-family`, any other one there.
 */
export function listTasks(split: SplitName, range: TaskRange): Task[] {
  const [low, high] = SPLIT_SEEDS[split];
  const first = low + (range.firstSite ?? 0);
  if (first + range.sites > high)
    throw new ReverieError('usage', {
      who: 'listTasks',
      rule: `split ${split} has ${high - low} sites`,
      got: (range.firstSite ?? 0) + range.sites,
    });
  const families = range.families ?? familiesOf(split);
  const foreign = families.find((name) => !hasFamily(split, name));
  if (foreign !== undefined)
    throw new ReverieError('usage', {
      who: 'listTasks',
      rule: `split ${split} has no such site family`,
      got: foreign,
      expected: familiesOf(split).join(', '),
    });
  const tasks: Task[] = [];
  for (let seed = first; seed < first + range.sites; seed++)
    for (const family of families)
      for (const { name } of familyOf(family).templates)
        for (let k = 0; k < range.instances; k++)
          tasks.push(makeTask(family, name, seed, (range.firstInstance ?? 0) + k));
  return tasks;
}
