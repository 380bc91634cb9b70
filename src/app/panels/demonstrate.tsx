import { useEffect, useRef, useState } from 'preact/hooks';
import type { Trajectory } from '../../core/types.ts';
import { type Demonstration, type DemonstrationProgress, startDemonstration } from '../../env/demonstrate.ts';
import { FAMILIES } from '../../sites/index.ts';
import { familiesOf, makeTask } from '../../sites/tasks.ts';
import { plural } from '../format.ts';
import type { RunController, RunView } from '../runController.ts';
import { defaultName } from '../runFacts.ts';
import { CountField } from './countField.tsx';
import { Deeds, DemonstrationBar } from './demonstrationBar.tsx';
import { Panel } from './panel.tsx';
import { Choice } from './picker.tsx';
import { useTask } from './useTask.ts';

export interface DemonstrateProps {
  view: RunView;
  controller: RunController;
}

/** Visits of rollouts use the slots from 1 on. */
const SLOT = 9000;
/** What a demonstration begins when there is no run yet. */
const FIRST = { preset: 'tiny', seed: 1 };
const learning = ({ stages }: RunView): boolean =>
  stages.some(({ name, state }) => name === 'supervised start' && state !== 'waiting');

/** A person solves a task; what they do joins the run's expert data. */
export function Demonstrate({ view, controller }: DemonstrateProps) {
  const [family, setFamily] = useState('shop');
  const [template, setTemplate] = useState(FAMILIES['shop'].templates[0].name);
  const [site, setSite] = useState(0);
  const [visit, setVisit] = useState<{ demonstration: Demonstration; goal: string } | null>(null);
  const [progress, setProgress] = useState<DemonstrationProgress | null>(null);
  const [result, setResult] = useState<Trajectory | null>(null);
  const stand = useRef<HTMLDivElement>(null);
  const task = useTask();
  const templates = FAMILIES[family].templates.map(({ name }) => name);

  useEffect(() => () => void visit?.demonstration.close(), [visit]);

  const open = () =>
    task.run(async () => {
      setResult(null);
      const chosen = makeTask(family, template, site, 0);
      const parts = { container: stand.current!, base: location.origin, slot: SLOT, task: chosen, seed: 0 };
      setVisit({ demonstration: await startDemonstration({ ...parts, onChange: setProgress }), goal: chosen.goal });
    });
  const finish = (demonstration: Demonstration, answer: string) =>
    task.run(async () => {
      const trajectory = await demonstration.finish(answer);
      if (!view.run) await controller.show(await controller.create(defaultName(FIRST), FIRST), false);
      await controller.addDemonstration(trajectory);
      setVisit(null);
      setResult(trajectory);
    });

  return (
    <Panel
      id="demonstrate"
      title="Demonstrate"
      lead="Solve a task yourself: your clicks, texts and choices are recorded as an agent’s actions, a checker decides, and successes join the experts of this run."
    >
      <div class="row">
        <Choice
          label="Site family"
          value={family}
          options={familiesOf('train')}
          onChange={(name) => {
            setFamily(name);
            setTemplate(FAMILIES[name].templates[0].name);
          }}
        />
        <Choice label="Task" value={template} options={templates} onChange={setTemplate} />
        <CountField label="Site" value={site} max={9999} onChange={setSite} />
        <button type="button" class={visit ? '' : 'main'} disabled={task.busy} onClick={open}>
          {visit ? 'Start over' : 'Open the task'}
        </button>
      </div>
      {visit && <p class="goal">{visit.goal}</p>}
      {visit && progress && (
        <DemonstrationBar
          demonstration={visit.demonstration}
          noting={progress.noting}
          busy={task.busy}
          run={task.run}
          onFinish={(answer) => finish(visit.demonstration, answer)}
        />
      )}
      {(task.problem || (visit && progress?.problem)) && (
        <p role="alert" class="small">
          <span class="tag warn">not recorded</span> {task.problem || progress?.problem}
        </p>
      )}
      <div class="stand" ref={stand} />
      {visit && progress && <Deeds progress={progress} />}
      {result && (
        <p role="status" data-reward={result.reward}>
          <span class={result.reward === 1 ? 'tag good' : 'tag bad'}>
            {result.reward === 1 ? 'success' : 'not solved'}
          </span>{' '}
          {plural(result.steps.length, 'action')} recorded and kept with {view.run?.name ?? 'the run'}.{' '}
          {result.reward !== 1 && 'Only successes are imitated.'}
          {result.reward === 1 &&
            learning(view) &&
            'This run has learned from its experts already: the demonstration counts when the run is started anew from the first stage.'}
        </p>
      )}
    </Panel>
  );
}
