import type { Report } from '../../core/report.ts';
import { percent } from '../format.ts';

const COLUMNS = [
  ...['Steps dreamed', 'Nodes right (F1)', 'Whole page right'],
  ...['Changes right', 'Changes found', 'Malformed'],
];

/** World-model fidelity by the number of steps dreamed in a row. */
export function Fidelity({ rows }: { rows: Report['world']['byDepth'] }) {
  return (
    <div>
      <h3>How true dreams are</h3>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ depth, nodeF1, deltaExact, malformed, deltaPrecision, deltaRecall }) => (
            <tr key={depth}>
              <th scope="row">{depth}</th>
              <td>{percent(nodeF1)}</td>
              <td>{percent(deltaExact)}</td>
              <td>{deltaPrecision === undefined ? '–' : percent(deltaPrecision)}</td>
              <td>{deltaRecall === undefined ? '–' : percent(deltaRecall)}</td>
              <td>{percent(malformed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The judge's verdicts against the checker's. */
export function Judge({ judge: { tp, fp, tn, fn }, audit }: Pick<Report, 'judge' | 'audit'>) {
  return (
    <div>
      <h3>How just the judge is</h3>
      <table>
        <thead>
          <tr>
            {['Held-out visits', 'judged a success', 'judged a failure'].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">really a success</th>
            <td>{tp}</td>
            <td>{fn}</td>
          </tr>
          <tr>
            <th scope="row">really a failure</th>
            <td>{fp}</td>
            <td>{tn}</td>
          </tr>
        </tbody>
      </table>
      {audit && (
        <p class="soft small">
          Inside dreams: {audit.agree} of {audit.n} replayed dreams judged as the checker did.
        </p>
      )}
    </div>
  );
}
