import { useRef, useState } from 'preact/hooks';
import type { Library } from '../library.ts';
import type { RunController, RunView } from '../runController.ts';
import { defaultName, factsOf, type RunWish } from '../runFacts.ts';
import { BackendLine } from './backendLine.tsx';
import { Panel } from './panel.tsx';
import { useTask } from './useTask.ts';
import { WishFields } from './wishFields.tsx';

export interface ControlsProps {
  view: RunView;
  controller: RunController;
  library: Library;
}

const PHASES: Record<RunView['phase'], [word: string, tone: string]> = {
  idle: ['not running', ''],
  running: ['running', 'accent'],
  paused: ['paused', 'warn'],
  stopping: ['stopping', 'warn'],
  done: ['finished', 'good'],
  failed: ['failed', 'bad'],
};

/** Start, pause, single-step, reset; what to run; the run as a file; what it runs on. */
export function Controls({ view, controller, library }: ControlsProps) {
  const { phase, run, backend } = view;
  const [wish, setWish] = useState<RunWish>({ preset: 'tiny', seed: 1 });
  const file = useRef<HTMLInputElement>(null);
  const task = useTask();
  const active = phase === 'running' || phase === 'paused' || phase === 'stopping';
  const [word, tone] = PHASES[phase];
  /** A run that is shown and not finished: Start goes on with it. */
  const draft = phase === 'idle' ? run : null;
  const fixed = active ? run : draft;

  const start = (held: boolean) =>
    task.run(async () => {
      void controller.begin(draft ?? (await controller.create(defaultName(wish), wish)), held);
    });
  const load = (input: HTMLInputElement) =>
    task.run(async () => {
      const [chosen] = input.files ?? [];
      if (!chosen) return;
      const record = await library.load(chosen).finally(() => (input.value = ''));
      const facts = factsOf(record);
      if (facts) await controller.show(facts, record.progress?.done ?? false);
    });

  return (
    <Panel
      id="run"
      title="Run"
      class="controls"
      lead="One run goes from recorded experts to an agent measured on real pages. Closing the tab loses one update at most."
    >
      <div class="row apart">
        <div class="row">
          <WishFields wish={fixed ?? wish} disabled={fixed !== null} onChange={setWish} />
          <fieldset class="buttons">
            <legend class="hidden">Run</legend>
            {!active && (
              <button type="button" class="main" disabled={task.busy} onClick={() => start(false)}>
                Start
              </button>
            )}
            {phase === 'running' && (
              <button type="button" class="main" onClick={() => controller.pause()}>
                Pause
              </button>
            )}
            {phase === 'paused' && (
              <button type="button" class="main" onClick={() => controller.resume()}>
                Go on
              </button>
            )}
            <button
              type="button"
              disabled={phase === 'stopping' || task.busy}
              title="One update or episode at a time"
              onClick={() => (active ? controller.step() : start(true))}
            >
              Single step
            </button>
            <button
              type="button"
              disabled={phase === 'stopping' || !run}
              title="Stop and clear the page; what is stored stays under Runs"
              onClick={() => task.run(() => controller.reset())}
            >
              Reset
            </button>
          </fieldset>
        </div>
        <div class="row">
          <button
            type="button"
            disabled={!run || task.busy}
            onClick={() => run && task.run(() => library.save(run.id))}
          >
            Export run
          </button>
          <button type="button" disabled={active || task.busy} onClick={() => file.current?.click()}>
            Import run
          </button>
          <input
            class="hidden"
            ref={file}
            type="file"
            accept=".reverie"
            tabIndex={-1}
            aria-label="Run file"
            onChange={(event) => load(event.currentTarget)}
          />
        </div>
      </div>
      {task.problem && (
        <p role="alert" class="small">
          <span class="tag bad">not done</span> {task.problem}
        </p>
      )}
      <p class="row middle small" data-phase={phase}>
        <span class={`tag ${tone}`}>{word}</span>
        {run && <span>{run.name}</span>}
      </p>
      <BackendLine backend={backend} />
    </Panel>
  );
}
