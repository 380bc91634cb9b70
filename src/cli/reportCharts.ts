import type { RateReport, Report } from '../core/report.ts';
import { escapeMarkup } from './junit.ts';

/** Small inline SVGs for the report. Colours come from the page's style, so that light and dark both work. */

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;

/** A success rate on 0 … 1: the interval as a bar, the rate as a dot. */
export function intervalBar({ rate, lo, hi }: Pick<RateReport, 'rate' | 'lo' | 'hi'>): string {
  const width = 220;
  const x = (share: number) => (4 + share * (width - 8)).toFixed(1);
  const label = `${percent(rate)}, 95 % interval ${percent(lo)} to ${percent(hi)}`;
  return `<svg class="interval" viewBox="0 0 ${width} 18" role="img" aria-label="${label}">
<line class="rail" x1="4" x2="${width - 4}" y1="9" y2="9"/><line class="half" x1="${x(0.5)}" x2="${x(0.5)}" y1="5" y2="13"/>
<line class="range" x1="${x(lo)}" x2="${x(hi)}" y1="9" y2="9"/><circle class="rate" cx="${x(rate)}" cy="9" r="4.5"/></svg>`;
}

/** Labelled horizontal bars, longest = full width. */
export function bars(rows: readonly { name: string; value: number; text: string }[]): string {
  const most = Math.max(...rows.map((row) => row.value), Number.MIN_VALUE);
  const body = rows.map(
    ({ name, value, text }) =>
      `<div class="bar"><span class="name">${escapeMarkup(name)}</span><span class="track"><span class="fill" style="width:${((100 * value) / most).toFixed(2)}%"></span></span><span class="text">${escapeMarkup(text)}</span></div>`,
  );
  return `<div class="bars">${body.join('')}</div>`;
}

type Depth = Report['world']['byDepth'][number];

const SERIES: readonly { key: 'nodeF1' | 'deltaExact' | 'malformed'; label: string; className: string }[] = [
  { key: 'nodeF1', label: 'node F1', className: 's1' },
  { key: 'deltaExact', label: 'Δ exact', className: 's2' },
  { key: 'malformed', label: 'malformed', className: 's3' },
];

/** World-model fidelity over dream depth: three lines on one 0 … 1 axis. */
export function depthChart(byDepth: readonly Depth[]): string {
  const [width, height, left, right, top, bottom] = [640, 260, 46, 96, 14, 34];
  const first = byDepth[0].depth;
  const span = Math.max(1, byDepth.at(-1)!.depth - first);
  const x = (depth: number) => left + ((depth - first) / span) * (width - left - right);
  const y = (share: number) => top + (1 - share) * (height - top - bottom);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(share)}" y2="${y(share)}"/><text class="tick" x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>`,
  );
  const ticks = byDepth.map(
    ({ depth }) =>
      `<text class="tick" x="${x(depth)}" y="${height - bottom + 18}" text-anchor="middle">${depth}</text>`,
  );
  // End labels keep at least one line of distance, in the order of their values.
  const last = byDepth.at(-1)!;
  let floor = -Infinity;
  const labelled = [...SERIES]
    .sort((a, b) => last[b.key] - last[a.key])
    .map((series) => ({ ...series, labelY: (floor = Math.max(floor + 16, y(last[series.key]) + 4)) }));
  const lines = labelled.map(({ key, label, className, labelY }) => {
    const points = byDepth.map((row) => `${x(row.depth).toFixed(1)},${y(row[key]).toFixed(1)}`);
    const dots = byDepth.map(
      (row, i) =>
        `<circle class="dot" cx="${points[i].split(',')[0]}" cy="${points[i].split(',')[1]}" r="3.5"><title>${label}, depth ${row.depth}: ${percent(row[key])}</title></circle>`,
    );
    return `<g class="${className}"><polyline points="${points.join(' ')}"/>${dots.join('')}<text class="label" x="${width - right + 10}" y="${labelY}">${label}</text></g>`;
  });
  const middle = left + (width - left - right) / 2;
  return `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="World model fidelity by dream depth">
${grid.join('')}${ticks.join('')}<text class="tick" x="${middle}" y="${height - 2}" text-anchor="middle">steps dreamed in a row</text>${lines.join('')}</svg>`;
}

/** Judge verdict against checker verdict. */
export function confusion({ tp, fp, tn, fn }: Report['judge']): string {
  const total = Math.max(1, tp + fp + tn + fn);
  const cell = (count: number, right: boolean) =>
    `<td class="${right ? 'right' : 'wrong'}" style="--share:${(count / total).toFixed(3)}"><b>${count}</b><span>${percent(count / total)}</span></td>`;
  return `<table class="confusion"><thead><tr><th></th><th>judge: success</th><th>judge: failure</th></tr></thead><tbody>
<tr><th>checker: success</th>${cell(tp, true)}${cell(fn, false)}</tr>
<tr><th>checker: failure</th>${cell(fp, false)}${cell(tn, true)}</tr></tbody></table>`;
}
