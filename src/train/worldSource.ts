import { ReverieError } from '../core/errors.ts';
import type { Trajectory } from '../core/types.ts';

/**
 * Which recordings the world model is fitted on. Dreams always remember the pages of the sites that they take place on.
 *
 * - `dreamed`: all recorded sites, and dreams take place on all of them;
 * - `none`: it keeps its initial weights (the words it knows are those of the recordings);
 * - `other-half`: on one half of the sites, and dreams take place on the other half, which it never saw;
 * - `dreamed-half`: the control for that: as many recordings, but of the half that dreams take place on.
 */
export type WorldSource = 'dreamed' | 'none' | 'other-half' | 'dreamed-half';

/** Sites of even seed are the half that is dreamed on: each half has its share of every family, of experts and of logs. */
const inDreamedHalf = ({ task }: Trajectory): boolean => task.siteSeed % 2 === 0;

/** Recordings that the world model learns from. */
export const learntFrom = (source: WorldSource, recorded: readonly Trajectory[]): Trajectory[] =>
  keep(recorded, (one) =>
    source === 'other-half' ? !inDreamedHalf(one) : source === 'dreamed-half' ? inDreamedHalf(one) : true,
  );

/** Recordings of the sites that dreams take place on: where they begin, what they remember. */
export const dreamedOn = (source: WorldSource, recorded: readonly Trajectory[]): Trajectory[] =>
  keep(recorded, (one) => source === 'dreamed' || source === 'none' || inDreamedHalf(one));

function keep(recorded: readonly Trajectory[], wanted: (one: Trajectory) => boolean): Trajectory[] {
  const kept = recorded.filter(wanted);
  if (kept.length > 0 || recorded.length === 0) return kept;
  throw new ReverieError('usage', {
    who: 'world.source',
    rule: 'both halves of the sites need recordings',
    got: [...new Set(recorded.map(({ task }) => `${task.family}/${task.siteSeed}`))].join(', '),
    hint: 'Record experts on at least two sites',
  });
}
