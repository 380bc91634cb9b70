import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import type { Config } from './config.ts';
import type { Corpus } from './corpus.ts';
import { breathe, cosine, drawSalt, type Progress, shuffled, type Trainer } from './trainer.ts';
import {
  type Coverage,
  emptyCoverage,
  judgeSample,
  kindOf,
  type TransitionRef,
  transitionSequences,
  transitionsOf,
} from './worldSamples.ts';

/**
 * Fits world model and judge, which are one network: L = −Σ log p(r, Δ | page, action) (DynaWeb §3.2, Eq. 3 – 4) plus the
 * judge's −log p(verdict). Never a loss on whole pages.
 */
export async function fitWorld(
  trainer: Trainer,
  corpus: Corpus,
  config: Config['world'],
  rng: Rng,
  progress?: Progress,
): Promise<Coverage> {
  const { steps, batch, learningRate, judgeShare, balanced, memoryDropout } = config;
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
  const judged = corpus.trajectories.filter(
    ({ steps }) => steps.length > 0 && steps.every(({ state }) => state !== undefined),
  );
  const good = judged.filter(({ reward }) => reward === 1);
  const bad = judged.filter(({ reward }) => reward !== 1);
  const pickJudged = (): Trajectory => rng.pick(bad.length === 0 || (good.length > 0 && rng.chance(0.55)) ? good : bad);
  const coverage = emptyCoverage();
  const sums = { world: 0, worldTokens: 0, judge: 0, judgeTokens: 0 };
  for (let i = 0; i < steps; i++) {
    const sequences: Sequence[] = [];
    const isJudge: boolean[] = [];
    for (let b = 0; b < batch; b++) {
      const lex = trainer.model.lexicon(drawSalt(rng));
      if (judged.length > 0 && rng.chance(judgeShare)) {
        sequences.push(judgeSample(pickJudged(), lex, rng));
        isJudge.push(true);
      } else {
        const ref = rng.chance(balanced) ? rng.pick(rng.pick(classes)) : order.next().value;
        for (const sequence of transitionSequences(ref, corpus, lex, memoryDropout, rng, coverage)) {
          sequences.push(sequence);
          isJudge.push(false);
        }
      }
    }
    // Every sample counts the same per token, whatever its length: 1 / (2·batch) as a fixed denominator.
    const coefficients = new Float32Array(sequences.reduce((n, { tokens }) => n + tokens.length, 0)).fill(
      1 / (2 * batch),
    );
    const logProbs = await trainer.step(sequences, coefficients, cosine(i, steps, learningRate, 100, 0.05));
    let at = 0;
    sequences.forEach(({ tokens }, s) => {
      for (let t = 0; t < tokens.length; t++, at++) {
        if (isJudge[s]) sums.judge -= logProbs[at];
        else sums.world -= logProbs[at];
      }
      if (isJudge[s]) sums.judgeTokens += tokens.length;
      else sums.worldTokens += tokens.length;
    });
    if ((i + 1) % 20 === 0 || i + 1 === steps) {
      const loss = {
        world: sums.world / Math.max(1, sums.worldTokens),
        judge: sums.judge / Math.max(1, sums.judgeTokens),
      };
      Object.assign(sums, { world: 0, worldTokens: 0, judge: 0, judgeTokens: 0 });
      await progress?.(i + 1, steps, loss);
      await breathe();
    }
  }
  return coverage;
}
