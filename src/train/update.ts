import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { type Sequence, tokenCount } from '../engine/network.ts';
import { WORD_DROPOUT } from '../model/agent.ts';
import { groupAdvantages, zeroVariance } from '../rl/advantage.ts';
import { gspoGradient } from '../rl/gspoGradient.ts';
import type { Config } from './config.ts';
import type { DreamedTrajectory } from './dreaming.ts';
import { stepSequence } from './sft.ts';
import { drawSalt, type Trainer } from './trainer.ts';

export interface UpdateStats {
  /** Groups dreamed, and groups with signal that were trained on. */
  groups: number;
  kept: number;
  /** Dropped because all rewards were equal; because most of the group met a missing page. */
  zeroVariance: number;
  mostlyMissing: number;
  /** Mean dreamed reward; shares of dreams that met a missing page, that ended by `stop`, that were malformed. */
  reward: number;
  missing: number;
  stopped: number;
  malformed: number;
  clipFraction: number;
  meanRatio: number;
  meanLength: number;
}

interface Attempt {
  sequences: Sequence[];
  /** log π at sampling time, all tokens of the trajectory; null for a real expert trajectory. */
  old: number[] | null;
  advantage: number;
}

/** Groups with signal: members that met a missing page are left out, groups that mostly did are dropped. */
function attemptsOf(groups: readonly DreamedTrajectory[][], stats: UpdateStats): Attempt[] {
  return groups.flatMap((group) => {
    const known = group.filter(({ missing }) => !missing);
    if (known.length * 2 < group.length || known.length < 2) {
      stats.mostlyMissing++;
      return [];
    }
    const rewards = known.map(({ reward }) => reward);
    if (zeroVariance(rewards)) {
      stats.zeroVariance++;
      return [];
    }
    stats.kept++;
    const advantages = groupAdvantages(rewards);
    return known.map(({ sequences, logProbs }, i) => ({ sequences, old: logProbs.flat(), advantage: advantages[i] }));
  });
}

/** Real expert trajectories as attempts: reward 1, and (as in DynaWeb) treated as if the policy had produced them. */
function expertAttempts(
  trainer: Trainer,
  experts: readonly Trajectory[],
  count: number,
  weight: number,
  rng: Rng,
): Attempt[] {
  return Array.from({ length: count }, () => {
    const trajectory = rng.pick(experts);
    const lex = trainer.model.lexicon(drawSalt(rng), WORD_DROPOUT);
    const sequences = trajectory.steps.flatMap((_, t) => stepSequence(trajectory, t, lex) ?? []);
    return { sequences, old: null, advantage: weight };
  }).filter(({ sequences }) => sequences.length > 0);
}

/** One policy update on a mix of dreams and real expert trajectories: GSPO at trajectory level, no KL. */
export async function updatePolicy(
  trainer: Trainer,
  groups: readonly DreamedTrajectory[][],
  experts: readonly Trajectory[],
  config: Config['dream'],
  rng: Rng,
): Promise<UpdateStats> {
  const all = groups.flat();
  const share = (test: (dream: DreamedTrajectory) => boolean): number => all.filter(test).length / all.length;
  const stats: UpdateStats = {
    groups: groups.length,
    kept: 0,
    zeroVariance: 0,
    mostlyMissing: 0,
    reward: all.reduce((sum, { reward }) => sum + reward, 0) / all.length,
    missing: share(({ missing }) => missing),
    stopped: share(({ terminated }) => terminated),
    malformed: share(({ malformed }) => malformed > 0),
    clipFraction: 0,
    meanRatio: 1,
    meanLength: all.reduce((sum, { actions }) => sum + actions.length, 0) / all.length,
  };
  const dreams = attemptsOf(groups, stats);
  if (dreams.length === 0) return stats;
  const { expertShare, expertWeight, clip, passes, learningRate } = config;
  const wanted = expertShare >= 1 ? dreams.length : Math.round((dreams.length * expertShare) / (1 - expertShare));
  const real = experts.length > 0 ? expertAttempts(trainer, experts, wanted, expertWeight, rng) : [];
  const mix = [...(expertShare >= 1 ? [] : dreams), ...real];
  const batch = mix.flatMap(({ sequences }) => sequences);
  const trajectory = mix.flatMap(({ sequences }, i) =>
    sequences.flatMap(({ tokens }) => new Array<number>(tokens.length).fill(i)),
  );
  const advantages = mix.map(({ advantage }) => advantage);
  // In the first pass the weights are those that dreamed: old = new, every ratio is 1. Experts have no sampled log-probs;
  // theirs are read off that same pass (DynaWeb's code recomputes them under the current policy, too).
  const old = new Float32Array(trajectory.length);
  const sampled = mix.flatMap(({ old: logProbs, sequences }) =>
    logProbs ? [...logProbs] : new Array<null>(tokenCount(sequences)).fill(null),
  );
  sampled.forEach((value, t) => {
    old[t] = value ?? 0;
  });
  let now = old;
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) now = await logProbsOf(trainer, batch);
    const { coefficients, stats: gspo } = gspoGradient({
      logProbs: now,
      oldLogProbs: old,
      trajectory,
      advantages,
      clip,
    });
    const before = await trainer.step(batch, coefficients, learningRate);
    if (pass === 0) for (let t = 0; t < old.length; t++) if (sampled[t] === null) old[t] = before[t];
    stats.clipFraction = gspo.clipFraction;
    stats.meanRatio = gspo.meanRatio;
  }
  return stats;
}

async function logProbsOf({ model }: Trainer, batch: readonly Sequence[]): Promise<Float32Array<ArrayBuffer>> {
  const tensor = model.network.logProbs(model.theta, batch);
  const values = Float32Array.from(await tensor.data());
  tensor.dispose();
  return values;
}
