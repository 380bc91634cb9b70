import type { Rng } from '../core/rng.ts';
import { mean } from '../core/stats.ts';
import type { Trajectory } from '../core/types.ts';
import { type Sequence, tokenCount } from '../engine/network.ts';
import { type Clip, fittingEpsilon } from '../rl/clip.ts';
import type { ObjectiveResult } from '../rl/objective.ts';
import { OBJECTIVES } from '../rl/objectives.ts';
import { type Attempt, attemptsOf, type GroupCounts } from './attempts.ts';
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

/**
 * One policy update on a mix of dreams and real expert trajectories: `passes` times over all of them, a gradient step for each of
 * `minibatches` parts (GSPO §5.1 has four), no KL.
 */
export async function updatePolicy(
  trainer: Trainer,
  groups: readonly DreamedTrajectory[][],
  experts: readonly Trajectory[],
  config: Config['dream'] & { clip: Clip },
  rng: Rng,
): Promise<UpdateStats> {
  const { clip, clipTarget, passes, minibatches } = config;
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
  for (let pass = 0; pass < passes; pass++) {
    const results: ObjectiveResult[] = [];
    for (const part of partsOf(attempts, minibatches, rng))
      results.push(await stepOn(trainer, part, config, pass === 0 && results.length === 0));
    if (pass === 1)
      stats.fittingEpsilon = fittingEpsilon(
        Float64Array.from(results.flatMap(({ excess }) => [...excess])),
        clipTarget,
      );
    stats.clipFraction = mean(results.map((J) => J.stats.clipFraction));
    stats.meanRatio = mean(results.map((J) => J.stats.meanRatio));
  }
  return stats;
}

/** The trajectories in parts of equal size, each pass in another order. */
function partsOf(attempts: readonly Attempt[], parts: number, rng: Rng): (readonly Attempt[])[] {
  if (parts === 1) return [attempts];
  const order = rng.shuffle(attempts);
  const size = Math.ceil(order.length / parts);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, k) => order.slice(k * size, (k + 1) * size));
}

/** One gradient step. `untouched`: the weights are still those that dreamed, so that every ratio is 1 without a forward pass. */
async function stepOn(
  trainer: Trainer,
  attempts: readonly Attempt[],
  { objective: name, clip, learningRate }: Config['dream'] & { clip: Clip },
  untouched: boolean,
): Promise<ObjectiveResult> {
  const batch = attempts.flatMap(({ sequences }) => sequences);
  const trajectory = attempts.flatMap(({ sequences }, i) => new Array<number>(tokenCount(sequences)).fill(i));
  const step = batch.flatMap(({ tokens }, j) => new Array<number>(tokens.length).fill(j));
  const advantages = attempts.map(({ advantage }) => advantage);
  const now = untouched ? null : await logProbsOf(trainer, batch);
  if (now) readOff(attempts, now);
  const oldLogProbs = Float32Array.from(
    attempts.flatMap(({ old, sequences }) => old ?? new Array<number>(tokenCount(sequences)).fill(0)),
  );
  const { objective } = OBJECTIVES[name];
  const J = objective({ logProbs: now ?? oldLogProbs, oldLogProbs, trajectory, step, advantages, clip });
  readOff(attempts, await trainer.step(batch, J.coefficients, learningRate));
  return J;
}

/** Experts have no sampled log-probs; theirs are those of the policy that first meets them (DynaWeb's code recomputes them, too). */
function readOff(attempts: readonly Attempt[], logProbs: Float32Array): void {
  let at = 0;
  for (const attempt of attempts) {
    const end = at + tokenCount(attempt.sequences);
    attempt.old ??= [...logProbs.subarray(at, end)];
    at = end;
  }
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
