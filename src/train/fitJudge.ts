import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { FitConfig } from './config.ts';
import { fitSamples } from './fitWorld.ts';
import { JudgeSamples } from './judgeSamples.ts';
import { drawSalt, type Progress, type Trainer } from './trainer.ts';

/** Share of the frequent words that look rare in a sample: the judge has to compare goal and page, not to recall them. */
const JUDGE_DROPOUT = 0.3;

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
  const draw = () => [samples.draw(trainer.model.lexicon(drawSalt(rng), JUDGE_DROPOUT))];
  await fitSamples(trainer, config, draw, (loss) => ({ judge: loss }), progress);
}
