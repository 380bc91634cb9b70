import { useMemo } from 'preact/hooks';
import { type Curves, columnsOf, type Line } from '../curves.ts';
import { Empty, Panel } from './panel.tsx';
import { Plot, type PlotLine } from './plot.tsx';

interface Chart {
  title: string;
  about: string;
  /** What will appear, and when. */
  empty: string;
  xLabel: string;
  range?: [number, number];
  lines: (Line & PlotLine)[];
}

const dream = (key: string, label: string, colour: PlotLine['colour'], dashed = false): Line & PlotLine => ({
  stage: 'dream training',
  key,
  label,
  colour,
  dashed,
});

const CHARTS: readonly Chart[] = [
  {
    title: 'Reward, dreamed and real',
    about:
      'What the judge grants in dreams, and what the same dreams earn when a share of them is replayed on real pages.',
    empty: 'Appears with dream training, one point per update.',
    xLabel: 'update',
    range: [0, 1],
    lines: [dream('rewardDreamed', 'dreamed', 'third'), dream('rewardReal', 'real', 'accent', true)],
  },
  {
    title: 'World model',
    about: 'Loss per token, of page changes and of the judge.',
    empty: 'Appears while the world model is fitted.',
    xLabel: 'update',
    lines: [
      { stage: 'world model', key: 'world', label: 'page changes', colour: 'accent' },
      { stage: 'judge', key: 'judge', label: 'judge', colour: 'second', dashed: true },
    ],
  },
  {
    title: 'Imitation',
    about: 'Loss per token of the supervised start and of filtered cloning.',
    empty: 'Appears with the supervised start.',
    xLabel: 'update',
    lines: [
      { stage: 'supervised start', key: 'loss', label: 'supervised start', colour: 'accent' },
      { stage: 'filtered cloning', key: 'loss', label: 'filtered cloning', colour: 'second', dashed: true },
    ],
  },
  {
    title: 'What an update learns from',
    about: 'Groups whose attempts differ in reward, and the share of trajectories whose ratio was clipped.',
    empty: 'Appears with dream training.',
    xLabel: 'update',
    range: [0, 1],
    lines: [dream('kept', 'groups kept', 'accent'), dream('clip', 'clipped', 'second', true)],
  },
  {
    title: 'Dream quality',
    about: 'Dreams that met a page nobody recorded, and dreams with a change that made no sense.',
    empty: 'Appears with dream training.',
    xLabel: 'update',
    range: [0, 1],
    lines: [dream('missing', 'missing page', 'second'), dream('malformed', 'malformed', 'third', true)],
  },
  {
    title: 'Speed',
    about: 'Dreamed steps per second, all dreamers together.',
    empty: 'Appears with dream training.',
    xLabel: 'update',
    lines: [dream('stepsPerS', 'dream steps/s', 'accent')],
  },
];

/** The live curves of the run. */
export function CurvesPanel({ curves }: { curves: Curves }) {
  return (
    <Panel id="curves" title="Curves" lead="They are kept with the run and go on where they were.">
      <div class="charts">
        {CHARTS.map((chart) => (
          <ChartBox key={chart.title} chart={chart} curves={curves} />
        ))}
      </div>
    </Panel>
  );
}

function ChartBox({ chart, curves }: { chart: Chart; curves: Curves }) {
  const { title, about, empty, xLabel, range, lines } = chart;
  const sources = lines.map(({ stage }) => curves[stage]);
  const data = useMemo(() => columnsOf(curves, lines), sources);
  return (
    <div class="chart" data-chart={title}>
      <h3>{title}</h3>
      <p class="soft small">{about}</p>
      {data[0].length > 0 ? (
        <Plot title={title} lines={lines} data={data} range={range} xLabel={xLabel} />
      ) : (
        <Empty>{empty}</Empty>
      )}
    </div>
  );
}
