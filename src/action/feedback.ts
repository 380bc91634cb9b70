import type { Action, AXNode, AXTree } from '../core/types.ts';
import { sameTree } from '../page/compare.ts';
import { describe, noteText } from './table.ts';

/** Equal to the eye: ids and the caret do not count. */
const looksSame = (before: AXTree, after: AXTree): boolean =>
  before === after || sameTree(before.nodes.map(withoutCaret), after.nodes.map(withoutCaret));

const withoutCaret = (node: AXNode): AXNode =>
  node.states?.focused ? { ...node, states: { ...node.states, focused: undefined } } : node;

function deed(action: Action, target: AXNode | undefined, before: AXTree): string {
  const name = target ? describe(target) : '';
  switch (action.verb) {
    case 'click':
      return `clicked ${name}`;
    case 'type':
      return `typed "${action.text}" into ${name}${action.enter ? ' and pressed Enter' : ''}`;
    case 'select':
      return `chose "${action.option}" in ${name}`;
    case 'hover':
      return `pointed at ${name}`;
    case 'drag': {
      const goal = before.nodes.find((node) => node.id === action.to);
      return `dragged ${name} to ${goal ? describe(goal) : ''}`;
    }
    case 'click_at':
      return `clicked ${name} at ${action.x} %, ${action.y} %`;
    case 'press':
      return `pressed ${action.key}`;
    case 'scroll':
      return `scrolled ${action.direction}`;
    case 'goto':
      return 'followed the address';
    case 'go_back':
      return 'went back';
    case 'go_forward':
      return 'went forward';
    case 'new_tab':
      return 'opened a tab';
    case 'tab_focus':
      return `went to tab ${action.index}`;
    case 'close_tab':
      return 'closed the tab';
    case 'note':
      return `noted "${target ? noteText(target) : ''}"`;
    case 'stop':
      return 'stopped';
  }
}

/**
 * One line about what an action did: what was hit, whether the address changed, whether anything visible changed, and
 * what a field really holds when that is not what was typed. A function of the two trees, so that dreams say the same.
 * `asides` are things a tree does not show (dialogs, downloads).
 */
export function feedbackLine(action: Action, before: AXTree, after: AXTree, asides: readonly string[] = []): string {
  const target = 'target' in action ? before.nodes.find((node) => node.id === action.target) : undefined;
  const parts = [deed(action, target, before)];
  if (action.verb !== 'note' && action.verb !== 'stop') {
    if (before.url !== after.url) parts.push(`now at ${after.url}`);
    else if (looksSame(before, after)) parts.push('no visible change');
    const wanted = action.verb === 'type' ? action.text : action.verb === 'select' ? action.option : undefined;
    const field = wanted === undefined ? undefined : after.nodes.find((node) => node.id === target?.id);
    if (field && (field.value ?? '') !== wanted) parts.push(`the field holds "${field.value ?? ''}"`);
  }
  return [...parts, ...asides].join('; ');
}
