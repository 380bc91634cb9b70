import type { Action, AXNode, Observation } from '../../core/types.ts';

/** Chooses the next action towards the goal, from what an agent sees and nothing else. */
export type Expert = (seen: Observation) => Action;

/** What an expert does when the page does not show what it looks for: a visible end instead of a loop. */
export const GIVE_UP: Action = { verb: 'stop', answer: '' };

/** The texts in double quotes of the goal, in order. */
export const quoted = (goal: string): string[] => [...goal.matchAll(/"([^"]*)"/g)].map(([, text]) => text);

/** Nodes of these roles, in reading order. */
export const nodesOf = ({ tree }: Observation, ...roles: string[]): AXNode[] =>
  tree.nodes.filter(({ role }) => roles.includes(role));

/** What can be clicked, the proper controls first: their wrappers often bear the same name. */
const CLICKABLE = ['button', 'link', 'tab', 'checkbox', 'radio', 'menuitem', 'treeitem', 'clickable'];

/** The node of that name that can be clicked, letter case aside where no name is the same to the letter. */
export function named(seen: Observation, name: string, ...roles: string[]): AXNode | undefined {
  const candidates = (roles.length > 0 ? roles : CLICKABLE).flatMap((role) => nodesOf(seen, role));
  return (
    candidates.find((node) => node.name === name) ??
    candidates.find((node) => node.name.toLowerCase() === name.toLowerCase())
  );
}

export const click = (node: AXNode | undefined): Action => (node ? { verb: 'click', target: node.id } : GIVE_UP);

export const type = (node: AXNode | undefined, text: string): Action =>
  node ? { verb: 'type', target: node.id, text, enter: false } : GIVE_UP;

export const select = (node: AXNode | undefined, option: string): Action =>
  node ? { verb: 'select', target: node.id, option } : GIVE_UP;

/** A password field shows bullets only. */
const holds = ({ value = '' }: AXNode, text: string): boolean =>
  value === text || (text !== '' && value === '•'.repeat(text.length));

/** Fills the fields that do not hold their text yet, then does the rest. */
export function fill(fields: readonly (AXNode | undefined)[], texts: readonly string[], then: () => Action): Action {
  const open = texts.findIndex((text, i) => !fields[i] || !holds(fields[i], text));
  return open < 0 ? then() : type(fields[open], texts[open]);
}

/** Sets the boxes that are not as wanted, then does the rest. */
export function tick(boxes: readonly AXNode[], wanted: (node: AXNode) => boolean, then: () => Action): Action {
  const wrong = boxes.find((box) => (box.states?.checked === true) !== wanted(box));
  return wrong ? click(wrong) : then();
}

export const FIELDS = ['textbox', 'searchbox', 'spinbutton'] as const;

/** The number in a text such as `the 2nd result`; 1 when there is none. */
export const ordinal = (text: string): number => Number(/(\d+)(st|nd|rd|th)\b/.exec(text)?.[1] ?? 1);
