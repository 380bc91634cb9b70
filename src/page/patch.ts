import { ReverieError } from '../core/errors.ts';
import type { AXNode } from '../core/types.ts';
import type { Change } from './delta.ts';

const malformed = (rule: string, got: unknown, expected?: string): ReverieError =>
  new ReverieError('format', { who: 'applyChanges', rule, got, expected });

/**
 * The page after `changes` (see `Change`). Kept nodes keep their ids, added ones take `nextId()` in page order. Inputs
 * are left as they are. A description that makes no sense — an index outside the page, a node changed and deleted, a
 * value for a node without one, a result that is not a tree — is a `format` error: the caller keeps the old page.
 */
export function applyChanges(before: readonly AXNode[], changes: readonly Change[], nextId: () => number): AXNode[] {
  const edited: (AXNode | null)[] = before.slice();
  const added = new Map<number, Change[]>();
  const touched = new Set<string>();
  for (const change of changes) {
    const index = change.op === 'add' ? change.after : change.at;
    const lowest = change.op === 'add' ? -1 : 0;
    if (!Number.isInteger(index) || index < lowest || index >= before.length)
      throw malformed(`'${change.op}' must name a node of the page`, index, `${lowest} … ${before.length - 1}`);
    if (change.op === 'add') {
      added.set(index, [...(added.get(index) ?? []), change]);
      continue;
    }
    const node = edited[index];
    const key = `${change.op} ${index}`;
    if (node === null || touched.has(key) || (change.op === 'delete' && node !== before[index]))
      throw malformed('a node is deleted alone, and each part of it is changed at most once', change);
    touched.add(key);
    if (change.op === 'delete') edited[index] = null;
    else if (change.op === 'name') edited[index] = { ...node, name: change.name };
    else if (change.op === 'value') {
      if (node.value === undefined) throw malformed('only a node with a value gets a new one', change);
      edited[index] = { ...node, value: change.value };
    } else {
      const { states: _, ...rest } = node;
      edited[index] = Object.keys(change.states).length === 0 ? rest : { ...rest, states: { ...change.states } };
    }
  }
  const result: AXNode[] = [];
  const put = (node: AXNode): void => {
    const last = result[result.length - 1];
    const deepest = last === undefined ? 0 : last.depth + 1;
    if (node.depth > deepest || node.depth < (last === undefined ? 0 : 1))
      throw malformed('the result must be one tree', node, `depth at most ${deepest}`);
    result.push(node);
  };
  for (let i = -1; i < before.length; i++) {
    const node = edited[i];
    if (i >= 0 && node !== null) put(node);
    for (const change of added.get(i) ?? []) if (change.op === 'add') put({ id: nextId(), ...change.node });
  }
  return result;
}
