import { createRng } from '../core/rng.ts';
import type { Task, Trajectory } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { type Bytes, softened } from '../model/persist.ts';
import { type AuditCounts, addAudits, auditShare, countAudit, noAudits, rewardedByChecker } from '../train/audit.ts';
import type { Config } from '../train/config.ts';
import { type DreamedTrajectory, drawStarts } from '../train/dreaming.ts';
import type { DepthFidelity } from '../train/fidelity.ts';
import { playGroups } from '../train/online.ts';
import type { Lab } from './lab.ts';

/** The groups of an update, and what they cost. */
export interface Attempted {
  groups: DreamedTrajectory[][];
  realSteps: number;
  dreamSteps: number;
  /** Of dreams that were repeated for real. */
  audits: AuditCounts;
}

/** Where the groups of an update come from: dreams or the true sites. */
export interface Source {
  name: string;
  groups(policy: Bytes, config: Config, update: number): Promise<Attempted>;
}

/** What an arm did to get its policy. */
export interface Trained {
  policy: Bytes;
  realSteps: number;
  dreamSteps: number;
  facts: Record<string, number>;
  /** How true the world model is that it dreamed in. */
  fidelity?: DepthFidelity[];
  /** Success on tasks where the policy alone is not what is measured. */
  outcomes?: (tasks: readonly Task[]) => Promise<string>;
  /** Policies on the way, without the last. */
  curve: { policy: Bytes; realSteps: number; dreamSteps: number }[];
}

export interface Budget {
  updates: number;
  /** Stops before more real steps than these are used. */
  realSteps?: number;
}

/** Sequence-level policy optimisation on groups of a source, beside real expert trajectories: the same code for dreams and for online RL. */
export async function improve(
  lab: Lab,
  start: Bytes,
  experts: readonly Trajectory[],
  source: Source,
  config: Config,
  { updates, realSteps: limit = Number.POSITIVE_INFINITY }: Budget,
): Promise<Trained> {
  const { learner } = lab;
  await learner.setExperts(experts);
  const soft = await softened(start, config.dream.soften);
  await learner.begin(soft);
  const out: Trained = { policy: soft, realSteps: 0, dreamSteps: 0, facts: {}, curve: [] };
  const sums = { groups: 0, kept: 0, zeroVariance: 0, mostlyMissing: 0, clipFraction: 0, missing: 0, malformed: 0 };
  const audits = noAudits();
  let update = 0;
  for (; update < updates && out.realSteps < limit; update++) {
    const { groups, realSteps, dreamSteps, audits: repeated } = await source.groups(out.policy, config, update);
    out.realSteps += realSteps;
    out.dreamSteps += dreamSteps;
    addAudits(audits, repeated);
    const { stats, bytes } = await learner.update(groups, config, update);
    out.policy = bytes;
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += stats[key];
    await lab.progress(source.name)(update + 1, updates, {});
  }
  const { groups, kept, zeroVariance, mostlyMissing } = sums;
  out.facts = {
    ...(audits.audited > 0 && audits),
    updates: update,
    groups,
    keptGroups: kept,
    zeroVariance,
    mostlyMissing,
    clipShare: sums.clipFraction / Math.max(1, update),
    missingShare: sums.missing / Math.max(1, update),
    malformedShare: sums.malformed / Math.max(1, update),
  };
  return out;
}

/** Attempts on the true sites, any of the split's: `sites` seeds from `firstSite` on. */
export const onTrueSites = (
  lab: Lab,
  experts: readonly Trajectory[],
  { firstSite, sites }: { firstSite: number; sites: number },
): Source => ({
  name: 'online RL',
  async groups(policy, { dream, families, seed }, update) {
    const rng = createRng(seed).fork(`online:${update}`);
    const places = families.flatMap((family) =>
      Array.from({ length: sites }, (_, k): [string, number] => [family, firstSite + k]),
    );
    const starts = drawStarts({ sites: places }, experts, dream, rng.fork('starts'));
    const { groups, steps } = await playGroups(await lab.policy(policy), starts, dream, rng);
    return { groups, realSteps: steps, dreamSteps: 0, audits: noAudits() };
  },
});

/** Dreams in the world model that the lab's dreamer holds; a share of them is repeated for real, which costs real steps. */
export const inDreams = (lab: Lab): Source => ({
  name: 'dreams',
  async groups(policy, config, update) {
    const { dreamer } = lab;
    await dreamer.setPolicy(policy);
    const { groups, steps } = await dreamer.dream(config, update, 0, 1);
    const world = createFunctionsWorld();
    const repeated = await auditShare(world, groups.flat(), config, update);
    await world.close();
    const results = [...repeated.values()];
    const audits = noAudits();
    for (const result of results) countAudit(audits, result);
    const realSteps = results.reduce((sum, result) => sum + result.steps, 0);
    const rewarded = config.dream.reward === 'checker' ? rewardedByChecker(groups, repeated) : groups;
    return { groups: rewarded, realSteps, dreamSteps: steps, audits };
  },
});
