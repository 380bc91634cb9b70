import { ReverieError } from '../core/errors.ts';
import { type BenchReport, benchSchema, type FailureCounts, type TaskOutcome } from '../core/report.ts';
import { mean, wilson } from '../core/stats.ts';
import type { Trajectory } from '../core/types.ts';
import { type EpisodeTotals, playEpisodes } from '../env/episodes.ts';
import { actorsOf, playOnPages } from './actors.ts';
import type { BenchOptions } from './commands/bench.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { junitXml, type NotRun } from './junit.ts';
import { createProgress } from './progress.ts';
import { rawReport, rawTable } from './rawReport.ts';
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

const isScored = (episode: Trajectory): boolean => !isLost(episode) && episode.notScored === undefined;

/** What became of every task of a file. */
export function taskOutcomes(episodes: readonly Trajectory[], notRun: readonly NotRun[]): TaskOutcome[] {
  const played = episodes.map((episode): TaskOutcome => {
    const { task, failure, notScored, reward, steps } = episode;
    const last = steps.at(-1)?.action;
    const answer = last?.verb === 'stop' ? { answer: last.answer } : {};
    if (isLost(episode)) return { id: task.id, outcome: 'lost', reasons: [failure!.message] };
    if (notScored) return { id: task.id, outcome: 'not-scored', ...answer, reasons: notScored };
    return { id: task.id, outcome: reward > 0 ? 'passed' : 'failed', ...answer };
  });
  return [...played, ...notRun.map(({ id, reason }): TaskOutcome => ({ id, outcome: 'not-run', reasons: [reason] }))];
}

/** The result of a benchmark; episodes lost to the environment, or without a score, are counted, not scored. */
export function benchReport(
  options: Pick<BenchOptions, 'suite' | 'split' | 'policy' | 'seed' | 'protocol'>,
  episodes: readonly Trajectory[],
  totals: EpisodeTotals,
  browser: string,
  notRun: readonly NotRun[] = [],
): BenchReport {
  const { suite, split, policy, seed, protocol } = options;
  const scored = episodes.filter(isScored);
  const { rate, lo, hi } = wilson(scored.filter((episode) => episode.reward > 0).length, scored.length);
  return benchSchema.parse({
    schema: 'reverie-bench',
    version: 1,
    ...{ suite, policy, seed },
    split: suite === 'webarena' ? null : split,
    episodes: scored.length,
    success: scored.length > 0 ? { rate, lo, hi } : null,
    tasks: suite === 'webarena' ? taskOutcomes(episodes, notRun) : undefined,
    raw: suite === 'miniwob' ? rawReport(scored, protocol) : undefined,
    steps: { mean: mean(scored.map((episode) => episode.steps.length)) },
    failures: countFailures(episodes),
    stepsPerS: totals.steps / Math.max(totals.seconds, 1e-3),
    seconds: totals.seconds,
    browser,
  });
}

/** One line for each task without a score, and how many there are of each kind. */
function describeTasks(tasks: readonly TaskOutcome[]): string[] {
  const without = tasks.filter(({ reasons }) => reasons !== undefined);
  const countOf = (outcome: TaskOutcome['outcome']): number => tasks.filter((task) => task.outcome === outcome).length;
  return [
    `${countOf('passed')} passed, ${countOf('failed')} failed, ${countOf('not-scored')} not scored, ${countOf('lost')} lost, ${countOf('not-run')} not run`,
    ...without.map(({ id, outcome, reasons }) => `${id}: ${outcome.replace('-', ' ')}: ${reasons!.join('; ')}`),
  ];
}

const describeSuccess = (success: BenchReport['success'], episodes: number): string =>
  success === null
    ? 'nothing was scored'
    : `${percent(success.rate)} success (95 % interval ${percent(success.lo)} – ${percent(success.hi)}, ${episodes} episodes)`;

const describeBench = (report: BenchReport): string => {
  const { policy, suite, split, success, raw, tasks, episodes, steps, failures, stepsPerS } = report;
  return [
    ...(raw ? [rawTable(raw), ''] : []),
    `${policy} on ${raw?.protocol ?? split ?? suite}: ${describeSuccess(success, episodes)}`,
    ...(tasks ? describeTasks(tasks) : []),
    ...(raw
      ? [
          `raw reward above 0: ${percent(raw.positive.rate)} (${percent(raw.positive.lo)} – ${percent(raw.positive.hi)}), mean ${raw.mean.toFixed(3)}`,
        ]
      : []),
    `${steps.mean.toFixed(1)} steps per episode, ${stepsPerS.toFixed(1)} steps/s`,
    `failed actions: ${failures.format} format, ${failures.policy} policy; episodes lost to the environment: ${failures.environment}`,
  ].join('\n');
};

/** `reverie bench`. Sets exit code 1 below `--min-success`; throws an `environment` error when every episode was lost. */
export async function bench(options: BenchOptions): Promise<void> {
  const { suite, split, policy, seed, protocol, json, junit, minSuccess, force } = options;
  // The tasks of a file share the state of its sites.
  const parallel = options.parallel ?? (suite === 'webarena' ? 1 : 4);
  refuseExisting(json, '--json', force);
  refuseExisting(junit, '--junit', force);
  const actors = await actorsOf(policy);
  // A run is measured on the families that it was trained on, unless the point is that it was not.
  const known = suite === 'sites' && split !== 'test-unseen-family' ? actors.families : undefined;
  const families = options.families ?? known;
  const { tasks, note, notRun = [], ended, openPages } = await planSuite({ ...options, families });
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
      onEpisode: async (trajectory) => {
        episodes.push(trajectory);
        show();
        await ended?.(trajectory);
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
    const result = benchReport(options, episodes, totals, await pages.version(), notRun);
    const name = suite === 'webarena' ? `${suite}/${policy}` : `${suite}/${protocol ?? split}/${policy}`;
    if (json !== undefined) writeAtomic(json, `${JSON.stringify(result, null, 2)}\n`);
    if (junit !== undefined) writeAtomic(junit, junitXml(name, episodes, notRun));
    console.log(describeBench(result));
    if (minSuccess !== undefined && !(result.success && result.success.rate >= minSuccess)) {
      const reached = result.success ? percent(result.success.rate) : 'nothing was scored';
      process.stderr.write(`below the bar: ${reached} < ${percent(minSuccess)}\n`);
      process.exitCode = 1;
    }
  } finally {
    progress.stop();
    interrupt.release();
    await pages.close();
    await actors.close?.();
  }
}
