import { useEffect, useRef, useState } from 'preact/hooks';
import { miniwobTask } from '../../miniwob/tasks.ts';
import { expertPlayer, type Policies, randomPlayer } from '../miniwobActors.ts';
import { groupTasks, hasExpert } from '../miniwobTasks.ts';
import { FRESH, startVisit, type Visit } from '../miniwobVisit.ts';
import type { RunView } from '../runController.ts';
import { CountField } from './countField.tsx';
import { MiniwobPicker } from './miniwobPicker.tsx';
import { MiniwobSteps, MiniwobVerdict } from './miniwobSteps.tsx';
import { Panel } from './panel.tsx';
import { Choice } from './picker.tsx';
import { useTask } from './useTask.ts';

export interface MiniwobProps {
  /** The tasks of the copy beside the app. */
  names: readonly string[];
  view: RunView;
  policies: Policies;
}

const EXPERT = 'scripted expert';
const RANDOM = 'random actions';
/** Page seeds that other harnesses draw from. */
const LAST_SEED = 999_999;

/** The name of the shown run's policy, kept current while it trains. */
function usePolicyName({ run, models }: RunView, policies: Policies): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const tell = (found: string | null): void => void (current && setName(found));
    if (run) policies.nameOf(run.id).then(tell, () => tell(null));
    else tell(null);
    return () => {
      current = false;
    };
  }, [run?.id, models]);
  return name;
}

/** A task of the user's copy of MiniWoB++, played live in a sandboxed frame. */
export function Miniwob({ names, view, policies }: MiniwobProps) {
  const [name, setName] = useState(() => groupTasks(names)[0].names[0]);
  const [seed, setSeed] = useState(0);
  const [wanted, setWanted] = useState(EXPERT);
  const [visit, setVisit] = useState<{ now: Visit; choice: string } | null>(null);
  const [progress, setProgress] = useState(FRESH);
  const [whole, setWhole] = useState(false);
  const stand = useRef<HTMLDivElement>(null);
  const latest = useRef<Visit | null>(null);
  const task = useTask();
  const { run } = view;
  const trained = usePolicyName(view, policies);
  const policy = run && trained ? `${trained} policy of ${run.name}` : null;
  const actors = [...(hasExpert(name) ? [EXPERT] : []), RANDOM, ...(policy ? [policy] : [])];
  const actor = actors.includes(wanted) ? wanted : actors[0];
  const choice = JSON.stringify([name, seed, actor]);

  useEffect(() => () => void latest.current?.close(), []);

  const begin = () =>
    task.run(async () => {
      await latest.current?.close();
      const chosen = miniwobTask(name, seed, 0);
      const player =
        actor === EXPERT
          ? expertPlayer(chosen)
          : actor === RANDOM
            ? randomPlayer(chosen)
            : await policies.player(run!.id, view.backend?.backend);
      setProgress(FRESH);
      const now = startVisit({ container: stand.current!, task: chosen, player, onChange: setProgress });
      latest.current = now;
      setVisit({ now, choice });
    });

  const { phase, goal, deeds, ending } = progress;
  const open = visit !== null && phase !== 'over';
  const live = open && phase !== 'opening';
  const again = visit?.choice === choice;
  return (
    <Panel
      id="miniwob"
      title="MiniWoB++"
      lead="Tasks of your own copy. Each page lives in a frame that can reach nothing else in this tab; watch an agent at work on it."
    >
      <div class="bench">
        <MiniwobPicker names={names} chosen={name} onPick={setName} />
        <div class="visit">
          <div class="row">
            <CountField label="Page seed" value={seed} max={LAST_SEED} onChange={setSeed} />
            <Choice label="Who acts" value={actor} options={actors} onChange={setWanted} />
            <fieldset class="buttons">
              <legend class="hidden">Visit</legend>
              <button type="button" class={live ? '' : 'main'} disabled={task.busy} onClick={begin}>
                {again ? 'Start over' : 'Open the page'}
              </button>
              <button
                type="button"
                class={live ? 'main' : ''}
                disabled={!live}
                onClick={() => (phase === 'playing' ? visit?.now.pause() : visit?.now.play())}
              >
                {phase === 'playing' ? 'Pause' : 'Play'}
              </button>
              <button type="button" disabled={!live} title="One action at a time" onClick={() => visit?.now.step()}>
                One step
              </button>
              <button type="button" disabled={!open} onClick={() => task.run(() => visit?.now.close())}>
                Stop
              </button>
            </fieldset>
          </div>
          {run && actor === policy && (
            <p class="soft small">
              It was trained on {run.config.families.join(', ')}, not on pages like these: do not expect much of it.
            </p>
          )}
          {task.problem && (
            <p role="alert" class="small">
              <span class="tag bad">not opened</span> {task.problem}
            </p>
          )}
          {goal && <p class="goal">{goal}</p>}
          <div class={whole ? 'watch whole' : 'watch'}>
            <div>
              <div class="sight" ref={stand} />
              {visit ? (
                <button type="button" class="quiet" aria-pressed={whole} onClick={() => setWhole(!whole)}>
                  Whole window
                </button>
              ) : (
                <p class="empty">Choose a task, open its page, and let the agent play.</p>
              )}
            </div>
            <div class="course">
              {(open ? phase === 'opening' : task.busy) && <p role="status">Opening the page …</p>}
              {ending && <MiniwobVerdict ending={ending} steps={deeds.length} />}
              <MiniwobSteps deeds={deeds} />
            </div>
          </div>
        </div>
      </div>
    </Panel>
  );
}
