import {
  armsOf,
  ask,
  curveOf,
  fidelityOf,
  meanOf,
  pooled,
  type Ref,
  runsOf,
  successBySeed,
} from '../study/analysis.ts';
import { sweepOf } from '../study/claims.ts';
import { ARMS, type DepthRow, type Study } from '../study/schema.ts';
import { basisInWords, share, whole, withInterval } from '../study/words.ts';
import { type Level, logTicks, type Point, plot, type Series } from './studyCharts.ts';

/** The figures of a study; null where it has nothing to show yet. */

/** Logged data in one colour, dreams in another, online RL in a third; the second of a kind is hollow. */
const LOOKS: Record<string, string> = {
  [ARMS.start]: 's0',
  [ARMS.filtered]: 's2',
  [ARMS.iterated]: 's2 open',
  [ARMS.offline]: 's5',
  [ARMS.dreamed]: 's1',
  [ARMS.iteratedDreams]: 's1 open',
  [ARMS.onlineEqual]: 's3 open',
  [ARMS.online]: 's3',
};

/** An arm on all held-out tasks as a point at `x`; none where it was not measured. */
function pointOf(study: Study, ref: Ref, x: number, where: string): Point[] {
  const estimate = ask(study, pooled(study), 'mean', ref);
  if (!estimate) return [];
  const seeds = successBySeed(study, pooled(study), ref).map(({ success }) => success);
  const text = `${ref.arm}, ${where}: ${withInterval(estimate, share)}, ${basisInWords(estimate)}`;
  return [{ x, y: estimate.value, lo: estimate.lo, hi: estimate.hi, seeds, text }];
}

/** How many seeds and tasks stand behind the points, each case once. */
function standing(study: Study, refs: readonly Ref[]): string {
  const all = refs.flatMap((ref) => ask(study, pooled(study), 'mean', ref) ?? []);
  return [...new Set(all.map(basisInWords))].join('; ');
}

export function stepsPlot(study: Study): string | null {
  const refs = armsOf(study, 'D-1');
  const series = refs.flatMap((ref): Series[] => {
    const steps = meanOf(runsOf(study, ref), (run) => run.realSteps);
    const points = steps === null ? [] : pointOf(study, ref, steps, `${whole(steps)} real steps`);
    if (points.length === 0) return [];
    const path = curveOf(study, pooled(study), ref).map(({ realSteps, success }) => ({ x: realSteps, y: success }));
    const end = points.filter(({ x }) => path.length > 0 && x > path.at(-1)!.x);
    return [{ name: ref.arm, look: LOOKS[ref.arm] ?? 's4', points, path: [...path, ...end] }];
  });
  if (series.length === 0) return null;
  const xs = series.flatMap(({ points, path = [] }) => [...points, ...path].map(({ x }) => x));
  return plot({
    label: 'Success against real environment steps used',
    xTitle: `real steps (${standing(study, refs)})`,
    xTicks: logTicks(Math.min(...xs), Math.max(...xs)),
    log: true,
    series,
  });
}

function startLevel(study: Study, row: string): Level[] {
  const estimate = ask(study, pooled(study), 'mean', { row, arm: ARMS.start });
  return estimate ? [{ name: ARMS.start, look: 's0', y: estimate.value, lo: estimate.lo, hi: estimate.hi }] : [];
}

function sweepPlot(study: Study, row: string, label: string, xTitle: string, tick: (x: number) => string) {
  const refs = sweepOf(study, row);
  const points = refs.flatMap((ref) => pointOf(study, ref, ref.x, `${xTitle} ${tick(ref.x)}`));
  if (points.length === 0) return null;
  return plot({
    label,
    xTitle: `${xTitle} (${standing(study, refs)})`,
    xTicks: points.map(({ x }) => ({ at: x, text: tick(x) })),
    series: [{ name: ARMS.dreamed, look: 's1', points }],
    levels: startLevel(study, row),
  });
}

export const lengthPlot = (study: Study): string | null =>
  sweepPlot(study, 'D-3', 'Success over dream length', 'dreamed steps', String);

export const realSharePlot = (study: Study): string | null =>
  sweepPlot(study, 'D-4', 'Success over real share', 'real trajectories', (x) => `${Math.round(100 * x)} %`);

const FIDELITY: readonly { key: Exclude<keyof DepthRow, 'depth' | 'n' | 'judged'>; name: string; look: string }[] = [
  { key: 'nodeF1', name: 'node F1', look: 's1' },
  { key: 'deltaPrecision', name: 'Δ precision', look: 's2' },
  { key: 'deltaRecall', name: 'Δ recall', look: 's2 open' },
  { key: 'targetExists', name: 'target exists', look: 's3' },
  { key: 'judgeAgreement', name: 'judge agrees', look: 's4' },
  { key: 'missing', name: 'missing', look: 's0' },
  { key: 'malformed', name: 'malformed', look: 's5' },
];

export function fidelityPlot(study: Study): string | null {
  const rows = fidelityOf(study, 'D-3');
  if (rows.length === 0) return null;
  const fewest = Math.min(...rows.map(({ n }) => n));
  const most = Math.max(...rows.map(({ n }) => n));
  return plot({
    label: 'World model fidelity by depth',
    xTitle: `steps dreamed in a row (${fewest === most ? most : `${most} … ${fewest}`} episodes)`,
    xTicks: rows.map(({ depth }) => ({ at: depth, text: String(depth) })),
    series: FIDELITY.map(({ key, name, look }) => ({
      name,
      look,
      points: rows.flatMap((row) => {
        const y = row[key];
        if (y === null) return [];
        const of = key === 'judgeAgreement' ? row.judged : row.n;
        return [{ x: row.depth, y, text: `${name}, depth ${row.depth}: ${share(y)} of ${of}` }];
      }),
    })),
  });
}
