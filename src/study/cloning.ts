import type { Trajectory } from '../core/types.ts';
import type { Bytes } from '../model/persist.ts';
import { type AuditCounts, addAudits, noAudits } from '../train/audit.ts';
import { type Config, merge } from '../train/config.ts';
import { trajectoryOf } from '../train/dreamTrajectory.ts';
import type { Source, Trained } from './improve.ts';
import { type Lab, type Start, successes } from './lab.ts';

/** How many attempts are cloned, and how often anew. */
export interface Cloning {
  rounds: number;
  episodes: number;
}

/** Attempts from the home pages of sites, each on its own, and those that succeeded as trajectories. */
interface Attempts {
  good: Trajectory[];
  /** Steps of each. */
  lengths: number[];
  realSteps: number;
  audits: AuditCounts;
}

/** Where attempts are made. Those of one name, policy and settings are the same. */
export interface Place {
  name: string;
  source: Source;
  world: 'dream' | 'functions';
}

/** Attempts that are made together. */
const AT_A_TIME = 128;

async function attempt(
  lab: Lab,
  { name, source, world }: Place,
  policy: Bytes,
  config: Config,
  round: number,
  episodes: number,
): Promise<Attempts> {
  const alone = merge(config, { dream: { prompts: AT_A_TIME, group: 1, expertPrompts: 0, soften: 1 } });
  const portions = Math.ceil(episodes / AT_A_TIME);
  const out: Attempts = { good: [], lengths: [], realSteps: 0, audits: noAudits() };
  for (let k = 0; k < portions; k++) {
    const portion = (round - 1) * portions + k;
    const { groups, realSteps, audits } = await source.groups(policy, alone, portion);
    const attempts = groups.flat();
    out.realSteps += realSteps;
    addAudits(out.audits, audits);
    out.lengths.push(...attempts.map(({ actions }) => actions.length));
    const good = attempts.filter(({ reward }) => reward === 1);
    out.good.push(...good.map((one, i) => trajectoryOf(one, world, `${name}:${portion}:${i}`)));
    await lab.progress(`${name} ${round}`, 'portions')(k + 1, portions, {});
  }
  return out;
}

/**
 * Clones what succeeds in a place, from scratch beside experts and recorded successes, and again with the better policy: expert
 * iteration (Anthony et al. 2017; ReST, Gulcehre et al. 2023) in dreams or on the true sites.
 * @param kept Checkpoints are called so.
 * @param longest Steps that a dream may last. A shorter dream is the beginning of a longer one: arms that differ by this alone
 * clone the same dreams.
 */
export async function cloneAttempts(
  { lab, start, config }: { lab: Lab; start: Start; config: Config },
  place: Place,
  kept: string,
  { rounds, episodes }: Cloning,
  longest = Number.POSITIVE_INFINITY,
): Promise<Trained> {
  const own: Trajectory[] = [];
  const audits = noAudits();
  const recorded = start.expertSteps + start.logSteps;
  const out: Trained = { policy: start.cloned, realSteps: recorded, dreamSteps: 0, facts: {}, curve: [] };
  for (let round = 1; round <= rounds; round++) {
    const { policy, realSteps, dreamSteps } = out;
    if (round > 1) out.curve.push({ policy, realSteps, dreamSteps });
    const settings = JSON.stringify([place.name, config.dream, round, episodes]);
    const attempts = await lab.once(policy, settings, () => attempt(lab, place, policy, config, round, episodes));
    own.push(...attempts.good.filter(({ steps }) => steps.length <= longest));
    out.realSteps += attempts.realSteps;
    addAudits(audits, attempts.audits);
    if (place.world === 'dream')
      out.dreamSteps += attempts.lengths.reduce((sum, length) => sum + Math.min(length, longest), 0);
    const real = [...start.experts, ...successes(start.logs)];
    out.policy = await lab.kept(`${kept}-${round}`, () =>
      lab.learner.cloneDreams(real, own, config, lab.progress(`${kept}-${round}`)),
    );
  }
  return { ...out, facts: { cloned: own.length, ...(place.world === 'dream' && audits) } };
}
