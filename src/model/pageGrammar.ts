import type { AXNode } from '../core/types.ts';
import type { Change } from '../page/delta.ts';
import { allowDelta, type DeltaItems, decodeChanges, encodeChanges } from './deltaGrammar.ts';
import type { WordRows } from './features.ts';
import { MAX_DEPTH, STATICS, token } from './tokens.ts';

/**
 * A whole page as tokens: the Δ grammar's additions to an empty page. Texts are copied by the same pointers; that every
 * node comes after the one before it goes without saying, so ADD names no node:
 *
 *   ( ADD role depth (±flag)… text [VALUE text] )… END
 *
 * The first node is the root, and a node is at most one level deeper than the one before it.
 */
const ADD = token('ADD');
const END = token('END');
const NEVER = ['SETV', 'SETN', 'STATE', 'DEL', 'HEAD'].map(token);
const ROOT = token('role:RootWebArea');
const DEPTH_0 = token('depth:0');

/** Roles that print `checked` when it is false, too; Δ has no token for a flag that is down from the start. */
const CHECKABLE = new Set(['checkbox', 'radio']);

/** The empty page: one node to add after, without a name to copy from. */
const BLANK: AXNode = { id: 0, role: 'other', name: '', depth: 0 };
const onBlank = (items: DeltaItems): DeltaItems => ({ ...items, base: [BLANK] });

/** Page tokens as the Δ that they are short for. */
const asDelta = (page: readonly number[]): number[] => page.flatMap((id) => (id === ADD ? [ADD, STATICS] : [id]));

/** A page as tokens, END included; null when the grammar cannot say it in `limit` tokens. */
export function encodePage(
  nodes: readonly AXNode[],
  items: DeltaItems,
  rows: WordRows,
  limit: number,
): number[] | null {
  const additions = nodes.map(({ id: _, ...node }): Change => ({ op: 'add', after: 0, node }));
  const delta = encodeChanges(additions, onBlank(items), rows, limit + nodes.length);
  const page = delta?.filter((_, k) => delta[k - 1] !== ADD) ?? null;
  return page && page.length <= limit ? page : null;
}

/** The nodes of a complete page, without ids of their own; null when it ran on beyond `limit` tokens. */
export function decodePage(page: readonly number[], items: DeltaItems, rows: WordRows, limit: number): AXNode[] | null {
  if (page.length > limit) return null;
  return decodeChanges(asDelta(page), onBlank(items), rows).flatMap((change) => {
    if (change.op !== 'add') return [];
    const { node } = change;
    const unchecked = CHECKABLE.has(node.role) && !node.states?.checked;
    return [{ id: 0, ...node, ...(unchecked ? { states: { ...node.states, checked: false } } : {}) }];
  });
}

/** Marks the tokens that may follow `page`; false when it is complete. A page that runs on is cut between two nodes. */
export function allowPage(
  mask: Uint8Array,
  page: readonly number[],
  items: DeltaItems,
  rows: WordRows,
  limit: number,
): boolean {
  const delta = asDelta(page);
  if (!allowDelta(mask, delta, onBlank(items), rows, limit + delta.length - page.length)) return false;
  for (const id of NEVER) mask[id] = 0;
  if (page.length === 0) mask[END] = 0;
  const at = page.lastIndexOf(ADD);
  if (at === page.length - 1 && at === 0) mask.fill(0).fill(1, ROOT, ROOT + 1);
  if (at >= 0 && at === page.length - 2) {
    const before = at === 0 ? -1 : depthBefore(page, at);
    const [least, most] = [Math.min(before + 1, 1), Math.min(before + 1, MAX_DEPTH)];
    mask.fill(0).fill(1, DEPTH_0 + least, DEPTH_0 + most + 1);
  }
  return true;
}

/** Depth of the node before the one that begins at `at`. */
const depthBefore = (page: readonly number[], at: number): number => page[page.lastIndexOf(ADD, at - 1) + 2] - DEPTH_0;
