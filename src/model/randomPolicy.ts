import type { Rng } from '../core/rng.ts';
import type { Action } from '../core/types.ts';
import { WordRows } from './features.ts';
import { decodeAction, policyMask, policyPrompt } from './policy.ts';
import { CONTROL_TOKENS, token } from './tokens.ts';
import type { AgentView } from './view.ts';

const NO_WORDS = new WordRows({ input: [], output: [] }, CONTROL_TOKENS);
const STOP = token('stop');
const BACK = token('go_back');

/** A random legal action in the policy's own grammar; `stop` and `go_back` are held back so that episodes get somewhere. */
export function randomDecision(view: AgentView, rng: Rng): Action {
  const prompt = policyPrompt(view, { rows: NO_WORDS, salt: 0, dropout: 0 });
  const tokens: number[] = [];
  for (;;) {
    const mask = policyMask(prompt, tokens);
    if (!mask) return decodeAction(prompt, tokens);
    if (tokens.length === 0) {
      if (!rng.chance(0.15)) mask[STOP] = 0;
      if (!rng.chance(0.4)) mask[BACK] = 0;
      // Pages without any control leave nothing else.
      if (!mask.includes(1)) mask[BACK] = 1;
    }
    const legal: number[] = [];
    mask.forEach((allowed, id) => {
      if (allowed) legal.push(id);
    });
    tokens.push(rng.pick(legal));
  }
}
