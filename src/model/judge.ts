import type { Prompt, Sequence } from '../engine/network.ts';
import { ItemWriter, type Lexicon, row } from './features.ts';
import { overlap, writeAgentNodes, writeGoal, writeNotes, writePast } from './items.ts';
import { ROLES, roleIndex, STATICS, token } from './tokens.ts';
import { type AgentView, urlWords } from './view.ts';
import { stem, stemsOf, wordsOf } from './words.ts';

/**
 * The judge: the same network on (goal, last page, last actions, notes, answer) → YES or NO. It stands in for the
 * checker inside a dream (DynaWeb §3.3), so its mistakes are what a policy can exploit: see the audit.
 */
const PAST_JUDGED = 10;
/** Nodes on either side of the answer in which what the goal names is looked for. */
const NEAR = 4;
/**
 * A visit counts as a success from this belief on. Praise for a failure teaches the wrong thing, a success that goes
 * unpraised only costs signal.
 */
export const SURE = 0.7;
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
  const goal = stemsOf(view.goal);
  const names = [...stemsOf(view.goal.filter((word) => lex.rows.isRare(word)))];
  out.add(row('answer'), row('pastRole', at < 0 ? ROLES.length : roleIndex(nodes[at].role)));
  if (answer !== '') {
    out.add(row('answerWhole', at < 0 ? 0 : 1));
    out.words(lex, wordsOf(answer), 0);
    if (at > 0) {
      out.words(lex, nodes[at - 1].name, 2, 6);
      out.add(row('goalLabel', overlap(nodes[at - 1].name, goal)));
    }
    if (at >= 0) {
      const around = nodes.slice(Math.max(0, at - NEAR), at + NEAR + 1).flatMap(({ name }) => name);
      out.add(row('answerNear', names.filter((word) => around.some((other) => stem(other) === word)).length));
    }
  }
  out.end();
  // What the goal names and the visit never met is the surest sign of the wrong ticket, product or person.
  const shown = stemsOf(nodes.flatMap(({ name, value }) => [...name, ...value]));
  const clicked = stemsOf(view.past.flatMap(({ name }) => name));
  const typed = stemsOf(view.past.flatMap(({ text }) => text));
  const unseen = names.filter((word) => !shown.has(word));
  const unclicked = unseen.filter((word) => !clicked.has(word));
  out.add(row('goalUnseen', unseen.length), row('goalUnclicked', unclicked.length));
  out.add(row('goalNowhere', unclicked.filter((word) => !typed.has(word)).length));
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
