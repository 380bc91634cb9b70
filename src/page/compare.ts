import type { AXNode } from '../core/types.ts';
import { alignNodes, sameStates, statesKey } from './diff.ts';

const sameNode = (a: AXNode, b: AXNode): boolean =>
  a.role === b.role &&
  a.name === b.name &&
  a.depth === b.depth &&
  a.value === b.value &&
  a.synthetic === b.synthetic &&
  sameStates(a.states, b.states);

/** Equal node by node; ids do not count. */
export const sameTree = (a: readonly AXNode[], b: readonly AXNode[]): boolean =>
  a.length === b.length && a.every((node, i) => sameNode(node, b[i]));

const content = (node: AXNode): string =>
  JSON.stringify([node.role, node.name, node.value ?? null, statesKey(node.states)]);

/**
 * F1 of the multisets of role | name | value | states: 2·common / (|a| + |b|), in [0, 1]. Order, depth and ids do not
 * count. Two empty lists are equal (1).
 */
export function nodeF1(a: readonly AXNode[], b: readonly AXNode[]): number {
  if (a.length + b.length === 0) return 1;
  const left = new Map<string, number>();
  for (const node of a) left.set(content(node), (left.get(content(node)) ?? 0) + 1);
  let common = 0;
  for (const node of b) {
    const count = left.get(content(node)) ?? 0;
    if (count === 0) continue;
    left.set(content(node), count - 1);
    common++;
  }
  return (2 * common) / (a.length + b.length);
}

/** One line of the real page beside one line of the dreamed page; indices into the two lists. */
export type NodeDifference =
  | { kind: 'matched'; real: number; dreamed: number }
  | { kind: 'wrong-attribute'; real: number; dreamed: number; parts: ('name' | 'value' | 'states')[] }
  | { kind: 'missing'; real: number }
  | { kind: 'invented'; dreamed: number };

/** Where a dreamed page differs from the real one, in page order: every node of either list occurs exactly once. */
export function nodeDiff(real: readonly AXNode[], dreamed: readonly AXNode[]): NodeDifference[] {
  return alignNodes(real, dreamed).map(([i, j]): NodeDifference => {
    if (j === -1) return { kind: 'missing', real: i };
    if (i === -1) return { kind: 'invented', dreamed: j };
    const parts: ('name' | 'value' | 'states')[] = [];
    if (real[i].name !== dreamed[j].name) parts.push('name');
    if (real[i].value !== dreamed[j].value) parts.push('value');
    if (!sameStates(real[i].states, dreamed[j].states)) parts.push('states');
    const both = { real: i, dreamed: j };
    return parts.length === 0 ? { kind: 'matched', ...both } : { kind: 'wrong-attribute', ...both, parts };
  });
}
