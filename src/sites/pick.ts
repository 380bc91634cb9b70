import type { Action, AXNode, Observation } from '../core/types.ts';

/*
 * How scripted experts point at nodes: by role and name, never by position in the document. Every helper returns
 * undefined when there is nothing (left) to do, so that an expert reads as `a ?? b ?? c`.
 */

/** Roles of a minor action: a button, or a role-less clickable. */
export const PRESSABLE = ['button', 'clickable'] as const;
export const FIELD = ['textbox', 'searchbox', 'combobox', 'checkbox', 'Date', 'InputTime'] as const;

/** All nodes with one of the roles and exactly this name, in document order. */
export const nodesOf = (seen: Observation, roles: string | readonly string[], name?: string): AXNode[] =>
  seen.tree.nodes.filter(
    (node) =>
      (typeof roles === 'string' ? node.role === roles : roles.includes(node.role)) &&
      (name === undefined || node.name === name),
  );

export const nodeOf = (seen: Observation, roles: string | readonly string[], name?: string): AXNode | undefined =>
  nodesOf(seen, roles, name)[0];

/** Clicks the link of that name. */
export const follow = (seen: Observation, name: string): Action | undefined => click(nodeOf(seen, 'link', name));

/** Presses the button (or role-less clickable) of that name. */
export const press = (seen: Observation, name: string): Action | undefined => click(nodeOf(seen, PRESSABLE, name));

export const click = (node: AXNode | undefined): Action | undefined => node && { verb: 'click', target: node.id };

/** Types into the field of that label; undefined when the text is there already. */
export function fill(seen: Observation, label: string, text: string, enter = false): Action | undefined {
  const node = nodeOf(seen, FIELD, label);
  if (!node || (!enter && (node.value ?? '') === text)) return undefined;
  return { verb: 'type', target: node.id, text, enter };
}

/** Chooses an option of the select of that label; undefined when it is chosen already. */
export function choose(seen: Observation, label: string, option: string): Action | undefined {
  const node = nodeOf(seen, 'combobox', label);
  return node && node.value !== option ? { verb: 'select', target: node.id, option } : undefined;
}

/** Chooses the radio button of that label; undefined when it is chosen already. */
export function mark(seen: Observation, option: string): Action | undefined {
  const node = nodeOf(seen, 'radio', option);
  return node?.states?.checked === true ? undefined : click(node);
}

/** Brings the checkbox of that label to `on`; undefined when it is. */
export function tick(seen: Observation, label: string, on: boolean): Action | undefined {
  const node = nodeOf(seen, 'checkbox', label);
  return node && (node.states?.checked === true) !== on ? { verb: 'click', target: node.id } : undefined;
}

/** Notes the node with exactly this text; undefined when it is noted already or not on the page. */
export function note(seen: Observation, text: string): Action | undefined {
  if (seen.notes.includes(text)) return undefined;
  const node = seen.tree.nodes.find((candidate) => candidate.name === text);
  return node && { verb: 'note', target: node.id };
}

export const stop = (answer = ''): Action => ({ verb: 'stop', answer });

/** Path segments and query of a site-relative address, decoded: `/list/mugs?sort=price` → `['list', 'mugs']`, `{sort: 'price'}`. */
export function addressOf(url: string): { path: string[]; query: URLSearchParams } {
  const [path, query = ''] = url.split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}
