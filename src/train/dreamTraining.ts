import { mean, wilson } from '../core/stats.ts';
import type { Trajectory } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import { type Bytes, softened } from '../model/persist.ts';
import { type Alarm, type AuditedUpdate, exploitation } from './alarm.ts';
import {
  type Audit,
  auditShare,
  beliefFor,
  countAudit,
  praisedWrongly,
  rewardedByChecker,
  type Verdict,
} from './audit.ts';
import { type Config, merge } from './config.ts';
import type { DreamedTrajectory } from './dreaming.ts';
import { dreamTogether } from './dreamPool.ts';
import { again, type Host } from './host.ts';
import { setPolicy } from './rollouts.ts';
import type { UpdateStats } from './update.ts';

/** Totals over all updates; also what a resumed run goes on from. */
export interface DreamSummary {
  updates: number;
  groups: number;
  kept: number;
  zeroVariance: number;
  mostlyMissing: number;
  /** Sum over the updates of the share of ratios that was clipped in the last pass, and of the ε they were clipped at. */
  clipped: number;
  epsilon: number;
  steps: number;
  stepsPerS: number;
  seconds: number;
  audited: number;
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  auditSteps: number;
  verdicts: Verdict[];
  /** What the checker said of the latest audited dreams. */
  recent: number[];
  /** Every update with what its own replays earned. */
  trend: AuditedUpdate[];
  /** When the alarm for model exploitation rang first. */
  alarm?: Alarm;
  /** Why dreaming ended before the last update. */
  stopped?: string;
}

const START: DreamSummary = {
  updates: 0,
  groups: 0,
  kept: 0,
  zeroVariance: 0,
  mostlyMissing: 0,
  clipped: 0,
  epsilon: 0,
  steps: 0,
  stepsPerS: 0,
  seconds: 0,
  audited: 0,
  truePositives: 0,
  falsePositives: 0,
  falseNegatives: 0,
  auditSteps: 0,
  verdicts: [],
  recent: [],
  trend: [],
};

const STAGE = 'dream training';
/** The real success of dreams is shown over so many latest replays. */
const RECENT = 40;
/** Replays before they say how far the judge is to be believed; no further than to the last of these. */
const CALIBRATED_AT_LEAST = 30;
const BELIEFS = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
/** Replays before their false positives may stop the dreaming. */
const AUDITED_AT_LEAST = 100;
/** The bound is looked at after every update: 5 % shared by forty looks, one-sided (Bonferroni). */
const Z_ALL_LOOKS = 3.02;

/**
 * Dream, audit, improve, repeat (DynaWeb §3.3). The world model stays frozen. Each update is kept with its optimiser, so
 * that a closed tab loses that update at most; the *last* policy is the result, never the best one.
 */
export async function dreamTraining(config: Config, host: Host, experts: readonly Trajectory[]): Promise<DreamSummary> {
  const { keeper, dreamers } = host;
  const saved = await keeper.progress();
  const resumed = saved?.stage === STAGE ? saved : null;
  const known = (await keeper.checkpoint(resumed ? 'dreamed' : 'bc')) as Bytes;
  let policy = resumed ? known : await softened(known, config.dream.soften);
  const summary: DreamSummary = { ...START, ...(resumed?.state as DreamSummary | undefined) };
  await host.policyLearner.remember('setExperts', experts);
  await host.policyLearner.remember('begin', policy);
  if (!resumed) await keeper.complete({ dreamed: policy }, { stage: STAGE, update: 0, done: false, state: summary });
  const env = await host.local.open();
  try {
    for (let update = summary.updates; update < config.dream.updates; update++) {
      await host.gate();
      await setPolicy(host, policy);
      const belief = believedFrom(config, summary.verdicts);
      const { groups, steps, seconds } = await dreamTogether(dreamers, merge(config, { dream: { belief } }), update);
      summary.steps += steps;
      summary.seconds += seconds;
      summary.stepsPerS = summary.steps / summary.seconds;
      const improve = (dreams: DreamedTrajectory[][]) =>
        again(() => host.policyLearner.port.update(dreams, config, update));
      const repeated = audit(env, groups.flat(), config, update, summary);
      const [audits, { stats, bytes }] = await (config.dream.reward === 'checker'
        ? repeated.then(async (known) => [known, await improve(rewardedByChecker(groups, known))] as const)
        : Promise.all([repeated, improve(groups)]));
      const replays = [...audits.values()].map(({ real }) => real);
      policy = bytes;
      await host.policyLearner.remember('begin', policy);
      add(summary, stats);
      summary.trend = [...summary.trend, trendOf(update + 1, stats, replays)];
      const alarm = exploitation(summary.trend);
      if (alarm) summary.alarm ??= alarm;
      host.metric(STAGE, update + 1, metricsOf(stats, summary, belief));
      await keeper.complete({ dreamed: policy }, { stage: STAGE, update: update + 1, done: false, state: summary });
      host.progress({ stage: STAGE, done: update + 1, total: config.dream.updates, unit: 'updates' });
      const fooled = wilson(
        praisedWrongly(summary.verdicts, believedFrom(config, summary.verdicts)),
        summary.audited,
        Z_ALL_LOOKS,
      );
      // Surely above the limit, not by the luck of a few replays.
      const judged = config.dream.reward !== 'checker';
      if (judged && summary.audited >= AUDITED_AT_LEAST && fooled.lo > config.dream.maxFalsePositives) {
        summary.stopped = `the judge praised ${(100 * fooled.rate).toFixed(1)} % of the audited dreams that the checker did not (update ${update + 1})`;
        break;
      }
    }
  } finally {
    await env.close();
  }
  return summary;
}

/** From which belief on the judge's praise counts: raised until few of the dreams that were replayed so far had been praised wrongly. */
export function believedFrom({ dream: { belief, maxFalsePositives } }: Config, verdicts: readonly Verdict[]): number {
  if (verdicts.length < CALIBRATED_AT_LEAST) return belief;
  return beliefFor(verdicts, maxFalsePositives, [belief, ...BELIEFS.filter((more) => more > belief)]);
}

/**
 * Replays a share of the finished dreams on real pages: only this shows a judge that is being fooled.
 * @returns what became of each.
 */
async function audit(
  env: Environment,
  dreams: readonly DreamedTrajectory[],
  config: Config,
  update: number,
  summary: DreamSummary,
): Promise<Map<DreamedTrajectory, Audit>> {
  const audits = await auditShare(env, dreams, config, update);
  for (const result of audits.values()) {
    countAudit(summary, result);
    summary.auditSteps += result.steps;
    summary.verdicts = [...summary.verdicts, { belief: result.belief, real: result.real }];
    summary.recent = [...summary.recent, result.real].slice(-RECENT);
  }
  return audits;
}

/** Real reward on the scale of the dreamed one: dreams that never stop earn nothing for real either. */
const trendOf = (update: number, { reward, stopped }: UpdateStats, replays: readonly number[]): AuditedUpdate => ({
  update,
  dreamed: reward,
  real: stopped * mean(replays),
  audited: replays.length,
});

function add(summary: DreamSummary, stats: UpdateStats): void {
  summary.updates++;
  for (const key of ['groups', 'kept', 'zeroVariance', 'mostlyMissing'] as const) summary[key] += stats[key];
  summary.clipped += stats.clipFraction;
  summary.epsilon += stats.epsilon;
}

const metricsOf = (
  stats: UpdateStats,
  { audited, falsePositives, recent, trend, stepsPerS }: DreamSummary,
  belief: number,
): Record<string, number> => ({
  rewardDreamed: stats.reward,
  // On the same scale: dreams that never stop earn nothing for real either.
  ...(recent.length > 0
    ? { rewardReal: (stats.stopped * recent.reduce((sum, real) => sum + real, 0)) / recent.length }
    : {}),
  // What the alarm looks at: the replays of this update alone.
  rewardAudited: trend[trend.length - 1].real,
  audited: trend[trend.length - 1].audited,
  missing: stats.missing,
  kept: stats.kept / stats.groups,
  clip: stats.clipFraction,
  epsilon: stats.epsilon,
  real: stats.real,
  length: stats.meanLength,
  malformed: stats.malformed,
  belief,
  falsePositives: audited ? falsePositives / audited : 0,
  stepsPerS,
});
