import { type Alarm, exploitation } from '../train/alarm.ts';

/** Live curves of a run: for every stage, points in order of x. Plain JSON: kept with the run. */
export type Curves = Readonly<Record<string, readonly CurvePoint[]>>;

export interface CurvePoint {
  x: number;
  values: Readonly<Record<string, number>>;
}

/** Adds a point. What lies at or beyond its x comes from work that was lost and done again: it is dropped. */
export const addPoint = (curves: Curves, stage: string, x: number, values: Record<string, number>): Curves => ({
  ...curves,
  [stage]: [...(curves[stage] ?? []).filter((point) => point.x < x), { x, values }],
});

/** Curves as they were stored; anything else is no curves. */
export function readCurves(json: unknown): Curves {
  if (typeof json !== 'object' || json === null) return {};
  const isPoint = (point: unknown): point is CurvePoint =>
    typeof point === 'object' &&
    point !== null &&
    'x' in point &&
    typeof point.x === 'number' &&
    'values' in point &&
    typeof point.values === 'object' &&
    point.values !== null;
  return Object.fromEntries(
    Object.entries(json).flatMap(([stage, points]) =>
      Array.isArray(points) && points.every(isPoint) ? [[stage, points]] : [],
    ),
  );
}

/** One line of a chart: which value of which stage. */
export interface Line {
  stage: string;
  key: string;
  label: string;
}

/** Columns for a chart: x, then one column per line; null where a line has no point. */
export function columnsOf(curves: Curves, lines: readonly Line[]): [number[], ...(number | null)[][]] {
  const xs = [...new Set(lines.flatMap(({ stage }) => (curves[stage] ?? []).map(({ x }) => x)))].sort((a, b) => a - b);
  const columns = lines.map(({ stage, key }) => {
    const byX = new Map((curves[stage] ?? []).map(({ x, values }) => [x, values[key]]));
    return xs.map((x) => byX.get(x) ?? null);
  });
  return [xs, ...columns];
}

/** The alarm for model exploitation, on the curves of a run; null while there is nothing to worry about. */
export const dreamAlarm = (curves: Curves): Alarm | null =>
  exploitation(
    (curves['dream training'] ?? []).flatMap(({ x, values: { rewardDreamed, rewardAudited, audited } }) =>
      rewardAudited === undefined ? [] : [{ update: x, dreamed: rewardDreamed, real: rewardAudited, audited }],
    ),
  );
