import type { AXNode, NodeStates } from '../core/types.ts';
import type { Change } from './delta.ts';

/** Equal in every state; an absent object is an empty one. */
export function sameStates(a: NodeStates | undefined, b: NodeStates | undefined): boolean {
  if (a === b) return true;
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]) as Set<keyof NodeStates>;
  for (const key of keys) if (a?.[key] !== b?.[key]) return false;
  return true;
}

/** States in one canonical text, for comparing and counting. */
export const statesKey = (states: NodeStates | undefined): string =>
  states === undefined
    ? ''
    : Object.entries(states)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(' ');

/**
 * Costs of the alignment, in fifths of an edit. Renaming costs more than the other edits, and less than deleting and
 * adding: [A] → [B] is a rename, but [A, B] → [B, C] is the loss of A and the arrival of C, not two renames.
 */
const GAP = 4;
const RENAME = 5;
const EDIT = 4;

/** Only nodes of one kind can be the same node: changes can set name, value and states, nothing else. */
const kindOf = (node: AXNode): string =>
  `${node.depth} ${node.role} ${node.value === undefined ? '' : 'v'}${node.synthetic ? 's' : ''}`;

/** Pairs of indices, in order; −1 stands for "no counterpart". */
export type Alignment = [before: number, after: number][];

/** Small integers for equal strings: the inner loop compares numbers only. */
function interner(): (text: string) => number {
  const seen = new Map<string, number>();
  return (text) => {
    let number = seen.get(text);
    if (number === undefined) seen.set(text, (number = seen.size));
    return number;
  };
}

/**
 * The cheapest order-preserving matching of two node lists (edit distance with the costs above; common ends are
 * trimmed first). O(n·m) after trimming. Within a gap the deleted nodes come before the added ones.
 */
export function alignNodes(before: readonly AXNode[], after: readonly AXNode[]): Alignment {
  const [kind, name, value, states] = [interner(), interner(), interner(), interner()];
  const encode = (nodes: readonly AXNode[]): Int32Array => {
    const codes = new Int32Array(nodes.length * 4);
    nodes.forEach((node, i) => {
      codes[4 * i] = kind(kindOf(node));
      codes[4 * i + 1] = name(node.name);
      codes[4 * i + 2] = value(node.value ?? '');
      codes[4 * i + 3] = states(statesKey(node.states));
    });
    return codes;
  };
  const a = encode(before);
  const b = encode(after);
  const pairCost = (i: number, j: number): number => {
    const p = 4 * i;
    const q = 4 * j;
    if (a[p] !== b[q]) return 2 * GAP + 1;
    return (
      (a[p + 1] === b[q + 1] ? 0 : RENAME) + (a[p + 2] === b[q + 2] ? 0 : EDIT) + (a[p + 3] === b[q + 3] ? 0 : EDIT)
    );
  };
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && pairCost(head, head) === 0) head++;
  let tail = 0;
  while (tail < shortest - head && pairCost(before.length - 1 - tail, after.length - 1 - tail) === 0) tail++;

  const n = before.length - head - tail;
  const m = after.length - head - tail;
  // cost[i][j]: cheapest alignment of what is left from before-node head+i and after-node head+j on.
  const width = m + 1;
  const cost = new Int32Array((n + 1) * width);
  for (let j = m - 1; j >= 0; j--) cost[n * width + j] = cost[n * width + j + 1] + GAP;
  for (let i = n - 1; i >= 0; i--) {
    const row = i * width;
    const next = row + width;
    cost[row + m] = cost[next + m] + GAP;
    for (let j = m - 1; j >= 0; j--) {
      const gap = Math.min(cost[next + j], cost[row + j + 1]) + GAP;
      const pair = pairCost(head + i, head + j) + cost[next + j + 1];
      cost[row + j] = Math.min(pair, gap);
    }
  }

  const pairs: Alignment = [];
  for (let i = 0; i < head; i++) pairs.push([i, i]);
  let added: Alignment = [];
  const flush = (): void => {
    pairs.push(...added);
    added = [];
  };
  for (let i = 0, j = 0; i < n || j < m; ) {
    const here = cost[i * width + j];
    if (i < n && j < m && here === pairCost(head + i, head + j) + cost[(i + 1) * width + j + 1]) {
      flush();
      pairs.push([head + i++, head + j++]);
    } else if (i < n && here === cost[(i + 1) * width + j] + GAP) {
      pairs.push([head + i++, -1]);
    } else {
      added.push([-1, head + j++]);
    }
  }
  flush();
  for (let k = 0; k < tail; k++) pairs.push([before.length - tail + k, after.length - tail + k]);
  return pairs;
}

/**
 * The changes that turn `before` into `after` (ids aside), in page order. Additions are anchored at the last *kept*
 * node before them, so that one page change has one description.
 */
export function diffTrees(before: readonly AXNode[], after: readonly AXNode[]): Change[] {
  const changes: Change[] = [];
  let anchor = -1;
  for (const [i, j] of alignNodes(before, after)) {
    if (j === -1) changes.push({ op: 'delete', at: i });
    else if (i === -1) {
      const { id: _, ...node } = after[j];
      changes.push({ op: 'add', after: anchor, node });
    } else {
      const [old, now] = [before[i], after[j]];
      if (old.name !== now.name) changes.push({ op: 'name', at: i, name: now.name });
      if (old.value !== now.value) changes.push({ op: 'value', at: i, value: now.value! });
      if (!sameStates(old.states, now.states)) changes.push({ op: 'states', at: i, states: { ...now.states } });
      anchor = i;
    }
  }
  return changes;
}
