import type { AXNode, NodeStates } from '../core/types.ts';
import {
  CLICKABLE,
  isAlwaysKept,
  isCell,
  isControl,
  isInert,
  isKeptWhenNamed,
  isLive,
  isNamedFromContent,
} from './roles.ts';

/** Nodes printed at most; see `fitBudget`. */
export const DEFAULT_BUDGET = 200;

/** What a reader found, before pruning: every exposed element and text run, nested as on the page. */
export interface RawNode<Key> {
  key: Key;
  role: string;
  name: string;
  value?: string;
  states?: NodeStates;
  /** Looks clickable although its role does not say so (own pointer cursor, `onclick`, `data-on`, `tabindex`). */
  clickable?: boolean;
  /** For a clickable element: a name for want of words. */
  looks?: string;
  /** For a `LabelText`: the name of the field it labels. */
  labels?: string;
  children: RawNode<Key>[];
}

export interface PruneOptions<Key> {
  budget?: number;
  idOf(key: Key): number;
  /** Is the node in the viewport? Asked only when the page is over budget. */
  inView(key: Key): boolean;
}

/** White space (with U+0085, which JavaScript leaves out) as people see it: runs become one space, none at the ends. */
export const collapse = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim();

/** The address as the agent sees it: relative to `base` (a path or URL without trailing slash), whole on foreign pages. */
export function pageUrl(href: string, base?: string): string {
  if (base === undefined) return href;
  const url = new URL(href);
  const root = new URL(base, url);
  const path = root.pathname.replace(/\/$/, '');
  if (url.origin !== root.origin || !(url.pathname === path || url.pathname.startsWith(`${path}/`))) return href;
  return (url.pathname.slice(path.length) || '/') + url.search + url.hash;
}

/** All text below a node, in reading order; the words of a label count once, as the name of its field. */
export function innerText<Key>(node: RawNode<Key>, labels = ''): string {
  if (node.role === 'StaticText') return labels.includes(node.name) ? '' : node.name;
  if (node.role === 'image' || (isControl(node.role) && node.name !== '')) return node.name;
  return collapse(node.children.map((child) => innerText(child, node.labels ?? labels)).join(' '));
}

interface Kept<Key> {
  raw: RawNode<Key>;
  node: Omit<AXNode, 'id'>;
}

/** What the pruning of a child has to know about the kept nodes above it. */
interface Above {
  depth: number;
  /** Name of the nearest kept node. */
  parent: string;
  /** Name of the nearest kept node that is named by its content, '' when none. */
  content: string;
  /** Names of the fields labelled by the labels around, '' when none. */
  labels: string;
}

function keepChildren<Key>(raw: RawNode<Key>, above: Above, out: Kept<Key>[]): void {
  for (const child of raw.children) keep(child, above, out);
}

/** A text (or picture, or heading) that only repeats what is printed above it. */
function repeats<Key>(role: string, name: string, above: Above, out: Kept<Key>[]): boolean {
  if (name === '') return true;
  if (above.content.includes(name)) return true;
  if (role !== 'StaticText') return false;
  const last = out[out.length - 1]?.node;
  return name === above.parent || above.labels.includes(name) || (last?.role === 'image' && last.name === name);
}

function keep<Key>(raw: RawNode<Key>, above: Above, out: Kept<Key>[]): void {
  if (isInert(raw.role) && repeats(raw.role, raw.name, above, out)) {
    if (raw.role !== 'StaticText') keepChildren(raw, above, out);
    return;
  }
  let role = raw.role;
  let name = raw.name;
  const alive = isAlwaysKept(role) || role === 'StaticText' || isLive(role) || (isKeptWhenNamed(role) && name !== '');
  if (!alive) {
    if (!raw.clickable) {
      keepChildren(raw, { ...above, labels: raw.labels ?? above.labels }, out);
      return;
    }
    role = CLICKABLE;
    name ||= innerText(raw) || raw.looks || '';
  }
  const node: Omit<AXNode, 'id'> = { role, name, depth: above.depth };
  if (raw.value !== undefined) node.value = raw.value;
  if (raw.states !== undefined && Object.keys(raw.states).length > 0) node.states = raw.states;
  if (role === CLICKABLE) node.synthetic = true;
  const start = out.length;
  out.push({ raw, node });
  const content = isNamedFromContent(role) ? name : '';
  keepChildren(raw, { depth: above.depth + 1, parent: name, content, labels: raw.labels ?? above.labels }, out);
  const isEmpty = out.length === start + 1;
  if (isLive(role) && name === '' && isEmpty) out.length = start;
  if (!isCell(role) || isEmpty) return;
  out.length = start;
  if (raw.clickable) keep({ ...raw, role: 'none', name: '' }, above, out);
  else keepChildren(raw, above, out);
}

/**
 * Keeps at most `budget` nodes: first those in the viewport, then the rest, both in document order and each together
 * with the nodes above it, so that the list stays a tree.
 */
function fitBudget<Key>(kept: Kept<Key>[], budget: number, inView: (key: Key) => boolean): Kept<Key>[] {
  if (kept.length <= budget) return kept;
  const chosen = new Uint8Array(kept.length);
  let count = 0;
  const parent = new Int32Array(kept.length).fill(-1);
  const open: number[] = [];
  kept.forEach(({ node }, i) => {
    open[node.depth] = i;
    if (node.depth > 0) parent[i] = open[node.depth - 1];
  });
  const choose = (i: number): boolean => {
    const path: number[] = [];
    for (let j = i; j >= 0 && !chosen[j]; j = parent[j]) path.push(j);
    if (count + path.length > budget) return false;
    for (const j of path) chosen[j] = 1;
    count += path.length;
    return true;
  };
  const visible = kept.map(({ raw }, i) => i === 0 || inView(raw.key));
  for (const wanted of [true, false]) {
    for (let i = 0; i < kept.length; i++) if (visible[i] === wanted && !choose(i)) break;
  }
  return kept.filter((_, i) => chosen[i] === 1);
}

/**
 * The printed tree: wrappers skipped with their children moved up, repeated text dropped, clickable elements without a
 * role kept as synthetic nodes, the node budget respected. `omitted` counts what the budget left out.
 */
export function pruneTree<Key>(root: RawNode<Key>, options: PruneOptions<Key>): { nodes: AXNode[]; omitted: number } {
  const kept: Kept<Key>[] = [];
  keep(root, { depth: 0, parent: '', content: '', labels: '' }, kept);
  const chosen = fitBudget(kept, Math.max(1, options.budget ?? DEFAULT_BUDGET), options.inView);
  return {
    nodes: chosen.map(({ raw, node }) => ({ id: options.idOf(raw.key), ...node })),
    omitted: kept.length - chosen.length,
  };
}
