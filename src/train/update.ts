import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { type Sequence, tokenCount } from '../engine/network.ts';
import { type Clip, fittingEpsilon } from '../rl/clip.ts';
import { OBJECTIVES } from '../rl/objectives.ts';
import { attemptsOf, type GroupCounts } from './attempts.ts';
import type { Config } from './config.ts';
import type { DreamedTrajectory } from './dreaming.ts';
import type { Trainer } from './trainer.ts';

export interface UpdateStats extends GroupCounts {
  /** Groups dreamed. */
  groups: number;
  /** Mean dreamed reward; shares of dreams that met a missing page, that ended by `stop`, that were malformed. */
  reward: number;
  missing: number;
  stopped: number;
  malformed: number;
  meanLength: number;
  /** Share of real expert trajectories among those trained on. */
  real: number;
  /** Of the last pass: share of ratios whose gradient the clip removed, and their mean. */
  clipFraction: number;
  meanRatio: number;
  /** ε_hi, and the ε that would have clipped `clipTarget` of the ratios after the first pass; null without a second one. */
  epsilon: number;
  fittingEpsilon: number | null;
}

/** One policy update on a mix of dreams and real expert trajectories: `passes` gradient steps on the same batch, no KL. */
export async function updatePolicy(
  trainer: Trainer,
  groups: readonly DreamedTrajectory[][],
  experts: readonly Trajectory[],
  config: Config['dream'] & { clip: Clip },
  rng: Rng,
): Promise<UpdateStats> {
  const { clip, clipTarget, passes, learningRate } = config;
  const { attempts, counts } = attemptsOf(trainer.model, groups, experts, config, rng);
  const stats: UpdateStats = {
    ...dreamStats(groups),
    ...counts,
    real: attempts.length > 0 ? attempts.filter(({ old }) => old === null).length / attempts.length : 0,
    clipFraction: 0,
    meanRatio: 1,
    epsilon: clip.high,
    fittingEpsilon: null,
  };
  if (attempts.length === 0) return stats;
  const batch = attempts.flatMap(({ sequences }) => sequences);
  const trajectory = attempts.flatMap(({ sequences }, i) => new Array<number>(tokenCount(sequences)).fill(i));
  const step = batch.flatMap(({ tokens }, j) => new Array<number>(tokens.length).fill(j));
  const advantages = attempts.map(({ advantage }) => advantage);
  // In the first pass the weights are those that dreamed: old = new, every ratio is 1. Experts have no sampled log-probs;
  // theirs are read off that same pass (DynaWeb's code recomputes them under the current policy, too).
  const sampled = attempts.flatMap<number | null>(
    ({ old, sequences }) => old ?? new Array<null>(tokenCount(sequences)).fill(null),
  );
  const oldLogProbs = Float32Array.from(sampled, (value) => value ?? 0);
  const { objective } = OBJECTIVES[config.objective];
  let logProbs = oldLogProbs;
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) logProbs = await logProbsOf(trainer, batch);
    const J = objective({ logProbs, oldLogProbs, trajectory, step, advantages, clip });
    const before = await trainer.step(batch, J.coefficients, learningRate);
    if (pass === 0) for (let t = 0; t < before.length; t++) if (sampled[t] === null) oldLogProbs[t] = before[t];
    if (pass === 1) stats.fittingEpsilon = fittingEpsilon(J.excess, clipTarget);
    stats.clipFraction = J.stats.clipFraction;
    stats.meanRatio = J.stats.meanRatio;
  }
  return stats;
}

function dreamStats(groups: readonly DreamedTrajectory[][]) {
  const all = groups.flat();
  const mean = (of: (dream: DreamedTrajectory) => number | boolean): number =>
    all.reduce((sum, dream) => sum + Number(of(dream)), 0) / all.length;
  return {
    groups: groups.length,
    reward: mean(({ reward }) => reward),
    missing: mean(({ missing }) => missing),
    stopped: mean(({ terminated }) => terminated),
    malformed: mean(({ malformed }) => malformed > 0),
    meanLength: mean(({ actions }) => actions.length),
  };
}

async function logProbsOf({ model }: Trainer, batch: readonly Sequence[]): Promise<Float32Array<ArrayBuffer>> {
  const tensor = model.network.logProbs(model.theta, batch);
  const values = Float32Array.from(await tensor.data());
  tensor.dispose();
  return values;
}
