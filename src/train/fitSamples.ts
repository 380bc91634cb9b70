import { type Sequence, tokenCount } from '../engine/network.ts';
import { breathe, cosine, type Progress, type Trainer } from './trainer.ts';

/**
 * Gradient steps on −log p of drawn samples. Every token counts the same, whatever the length of its sample: the
 * denominator is the fixed batch size.
 */
export async function fitSamples(
  trainer: Trainer,
  { steps, batch, learningRate }: { steps: number; batch: number; learningRate: number },
  draw: () => Sequence[],
  metrics: (lossPerToken: number) => Record<string, number>,
  progress?: Progress,
): Promise<void> {
  let loss = 0;
  let tokens = 0;
  for (let i = 0; i < steps; i++) {
    const sequences: Sequence[] = [];
    for (let b = 0; b < batch; b++) sequences.push(...draw());
    const count = tokenCount(sequences);
    const coefficients = new Float32Array(count).fill(1 / (2 * batch));
    const logProbs = await trainer.step(sequences, coefficients, cosine(i, steps, learningRate, 100, 0.05));
    for (const value of logProbs) loss -= value;
    tokens += count;
    if ((i + 1) % 20 === 0 || i + 1 === steps) {
      await progress?.(i + 1, steps, metrics(loss / Math.max(1, tokens)));
      loss = 0;
      tokens = 0;
      await breathe();
    }
  }
}
