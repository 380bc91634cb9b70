import type { Trajectory } from '../core/types.ts';
import { awrWeights, signedWeights } from '../rl/awr.ts';
import type { Config } from './config.ts';

/** V: the success rate of each trajectory's task template over all that were logged (every trajectory of a template starts alike). */
export function templateValues(trajectories: readonly Trajectory[]): number[] {
  const keyOf = ({ task }: Trajectory): string => `${task.family}/${task.template}`;
  const totals = new Map<string, { reward: number; episodes: number }>();
  for (const trajectory of trajectories) {
    const total = totals.get(keyOf(trajectory)) ?? { reward: 0, episodes: 0 };
    total.reward += trajectory.reward;
    total.episodes++;
    totals.set(keyOf(trajectory), total);
  }
  return trajectories.map((trajectory) => {
    const { reward, episodes } = totals.get(keyOf(trajectory))!;
    return reward / episodes;
  });
}

/**
 * What each logged trajectory counts when a policy is fitted to all of them: offline RL (the role of WebRL in DynaWeb,
 * arXiv 2601.22149 §4.1), on the data, batches and schedule of cloning.
 */
export function offlineWeights(
  trajectories: readonly Trajectory[],
  { weighting, beta, cap }: Config['offline'],
): number[] {
  const returns = trajectories.map(({ reward }) => reward);
  const values = templateValues(trajectories);
  return weighting === 'awr' ? awrWeights({ returns, values, beta, cap }) : signedWeights({ returns, values });
}
