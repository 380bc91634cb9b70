import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { FitConfig } from './config.ts';
import { fitSamples } from './fitWorld.ts';
import { drawSalt, type Progress, type Trainer } from './trainer.ts';
import { judgeSample } from './worldSamples.ts';

/** Share of samples made from successful visits; half of those become near misses (see `judgeSample`). */
const FROM_SUCCESSES = 0.6;

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
  const judged = trajectories.filter(
    ({ steps }) => steps.length > 0 && steps.every(({ state }) => state !== undefined),
  );
  const good = judged.filter(({ reward }) => reward === 1);
  const bad = judged.filter(({ reward }) => reward !== 1);
  const pick = (): Trajectory =>
    rng.pick(bad.length === 0 || (good.length > 0 && rng.chance(FROM_SUCCESSES)) ? good : bad);
  const draw = () => [judgeSample(pick(), trainer.model.lexicon(drawSalt(rng)), rng)];
  await fitSamples(trainer, config, draw, (loss) => ({ judge: loss }), progress);
}
