import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import { WORD_DROPOUT } from '../model/agent.ts';
import type { Lexicon } from '../model/features.ts';
import { encodeAction, policyPrompt, policySequence } from '../model/policy.ts';
import type { FitConfig } from './config.ts';
import { viewAt } from './corpus.ts';
import { breathe, cosine, drawSalt, type Progress, shuffled, type Trainer } from './trainer.ts';

/** Dreams, and the share of real trajectories beside them (DynaWeb §3.3). */
export interface DreamShare {
  trajectories: readonly Trajectory[];
  realShare: number;
}

export interface StepRef {
  trajectory: Trajectory;
  t: number;
  weight: number;
}

const stepsOf = (trajectory: Trajectory, weight: number): StepRef[] =>
  trajectory.steps.flatMap((step, t) => (step.failure || weight === 0 ? [] : [{ trajectory, t, weight }]));

/**
 * Real steps, and now and then one of a dream. Dreams come true more often where the task is easy, and of the few that are praised
 * where it is hard many are mistakes of the judge: a template counts by the square root of its dreams.
 */
export function* beside(
  real: Generator<StepRef, never>,
  dreams: readonly StepRef[],
  realShare: number,
  rng: Rng,
): Generator<StepRef, never> {
  const byTemplate = new Map<string, StepRef[]>();
  for (const ref of dreams) {
    const { family, template } = ref.trajectory.task;
    const key = `${family}/${template}`;
    byTemplate.set(key, [...(byTemplate.get(key) ?? []), ref]);
  }
  const lists = [...byTemplate.values()];
  const orders = lists.map((list) => shuffled(list, rng));
  let total = 0;
  const ends = lists.map(({ length }) => (total += Math.sqrt(length)));
  const drawn = (): number => {
    const at = rng.next() * total;
    return ends.findIndex((end) => at < end);
  };
  for (;;) yield total === 0 || rng.chance(realShare) ? real.next().value : orders[drawn()].next().value;
}

/** The policy's training sequence for step `t`; null when the grammar cannot express the recorded action. */
export function stepSequence(trajectory: Trajectory, t: number, lex: Lexicon): Sequence | null {
  const prompt = policyPrompt(viewAt(trajectory, t), lex);
  const tokens = encodeAction(prompt, trajectory.steps[t].action);
  return tokens && policySequence(prompt, tokens);
}

/**
 * Supervised start, filtered behaviour cloning and offline RL alike: −mean ω log π of the recorded actions, over steps drawn
 * uniformly. What differs is only which trajectories come in (experts; experts and successful rollouts; all), and how much
 * each counts.
 * @param options.weights ω, one per trajectory; default 1 each. A trajectory of weight 0 is left out.
 * @param options.dreams Dreams to clone beside the real trajectories, which keep a share of `realShare` of all steps drawn.
 * @returns how many steps could not be expressed in the policy's grammar.
 */
export async function fitPolicy(
  trainer: Trainer,
  trajectories: readonly Trajectory[],
  { steps, batch, learningRate }: FitConfig,
  rng: Rng,
  progress?: Progress,
  { weights, dreams }: { weights?: readonly number[]; dreams?: DreamShare } = {},
): Promise<{ inexpressible: number; total: number }> {
  const lex = trainer.model.lexicon();
  const sayable = ({ trajectory, t }: StepRef): boolean => stepSequence(trajectory, t, lex) !== null;
  const all = trajectories.flatMap((trajectory, i) => stepsOf(trajectory, weights?.[i] ?? 1));
  const usable = all.filter(sayable);
  const real = shuffled(usable, rng);
  const order = dreams
    ? beside(real, dreams.trajectories.flatMap((dream) => stepsOf(dream, 1)).filter(sayable), dreams.realShare, rng)
    : real;
  let loss = 0;
  let tokens = 0;
  for (let i = 0; i < steps; i++) {
    const sequences: Sequence[] = [];
    const omega: number[] = [];
    while (sequences.length < batch) {
      const { trajectory, t, weight } = order.next().value;
      const sequence = stepSequence(trajectory, t, trainer.model.lexicon(drawSalt(rng), WORD_DROPOUT));
      if (!sequence) continue;
      sequences.push(sequence);
      omega.push(...new Array<number>(sequence.tokens.length).fill(weight));
    }
    const count = omega.length;
    const rate = cosine(i, steps, learningRate, 50, 0.1);
    const coefficients = Float32Array.from(omega, (weight) => weight / count);
    const logProbs = await trainer.step(sequences, coefficients, rate);
    for (const value of logProbs) loss -= value;
    tokens += count;
    if ((i + 1) % 20 === 0 || i + 1 === steps) {
      await progress?.(i + 1, steps, { loss: loss / tokens });
      loss = 0;
      tokens = 0;
      await breathe();
    }
  }
  return { inexpressible: all.length - usable.length, total: all.length };
}
