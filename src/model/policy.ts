import { ACTIONS } from '../action/table.ts';
import type { Action, AXTree } from '../core/types.ts';
import type { Prompt, Sequence } from '../engine/network.ts';
import { ItemWriter, type Lexicon, row } from './features.ts';
import { writeAgentNodes, writeGoal, writeNotes, writePast } from './items.ts';
import { isPicker, STATICS, token } from './tokens.ts';
import { type AgentView, targetIndex, urlWords } from './view.ts';
import { wordsOf } from './words.ts';

/**
 * The policy's grammar over pointers:
 *
 *   click n · type n text (END | ENTER) · select n option · go_back · note n · stop (END | n)
 *
 * where n points to a node and text is a run of goal words, one after the other, or one note, or one node. The legality mask comes from the action table,
 * so a malformed action cannot be emitted.
 */
export interface PolicyPrompt extends Prompt {
  view: AgentView;
  /** Item ranges: nodes [0, nodes), goal words [nodes, nodes + goal), notes [nodes + goal, … + notes). */
  nodes: number;
  goal: number;
  notes: number;
  items: number;
}

const MAX_TEXT = 8;
const T = {
  END: token('END'),
  ENTER: token('ENTER'),
  click: token('click'),
  type: token('type'),
  select: token('select'),
  go_back: token('go_back'),
  note: token('note'),
  stop: token('stop'),
};

export function policyPrompt(view: AgentView, lex: Lexicon): PolicyPrompt {
  const out = new ItemWriter();
  writeAgentNodes(out, view, lex);
  writeGoal(out, view, lex);
  writeNotes(out, view, lex);
  writePast(out, view.past, lex);
  out.add(row('mode', 3), row('steps', view.step));
  out.words(lex, urlWords(view.page.url), 2, 4);
  out.end();
  return {
    ...out.prompt(),
    view,
    nodes: view.page.nodes.length,
    goal: view.goal.length,
    notes: view.notes.length,
    items: out.count,
  };
}

/** Roles whose name can be a fact worth copying, and those that may also be noted or given as the answer. */
const FACTS = new Set(['StaticText', 'cell', 'gridcell', 'definition']);
const ANSWERS = new Set([...FACTS, 'heading', 'link']);

type NodeTest = (index: number) => boolean;

const enabled = (tree: AXTree, i: number): boolean => !tree.nodes[i].states?.disabled;

/** Node indices of the options that belong to combobox `index`: the deeper `option` nodes right after it. */
export function optionIndices(tree: AXTree, index: number): number[] {
  const out: number[] = [];
  for (let i = index + 1; i < tree.nodes.length && tree.nodes[i].depth > tree.nodes[index].depth; i++) {
    if (tree.nodes[i].role === 'option') out.push(i);
  }
  return out;
}

const canTarget = (tree: AXTree, verb: 'click' | 'type' | 'select' | 'note'): NodeTest => {
  const { targets } = ACTIONS[verb];
  const types = ACTIONS.type.targets;
  if (verb === 'note')
    return (i) => targets(tree.nodes[i]) && ANSWERS.has(tree.nodes[i].role) && tree.nodes[i].name !== '';
  // A click in a field only moves the caret, as its own `type` does: the model knows no such clicks.
  if (verb === 'click') return (i) => targets(tree.nodes[i]) && !types(tree.nodes[i]) && enabled(tree, i);
  if (verb === 'select') return (i) => targets(tree.nodes[i]) && enabled(tree, i) && optionIndices(tree, i).length > 0;
  return (i) => targets(tree.nodes[i]) && enabled(tree, i);
};

/** The legal next tokens after `prefix`, or null when the action is complete. Length S + items. */
export function policyMask(prompt: PolicyPrompt, prefix: readonly number[]): Uint8Array | null {
  const { tree } = prompt.view.page;
  const mask = new Uint8Array(STATICS + prompt.items);
  const allow = (test: NodeTest): boolean => {
    let any = false;
    for (let i = 0; i < prompt.nodes; i++) {
      if (!test(i)) continue;
      mask[STATICS + i] = 1;
      any = true;
    }
    return any;
  };
  const exists = (test: NodeTest): boolean => {
    for (let i = 0; i < prompt.nodes; i++) if (test(i)) return true;
    return false;
  };
  const [verb] = prefix;
  const last = prefix[prefix.length - 1];
  if (prefix.length === 0) {
    for (const name of ['click', 'type', 'select', 'note'] as const)
      if (exists(canTarget(tree, name))) mask[T[name]] = 1;
    mask[T.go_back] = 1;
    mask[T.stop] = 1;
    return mask;
  }
  if (verb === T.go_back) return null;
  if (prefix.length === 1) {
    if (verb === T.click) allow(canTarget(tree, 'click'));
    else if (verb === T.type) allow(canTarget(tree, 'type'));
    else if (verb === T.select) allow(canTarget(tree, 'select'));
    else if (verb === T.note) allow(canTarget(tree, 'note'));
    else {
      mask[T.END] = 1;
      allow((i) => ANSWERS.has(tree.nodes[i].role) && tree.nodes[i].name !== '');
      for (let i = 0; i < prompt.notes; i++) mask[STATICS + prompt.nodes + prompt.goal + i] = 1;
    }
    return mask;
  }
  if (verb === T.select && prefix.length === 2) {
    for (const i of optionIndices(tree, last - STATICS)) mask[STATICS + i] = 1;
    return mask;
  }
  if (verb === T.type && last !== T.END && last !== T.ENTER) {
    if (prefix.length > 2) {
      mask[T.END] = 1;
      if (!isPicker(tree.nodes[prefix[1] - STATICS].role)) mask[T.ENTER] = 1;
    }
    const words = STATICS + prompt.nodes;
    if (prefix.length === 2) {
      for (let i = 0; i < prompt.goal + prompt.notes; i++) mask[words + i] = 1;
      allow((i) => FACTS.has(tree.nodes[i].role) && tree.nodes[i].name !== '');
    } else if (prefix.length < 2 + MAX_TEXT && last >= words && last + 1 < words + prompt.goal) mask[last + 1] = 1;
    return mask;
  }
  return null;
}

/** Texts that a pointer can copy. */
function pointerText(prompt: PolicyPrompt, item: number): string {
  const { view, nodes, goal } = prompt;
  if (item < nodes) return view.page.tree.nodes[item].name;
  if (item < nodes + goal) return view.goal[item - nodes];
  return view.notes[item - nodes - goal].join(' ');
}

/** Tokens that spell `text` by copying: a run of goal words, else a note, else a node. */
function textTokens(prompt: PolicyPrompt, text: string): number[] | null {
  const { view, nodes, goal } = prompt;
  const words = wordsOf(text);
  const start = view.goal.findIndex((_, i) => words.every((word, k) => view.goal[i + k] === word));
  if (words.length > 0 && start >= 0) return words.map((_, k) => STATICS + nodes + start + k);
  const note = view.notes.findIndex((words) => words.join(' ') === text);
  if (note >= 0) return [STATICS + nodes + goal + note];
  const node = view.page.tree.nodes.findIndex(({ role, name }) => FACTS.has(role) && name === text);
  return node >= 0 ? [STATICS + node] : null;
}

/** The token sequence of an action; null when it cannot be expressed (text that stands nowhere, unknown target). */
export function encodeAction(prompt: PolicyPrompt, action: Action): number[] | null {
  const { tree } = prompt.view.page;
  if (action.verb === 'go_back') return [T.go_back];
  if (action.verb === 'stop') {
    if (action.answer === '') return [T.stop, T.END];
    const at = tree.nodes.findIndex(({ role, name }) => ANSWERS.has(role) && name === action.answer);
    if (at >= 0) return [T.stop, STATICS + at];
    const note = prompt.view.notes.findIndex((words) => words.join(' ') === action.answer);
    return note < 0 ? null : [T.stop, STATICS + prompt.nodes + prompt.goal + note];
  }
  const at = targetIndex(tree, action);
  if (at < 0) return null;
  const target = STATICS + at;
  if (action.verb === 'click' || action.verb === 'note') return [T[action.verb], target];
  if (action.verb === 'select') {
    const option = optionIndices(tree, at).find((i) => tree.nodes[i].name === action.option);
    return option === undefined ? null : [T.select, target, STATICS + option];
  }
  if (action.verb === 'type') {
    const text = textTokens(prompt, action.text);
    return text && text.length <= MAX_TEXT ? [T.type, target, ...text, action.enter ? T.ENTER : T.END] : null;
  }
  return null;
}

/** The action that a complete token sequence spells. */
export function decodeAction(prompt: PolicyPrompt, tokens: readonly number[]): Action {
  const { nodes } = prompt.view.page.tree;
  const [verb] = tokens;
  if (verb === T.go_back) return { verb: 'go_back' };
  if (verb === T.stop)
    return { verb: 'stop', answer: tokens[1] < STATICS ? '' : pointerText(prompt, tokens[1] - STATICS) };
  const target = nodes[tokens[1] - STATICS].id;
  if (verb === T.click) return { verb: 'click', target };
  if (verb === T.note) return { verb: 'note', target };
  if (verb === T.select) return { verb: 'select', target, option: nodes[tokens[2] - STATICS].name };
  const text = tokens
    .slice(2, -1)
    .map((id) => pointerText(prompt, id - STATICS))
    .join(' ');
  return { verb: 'type', target, text, enter: tokens[tokens.length - 1] === T.ENTER };
}

/** The masks of all tokens of a complete sequence, T × (S + items); null when a token is not legal. */
export function policySequence(prompt: PolicyPrompt, tokens: readonly number[]): Sequence | null {
  return sequenceOf(prompt, STATICS + prompt.items, tokens, (prefix) => policyMask(prompt, prefix));
}

/** Stacks the legality masks of a token sequence; null when the grammar does not allow it. */
export function sequenceOf(
  prompt: Prompt,
  width: number,
  tokens: readonly number[],
  maskAfter: (prefix: readonly number[]) => Uint8Array | null,
): Sequence | null {
  const legal = new Uint8Array(width * tokens.length);
  for (let t = 0; t < tokens.length; t++) {
    const mask = maskAfter(tokens.slice(0, t));
    if (!mask?.[tokens[t]]) return null;
    legal.set(mask, t * width);
  }
  return { ids: prompt.ids, offsets: prompt.offsets, tokens: Int32Array.from(tokens), legal };
}
