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

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Updates before a trend is one, and what counts as one. */
const TREND = { updates: 6, rise: 0.08, still: 0.02 };

/**
 * The sign of an exploited world model: reward in dreams goes up, the same dreams on real pages do not. Compares the mean
 * of the later half of the updates with the mean of the earlier half; null while there is nothing to worry about.
 */
export function dreamAlarm(curves: Curves): { dreamed: number; real: number } | null {
  const points = (curves['dream training'] ?? []).filter(({ values }) => 'rewardReal' in values);
  if (points.length < TREND.updates) return null;
  const half = Math.floor(points.length / 2);
  const change = (key: string): number =>
    average(points.slice(half).map(({ values }) => values[key])) -
    average(points.slice(0, half).map(({ values }) => values[key]));
  const [dreamed, real] = [change('rewardDreamed'), change('rewardReal')];
  return dreamed >= TREND.rise && real <= TREND.still ? { dreamed, real } : null;
}
