import { armsOf, type Ref, runsOf } from './analysis.ts';
import { ARMS, type Study } from './schema.ts';

/** The arms of a row, and those of D-1 that it is read against. */
const BESIDE: Record<string, string[]> = {
  'D-2': [ARMS.start, ARMS.dreamed],
  'D-5': [ARMS.start, ARMS.dreamed],
  'D-6': [ARMS.start],
};

const DREAMS: readonly string[] = [ARMS.dreamed, ARMS.iteratedDreams];
const LOGGED: readonly string[] = [ARMS.filtered, ARMS.iterated, ARMS.iteratedLonger, ARMS.offline];

/** What is shown of a row: its arms in order, and which of them are compared. */
export function pairsOf(study: Study, row: string): { refs: Ref[]; pairs: [Ref, Ref][] } {
  const own = armsOf(study, row);
  const borrowed = (BESIDE[row] ?? [])
    .filter((arm) => !own.some((ref) => ref.arm === arm))
    .map((arm): Ref => ({ row, arm }))
    .filter((ref) => runsOf(study, ref).length > 0);
  const refs = [...borrowed, ...own];
  if (row !== 'D-1') {
    const dreamed = refs.find(({ arm }) => arm === ARMS.dreamed);
    const start = refs.find(({ arm }) => arm === ARMS.start);
    const others = refs.filter((ref) => ref !== dreamed && ref !== start);
    return {
      refs,
      pairs: [
        ...(dreamed ? others.map((ref): [Ref, Ref] => [dreamed, ref]) : []),
        ...(start ? refs.filter((ref) => ref !== start).map((ref): [Ref, Ref] => [ref, start]) : []),
      ],
    };
  }
  const of = (names: readonly string[]): Ref[] => refs.filter(({ arm }) => names.includes(arm));
  const dreams = of(DREAMS);
  const others = refs.filter((ref) => !dreams.includes(ref));
  const pairs = dreams.flatMap((dream) => others.map((ref): [Ref, Ref] => [dream, ref]));
  if (dreams.length === 2) pairs.push([dreams[1], dreams[0]]);
  for (const start of of([ARMS.start])) for (const ref of of(LOGGED)) pairs.push([ref, start]);
  return { refs, pairs };
}
