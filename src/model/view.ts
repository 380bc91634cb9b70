import type { Action, AXNode, AXTree, Observation, Trajectory, Verb } from '../core/types.ts';
import { SPELLED_ROLES } from './tokens.ts';
import { goalWords, stem, wordsOf } from './words.ts';

/** A node with its words split once. */
export interface PageNode {
  node: AXNode;
  role: string;
  name: string[];
  value: string[];
  /** Words of the node right before it in reading order, for text and fields: usually its label. */
  label: string[];
}

/** A page as the networks read it; `nodes[i]` belongs to `tree.nodes[i]`. */
export interface PageView {
  url: string;
  tree: AXTree;
  nodes: PageNode[];
  /** Stems of headings and field values, and of the address: what the page is about. */
  topics: Set<string>;
}

const views = new WeakMap<AXTree, PageView>();
const LABELLED = new Set([
  'StaticText',
  'cell',
  'gridcell',
  'definition',
  'textbox',
  'combobox',
  'Date',
  ...SPELLED_ROLES,
  'checkbox',
  'radio',
]);

export function viewOf(tree: AXTree): PageView {
  let view = views.get(tree);
  if (!view) {
    const nodes = tree.nodes.map(
      (node): PageNode => ({
        node,
        role: node.role,
        name: wordsOf(node.name),
        value: wordsOf(node.value ?? ''),
        label: [],
      }),
    );
    for (let i = 1; i < nodes.length; i++) if (LABELLED.has(nodes[i].role)) nodes[i].label = nodes[i - 1].name;
    const topics = new Set<string>(urlWords(tree.url).map(stem));
    for (const { role, name, value } of nodes) {
      if (role === 'heading') for (const word of name) topics.add(stem(word));
      for (const word of value) topics.add(stem(word));
    }
    view = { url: tree.url, tree, nodes, topics };
    views.set(tree, view);
  }
  return view;
}

/** The path of an address: `/list/mugs?sort=price` → `list`, `mugs`. */
export const pathOf = (url: string): string[] =>
  url
    .split('?')[0]
    .split('/')
    .filter((part) => part !== '');

const addresses = new Map<string, string[]>();

/** The words of an address: `/product/red-mug?sort=price` → `product`, `red`, `mug`, `sort`, `price`. */
export function urlWords(url: string): string[] {
  let words = addresses.get(url);
  if (!words) {
    words = url.split(/[/?&=+~-]+/).filter((part) => part !== '');
    if (addresses.size > 20_000) addresses.clear();
    addresses.set(url, words);
  }
  return words;
}

/** What is remembered of an action. */
export interface PastAction {
  verb: Verb;
  role: string | null;
  name: string[];
  /** Typed text, chosen option or answer. */
  text: string[];
  /** How many nodes of the same role stood before the target. */
  ordinal: number;
  /** Nothing visible changed. */
  still: boolean;
}

export const targetOf = (action: Action): number | null => ('target' in action ? action.target : null);

export const textOf = (action: Action): string =>
  action.verb === 'type'
    ? action.text
    : action.verb === 'select'
      ? action.option
      : action.verb === 'stop'
        ? action.answer
        : '';

/** Index in `tree.nodes` of the node that `action` names, or −1. */
export function targetIndex(tree: AXTree, action: Action): number {
  const id = targetOf(action);
  return id === null ? -1 : tree.nodes.findIndex((node) => node.id === id);
}

export function pastOf(before: AXTree, action: Action, still: boolean): PastAction {
  const index = targetIndex(before, action);
  const target = index < 0 ? null : before.nodes[index];
  let ordinal = 0;
  if (target) for (let i = 0; i < index; i++) if (before.nodes[i].role === target.role) ordinal++;
  return {
    verb: action.verb,
    role: target?.role ?? null,
    name: wordsOf(target?.name ?? ''),
    text: wordsOf(textOf(action)),
    ordinal,
    still,
  };
}

/** What the policy and the judge read at one step. */
export interface AgentView {
  page: PageView;
  goal: string[];
  past: PastAction[];
  notes: string[][];
  step: number;
}

export function agentView(observation: Observation, past: PastAction[]): AgentView {
  return {
    page: viewOf(observation.tree),
    goal: goalWords(observation.goal),
    past,
    notes: observation.notes.map(wordsOf),
    step: observation.step,
  };
}

/** Same page content, caret position aside. */
export function samePage(a: AXTree, b: AXTree): boolean {
  if (a === b) return true;
  if (a.url !== b.url || a.nodes.length !== b.nodes.length) return false;
  return a.nodes.every((node, i) => sameNode(node, b.nodes[i]));
}

const statesKey = (node: AXNode): string => {
  const { focused: _, ...rest } = node.states ?? {};
  return Object.entries(rest)
    .map(([key, value]) => `${key}:${value}`)
    .sort()
    .join(',');
};

export const sameNode = (a: AXNode, b: AXNode): boolean =>
  a.role === b.role && a.name === b.name && (a.value ?? '') === (b.value ?? '') && statesKey(a) === statesKey(b);

const historyCache = new WeakMap<Trajectory, PastAction[]>();

/** The past actions of a recorded trajectory; before step t the agent had seen the first t of them. */
export function historyOf(trajectory: Trajectory): PastAction[] {
  let past = historyCache.get(trajectory);
  if (!past) {
    const { steps, final } = trajectory;
    past = steps.map(({ observation, action }, t) => {
      const after = t + 1 < steps.length ? steps[t + 1].observation : final;
      return pastOf(observation.tree, action, action.verb !== 'note' && samePage(observation.tree, after.tree));
    });
    historyCache.set(trajectory, past);
  }
  return past;
}
