import { ReverieError } from '../core/errors.ts';
import { createRng, type Rng } from '../core/rng.ts';
import type { Task, Trajectory } from '../core/types.ts';
import type { Environment } from './environment.ts';

/** Plays one episode of `task` in `env`. `rng` is the actor's. */
export type PlayEpisode = (env: Environment, task: Task, seed: number, rng: Rng) => Promise<Trajectory>;

export interface EpisodeJob {
  tasks: readonly Task[];
  seed: number;
  /** Episodes side by side, each in a world of its own. */
  parallel: number;
  open(): Promise<Environment>;
  play: PlayEpisode;
  /** Hears about every episode in the order in which they end; also those lost to the environment. */
  onEpisode(trajectory: Trajectory): void | Promise<void>;
  signal?: AbortSignal;
}

export interface EpisodeTotals {
  episodes: number;
  steps: number;
  seconds: number;
}

/** Episodes in the order of their tasks: which world finished first must not decide the order of the data. */
export function inTaskOrder(episodes: readonly Trajectory[], tasks: readonly Task[]): Trajectory[] {
  const place = new Map(tasks.map(({ id }, i) => [id, i]));
  return [...episodes].sort((a, b) => (place.get(a.task.id) ?? 0) - (place.get(b.task.id) ?? 0));
}

/** Plays all tasks. An episode's randomness depends on seed and task only, not on which world plays it or when. */
export async function playEpisodes(job: EpisodeJob): Promise<EpisodeTotals> {
  const started = performance.now();
  const totals = { episodes: 0, steps: 0, seconds: 0 };
  let next = 0;
  let failed = false;
  let lostInARow = 0;
  const worker = async (): Promise<void> => {
    const env = await job.open();
    try {
      while (next < job.tasks.length && !failed && !job.signal?.aborted) {
        const task = job.tasks[next++];
        const rng = createRng(job.seed).fork(task.id);
        const trajectory = await job.play(env, task, rng.fork('visit').int(2 ** 31), rng.fork('actor'));
        if (job.signal?.aborted && !trajectory.terminated && !trajectory.truncated) break;
        totals.episodes++;
        totals.steps += trajectory.steps.length;
        const { failure } = trajectory;
        // One lost page is an episode, and an address that does not load is the site's; many in a row are a dead browser.
        lostInARow = failure?.kind === 'environment' && failure.code !== 'navigation' ? lostInARow + 1 : 0;
        if (lostInARow >= 8) {
          const { message } = failure!;
          throw new ReverieError('environment', {
            who: 'browser',
            rule: 'eight episodes in a row were lost',
            got: message,
          });
        }
        await job.onEpisode(trajectory);
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      await env.close().catch(() => {});
    }
  };
  const workers = Array.from({ length: Math.min(job.parallel, job.tasks.length) }, worker);
  const results = await Promise.allSettled(workers);
  totals.seconds = (performance.now() - started) / 1000;
  const broken = results.find((result) => result.status === 'rejected');
  if (broken && !job.signal?.aborted) throw broken.reason;
  return totals;
}
