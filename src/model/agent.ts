import type { Action } from '../core/types.ts';
import type { Model } from './model.ts';
import { decodeAction, type PolicyPrompt, policyMask, policyPrompt } from './policy.ts';
import type { AgentView } from './view.ts';

/** Share of frequent words that a policy in training must do without. */
export const WORD_DROPOUT = 0.1;

/** One decision of the policy, with what its training needs. */
export interface Decision {
  action: Action;
  prompt: PolicyPrompt;
  tokens: number[];
  /** log π of each token at temperature 1. */
  logProbs: number[];
}

/** Decides for a batch of views. `temperature` 0 is greedy; `salts` (one per view) default to 0. */
export async function decide(
  model: Model,
  views: readonly AgentView[],
  options: { temperature: number; uniform: () => number; salts?: readonly number[] },
): Promise<Decision[]> {
  const prompts = views.map((view, b) =>
    policyPrompt(view, model.lexicon(options.salts?.[b] ?? 0, options.salts ? WORD_DROPOUT : 0)),
  );
  const decoded = await model.generate(
    prompts,
    (b, prefix) => policyMask(prompts[b], prefix),
    options.temperature,
    options.uniform,
  );
  return decoded.map(({ tokens, logProbs }, b) => ({
    action: decodeAction(prompts[b], tokens),
    prompt: prompts[b],
    tokens,
    logProbs,
  }));
}
