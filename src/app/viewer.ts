import { connect } from '../../workers/client.ts';
import { ReverieError } from '../core/errors.ts';
import type { Port } from '../core/port.ts';
import type { Action, Trajectory } from '../core/types.ts';
import type { BackendInfo } from '../engine/backend.ts';
import type { Bytes, TrajectoryOutline } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { DreamView } from '../train/dreamer.ts';
import { isExpert, isLog } from '../train/pipeline.ts';

/** Steps the policy may dream on by itself. */
const LENGTH = 14;

/** A dream that the policy steered itself. */
export interface FreeDream {
  actions: Action[];
  views: DreamView[];
  /** The judge's P(success) when it ended with `stop`. */
  belief: number | null;
}

/** Looks into the dreams of any stored run, also while another part of it is being trained: a dreamer of its own. */
export function createViewer(store: Port<Store>) {
  const dreamer = connect('dreamer');
  let loaded = '';

  const need = async (runId: string, names: readonly string[]): Promise<Bytes> => {
    for (const name of names) {
      const bytes = await store.loadCheckpoint(runId, name);
      if (bytes) return bytes;
    }
    throw new ReverieError('usage', {
      who: 'dream',
      rule: 'this run has no world model yet',
      hint: 'It comes after the recordings; look again then',
    });
  };

  /** The run's world model, its latest policy, and what it recorded of this site. */
  async function prepare(runId: string, models: number, trajectory: Trajectory): Promise<void> {
    const { family, siteSeed } = trajectory.task;
    const key = JSON.stringify([runId, models, family, siteSeed]);
    if (loaded === key) return;
    await dreamer.remember('setWorld', await need(runId, ['world']), await need(runId, ['judge']));
    await dreamer.remember('setPolicy', await need(runId, ['dreamed', 'bc', 'sft']));
    const recorded = (await store.trajectoriesOfSite(runId, family, siteSeed)).filter(
      (one) => isExpert(one) || isLog(one),
    );
    const known = recorded.length > 0 ? recorded : [trajectory];
    await dreamer.remember('setCorpus', known, known.filter(isExpert));
    loaded = key;
  }

  return {
    backend: (): Promise<BackendInfo> => dreamer.port.init(),
    outline: (runId: string): Promise<TrajectoryOutline[]> => store.outline(runId),
    async trajectory(runId: string, { id, family, siteSeed }: TrajectoryOutline): Promise<Trajectory> {
      const found = (await store.trajectoriesOfSite(runId, family, siteSeed)).find((one) => one.id === id);
      if (!found) throw new ReverieError('usage', { who: 'recordings', rule: 'this recording is gone', got: id });
      return found;
    },
    /** What the world model makes of the actions that were really taken from step `step` on. */
    async follow(runId: string, models: number, trajectory: Trajectory, step: number): Promise<DreamView[]> {
      await prepare(runId, models, trajectory);
      return dreamer.port.follow({ trajectory, step });
    },
    /** Lets the policy dream on by itself; the same seed dreams the same. */
    async dreamFrom(
      runId: string,
      models: number,
      trajectory: Trajectory,
      step: number,
      seed: number,
    ): Promise<FreeDream> {
      await prepare(runId, models, trajectory);
      return dreamer.port.dreamFrom({ trajectory, step }, LENGTH, { temperature: 1, seed });
    },
  };
}

export type Viewer = ReturnType<typeof createViewer>;
