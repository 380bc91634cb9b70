import type { RecordChunk, RecordRequest } from '../../workers/harnessProtocol.ts';
import type { Trajectory } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import { playEpisodes } from '../env/episodes.ts';
import { actorsOf, playOnPages } from './actors.ts';

/** At most so many episodes travel at once: a chunk stays far below what one message can hold. */
const CHUNK = 16;

export interface Recording {
  /** Waits until there is something new. Rejects when the recording broke. */
  next(): Promise<RecordChunk>;
  stop(): void;
}

/** Plays the requested tasks on real pages and hands the episodes out in chunks, as fast as they are asked for. */
export function startRecording(request: RecordRequest, open: () => Promise<Environment>): Recording {
  const { tasks, policy, seed, parallel } = request;
  const controller = new AbortController();
  const ready: Trajectory[] = [];
  const started = performance.now();
  let done = 0;
  let dropped = 0;
  let steps = 0;
  let ended = false;
  let wake = () => {};

  const play = async () =>
    playEpisodes({
      tasks,
      seed,
      parallel,
      open,
      play: playOnPages(await actorsOf(policy)),
      signal: controller.signal,
      onEpisode: (trajectory) => {
        done++;
        steps += trajectory.steps.length;
        if (trajectory.failure?.kind === 'environment') dropped++;
        else ready.push(trajectory);
        wake();
      },
    });
  const finished = play().finally(() => {
    ended = true;
    wake();
  });
  // The error is handed to whoever asks next; until then nobody waits for it.
  finished.catch(() => {});

  return {
    next: async () => {
      if (ready.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (ended) await finished;
      const trajectories = ready.splice(0, CHUNK);
      const stepsPerS = steps / Math.max(1e-3, (performance.now() - started) / 1000);
      return { trajectories, done, dropped, total: tasks.length, ended: ended && ready.length === 0, stepsPerS };
    },
    stop: () => controller.abort(),
  };
}
