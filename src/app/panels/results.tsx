import { POLICY_STAGES, type RateReport, type Report, type SplitResult } from '../../core/report.ts';
import { clock, compact, extent, percent } from '../format.ts';
import { Fidelity, Judge } from './judgement.tsx';
import { Empty, Panel } from './panel.tsx';

const POLICY_NAMES = { sft: 'supervised start', bc: 'filtered cloning', dreamed: 'after dreaming' } as const;
const SPLIT_TITLES = {
  train: 'New tasks on recorded sites',
  'test-seen': 'New sites, known styles',
  'test-unseen-style': 'New sites, unseen styles',
  'test-unseen-family': 'Sites of an unseen family',
} as const;
const SPLITS = Object.keys(SPLIT_TITLES) as (keyof typeof SPLIT_TITLES)[];

/** The report of a finished run. */
export function Results({ report }: { report: Report | null }) {
  return (
    <Panel id="results" title="Results" lead={'Success on real pages, with 95\u00a0% intervals.'}>
      {report ? (
        <Tables report={report} />
      ) : (
        <Empty>The final comparison of all policies on all splits appears here when the last stage is done.</Empty>
      )}
    </Panel>
  );
}

const Interval = ({ of: { rate, lo, hi } }: { of: Pick<RateReport, 'rate' | 'lo' | 'hi'> }) => (
  <div class="interval" role="img" aria-label={`${percent(rate)}, interval ${percent(lo)} to ${percent(hi)}`}>
    <i style={{ left: extent(lo), right: extent(1 - hi) }} />
    <b style={{ left: extent(rate) }} />
  </div>
);

const Row = ({ name, result, sampled }: { name: string; result: SplitResult; sampled: boolean }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="number">{percent(result.rate)}</td>
    <td>
      <Interval of={result} />
    </td>
    <td class="number soft">
      {percent(result.lo)} – {percent(result.hi)}
    </td>
    {sampled && <td class="number">{result.sampled ? percent(result.sampled.rate) : '–'}</td>}
    <td class="number">{result.n}</td>
    <td class="number">{result.realSteps}</td>
  </tr>
);

function Tables({ report }: { report: Report }) {
  const { policy, expert, random, world, judge, audit, rates, failures, notes, stages } = report;
  const sampled = POLICY_STAGES.some((name) => SPLITS.some((split) => policy[name][split]?.sampled));
  const columns = [
    'Policy',
    'Success',
    '95\u00a0% interval',
    '',
    ...(sampled ? ['Sampled'] : []),
    'Episodes',
    'Real steps used',
  ];
  return (
    <div class="results">
      <div class="wide">
        <div class="scroll">
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            {SPLITS.filter((split) => POLICY_STAGES.some((name) => policy[name][split])).map((split) => (
              <tbody key={split}>
                <tr class="group">
                  <th scope="rowgroup" colSpan={columns.length}>
                    {SPLIT_TITLES[split]}
                  </th>
                </tr>
                {POLICY_STAGES.map((name) => {
                  const result = policy[name][split];
                  return result && <Row key={name} name={POLICY_NAMES[name]} result={result} sampled={sampled} />;
                })}
              </tbody>
            ))}
          </table>
        </div>
        <p class="soft small">
          Scripted experts {percent(expert.success)}, random actions {percent(random.success)}.
        </p>
      </div>
      <Fidelity rows={world.byDepth} />
      <Judge judge={judge} audit={audit} />
      <div class="wide">
        <dl class="facts">
          <Fact name="Dream steps" value={`${compact(rates.dreamStepsPerS)} /s`} />
          <Fact name="Real page steps" value={`${compact(rates.realStepsPerS)} /s`} />
          <Fact name="Lost episodes" value={String(failures.environment)} />
          <Fact name="Actions that did not parse" value={String(failures.format)} />
          <Fact name="Actions without effect" value={String(failures.policy)} />
          {stages.map(({ name, seconds }) => (
            <Fact key={name} name={name} value={clock(seconds)} />
          ))}
        </dl>
        <ul class="notes">
          {notes?.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
