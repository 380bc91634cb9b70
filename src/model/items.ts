import type { AXNode } from '../core/types.ts';
import { type ItemWriter, type Lexicon, row } from './features.ts';
import { ROLES, roleIndex } from './tokens.ts';
import type { AgentView, PageNode, PageView, PastAction } from './view.ts';
import { stem } from './words.ts';

const VERBS = ['click', 'type', 'select', 'go_back', 'note', 'stop'] as const;
const verbIndex = (verb: string): number => {
  const i = (VERBS as readonly string[]).indexOf(verb);
  return i < 0 ? VERBS.length : i;
};

const PAST_SHOWN = 5;

/** What a node is, by itself: role, depth, how many of its role came before, where it stands, flags, words. */
export function writeNodeBase(
  out: ItemWriter,
  { node, role, name, value }: PageNode,
  index: number,
  ordinal: number,
  lex: Lexicon,
): void {
  out.add(row('role', roleIndex(role)), row('depth', node.depth), row('ordinal', ordinal), row('place', index >> 1));
  out.words(lex, name, 0);
  out.words(lex, value, 1);
  writeStates(out, node);
  if (node.synthetic) out.add(row('synthetic'));
}

function writeStates(out: ItemWriter, { states }: AXNode): void {
  if (!states) return;
  if (states.checked) out.add(row('state', 0));
  if (states.selected) out.add(row('state', 1));
  if (states.expanded) out.add(row('state', 2));
  if (states.disabled) out.add(row('state', 3));
  if (states.required) out.add(row('state', 4));
  if (states.invalid) out.add(row('state', 5));
  if (states.pressed) out.add(row('state', 6));
  if (states.current) out.add(row('state', 7));
  if (states.checked === false) out.add(row('state', 8));
}

/** Counts of each role so far: gives ordinals in one pass. */
export function ordinals(nodes: readonly PageNode[]): number[] {
  const counts = new Map<string, number>();
  return nodes.map(({ role }) => {
    const n = counts.get(role) ?? 0;
    counts.set(role, n + 1);
    return n;
  });
}

const overlap = (words: readonly string[], set: ReadonlySet<string>): number => {
  let n = 0;
  for (const word of words) if (set.has(stem(word))) n++;
  return n;
};

/** What nodes are that nothing but their place tells apart. */
const kinOf = ({ role, name }: { role: string | null; name: readonly string[] }): string => `${role} ${name.join(' ')}`;
const placed = (kin: string, ordinal: number): string => `${kin} #${ordinal}`;

/**
 * Nodes with everything that relates them to goal, past actions and notes. These *relational* features are what makes
 * few demonstrations enough: the network learns "click what matches the goal", not names.
 */
export function writeAgentNodes(out: ItemWriter, view: AgentView, lex: Lexicon): void {
  const { page, goal, past, notes } = view;
  const goalStems = new Set(goal.map(stem));
  const noteTexts = new Set(notes.map((words) => words.join(' ')));
  const goalSpellings = new Set(goal);
  const acted = new Map<string, number>();
  const futile = new Set<string>();
  for (const action of past) {
    const kin = kinOf(action);
    for (const key of [kin, placed(kin, action.ordinal)]) {
      acted.set(key, (acted.get(key) ?? 0) + 1);
      if (action.still) futile.add(key);
    }
  }
  const kin = page.nodes.map(kinOf);
  const sizes = new Map<string, number>();
  for (const key of kin) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  /** Twins of each kin since a node that the goal names; null before the first such node. */
  let since: Map<string, number> | null = null;
  const goalText = ` ${goal.map(stem).join(' ')} `;
  const ordinal = ordinals(page.nodes);
  page.nodes.forEach((item, i) => {
    const { role, name, value, label } = item;
    writeNodeBase(out, item, i, ordinal[i], lex);
    out.words(lex, label, 2, 4);
    let hits = 0;
    let rareHits = 0;
    for (const word of name) {
      if (!goalStems.has(stem(word))) continue;
      hits++;
      if (lex.rows.isRare(word)) rareHits++;
    }
    out.add(row('goalOverlap', hits), row('goalRare', rareHits));
    if (hits === name.length && hits > 0) out.add(row('goalWhole', hits > 1 ? 1 : 0));
    if (value.length > 0) {
      const inGoal = overlap(value, goalStems);
      out.add(row('goalValue', inGoal === value.length ? 3 : inGoal > 0 ? 2 : 1));
    }
    if (label.length > 0) out.add(row('goalLabel', overlap(label, goalStems)));
    if (role === 'combobox') out.add(row('choice', choiceOf(page, i, goalText)));
    // A node with twins is known by its place, one without also when its place has changed.
    const twins = sizes.get(kin[i])! > 1;
    const key = twins ? placed(kin[i], ordinal[i]) : kin[i];
    if (!twins && name.some((word) => goalSpellings.has(word) && lex.rows.isRare(word))) since = new Map();
    else if (twins && since) {
      const before: number = since.get(kin[i]) ?? 0;
      out.add(row('twin', before));
      since.set(kin[i], before + 1);
    }
    const times = acted.get(key);
    if (times) out.add(row('acted', times > 1 ? 1 : 0));
    if (futile.has(key)) out.add(row('acted', 2));
    if (noteTexts.size > 0) {
      if (value.length > 0 && noteTexts.has(value.join(' '))) out.add(row('noted', 0));
      if (name.length > 0 && noteTexts.has(name.join(' '))) out.add(row('noted', 1));
    }
    out.end();
  });
}

/** What the goal says of a combobox: 0 nothing, 1 an option that is not chosen, 2 the option that is. */
function choiceOf({ nodes }: PageView, at: number, goalText: string): number {
  const inGoal = (words: readonly string[]): boolean =>
    words.length > 0 && goalText.includes(` ${words.map(stem).join(' ')} `);
  if (inGoal(nodes[at].value)) return 2;
  for (let i = at + 1; i < nodes.length && nodes[i].role === 'option'; i++) if (inGoal(nodes[i].name)) return 1;
  return 0;
}

/** One item per goal word: place, the words around it, how often the page shows it, whether it was typed already. */
export function writeGoal(out: ItemWriter, view: AgentView, lex: Lexicon): void {
  const { page, goal, past } = view;
  const counts = new Map<string, number>();
  const values = new Set<string>();
  for (const { name, value } of page.nodes) {
    for (const word of name) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1);
    for (const word of value) values.add(stem(word));
  }
  const typed = new Set<string>();
  const clicked = new Set<string>();
  for (const action of past) {
    for (const word of action.text) typed.add(stem(word));
    for (const word of action.name) clicked.add(stem(word));
  }
  goal.forEach((word, i) => {
    const key = stem(word);
    out.add(row('goalKind'), row('goalPlace', i), row('onPage', counts.get(key) ?? 0));
    out.words(lex, [word], 0);
    if (i > 0) out.words(lex, [goal[i - 1]], 2);
    if (i + 1 < goal.length) out.words(lex, [goal[i + 1]], 1);
    if (values.has(key)) out.add(row('inValue'));
    if (lex.rows.isRare(word)) out.add(row('rare'));
    if (typed.has(key)) out.add(row('typed', 0));
    if (clicked.has(key)) out.add(row('typed', 1));
    out.end();
  });
}

/** The last few actions, newest last. */
export function writePast(out: ItemWriter, past: readonly PastAction[], lex: Lexicon, shown = PAST_SHOWN): void {
  const recent = past.slice(-shown);
  recent.forEach((action, i) => {
    out.add(row('pastKind'), row('pastAge', recent.length - 1 - i), row('pastVerb', verbIndex(action.verb)));
    out.add(
      row('pastRole', action.role === null ? ROLES.length : roleIndex(action.role)),
      row('pastOrdinal', action.ordinal),
    );
    if (action.still) out.add(row('pastStill'));
    out.words(lex, action.name, 0);
    out.words(lex, action.text, 1);
    out.end();
  });
}

/** One item per noted text. */
export function writeNotes(out: ItemWriter, view: AgentView, lex: Lexicon): void {
  const goalStems = new Set(view.goal.map(stem));
  view.notes.forEach((words, i) => {
    out.add(row('noteKind'), row('noteAge', view.notes.length - 1 - i), row('noteGoal', overlap(words, goalStems)));
    out.words(lex, words, 0);
    out.end();
  });
}

export interface ActionFacts {
  verb: string;
  /** Index of the target node in the page, −1 for none. */
  target: number;
  /** Index of the chosen option node, −1 for none. */
  option: number;
  targetName: string[];
  text: string[];
}

/** Nodes as the world model reads them: related to the action, not to a goal. */
export function writeWorldNodes(
  out: ItemWriter,
  page: PageView,
  action: ActionFacts,
  lex: Lexicon,
  keep?: readonly number[],
): void {
  const targetStems = new Set(action.targetName.map(stem));
  const targetName = action.targetName.join(' ');
  const text = action.text.join(' ');
  const ordinal = ordinals(page.nodes);
  for (const i of keep ?? page.nodes.keys()) {
    const item = page.nodes[i];
    writeNodeBase(out, item, i, ordinal[i], lex);
    const name = item.name.join(' ');
    out.add(row('targetOverlap', overlap(item.name, targetStems)));
    if (name !== '' && name === targetName) out.add(row('sameAsTarget'));
    if (name !== '' && name === text) out.add(row('sameAsText'));
    if (i === action.target) out.add(row('target'));
    if (i === action.option) out.add(row('option'));
    out.end();
  }
}

export { overlap, verbIndex };
