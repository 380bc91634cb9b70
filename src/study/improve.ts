import { createRng } from '../core/rng.ts';
import type { Task, Trajectory } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { type Bytes, softened } from '../model/persist.ts';
import { auditDream } from '../train/audit.ts';
import type { Config } from '../train/config.ts';
import { type DreamedTrajectory, drawStarts } from '../train/dreaming.ts';
import type { DepthFidelity } from '../train/fidelity.ts';
import { playGroups } from '../train/online.ts';
import type { Lab } from './lab.ts';

/** Where the groups of an update come from: dreams or the true sites. */
export interface Source {
  name: string;
  groups(
    policy: Bytes,
    config: Config,
    update: number,
  ): Promise<{ groups: DreamedTrajectory[][]; realSteps: number; dreamSteps: number }>;
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
  /** The first update; default 0. */
  from?: number;
  /** Points of the curve. */
  points?: number;
}

/** Sequence-level policy optimisation on groups of a source, beside real expert trajectories: the same code for dreams and for online RL. */
export async function improve(
  lab: Lab,
  start: Bytes,
  experts: readonly Trajectory[],
  source: Source,
  config: Config,
  { updates, realSteps: limit = Number.POSITIVE_INFINITY, from = 0, points = 0 }: Budget,
): Promise<Trained> {
  const { learner } = lab;
  await learner.setExperts(experts);
  const soft = from === 0 ? await softened(start, config.dream.soften) : start;
  await learner.begin(soft);
  const out: Trained = { policy: soft, realSteps: 0, dreamSteps: 0, facts: {}, curve: [] };
  const sums = { groups: 0, kept: 0, zeroVariance: 0, mostlyMissing: 0, clipFraction: 0, missing: 0, malformed: 0 };
  const last = from + updates;
  let update = from;
  for (; update < last && out.realSteps < limit; update++) {
    const { groups, realSteps, dreamSteps } = await source.groups(out.policy, config, update);
    out.realSteps += realSteps;
    out.dreamSteps += dreamSteps;
    const { stats, bytes } = await learner.update(groups, config, update);
    out.policy = bytes;
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += stats[key];
    await lab.progress(source.name)(update + 1, last, {});
    if (points > 0 && (update + 1) % Math.ceil(updates / points) === 0 && update + 1 < last)
      out.curve.push({ policy: out.policy, realSteps: out.realSteps, dreamSteps: out.dreamSteps });
  }
  const { groups, kept, zeroVariance, mostlyMissing } = sums;
  out.facts = {
    updates: update - from,
    groups,
    keptGroups: kept,
    zeroVariance,
    mostlyMissing,
    clipShare: sums.clipFraction / Math.max(1, update - from),
    missingShare: sums.missing / Math.max(1, update - from),
    malformedShare: sums.malformed / Math.max(1, update - from),
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
    return { groups, realSteps: steps, dreamSteps: 0 };
  },
});

/** How often the judge and the checker agree on dreams that were repeated for real. */
export interface Audits {
  audited: number;
  falsePositives: number;
  falseNegatives: number;
}

/** Dreams in the world model that the lab's dreamer holds; a share of them is repeated for real, which costs real steps. */
export const inDreams = (lab: Lab, audits: Audits): Source => ({
  name: 'dreams',
  async groups(policy, config, update) {
    const { dreamer } = lab;
    await dreamer.setPolicy(policy);
    const { groups, steps } = await dreamer.dream(config, update, 0, 1);
    const rng = createRng(config.seed).fork(`audit:${update}`);
    const world = createFunctionsWorld();
    let realSteps = 0;
    for (const dream of groups.flat()) {
      if (!dream.terminated || !rng.chance(config.dream.audit)) continue;
      const result = await auditDream(world, dream, rng.int(2 ** 31));
      if (!result) continue;
      realSteps += result.steps;
      audits.audited++;
      if (dream.reward === 1 && result.real !== 1) audits.falsePositives++;
      if (dream.reward !== 1 && result.real === 1) audits.falseNegatives++;
    }
    await world.close();
    return { groups, realSteps, dreamSteps: steps };
  },
});
