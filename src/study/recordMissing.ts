import { printAction } from '../action/parse.ts';
import { createRng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { reground, scriptOf } from '../train/audit.ts';
import type { DreamedTrajectory } from '../train/dreaming.ts';
import { playTogether, type Visit } from '../train/together.ts';
import type { Source } from './improve.ts';
import type { Lab } from './lab.ts';

/** Dreams that ended at pages nobody recorded, one for each page and action of a site. */
export type Missing = Map<string, DreamedTrajectory>;

/** A source that remembers where its dreams met missing pages. */
export function watchMissing(source: Source): { source: Source; missing: Missing } {
  const missing: Missing = new Map();
  return {
    missing,
    source: {
      ...source,
      async groups(...input) {
        const result = await source.groups(...input);
        for (const dream of result.groups.flat()) if (dream.missing) missing.set(placeOf(dream), dream);
        return result;
      },
    },
  };
}

/** Where a dream broke off: site, page and what was done there. */
function placeOf({ start, trees, actions }: DreamedTrajectory): string {
  const { family, siteSeed } = start.task;
  const last = actions.length - 1;
  return `${family}/${siteSeed} ${trees[last].url} ${printAction(actions[last])}`;
}

/** Visits at most so many of those pages, drawn evenly, for real by the way that was dreamed. The recordings end there. */
export async function recordMissing(lab: Lab, missing: Missing, most: number): Promise<Trajectory[]> {
  const rng = createRng(lab.config.seed).fork('missing');
  const visits = rng.sample([...missing.values()], most).map(visitOf);
  const played = await playTogether(null, visits, { open: createFunctionsWorld, temperature: 0, rng });
  return played.map(({ trajectory }) => trajectory);
}

function visitOf(dream: DreamedTrajectory): Visit {
  const { task } = dream.start;
  const script = scriptOf(dream);
  return {
    task: { ...task, horizon: script.length + 1 },
    meta: { world: 'functions', policy: 'log:missing' },
    prefix: script.map(
      ({ tree, action }) =>
        (live) =>
          reground(action, tree, live.tree),
    ),
    instead: () => ({ verb: 'stop', answer: '' }),
  };
}
