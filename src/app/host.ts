import { connect } from '../../workers/client.ts';
import { type Harness, openRealPage } from '../../workers/harnessProtocol.ts';
import type { ReverieError } from '../core/errors.ts';
import type { Port } from '../core/port.ts';
import type { Task, Trajectory } from '../core/types.ts';
import { playEpisodes } from '../env/episodes.ts';
import { createFrameWorld } from '../env/frame.ts';
import { runEpisode } from '../env/rollout.ts';
import { expertAction } from '../sites/tasks.ts';
import type { Store } from '../store/store.ts';
import type { Host, Playground, RunKeeper } from '../train/host.ts';

/** Two cores are what every machine has: two dreamers side by side, one when there is a GPU (it is shared anyway). */
const DREAMERS = 2;
/**
 * Pages at work side by side. Chromium 156 keeps network loaders of frames that navigate side by side and, with eight of them,
 * refuses to load more after some 4,000 navigations. The rollouts of a run with four ended well; a whole run in a tab
 * alone, with experts and evaluation in frames, too, has not been tried.
 */
const FRAMES = 4;
const PAGES = 4;

/** The workers of this tab. `onDeath` hears of every one that dies by itself. */
export function startWorkers(onDeath: (error: ReverieError) => void) {
  return {
    policyLearner: connect('learner', onDeath),
    worldLearner: connect('learner', onDeath),
    dreamers: Array.from({ length: DREAMERS }, () => connect('dreamer', onDeath)),
  };
}

export type Workers = ReturnType<typeof startWorkers>;

/** Frames of this tab as a playground; each gets a slot of its own, so that visits do not share storage. */
export function framePlayground(container: HTMLElement): Playground {
  let slot = 1;
  return {
    world: 'frame',
    parallel: FRAMES,
    open: async () => createFrameWorld({ container, base: location.origin, slot: slot++ }),
  };
}

/** The harness's real pages as a playground. */
export const harnessPlayground = (harness: Harness): Playground => ({
  world: 'browser',
  parallel: PAGES,
  open: () => openRealPage(harness),
});

/** Experts by the harness: puppeteer, trusted input, real Chrome. */
async function recordWithHarness(
  harness: Harness,
  tasks: readonly Task[],
  seed: number,
  progress: (done: number) => Promise<void>,
): Promise<Trajectory[]> {
  const recording = await harness.record({ tasks: [...tasks], policy: 'expert', seed, parallel: PAGES });
  const trajectories: Trajectory[] = [];
  for (;;) {
    const chunk = await harness.recordNext(recording);
    trajectories.push(...chunk.trajectories);
    await progress(chunk.done);
    if (chunk.ended) return trajectories;
  }
}

/** Experts without a harness: the same scripts in frames of this tab. */
async function recordInFrames(
  ground: Playground,
  tasks: readonly Task[],
  seed: number,
  progress: (done: number) => Promise<void>,
): Promise<Trajectory[]> {
  const trajectories: Trajectory[] = [];
  let done = 0;
  await playEpisodes({
    tasks,
    seed,
    parallel: ground.parallel,
    open: ground.open,
    play: (env, task, episodeSeed) =>
      runEpisode(env, task, episodeSeed, (observation, state) => expertAction(task, state, observation), {
        world: ground.world,
        policy: 'expert',
      }),
    onEpisode: async (trajectory) => {
      if (trajectory.failure?.kind !== 'environment') trajectories.push(trajectory);
      await progress(++done);
    },
  });
  return trajectories;
}

/** One run of the store, as the pipeline uses it. */
export const keeperOf = (store: Port<Store>, runId: string): RunKeeper => ({
  stage: async (name) => (await store.stages(runId))[name],
  saveStage: (name, json) => store.saveStage(runId, name, json),
  trajectories: () => store.trajectories(runId),
  putTrajectories: (trajectories) => store.putTrajectories(runId, trajectories),
  checkpoint: (name) => store.loadCheckpoint(runId, name),
  complete: (checkpoints, progress) => store.completeUpdate(runId, checkpoints, progress),
  progress: async () => (await store.listRuns()).find(({ id }) => id === runId)?.progress ?? null,
});

export interface HostParts {
  workers: Workers;
  keeper: RunKeeper;
  /** Where frames are put. */
  frames: HTMLElement;
  harness: Harness | null;
  progress: Host['progress'];
  backend: Host['backend'];
  metric: Host['metric'];
  gate: Host['gate'];
}

/** What the pipeline needs, made of this tab and, when there is one, the harness. */
export function createHost({ workers, keeper, frames, harness, progress, backend, metric, gate }: HostParts): Host {
  const local = framePlayground(frames);
  return {
    ...workers,
    local,
    real: harness ? harnessPlayground(harness) : local,
    recordExperts: (tasks, seed, report) => {
      const between = (done: number): Promise<void> => {
        report(done);
        return gate();
      };
      return harness ? recordWithHarness(harness, tasks, seed, between) : recordInFrames(local, tasks, seed, between);
    },
    keeper,
    progress,
    backend,
    metric,
    gate,
    browser: /Chrome\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? navigator.userAgent,
  };
}
