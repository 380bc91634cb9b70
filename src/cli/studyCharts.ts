import type { Estimate } from '../study/statistics.ts';
import { escapeMarkup } from './junit.ts';

/** Small inline SVGs for a study. Colours come from the page's style, so that light and dark both work. */

export const CHART_STYLE = `
svg.dots{width:200px;height:22px}svg.dots .seed{fill:none;stroke:var(--accent);stroke-width:1;opacity:.55}
.s0{--c:var(--soft)}.s4{--c:var(--good)}.s5{--c:var(--bad)}
.plot{max-width:44rem;container-type:inline-size}.plot>svg{width:100%;height:auto}.plot .tick{font-size:12px}
.plot .whisker{stroke:var(--c);stroke-width:2;opacity:.4}.plot .seed{fill:none;stroke:var(--c);opacity:.5}
.plot .dot{fill:var(--c);stroke:var(--c);stroke-width:2}.plot .open .dot{fill:var(--card)}
.plot .open polyline,.plot .open .sample{stroke-dasharray:6 5}
.plot .band{fill:var(--c);opacity:.12}.plot .level{stroke:var(--c);stroke-width:1.5;stroke-dasharray:2 4}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none;font-size:.875rem;color:var(--soft)}
.key li{display:flex;gap:.45rem;align-items:center}.key svg{width:26px;height:12px;flex:none}.key .sample{stroke:var(--c);stroke-width:2.25}
@container(max-width:32rem){.plot .tick{font-size:19px}}
@media(max-width:40rem){svg.dots{width:120px}}
`;

const RAIL = { width: 200, y: 11, pad: 5 };

/** `from` … `to` as one line: a tick at `middle`, the interval as a bar, the value as a dot, each seed as a ring. */
function rail(estimate: Estimate, from: number, to: number, middle: number, seeds: readonly number[], label: string) {
  const { width, y, pad } = RAIL;
  const inside = (value: number): number => Math.min(to, Math.max(from, value));
  const x = (value: number): string => (pad + ((inside(value) - from) / (to - from)) * (width - 2 * pad)).toFixed(1);
  const { value, lo, hi } = estimate;
  const range = Number.isFinite(lo) && Number.isFinite(hi);
  return `<svg class="dots" viewBox="0 0 ${width} 22" role="img" aria-label="${escapeMarkup(label)}"><title>${escapeMarkup(label)}</title>
<line class="rail" x1="${pad}" x2="${width - pad}" y1="${y}" y2="${y}"/><line class="half" x1="${x(middle)}" x2="${x(middle)}" y1="${y - 6}" y2="${y + 6}"/>
${range ? `<line class="range" x1="${x(lo)}" x2="${x(hi)}" y1="${y}" y2="${y}"/>` : ''}${seeds.map((seed) => `<circle class="seed" cx="${x(seed)}" cy="${y}" r="2.5"/>`).join('')}<circle class="rate" cx="${x(value)}" cy="${y}" r="4.5"/></svg>`;
}

/** A success rate on 0 … 1. */
export const successRail = (estimate: Estimate, seeds: readonly number[], label: string): string =>
  rail(estimate, 0, 1, 0.5, seeds, label);

/** A difference on −reach … reach. */
export const differenceRail = (estimate: Estimate, reach: number, label: string): string =>
  rail(estimate, -reach, reach, 0, [], label);

export interface Point {
  x: number;
  y: number;
  lo?: number;
  hi?: number;
  /** Each seed's value. */
  seeds?: readonly number[];
  /** Said when the point is pointed at. */
  text: string;
}

export interface Series {
  name: string;
  /** Colour `s0` … `s5`, and `open` for dashed lines with hollow dots. */
  look: string;
  points: readonly Point[];
  /** Without dots: points on the way. */
  path?: readonly { x: number; y: number }[];
}

/** A horizontal line with its interval. */
export interface Level {
  name: string;
  look: string;
  y: number;
  lo: number;
  hi: number;
}

export interface Plot {
  label: string;
  xTitle: string;
  xTicks: readonly { at: number; text: string }[];
  /** Powers are equally far apart. */
  log?: boolean;
  series: readonly Series[];
  levels?: readonly Level[];
}

const BOX = { width: 620, height: 312, left: 66, right: 24, top: 14, bottom: 62 };

const finite = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value): value is number => value !== undefined && Number.isFinite(value));

/** Round ends around all values, and the distance of grid lines between them; shares end at 0 and 1. */
function range(values: readonly number[]): { low: number; high: number; step: number } {
  const around = (step: number) => ({
    low: Math.max(0, step * Math.floor(Math.min(...values) / step + 1e-9)),
    high: Math.min(1, step * Math.ceil(Math.max(...values) / step - 1e-9)),
    step,
  });
  const { low, high, step } = around(0.1);
  if (high - low > 0.55) return around(0.2);
  return high - low > 0.15
    ? { low, high, step }
    : { low: Math.max(0, low - step), high: Math.min(1, high + step), step };
}

const sample = (look: string, mark: string): string =>
  `<svg viewBox="0 0 26 12" aria-hidden="true"><g class="${look}">${mark}</g></svg>`;
const LINE_AND_DOT = '<line class="sample" x1="1" x2="25" y1="6" y2="6"/><circle class="dot" cx="13" cy="6" r="3"/>';
const DOTTED = '<line class="level" x1="1" x2="25" y1="6" y2="6"/>';

/** Shares over a number, as lines and dots with intervals, with a legend below. */
export function plot({ label, xTitle, xTicks, log = false, series, levels = [] }: Plot): string {
  const { width, height, left, right, top, bottom } = BOX;
  const all = series.flatMap(({ points, path = [] }) => [...points, ...path]);
  const scale = (value: number): number => (log ? Math.log(Math.max(1, value)) : value);
  const xs = [...all.map(({ x }) => x), ...xTicks.map(({ at }) => at)].map(scale);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const { low, high, step } = range([
    ...finite(series.flatMap(({ points }) => points.flatMap(({ y, lo, hi, seeds = [] }) => [y, lo, hi, ...seeds]))),
    ...finite(series.flatMap(({ path = [] }) => path.map(({ y }) => y))),
    ...finite(levels.flatMap(({ y, lo, hi }) => [y, lo, hi])),
  ]);
  const x = (value: number): string =>
    (left + 12 + ((scale(value) - first) / (last - first || 1)) * (width - left - right - 24)).toFixed(1);
  const y = (value: number): string => (top + ((high - value) / (high - low)) * (height - top - bottom)).toFixed(1);
  const count = Math.round((high - low) / step);
  const grid = Array.from({ length: count + 1 }, (_, i) => low + i * step).map(
    (at) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(at)}" y2="${y(at)}"/><text class="tick" x="${left - 8}" y="${Number(y(at)) + 4}" text-anchor="end">${Math.round(100 * at)} %</text>`,
  );
  const ticks = xTicks.map(
    ({ at, text }) =>
      `<text class="tick" x="${x(at)}" y="${height - bottom + 26}" text-anchor="middle">${escapeMarkup(text)}</text>`,
  );
  const lines = levels.map((level) => {
    const band = Number.isFinite(level.lo) && Number.isFinite(level.hi);
    const rect = `<rect class="band" x="${left}" width="${width - left - right}" y="${y(level.hi)}" height="${(Number(y(level.lo)) - Number(y(level.hi))).toFixed(1)}"/>`;
    return `<g class="${level.look}">${band ? rect : ''}<line class="level" x1="${left}" x2="${width - right}" y1="${y(level.y)}" y2="${y(level.y)}"/></g>`;
  });
  const drawn = series.map(({ points, path = points, look }) => {
    const line = path.length > 1 ? `<polyline points="${path.map((p) => `${x(p.x)},${y(p.y)}`).join(' ')}"/>` : '';
    const dots = points.map((p) => {
      const whisker =
        p.lo !== undefined && p.hi !== undefined && Number.isFinite(p.lo) && Number.isFinite(p.hi)
          ? `<line class="whisker" x1="${x(p.x)}" x2="${x(p.x)}" y1="${y(p.lo)}" y2="${y(p.hi)}"/>`
          : '';
      const rings = (p.seeds ?? []).map((seed) => `<circle class="seed" cx="${x(p.x)}" cy="${y(seed)}" r="2.5"/>`);
      return `${whisker}${rings.join('')}<circle class="dot" cx="${x(p.x)}" cy="${y(p.y)}" r="4"><title>${escapeMarkup(p.text)}</title></circle>`;
    });
    return `<g class="${look}">${line}${dots.join('')}</g>`;
  });
  const key = [
    ...series.map(({ name, look }) => `<li>${sample(look, LINE_AND_DOT)}${escapeMarkup(name)}</li>`),
    ...levels.map(({ name, look }) => `<li>${sample(look, DOTTED)}${escapeMarkup(name)}</li>`),
  ];
  return `<div class="plot"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">
${grid.join('')}${lines.join('')}${ticks.join('')}<text class="tick" x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escapeMarkup(xTitle)}</text>${drawn.join('\n')}</svg>
<ul class="key">${key.join('')}</ul></div>`;
}

/** 1, 2 and 5 times the powers of ten from below `lo` to above `hi`. */
export function logTicks(lo: number, hi: number): { at: number; text: string }[] {
  const steps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((k) => k * 10 ** power)).flat();
  const from = steps.findLastIndex((step) => step <= Math.max(1, lo));
  const to = steps.findIndex((step) => step >= hi);
  return steps.slice(from, to + 1).map((at) => ({ at, text: at < 1000 ? String(at) : `${at / 1000}k` }));
}
