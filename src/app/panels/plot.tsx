import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { compact } from '../format.ts';

export interface PlotLine {
  label: string;
  /** Name of a colour token. */
  colour: 'accent' | 'second' | 'third';
  dashed?: boolean;
}

export interface PlotProps {
  title: string;
  lines: readonly PlotLine[];
  /** x, then one column per line. */
  data: [number[], ...(number | null)[][]];
  /** Fixed range of y; default: from 0 to what the data needs. */
  range?: [number, number];
  xLabel: string;
}

const HEIGHT = 200;
/** Distances of ticks on the axis of updates: there is no half update. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function optionsOf(
  lines: readonly PlotLine[],
  range: PlotProps['range'],
  xLabel: string,
  width: number,
  onPoint: (i: number | null) => void,
): uPlot.Options {
  const font = '12px system-ui, sans-serif';
  const axis = { stroke: token('soft'), font, grid: { stroke: token('line'), width: 1 }, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: false }, y: { range: range ?? ((_, __, max) => [0, max > 0 ? max * 1.08 : 1]) } },
    axes: [
      { ...axis, incrs: WHOLE, label: xLabel, labelFont: font, labelSize: 16, size: 26 },
      { ...axis, size: 46, values: (_, splits) => splits.map(compact) },
    ],
    series: [
      {},
      ...lines.map(({ label, colour, dashed }) => ({
        label,
        stroke: token(colour),
        width: 2,
        spanGaps: true,
        dash: dashed ? [6, 4] : undefined,
        points: { show: (plot: uPlot) => plot.data[0].length < 40, size: 5, fill: token(colour) },
      })),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}

/** Drawn anew when the browser changes between light and dark. */
function useTheme(): string {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const listen = (event: MediaQueryListEvent): void => setDark(event.matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, []);
  return dark ? 'dark' : 'light';
}

/** A line chart with its legend: the values under the pointer, or the latest. */
export function Plot({ title, lines, data, range, xLabel }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [point, setPoint] = useState<number | null>(null);
  const theme = useTheme();

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const made = new uPlot(optionsOf(lines, range, xLabel, box.clientWidth, setPoint), data as uPlot.AlignedData, box);
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }));
    resize.observe(box);
    return () => {
      resize.disconnect();
      made.destroy();
    };
  }, [theme]);
  useEffect(() => plot.current?.setData(data as uPlot.AlignedData), [data]);

  const at = (column: (number | null)[]): number | null =>
    point === null ? (column.findLast((value) => value !== null) ?? null) : column[point];
  const values = lines.map((line, i) => ({ ...line, value: at(data[i + 1] as (number | null)[]) }));
  const said = values.map(({ label, value }) => `${label} ${value === null ? 'unknown' : compact(value)}`).join(', ');
  return (
    <>
      <ul>
        {values.map(({ label, colour, dashed, value }) => (
          <li key={label} class="number">
            <span class={dashed ? 'swatch dashed' : 'swatch'} style={{ borderColor: `var(--${colour})` }} />
            {label} <strong>{value === null ? '–' : compact(value)}</strong>
          </li>
        ))}
      </ul>
      <div class="plot" ref={place} role="img" aria-label={`${title}: ${said}`} />
    </>
  );
}
