import fc from 'fast-check';
import { expect } from 'vitest';
import { groupAdvantages } from '../../src/rl/advantage.ts';
import type { Clip } from '../../src/rl/clip.ts';

export interface Batch {
  logProbs: number[];
  oldLogProbs: number[];
  trajectory: number[];
  step: number[];
  advantages: number[];
  clip: Clip;
}

/**
 * The loss as the paper prints it, one scalar at a time in float64: the specification that the tensor code is held to.
 * Written without any of the code under test.
 */
export function scalarGspo({ logProbs, oldLogProbs, trajectory, advantages, clip }: Batch): number {
  const G = advantages.length;
  let J = 0;
  for (let i = 0; i < G; i++) {
    let sumOfLogRatios = 0;
    let length = 0;
    for (let t = 0; t < trajectory.length; t++) {
      if (trajectory[t] !== i) continue;
      sumOfLogRatios += logProbs[t] - oldLogProbs[t];
      length += 1;
    }
    const s = length === 0 ? 1 : Math.exp(sumOfLogRatios / length);
    const clipped = Math.max(1 - clip.low, Math.min(s, 1 + clip.high));
    J += Math.min(s * advantages[i], clipped * advantages[i]) / G;
  }
  return -J;
}

/** Equal within an absolute tolerance, element by element. */
export function near(got: readonly number[], want: readonly number[], tolerance: number): void {
  expect(got.length).toBe(want.length);
  const worst = Math.max(...got.map((x, i) => Math.abs(x - want[i])));
  expect(worst).toBeLessThanOrEqual(tolerance); // NaN fails too
}

/** The ratio of every trajectory (or of whatever `index` tells apart) in float64. */
export function ratios({ logProbs, oldLogProbs, trajectory, advantages }: Batch, index = trajectory): number[] {
  const count = index === trajectory ? advantages.length : Math.max(...index) + 1;
  return Array.from({ length: count }, (_, i) => {
    const own = index.flatMap((j, t) => (j === i ? [logProbs[t] - oldLogProbs[t]] : []));
    return own.length === 0 ? 1 : Math.exp(own.reduce((a, b) => a + b, 0) / own.length);
  });
}

/** A new step begins with every trajectory and at every cut. */
function stepsAt(trajectory: readonly number[], cuts: readonly boolean[]): number[] {
  let step = -1;
  return trajectory.map((i, t) => {
    if (t === 0 || i !== trajectory[t - 1] || cuts[t]) step++;
    return step;
  });
}

/** Log-probs that float32 represents exactly, so that both sides of a comparison read the same numbers. */
const logProb = fc.integer({ min: -3000, max: -1 }).map((n) => Math.fround(n / 1024));

/**
 * Two groups of four trajectories with 1 – 6 tokens each, log-ratios up to ± 0.3 nats and a clip of 0.1/0.15, so that free,
 * clipped and pessimistic cases all occur. Ratios (of trajectories, steps and tokens) within 1e-4 of a bound are left out: there
 * float32, or the stencil of a difference, may fall on either side.
 */
export const batches: fc.Arbitrary<Batch> = fc
  .record({
    lengths: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 8, maxLength: 8 }),
    rewards: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 8, maxLength: 8 }),
  })
  .chain(({ lengths, rewards }) => {
    const trajectory = lengths.flatMap((n, i) => Array<number>(n).fill(i));
    const T = trajectory.length;
    return fc.record({
      cuts: fc.array(fc.boolean(), { minLength: T, maxLength: T }),
      oldLogProbs: fc.array(logProb, { minLength: T, maxLength: T }),
      shifts: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: T, maxLength: T }),
      drift: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 8, maxLength: 8 }),
      trajectory: fc.constant<number[]>(trajectory),
      advantages: fc.constant<number[]>([
        ...groupAdvantages(rewards.slice(0, 4)),
        ...groupAdvantages(rewards.slice(4)),
      ]),
    });
  })
  .map(({ cuts, oldLogProbs, shifts, drift, trajectory, advantages }) => ({
    logProbs: oldLogProbs.map((lp, t) => Math.fround(lp + (shifts[t] + drift[trajectory[t]]) / 2048)),
    oldLogProbs,
    trajectory,
    step: stepsAt(trajectory, cuts),
    advantages,
    clip: { low: 0.1, high: 0.15 },
  }))
  .filter((batch) =>
    [ratios(batch), ratios(batch, batch.step), ratios(batch, [...batch.trajectory.keys()])]
      .flat()
      .every((s) => Math.abs(s - 0.9) > 1e-4 && Math.abs(s - 1.15) > 1e-4),
  );
