import { ReverieError } from '../core/errors.ts';
import { type BenchReport, benchSchema, type FailureCounts } from '../core/report.ts';
import { mean, wilson } from '../core/stats.ts';
import type { Trajectory } from '../core/types.ts';
import { type EpisodeTotals, playEpisodes } from '../env/episodes.ts';
import { actorsOf, playOnPages } from './actors.ts';
import type { BenchOptions } from './commands/bench.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { junitXml } from './junit.ts';
import { createProgress } from './progress.ts';
import { rawReport } from './rawReport.ts';
import { percent } from './reportCharts.ts';
import { planSuite } from './suite.ts';

const isLost = (episode: Trajectory): boolean => episode.failure?.kind === 'environment';

/** Environment: episodes lost. Format and policy: actions of scored episodes that failed that way. */
export function countFailures(episodes: readonly Trajectory[]): FailureCounts {
  const scored = episodes.filter((episode) => !isLost(episode));
  const actions = scored.flatMap((episode) => episode.steps.flatMap((step) => step.failure?.kind ?? []));
  return {
    environment: episodes.length - scored.length,
    format: actions.filter((kind) => kind === 'format').length,
    policy: actions.filter((kind) => kind === 'policy').length,
  };
}

/** The result of a benchmark; episodes lost to the environment are counted, not scored. */
export function benchReport(
  options: Pick<BenchOptions, 'suite' | 'split' | 'policy' | 'seed' | 'protocol'>,
  episodes: readonly Trajectory[],
  totals: EpisodeTotals,
  browser: string,
): BenchReport {
  const { suite, split, policy, seed, protocol } = options;
  const scored = episodes.filter((episode) => !isLost(episode));
  const { rate, lo, hi } = wilson(scored.filter((episode) => episode.reward > 0).length, scored.length);
  return benchSchema.parse({
    schema: 'reverie-bench',
    version: 1,
    ...{ suite, split, policy, seed },
    episodes: scored.length,
    success: { rate, lo, hi },
    raw: suite === 'miniwob' ? rawReport(scored, protocol) : undefined,
    steps: { mean: mean(scored.map((episode) => episode.steps.length)) },
    failures: countFailures(episodes),
    stepsPerS: totals.steps / Math.max(totals.seconds, 1e-3),
    seconds: totals.seconds,
    browser,
  });
}

const describeBench = ({ policy, split, success, raw, episodes, steps, failures, stepsPerS }: BenchReport): string =>
  [
    `${policy} on ${raw?.protocol ?? split}: ${percent(success.rate)} success (95 % interval ${percent(success.lo)} – ${percent(success.hi)}, ${episodes} episodes)`,
    ...(raw
      ? [
          `raw reward above 0: ${percent(raw.positive.rate)} (${percent(raw.positive.lo)} – ${percent(raw.positive.hi)}), mean ${raw.mean.toFixed(3)}`,
        ]
      : []),
    `${steps.mean.toFixed(1)} steps per episode, ${stepsPerS.toFixed(1)} steps/s`,
    `failed actions: ${failures.format} format, ${failures.policy} policy; episodes lost to the environment: ${failures.environment}`,
  ].join('\n');

/** `reverie bench`. Sets exit code 1 below `--min-success`; throws an `environment` error when every episode was lost. */
export async function bench(options: BenchOptions): Promise<void> {
  const { suite, split, policy, seed, protocol, parallel, json, junit, minSuccess, force } = options;
  refuseExisting(json, '--json', force);
  refuseExisting(junit, '--junit', force);
  const actors = await actorsOf(policy);
  // A run is measured on the families that it was trained on, unless the point is that it was not.
  const known = suite === 'sites' && split !== 'test-unseen-family' ? actors.families : undefined;
  const families = options.families ?? known;
  const { tasks, note, openPages } = planSuite({ ...options, families });
  const interrupt = watchInterrupt();
  const progress = createProgress();
  if (note !== undefined) progress.note(note);
  // Browser and bundler are only loaded once the command line is known to be right.
  const pages = await openPages(progress.note);
  try {
    const episodes: Trajectory[] = [];
    const show = () =>
      progress.update({ stage: `bench ${policy}`, done: episodes.length, total: tasks.length, unit: 'episodes' });
    show();
    const totals = await playEpisodes({
      tasks,
      seed,
      parallel,
      open: pages.open,
      play: playOnPages(actors),
      signal: interrupt.signal,
      onEpisode: (trajectory) => {
        episodes.push(trajectory);
        show();
      },
    });
    progress.stop();
    if (interrupt.signal.aborted) {
      process.stderr.write('\nStopped; nothing was written.\n');
      process.exitCode = INTERRUPTED;
      return;
    }
    if (episodes.every(isLost)) {
      const got = episodes[0].failure?.message;
      throw new ReverieError('environment', { who: 'bench', rule: 'every episode was lost to the environment', got });
    }
    // In the order of the tasks, whichever page was faster.
    const order = new Map(tasks.map((task, i) => [task.id, i]));
    episodes.sort((a, b) => order.get(a.task.id)! - order.get(b.task.id)!);
    const result = benchReport(options, episodes, totals, await pages.version());
    if (json !== undefined) writeAtomic(json, `${JSON.stringify(result, null, 2)}\n`);
    if (junit !== undefined) writeAtomic(junit, junitXml(`${suite}/${protocol ?? split}/${policy}`, episodes));
    console.log(describeBench(result));
    if (minSuccess !== undefined && result.success.rate < minSuccess) {
      process.stderr.write(`below the bar: ${percent(result.success.rate)} < ${percent(minSuccess)}\n`);
      process.exitCode = 1;
    }
  } finally {
    progress.stop();
    interrupt.release();
    await pages.close();
    await actors.close?.();
  }
}
