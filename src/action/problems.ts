import type { Action, AXNode, AXTree, Failure } from '../core/types.ts';
import type { Problem } from './inPage.ts';
import { describe, optionsOf } from './table.ts';

/** The actions that a page performs; the others belong to the visit (history, notes, answer). */
export type PageAction = Extract<Action, { verb: 'click' | 'type' | 'select' | 'hover' | 'press' | 'scroll' }>;

export const isProblem = (value: object): value is Problem => 'problem' in value;

/** The sentence an agent reads when the page refused. `unknown-option` and `stale-id` are about ids: `format`. */
export function failureOf({ problem, detail }: Problem, node: AXNode | undefined): Failure {
  const name = node ? describe(node) : 'The node';
  const message = {
    'stale-id': `${name} is no longer on the page.`,
    'not-visible': `${name} cannot be seen, so it cannot be clicked.`,
    intercepted: `${name} is covered by ${detail}.`,
    'not-editable': `${name} ${detail}.`,
    'bad-value': `${name} takes ${detail}.`,
    'unknown-option': `${name} has no option "${detail}".`,
    boundary: `The page is already at the ${detail}.`,
  }[problem];
  const kind = problem === 'stale-id' || problem === 'unknown-option' ? 'format' : 'policy';
  return { kind, code: problem, message };
}

/** The target of `action` in `tree`; undefined for verbs without one. */
export const targetNode = (action: Action, tree: AXTree): AXNode | undefined =>
  'target' in action ? tree.nodes.find((node) => node.id === action.target) : undefined;

/** Id of the enabled option named `option` inside combobox `target`, for comboboxes that are not native selects. */
export function optionId(tree: AXTree, target: number, option: string): number | undefined {
  const index = tree.nodes.findIndex((node) => node.id === target);
  const found = optionsOf(tree, index).find((i) => tree.nodes[i].name === option && !tree.nodes[i].states?.disabled);
  return found === undefined ? undefined : tree.nodes[found].id;
}
