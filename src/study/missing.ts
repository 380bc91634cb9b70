import { armsOf, type Ref, runsOf, splitsOf } from './analysis.ts';
import { ARMS, type Study } from './schema.ts';

/** The arms that a whole study has in each row, besides the points of sweeps. */
const EXPECTED: Record<string, string[]> = {
  'D-1': [
    ARMS.start,
    ARMS.filtered,
    ARMS.iterated,
    ARMS.iteratedLonger,
    ARMS.offline,
    ARMS.dreamed,
    ARMS.iteratedDreams,
    ARMS.onlineEqual,
    ARMS.online,
  ],
  'D-2': [ARMS.dreamed, ARMS.untrained, ARMS.otherSite],
  'D-3': [],
  'D-4': [],
  'D-5': [ARMS.dreamed, ARMS.lookAhead],
  'D-6': [ARMS.dreamed, ARMS.selfJudged, ARMS.checked],
};

export const ROWS = Object.keys(EXPECTED);

export const nameOf = ({ arm, x }: Pick<Ref, 'arm' | 'x'>): string => (x === undefined ? arm : `${arm}, ${x}`);

const list = (items: readonly (string | number)[]): string => items.join(', ');

/** What a whole study would hold and this one does not, a sentence each: absent numbers are said, never drawn as 0. */
export function missingOf(study: Study): string[] {
  const splits = splitsOf(study);
  return ROWS.flatMap((row) => {
    const present = armsOf(study, row);
    if (present.length === 0) return [`${row}: no runs`];
    const absent = EXPECTED[row].filter((arm) => runsOf(study, { row, arm }).length === 0);
    const sayings = absent.length > 0 ? [`${row}: no runs of ${list(absent)}`] : [];
    // D-1 asks for every seed of the study, the others for those that the row began with.
    const seeds =
      row === 'D-1' ? study.seeds : [...new Set(study.runs.filter((run) => run.row === row).map(({ seed }) => seed))];
    for (const ref of present) {
      const runs = runsOf(study, ref);
      const without = seeds.filter((seed) => !runs.some((run) => run.seed === seed));
      if (without.length > 0) sayings.push(`${row}, ${nameOf(ref)}: no run with seed ${list(without)}`);
      const unplayed = splits.filter((split) => runs.some(({ outcomes }) => outcomes[split] === undefined));
      if (unplayed.length > 0) sayings.push(`${row}, ${nameOf(ref)}: not every run was measured on ${list(unplayed)}`);
    }
    return sayings;
  });
}
