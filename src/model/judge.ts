import type { Prompt, Sequence } from '../engine/network.ts';
import { ItemWriter, type Lexicon, row } from './features.ts';
import { overlap, writeAgentNodes, writeGoal, writeNotes, writePast } from './items.ts';
import { ROLES, roleIndex, STATICS, token } from './tokens.ts';
import { type AgentView, urlWords } from './view.ts';
import { stem, wordsOf } from './words.ts';

/**
 * The judge: the same network on (goal, last page, last actions, notes, answer) → YES or NO. It stands in for the
 * checker inside a dream (DynaWeb §3.3), so its mistakes are what a policy can exploit: see the audit.
 */
const PAST_JUDGED = 10;
const YES = token('YES');
const NO = token('NO');

export interface JudgePrompt extends Prompt {
  items: number;
}

export function judgePrompt(view: AgentView, answer: string, lex: Lexicon): JudgePrompt {
  const out = new ItemWriter();
  writeAgentNodes(out, view, lex);
  writeGoal(out, view, lex);
  writeNotes(out, view, lex);
  writePast(out, view.past, lex, PAST_JUDGED);
  const { nodes } = view.page;
  const at = answer === '' ? -1 : nodes.findIndex(({ node }) => node.name === answer);
  const goal = new Set(view.goal.map(stem));
  out.add(row('answer'), row('pastRole', at < 0 ? ROLES.length : roleIndex(nodes[at].role)));
  if (answer !== '') {
    out.add(row('answerWhole', at < 0 ? 0 : 1));
    out.words(lex, wordsOf(answer), 0);
    if (at > 0) {
      out.words(lex, nodes[at - 1].name, 2, 6);
      out.add(row('goalLabel', overlap(nodes[at - 1].name, goal)));
    }
  }
  out.end();
  out.add(row('mode', 2), row('steps', view.past.length));
  out.words(lex, urlWords(view.page.url), 2, 4);
  out.end();
  return { ...out.prompt(), items: out.count };
}

export function judgeMask(prompt: JudgePrompt, prefix: readonly number[]): Uint8Array | null {
  if (prefix.length > 0) return null;
  const mask = new Uint8Array(STATICS + prompt.items);
  mask[YES] = 1;
  mask[NO] = 1;
  return mask;
}

export function judgeSequence(prompt: JudgePrompt, success: boolean): Sequence {
  const legal = judgeMask(prompt, []);
  if (!legal) throw new Error('internal: the judge has no legal token');
  return { ids: prompt.ids, offsets: prompt.offsets, tokens: Int32Array.of(success ? YES : NO), legal };
}

/** P(success) from a greedily decoded verdict and its log-probability. */
export const verdict = (tokens: readonly number[], logProbs: readonly number[]): number => {
  const p = Math.exp(logProbs[0]);
  return tokens[0] === YES ? p : 1 - p;
};
