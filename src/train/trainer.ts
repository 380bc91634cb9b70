import { type AdamW, createAdamW } from '../engine/adamw.ts';
import type { Sequence } from '../engine/network.ts';
import type { Model } from '../model/model.ts';

/** Reports how far a stage is; `metrics` feed the live curves. Rejecting stops the stage. */
export type Progress = (done: number, total: number, metrics: Record<string, number>) => void | Promise<void>;

/** Gradient steps on one model. */
export class Trainer {
  readonly optimizer: AdamW;
  constructor(readonly model: Model) {
    this.optimizer = createAdamW(model.network.size, {});
  }

  /**
   * One AdamW step on Σ_t c_t·(−log p_t).
   * @param coefficients c, one per emitted token, in batch order.
   * @returns log p of every token *before* the step.
   */
  async step(batch: readonly Sequence[], coefficients: Float32Array, learningRate: number): Promise<Float32Array> {
    const { theta, network } = this.model;
    const { logProbs, grad } = network.lossAndGrad(theta, batch, coefficients);
    this.optimizer.step(theta, grad, learningRate);
    const values = (await logProbs.data()) as Float32Array;
    logProbs.dispose();
    grad.dispose();
    return values;
  }

  dispose(): void {
    this.optimizer.dispose();
  }
}

/** Linear warm-up, then cosine down to `floor` of the peak. */
export const cosine = (step: number, total: number, peak: number, warmup: number, floor: number): number =>
  peak * Math.min(1, (step + 1) / warmup) * (floor + (1 - floor) * 0.5 * (1 + Math.cos((Math.PI * step) / total)));

/** Endless passes over `items` in random order, each pass complete. */
export function* shuffled<T>(items: readonly T[], rng: { shuffle<U>(items: readonly U[]): U[] }): Generator<T, never> {
  for (;;) yield* rng.shuffle(items);
}

/** A fresh salt for the hash of rare words. */
export const drawSalt = (rng: { int(n: number): number }): number => 1 + rng.int(0x3fffffff);

/** Lets messages through between two steps, so that a worker stays responsive. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
