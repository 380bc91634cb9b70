import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { FitConfig } from './config.ts';
import { fitSamples } from './fitSamples.ts';
import { drawVerdict, JudgeSamples } from './judgeSamples.ts';
import type { Progress, Trainer } from './trainer.ts';

/**
 * Fits the judge, −log p(verdict | goal, last page, past actions, answer). It has weights of its own
 * (`docs/decisions.md`).
 */
export async function fitJudge(
  trainer: Trainer,
  trajectories: readonly Trajectory[],
  config: FitConfig,
  rng: Rng,
  progress?: Progress,
): Promise<void> {
  const samples = new JudgeSamples(trajectories, rng);
  const draw = () => [drawVerdict(samples, trainer, rng)];
  await fitSamples(trainer, config, draw, (loss) => ({ judge: loss }), progress);
}
