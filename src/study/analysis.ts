import { splitNameSchema } from '../core/report.ts';
import { createRng } from '../core/rng.ts';
import { type Rate, wilson } from '../core/stats.ts';
import { ARMS, type DepthRow, type Outcomes, type Study, type StudyRun } from './schema.ts';
import {
  type ArmOutcomes,
  type Estimate,
  estimate,
  gridOf,
  means,
  meansOfSeed,
  STATISTICS,
  signFlip,
} from './statistics.ts';

/** An arm of one row of the comparison table; `x`: its place on a sweep. */
export interface Ref {
  row: string;
  arm: string;
  x?: number;
}

/** Splits that are looked at together. */
export interface Scope {
  name: string;
  splits: string[];
}

/** Two arms on the same seeds and tasks. */
export interface Comparison {
  a: Ref;
  b: Ref;
  difference: Estimate;
  p: number;
  /** Seeds in which `a` was better, and worse. */
  better: number;
  worse: number;
}

/** The row whose arms other rows are compared with when they have none of their own. */
const MAIN_ROW = 'D-1';

export const POOLED = 'all held-out';

const HELD_OUT = /^test-/;

export const isHeldOut = (split: string): boolean => HELD_OUT.test(split);

/** The splits of a study in their usual order. */
export function splitsOf(study: Study): string[] {
  const usual: readonly string[] = splitNameSchema.options;
  const place = (split: string): number => (usual.includes(split) ? usual.indexOf(split) : usual.length);
  return Object.keys(study.tasks)
    .filter((split) => study.tasks[split].length > 0)
    .sort((a, b) => place(a) - place(b));
}

/** All held-out tasks together: what claims are decided on. */
export const pooled = (study: Study): Scope => ({ name: POOLED, splits: splitsOf(study).filter(isHeldOut) });

/** All held-out tasks together first, then split by split. */
export const scopesOf = (study: Study): Scope[] => [
  pooled(study),
  ...splitsOf(study).map((split) => ({ name: split, splits: [split] })),
];

const matches = (run: StudyRun, { row, arm, x }: Ref): boolean => run.row === row && run.arm === arm && run.x === x;

/** The runs of an arm, by seed; those of D-1 where the row has no such arm. */
export function runsOf(study: Study, ref: Ref): StudyRun[] {
  const own = study.runs.filter((run) => matches(run, ref));
  const borrowed = ref.x === undefined ? study.runs.filter((run) => matches(run, { ...ref, row: MAIN_ROW })) : [];
  return (own.length > 0 ? own : borrowed).sort((a, b) => a.seed - b.seed);
}

const ORDER: readonly string[] = Object.values(ARMS);

/** The arms of a row: by x, then in the order of `ARMS`, others last. */
export function armsOf(study: Study, row: string): Ref[] {
  const refs = new Map<string, Ref>();
  for (const { arm, x } of study.runs.filter((run) => run.row === row)) {
    refs.set(JSON.stringify([arm, x]), x === undefined ? { row, arm } : { row, arm, x });
  }
  const place = ({ arm }: Ref): number => (ORDER.includes(arm) ? ORDER.indexOf(arm) : ORDER.length);
  return [...refs.values()].sort((a, b) => place(a) - place(b) || (a.x ?? 0) - (b.x ?? 0));
}

const joined = (outcomes: Outcomes, splits: readonly string[]): string | null =>
  splits.length > 0 && splits.every((split) => outcomes[split] !== undefined)
    ? splits.map((split) => outcomes[split]).join('')
    : null;

function outcomesOf(runs: readonly { seed: number; outcomes: Outcomes }[], splits: readonly string[]): ArmOutcomes {
  const texts = runs.map(({ seed, outcomes }) => [seed, joined(outcomes, splits)] as const);
  return new Map(texts.filter((entry): entry is [number, string] => entry[1] !== null));
}

const gridFor = (study: Study, arms: readonly (readonly StudyRun[])[], { splits }: Scope) =>
  gridOf(
    arms.map((runs) => outcomesOf(runs, splits)),
    // Sites of two splits, or of two families, are never the same.
    splits.flatMap((split) => study.tasks[split].map(({ family, site }) => `${split} ${family} ${site}`)),
  );

/** The same question gets the same draws, whatever else is asked. */
const rngFor = (...question: unknown[]) => createRng(1).fork(JSON.stringify(question));

/** A statistic over arms on their common seeds and tasks; null where some arm is missing. */
export function ask(
  study: Study,
  scope: Scope,
  kind: keyof typeof STATISTICS,
  ...refs: readonly Ref[]
): Estimate | null {
  const grid = gridFor(
    study,
    refs.map((ref) => runsOf(study, ref)),
    scope,
  );
  return estimate(grid, STATISTICS[kind], rngFor(kind, scope.name, refs));
}

export function compare(study: Study, scope: Scope, a: Ref, b: Ref): Comparison | null {
  const difference = ask(study, scope, 'difference', a, b);
  if (!difference) return null;
  const grid = gridFor(study, [runsOf(study, a), runsOf(study, b)], scope);
  const signs = grid.seeds.map((_seed, s) => Math.sign(STATISTICS.difference(meansOfSeed(grid, s))));
  return {
    a,
    b,
    difference,
    p: signFlip(grid, rngFor('flip', scope.name, a, b)),
    better: signs.filter((sign) => sign > 0).length,
    worse: signs.filter((sign) => sign < 0).length,
  };
}

/** Mean success of an arm, lost tasks aside; NaN when not measured. */
export const successOf = (study: Study, scope: Scope, ref: Ref): number =>
  means(gridFor(study, [runsOf(study, ref)], scope))[0];

/** The same for each seed's policy. */
export function successBySeed(study: Study, scope: Scope, ref: Ref): { seed: number; success: number }[] {
  const grid = gridFor(study, [runsOf(study, ref)], scope);
  return grid.seeds
    .map((seed, s) => ({ seed, success: meansOfSeed(grid, s)[0] }))
    .filter(({ success }) => !Number.isNaN(success));
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean over an arm's runs of a number that some of them have; null where none has. */
export function meanOf(runs: readonly StudyRun[], of: (run: StudyRun) => number | undefined): number | null {
  const values = runs.map(of).filter((value) => value !== undefined);
  return values.length === 0 ? null : average(values);
}

/** Arms with dreams of their own, which may have been audited: the points of a sweep share theirs. */
export const auditedArms = (study: Study): Ref[] =>
  [...new Set(study.runs.map(({ row }) => row))]
    .sort()
    .flatMap((row) => armsOf(study, row))
    .filter(({ x }) => x === undefined);

/** The judge's verdicts on audited dreams against the checker's; null where a run did not count them. */
export interface Confusion extends Rate {
  wrong: number;
  right: number | null;
  missed: number | null;
  /** Neither praised nor right. */
  rest: number | null;
}

/** Dreams whose success the judge claimed and the real page denied, of all that were audited, and the other verdicts. */
export function falsePositives(runs: readonly StudyRun[]): Confusion | null {
  const audited = runs.filter(({ facts }) => facts.audited > 0 && facts.falsePositives !== undefined);
  const total = (key: string): number => audited.reduce((sum, { facts }) => sum + facts[key], 0);
  if (audited.length === 0) return null;
  const counted = (key: string): number | null =>
    audited.every(({ facts }) => facts[key] !== undefined) ? total(key) : null;
  const [n, wrong] = [total('audited'), total('falsePositives')];
  const [right, missed] = [counted('truePositives'), counted('falseNegatives')];
  const rest = right === null || missed === null ? null : n - wrong - right - missed;
  return { ...wilson(wrong, n), wrong, right, missed, rest };
}

/** Success on the way: checkpoints of equal place averaged over seeds, as far as all seeds have them. */
export function curveOf(study: Study, scope: Scope, ref: Ref): { realSteps: number; success: number }[] {
  const runs = runsOf(study, ref).filter(({ curve }) => curve && curve.length > 0);
  if (runs.length === 0) return [];
  const shortest = Math.min(...runs.map(({ curve }) => curve!.length));
  return Array.from({ length: shortest }, (_, k) => {
    const points = runs.map(({ curve, seed }) => ({ seed, ...curve![k] }));
    const counts = points.map(({ outcomes }) => joined(outcomes, scope.splits)?.replace(/-/g, '') ?? '');
    const shares = counts.filter((text) => text !== '').map((text) => text.replace(/0/g, '').length / text.length);
    return { realSteps: average(points.map(({ realSteps }) => realSteps)), success: average(shares) };
  }).filter(({ success }) => !Number.isNaN(success));
}

/** Fidelity of the world models of a row by depth, each run by its number of episodes. */
export function fidelityOf(study: Study, row: string): DepthRow[] {
  const inRow = study.runs.filter((run) => run.row === row && run.fidelity);
  const main = study.runs.filter((run) => run.row === MAIN_ROW && run.fidelity);
  const rows = (inRow.length > 0 ? inRow : main).flatMap(({ fidelity }) => fidelity!).filter(({ n }) => n > 0);
  return [...new Set(rows.map(({ depth }) => depth))]
    .sort((a, b) => a - b)
    .map((depth) => {
      const same = rows.filter((row) => row.depth === depth);
      const n = same.reduce((sum, row) => sum + row.n, 0);
      const judged = same.reduce((sum, row) => sum + row.judged, 0);
      const of = (key: Exclude<keyof DepthRow, 'depth' | 'n' | 'judged' | 'judgeAgreement'>): number =>
        same.reduce((sum, row) => sum + row.n * row[key], 0) / n;
      return {
        depth,
        nodeF1: of('nodeF1'),
        deltaPrecision: of('deltaPrecision'),
        deltaRecall: of('deltaRecall'),
        targetExists: of('targetExists'),
        malformed: of('malformed'),
        missing: of('missing'),
        judged,
        judgeAgreement: judged
          ? same.reduce((sum, row) => sum + row.judged * (row.judgeAgreement ?? 0), 0) / judged
          : null,
        n,
      };
    });
}
