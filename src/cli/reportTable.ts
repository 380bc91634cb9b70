import { POLICY_STAGES, type Report, splitNameSchema } from '../core/report.ts';
import { percent } from './reportCharts.ts';

/** Columns padded to their widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

type Depth = Report['world']['byDepth'][number];

const DEPTH_COLUMNS: readonly { name: string; of: (row: Depth) => number | undefined }[] = [
  { name: 'node F1', of: ({ nodeF1 }) => nodeF1 },
  { name: 'Δ exact', of: ({ deltaExact }) => deltaExact },
  { name: 'malformed', of: ({ malformed }) => malformed },
  { name: 'Δ right', of: ({ deltaPrecision }) => deltaPrecision },
  { name: 'Δ found', of: ({ deltaRecall }) => deltaRecall },
  { name: 'target', of: ({ targetExists }) => targetExists },
  { name: 'missing', of: ({ missing }) => missing },
  { name: 'judge', of: ({ judgeAgreement }) => judgeAgreement },
];

/** What was measured of dreams by depth; older reports have less of it. */
function depthTable(depths: readonly Depth[]): string {
  const known = DEPTH_COLUMNS.filter(({ of }) => depths.some((row) => of(row) !== undefined));
  const rows = depths.map((row) => [
    String(row.depth),
    ...known.map(({ of }) => {
      const share = of(row);
      return share === undefined ? '–' : percent(share);
    }),
  ]);
  return columns([['depth', ...known.map(({ name }) => name)], ...rows]);
}

/** The report for a terminal. */
export function reportTable(report: Report): string {
  const splits = splitNameSchema.options.filter((split) => POLICY_STAGES.some((stage) => report.policy[stage][split]));
  const rows = POLICY_STAGES.map((stage) => [
    stage,
    ...splits.map((split) => {
      const result = report.policy[stage][split];
      return result ? `${percent(result.rate)} (${percent(result.lo)} – ${percent(result.hi)}, n ${result.n})` : '–';
    }),
  ]);
  const { judge, audit, rates, failures } = report;
  return [
    columns([['success', ...splits], ...rows]),
    `expert ${percent(report.expert.success)}   random ${percent(report.random.success)}`,
    '',
    depthTable(report.world.byDepth),
    '',
    `judge    ${judge.tp} + ${judge.tn} right, ${judge.fp} false successes, ${judge.fn} missed${audit ? `; inside the dream ${audit.agree} of ${audit.n} agree` : ''}`,
    `speed    ${rates.dreamStepsPerS.toFixed(1)} dreamed steps/s, ${rates.realStepsPerS.toFixed(1)} real steps/s`,
    `failures ${failures.environment} environment, ${failures.format} format, ${failures.policy} policy`,
    `backend  ${report.backend} (${report.adapter})`,
  ].join('\n');
}
