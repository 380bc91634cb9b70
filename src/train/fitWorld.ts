import type { Rng } from '../core/rng.ts';
import type { Sequence } from '../engine/network.ts';
import type { Config } from './config.ts';
import type { Corpus } from './corpus.ts';
import { fitSamples } from './fitSamples.ts';
import { drawVerdict, type JudgeSamples } from './judgeSamples.ts';
import { drawSalt, type Progress, shuffled, type Trainer } from './trainer.ts';
import {
  type Coverage,
  emptyCoverage,
  kindOf,
  type TransitionRef,
  transitionSequences,
  transitionsOf,
} from './worldSamples.ts';

/** Of the samples of a world model that judges its own dreams, this share are verdicts. */
const VERDICTS = 1 / 3;

/**
 * Fits the world model: L = −Σ log p(r, Δ | page, action) (DynaWeb §3.2, Eq. 3 – 4). There is a loss on whole pages only
 * where the model's form has it write them.
 * @param verdicts What a world model that judges its own dreams learns besides.
 */
export async function fitWorld(
  trainer: Trainer,
  corpus: Corpus,
  config: Config['world'],
  rng: Rng,
  progress?: Progress,
  verdicts?: JudgeSamples,
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
    if (verdicts && rng.chance(VERDICTS)) return [drawVerdict(verdicts, trainer, rng)];
    const lex = trainer.model.lexicon(drawSalt(rng));
    const ref = rng.chance(balanced) ? rng.pick(rng.pick(classes)) : order.next().value;
    return transitionSequences(ref, corpus, lex, memoryDropout, rng, coverage, trainer.model.form);
  };
  await fitSamples(trainer, { steps, batch, learningRate }, draw, (loss) => ({ world: loss }), progress);
  return coverage;
}
