import { useEffect, useRef, useState } from 'preact/hooks';
import type { Trajectory } from '../../core/types.ts';
import type { TrajectoryOutline } from '../../store/run.ts';
import type { DreamView } from '../../train/dreamer.ts';
import type { RunView } from '../runController.ts';
import type { FreeDream, Viewer } from '../viewer.ts';
import { DreamButtons } from './dreamButtons.tsx';
import { FollowedDream } from './followedDream.tsx';
import { FreeDreamView } from './freeDream.tsx';
import { Empty, Panel } from './panel.tsx';
import { Picker } from './picker.tsx';
import { Steps } from './steps.tsx';
import { useTask } from './useTask.ts';

export interface CompareProps {
  view: RunView;
  viewer: Viewer;
}

/** A recorded trajectory, the step before which its dream begins, and what was dreamed from there. */
interface Chosen {
  trajectory: Trajectory;
  start: number;
  views: DreamView[] | null;
  /** The policy's own dream, when one was asked for. */
  free: { seed: number; dream: FreeDream } | null;
}

/** The same actions on real pages and in the world model, side by side. */
export function Compare({ view, viewer }: CompareProps) {
  const { run, recordings, models } = view;
  const [outline, setOutline] = useState<TrajectoryOutline[]>([]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [depth, setDepth] = useState(0);
  const task = useTask();
  const latest = useRef(0);
  const id = run?.id;

  useEffect(() => {
    latest.current++;
    setChosen(null);
  }, [id]);
  useEffect(() => {
    if (id === undefined) return setOutline([]);
    let current = true;
    viewer.outline(id).then(
      (list) => current && setOutline(list),
      () => current && setOutline([]),
    );
    return () => {
      current = false;
    };
  }, [id, recordings]);

  /** Dreams from step `start` with the actions really taken; a later choice wins over a slow dream. */
  const follow = async (trajectory: Trajectory, start: number): Promise<void> => {
    const turn = ++latest.current;
    const choice = { trajectory, start, views: null, free: null };
    setDepth(0);
    setChosen(choice);
    const views = await viewer.follow(id!, models, trajectory, start);
    if (turn === latest.current) setChosen({ ...choice, views });
  };
  const pick = (line: TrajectoryOutline) => task.run(async () => follow(await viewer.trajectory(id!, line), 0));
  /** Lets the policy dream on from the real page shown. */
  const dreamOn = (at: Chosen, start: number, seed: number) =>
    task.run(async () => {
      const dream = await viewer.dreamFrom(id!, models, at.trajectory, start, seed);
      latest.current++;
      setDepth(0);
      setChosen({ ...at, start, free: { seed, dream } });
    });

  const here = chosen && Math.min(chosen.start + depth, chosen.trajectory.steps.length - 1);
  return (
    <Panel
      id="dreams"
      title="Dream beside real"
      lead="Take a recorded visit and let the world model imagine it: the same actions, page by page. Or let the agent dream on by itself from any real step."
    >
      {outline.length === 0 ? (
        <Empty>
          Recorded visits appear here as soon as a run has recorded experts; dreams of them once its world model is
          fitted.
        </Empty>
      ) : (
        <Picker outline={outline} chosen={chosen?.trajectory.id ?? ''} onPick={pick} />
      )}
      {task.problem && (
        <p role="alert" class="small">
          <span class="tag warn">no dream</span> {task.problem}
        </p>
      )}
      {chosen && here !== null && (
        <>
          <p class="goal">{chosen.trajectory.task.goal}</p>
          <Steps
            trajectory={chosen.trajectory}
            start={chosen.start}
            onStart={(start) => task.run(() => follow(chosen.trajectory, start))}
          />
          {chosen.free ? (
            <FreeDreamView
              start={chosen.trajectory.steps[chosen.start].observation}
              dream={chosen.free.dream}
              depth={depth}
              onDepth={setDepth}
            />
          ) : (
            <FollowedDream
              trajectory={chosen.trajectory}
              start={chosen.start}
              views={chosen.views}
              busy={task.busy}
              depth={depth}
              onDepth={setDepth}
            />
          )}
          <DreamButtons
            seed={chosen.free?.seed ?? null}
            busy={task.busy}
            onDream={(seed) => dreamOn(chosen, chosen.free ? chosen.start : here, seed)}
            onBack={() => task.run(() => follow(chosen.trajectory, chosen.start))}
          />
        </>
      )}
    </Panel>
  );
}
