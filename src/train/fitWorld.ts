import type { Rng } from '../core/rng.ts';
import { type Sequence, tokenCount } from '../engine/network.ts';
import type { Config } from './config.ts';
import type { Corpus } from './corpus.ts';
import { breathe, cosine, drawSalt, type Progress, shuffled, type Trainer } from './trainer.ts';
import {
  type Coverage,
  emptyCoverage,
  kindOf,
  type TransitionRef,
  transitionSequences,
  transitionsOf,
} from './worldSamples.ts';

/**
 * Fits the world model: L = −Σ log p(r, Δ | page, action) (DynaWeb §3.2, Eq. 3 – 4). There is a loss on whole pages only
 * where the model's form has it write them.
 */
export async function fitWorld(
  trainer: Trainer,
  corpus: Corpus,
  config: Config['world'],
  rng: Rng,
  progress?: Progress,
): Promise<Coverage> {
  const { steps, batch, learningRate, balanced, memoryDropout } = config;
  const transitions = transitionsOf(corpus.trajectories);
  const kinds = new Map<string, TransitionRef[]>();
  for (const ref of transitions) {
    const kind = kindOf(ref);
    const list = kinds.get(kind);
    if (list) list.push(ref);
    else kinds.set(kind, [ref]);
  }
  const classes = [...kinds.values()];
  const order = shuffled(transitions, rng);
  const coverage = emptyCoverage();
  const draw = (): Sequence[] => {
    const lex = trainer.model.lexicon(drawSalt(rng));
    const ref = rng.chance(balanced) ? rng.pick(rng.pick(classes)) : order.next().value;
    return transitionSequences(ref, corpus, lex, memoryDropout, rng, coverage, trainer.model.form);
  };
  await fitSamples(trainer, { steps, batch, learningRate }, draw, (loss) => ({ world: loss }), progress);
  return coverage;
}

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
