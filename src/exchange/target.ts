import type { Action, AXNode, AXTree } from '../core/types.ts';
import { CLICKABLE } from '../page/roles.ts';
import type { FlowAction, FlowTarget, Selector } from './flow.ts';

/** What an accessibility tree knows of a selector: does it mean this node? Undefined: it cannot say. */
function test(selector: Selector): ((node: AXNode) => boolean) | undefined {
  if (selector.by === 'aria') {
    const { name, role } = selector;
    return (node) => (role === undefined || node.role === role) && (name === '' || node.name === name);
  }
  return selector.by === 'text' ? (node) => node.name === selector.text : undefined;
}

/** Index behind the last node below the node at `index`. */
function endOf(nodes: readonly AXNode[], index: number): number {
  let end = index + 1;
  while (end < nodes.length && nodes[end].depth > nodes[index].depth) end++;
  return end;
}

/** Index of the node that a chain means, or -1. Without an ordinal that is the first in reading order, as in Chrome. */
function follow(nodes: readonly AXNode[], chain: readonly Selector[]): number {
  let [from, to, found] = [0, nodes.length, -1];
  for (const selector of chain) {
    const agrees = test(selector);
    if (agrees === undefined) return -1;
    const ordinal = 'ordinal' in selector ? (selector.ordinal ?? 1) : 1;
    let seen = 0;
    found = -1;
    for (let i = from; i < to && found < 0; i++) if (agrees(nodes[i]) && ++seen === ordinal) found = i;
    if (found < 0) return -1;
    [from, to] = [found + 1, endOf(nodes, found)];
  }
  return found;
}

/** Id of the node that `target` means on this page, by the first alternative that leads to one; null when none does. */
export function locate(target: FlowTarget, tree: AXTree): number | null {
  if (target.frame !== undefined && target.frame.length > 0) return null;
  for (const chain of target.selectors) {
    const index = follow(tree.nodes, chain);
    if (index >= 0) return tree.nodes[index].id;
  }
  return null;
}

/** What a node is called; the role of a clickable element is our own word, which no browser knows. */
const calling = ({ role, name }: AXNode): Selector & { ordinal?: number } =>
  role === CLICKABLE && name !== '' ? { by: 'text', text: name } : { by: 'aria', role, name };

/** The nearest named node around `index` that is the only one of its name and holds no other node called the same. */
function surrounding(nodes: readonly AXNode[], index: number): Selector | null {
  const agrees = test(calling(nodes[index]))!;
  let { depth } = nodes[index];
  for (let i = index - 1; i > 0; i--) {
    if (nodes[i].depth >= depth) continue;
    depth = nodes[i].depth;
    const around = calling(nodes[i]);
    const isOnly = nodes[i].name !== '' && around.by === 'aria' && nodes.filter(test(around)!).length === 1;
    if (isOnly && nodes.slice(i + 1, endOf(nodes, i)).filter(agrees).length === 1) return around;
  }
  return null;
}

/**
 * How to find a node again on another visit: by role and name; where several agree in both, by a named node around it, and
 * by which of them it is. Ids are not comparable across visits, and two nodes of one name are not rare (a search box and its
 * button, a row's "Edit").
 */
export function describeTarget(tree: AXTree, id: number): FlowTarget | null {
  const index = tree.nodes.findIndex((one) => one.id === id);
  if (index < 0) return null;
  const node = tree.nodes[index];
  const selector = calling(node);
  const agreeing = tree.nodes.filter(test(selector)!);
  // Shown text is looked for inside other texts, unless it is counted.
  if (agreeing.length === 1 && selector.by === 'aria') return { selectors: [[selector]] };
  const around = selector.by === 'aria' ? surrounding(tree.nodes, index) : null;
  const counted = { ...selector, ordinal: agreeing.indexOf(node) + 1 };
  return { selectors: [...(around ? [[around, selector]] : []), [counted]] };
}

/** What a step of a flow means on this page; null when something that it acts on is not there. */
export function actionOn(action: FlowAction, tree: AXTree): Action | null {
  if (!('target' in action)) return action;
  const target = locate(action.target, tree);
  if (target === null) return null;
  if (action.verb !== 'drag') return { ...action, target };
  const to = locate(action.to, tree);
  return to === null ? null : { ...action, target, to };
}
