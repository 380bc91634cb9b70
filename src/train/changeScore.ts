import type { AXNode, AXTree } from '../core/types.ts';
import { diffTrees, statesKey } from '../page/diff.ts';

/** Kinds of change; `recall`: another address; `missing`: a page that nobody recorded. */
export const CHANGE_KINDS = ['value', 'name', 'flag', 'add', 'delete', 'recall', 'missing'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Changes that were imagined, that really happened, and that are both. */
export interface Counts {
  said: number;
  real: number;
  right: number;
}
export type KindCounts = Record<ChangeKind, Counts>;

export const emptyCounts = (): KindCounts =>
  Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, { said: 0, real: 0, right: 0 }])) as KindCounts;

/** Precision and recall of summed counts; where nothing was said nothing was wrong, where nothing happened nothing was missed. */
export const precision = ({ said, right }: Counts): number => (said ? right / said : 1);
export const recall = ({ real, right }: Counts): number => (real ? right / real : 1);

export const total = (counts: KindCounts, kinds: readonly ChangeKind[] = CHANGE_KINDS): Counts =>
  kinds.reduce(
    (sum, kind) => ({
      said: sum.said + counts[kind].said,
      real: sum.real + counts[kind].real,
      right: sum.right + counts[kind].right,
    }),
    { said: 0, real: 0, right: 0 },
  );

/** Where the caret is follows from the action; no world model says it. */
const withoutCaret = (node: AXNode): AXNode => {
  const { focused, ...states } = node.states ?? {};
  return focused === undefined ? node : { ...node, states };
};

/** What turns `before` into `after`, one text for each change: two changes are the same when their texts are. */
function changesOf(before: AXTree, after: AXTree): [ChangeKind, string][] {
  const edits = diffTrees(before.nodes.map(withoutCaret), after.nodes.map(withoutCaret)).map(
    (change): [ChangeKind, string] => {
      if (change.op === 'states') return ['flag', `${change.at} ${statesKey(change.states)}`];
      if (change.op !== 'add') return [change.op, JSON.stringify(change)];
      const { role, name, depth, value = null } = change.node;
      return ['add', JSON.stringify([change.after, role, name, depth, value])];
    },
  );
  return before.url === after.url ? edits : [['recall', after.url], ...edits];
}

/**
 * Counts the changes of the imagined page against those of the real one, both relative to the *real* page before the
 * action: at depth 1 that is Δ itself, deeper a mistake of an earlier step is a change that did not happen.
 */
export function countChanges(counts: KindCounts, before: AXTree, real: AXTree, imagined: AXTree): void {
  const left = new Map<string, number>();
  for (const [kind, text] of changesOf(before, real)) {
    counts[kind].real++;
    left.set(`${kind} ${text}`, (left.get(`${kind} ${text}`) ?? 0) + 1);
  }
  for (const [kind, text] of changesOf(before, imagined)) {
    counts[kind].said++;
    const rest = left.get(`${kind} ${text}`) ?? 0;
    if (rest === 0) continue;
    left.set(`${kind} ${text}`, rest - 1);
    counts[kind].right++;
  }
}
