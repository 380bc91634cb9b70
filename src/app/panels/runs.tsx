import type { RunRecord } from '../../store/run.ts';
import { capital, plural, when } from '../format.ts';
import type { Library, Shelf } from '../library.ts';
import type { RunController, RunView } from '../runController.ts';
import { factsOf } from '../runFacts.ts';
import { Empty, Panel } from './panel.tsx';
import { useTask } from './useTask.ts';

export interface RunsProps {
  shelf: Shelf;
  view: RunView;
  controller: RunController;
  library: Library;
}

/** The runs that this browser keeps. */
export function Runs({ shelf, view, controller, library }: RunsProps) {
  const task = useTask();
  const busy = view.phase === 'running' || view.phase === 'paused' || view.phase === 'stopping';
  const remove = (run: RunRecord) =>
    task.run(async () => {
      if (!confirm(`Delete ${run.meta.name} with its recordings and models?`)) return;
      await library.remove(run.id);
      if (view.run?.id === run.id) await controller.reset();
    });
  const show = (run: RunRecord) =>
    task.run(async () => {
      const facts = factsOf(run);
      if (facts) await controller.show(facts, run.progress?.done ?? false);
    });
  return (
    <Panel id="runs" title="Runs" lead="Kept in this browser. Export a run to move it elsewhere.">
      {task.problem && (
        <p role="alert" class="small">
          <span class="tag bad">not done</span> {task.problem}
        </p>
      )}
      {shelf.runs.length === 0 ? (
        <Empty>Runs with their recordings and models appear here. Start one, or import a run file.</Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                {['Run', 'State', 'Recorded', 'Changed', ''].map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shelf.runs.map((run) => {
                const current = view.run?.id === run.id;
                const readable = factsOf(run) !== null;
                return (
                  <tr key={run.id} data-run={run.id} aria-current={current}>
                    <th scope="row">
                      {run.meta.name} {run.id !== run.meta.name && <span class="soft small">{run.id}</span>}{' '}
                      {current && <span class="tag accent">shown</span>}
                    </th>
                    <td>{readable ? <State run={run} /> : 'made with another Reverie'}</td>
                    <td>{plural(run.trajectories, 'visit')}</td>
                    <td>{when(run.changed)}</td>
                    <td>
                      <div class="row">
                        <button
                          type="button"
                          class="quiet"
                          disabled={busy || !readable || current}
                          onClick={() => show(run)}
                        >
                          Show
                        </button>
                        <button type="button" class="quiet" onClick={() => task.run(() => library.save(run.id))}>
                          Export
                        </button>
                        <button
                          type="button"
                          class="quiet"
                          disabled={task.busy || (busy && current)}
                          onClick={() => remove(run)}
                        >
                          Delete
                        </button>
                      </div>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

const State = ({ run: { progress } }: { run: RunRecord }) =>
  progress?.done ? (
    <span class="tag good">finished</span>
  ) : (
    <span class="tag">{progress ? `at ${progress.stage}` : capital('empty')}</span>
  );
