import type { Action, AXTree, Failure } from '../core/types.ts';
import type { Place, Problem, Spot } from './inPage.ts';
import { describe, optionsOf } from './table.ts';

/** The actions that a page performs; the others belong to the visit (history, notes, answer). */
export type PageAction = Extract<
  Action,
  { verb: 'click' | 'type' | 'select' | 'hover' | 'drag' | 'click_at' | 'press' | 'scroll' }
>;

export const isProblem = (value: object): value is Problem => 'problem' in value;

/** The sentence an agent reads when the page refused. `unknown-option` and `stale-id` are about ids: `format`. */
export function failureOf({ problem, detail, about }: Problem, action: Action, tree: AXTree): Failure {
  const id = about ?? ('target' in action ? action.target : undefined);
  const node = tree.nodes.find((one) => one.id === id);
  const name = node ? describe(node) : 'The node';
  const message = {
    'stale-id': `${name} is no longer on the page.`,
    'not-visible': `${name} cannot be seen, so it cannot be clicked.`,
    intercepted: `${name} is covered by ${detail}.`,
    'other-frame': `${name} cannot be dragged into another frame.`,
    'not-editable': `${name} ${detail}.`,
    'bad-value': `${name} takes ${detail}.`,
    'unknown-option': `${name} has no option "${detail}".`,
    boundary: `The page is already at the ${detail}.`,
  }[problem];
  const kind = problem === 'stale-id' || problem === 'unknown-option' ? 'format' : 'policy';
  return { kind, code: problem, message };
}

/** Percent as shares. */
export const placeOf = ({ x, y }: Extract<Action, { verb: 'click_at' }>): Place => ({ across: x / 100, down: y / 100 });

const DRAG_STEPS = 10;

/** How far a drag goes past the middle of its goal before it comes back, in CSS pixels: sorted lists make room only then. */
const BEYOND = 3;

/**
 * The way of a drag: its two ends, spots between them, a spot just past the end, and the end twice, because what a drag
 * enters hears of it at one event and takes it at the next.
 */
export function pathOf(from: Spot, to: Spot): Spot[] {
  const past = BEYOND / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const shares = [...Array.from({ length: DRAG_STEPS + 1 }, (_, i) => i / DRAG_STEPS), 1 + past, 1];
  const path = shares.map((share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }));
  return [...path, to];
}

/** Id of the enabled option named `option` inside combobox `target`, for comboboxes that are not native selects. */
export function optionId(tree: AXTree, target: number, option: string): number | undefined {
  const index = tree.nodes.findIndex((node) => node.id === target);
  const found = optionsOf(tree, index).find((i) => tree.nodes[i].name === option && !tree.nodes[i].states?.disabled);
  return found === undefined ? undefined : tree.nodes[found].id;
}
