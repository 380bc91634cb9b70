import { capital, clock, perSecond } from '../format.ts';
import type { RunView } from '../runController.ts';
import type { StageRow } from '../stages.ts';
import { Panel } from './panel.tsx';

/** The stages of the pipeline, one under the other. */
export function Stages({ view }: { view: RunView }) {
  return (
    <Panel id="progress" title="Progress" lead="Every finished stage is kept.">
      <ol class="stages">
        {view.stages.map((stage, i) => (
          <Stage key={stage.name} stage={stage} place={i + 1} />
        ))}
      </ol>
    </Panel>
  );
}

function summary({ state, done, total, unit, rate, left, seconds }: StageRow): string {
  if (state === 'waiting') return '';
  const parts = total > 0 ? [`${done} of ${total} ${unit}`] : [];
  if (state === 'active' && rate !== undefined) parts.push(perSecond(rate));
  if (state === 'active' && left !== undefined) parts.push(`${clock(left)} left`);
  if (seconds !== undefined) parts.push(`in ${clock(seconds)}`);
  return parts.join(' · ');
}

function Stage({ stage, place }: { stage: StageRow; place: number }) {
  const { name, about, state, done, total, note } = stage;
  return (
    <li class={state} data-stage={name} aria-current={state === 'active' ? 'step' : undefined}>
      <span class="mark" aria-hidden="true">
        {state === 'done' ? '✓' : place}
      </span>
      <div>
        <div class="title">
          <strong>{capital(name)}</strong>
          <span class="number">
            {state === 'done' && <span class="hidden">done, </span>}
            {summary(stage)}
          </span>
        </div>
        {state === 'active' && <progress value={done} max={Math.max(1, total)} aria-label={name} />}
        <p>{state === 'active' && note ? note : about}</p>
      </div>
    </li>
  );
}
