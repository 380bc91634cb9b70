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

const DEPTH_COLUMNS = [
  ...['dream depth', 'node F1', 'Δ exact', 'malformed', 'Δ precision', 'Δ recall', 'target exists', 'missing'],
  'judge agrees',
];

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
  const depths = report.world.byDepth.map((row) => [
    String(row.depth),
    percent(row.nodeF1),
    percent(row.deltaExact),
    percent(row.malformed),
    ...[row.deltaPrecision, row.deltaRecall, row.targetExists, row.missing, row.judgeAgreement].map((share) =>
      share === undefined ? '–' : percent(share),
    ),
  ]);
  const { judge, audit, rates, failures } = report;
  return [
    columns([['success', ...splits], ...rows]),
    `expert ${percent(report.expert.success)}   random ${percent(report.random.success)}`,
    '',
    columns([DEPTH_COLUMNS, ...depths]),
    '',
    `judge    ${judge.tp} + ${judge.tn} right, ${judge.fp} false successes, ${judge.fn} missed${audit ? `; inside the dream ${audit.agree} of ${audit.n} agree` : ''}`,
    `speed    ${rates.dreamStepsPerS.toFixed(1)} dreamed steps/s, ${rates.realStepsPerS.toFixed(1)} real steps/s`,
    `failures ${failures.environment} environment, ${failures.format} format, ${failures.policy} policy`,
    `backend  ${report.backend} (${report.adapter})`,
  ].join('\n');
}
