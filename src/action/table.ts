import type { Action, AXNode, AXTree, Failure, Verb } from '../core/types.ts';
import { parseKey } from './keys.ts';

/** What stands between the brackets of an action. */
export type ArgumentKind =
  | 'id'
  | 'percent'
  | 'text'
  | 'option'
  | 'enter'
  | 'key'
  | 'direction'
  | 'url'
  | 'index'
  | 'answer';

export interface ActionRow<A extends Action = Action> {
  /** As written by an agent, e.g. `type [id] [text] [0|1]`. */
  syntax: string;
  /** One line for help, prompt and docs. */
  summary: string;
  example: string;
  /** The action's fields in the order they are written. */
  args: Record<Exclude<keyof A, 'verb'>, ArgumentKind>;
  /** Can the verb act on this node at all? False for every node when the verb has no target. */
  targets(node: AXNode): boolean;
}

const roles = (...names: string[]) => {
  const set = new Set(names);
  return (node: AXNode): boolean => set.has(node.role);
};

const pressable = roles(
  ...['link', 'button', 'checkbox', 'radio', 'switch', 'tab', 'treeitem', 'clickable', 'DisclosureTriangle'],
  ...['menuitem', 'menuitemcheckbox', 'menuitemradio'],
);
/** Fields in which a click only puts the caret. */
const written = roles('textbox', 'searchbox', 'spinbutton');
const editable = roles('textbox', 'searchbox', 'spinbutton', 'Date', 'DateTime', 'InputTime', 'slider', 'ColorWell');
const chooser = roles('combobox', 'listbox');
/** Anything on the page, but not the page itself. */
const below = (node: AXNode): boolean => node.depth > 0;
const nothing = (): boolean => false;

/** The single source of the action grammar: parser, legality, help, docs and tests are all read from this table. */
export const ACTIONS: { readonly [V in Verb]: ActionRow<Extract<Action, { verb: V }>> } = {
  click: {
    syntax: 'click [id]',
    summary: 'Click a link, button, checkbox or other clickable node, or a text field to put the caret there.',
    example: 'click [12]',
    args: { target: 'id' },
    targets: (node) => pressable(node) || written(node) || node.synthetic === true,
  },
  type: {
    syntax: 'type [id] [text] [0|1]',
    summary: 'Replace the content of a field; 1 (the default) presses Enter afterwards. Dates are written YYYY-MM-DD.',
    example: 'type [7] [blue mug] [1]',
    args: { target: 'id', text: 'text', enter: 'enter' },
    targets: editable,
  },
  select: {
    syntax: 'select [id] [option]',
    summary: 'Choose an option of a combobox by its text.',
    example: 'select [9] [Price, low to high]',
    args: { target: 'id', option: 'option' },
    targets: chooser,
  },
  hover: {
    syntax: 'hover [id]',
    summary: 'Move the pointer over a node.',
    example: 'hover [12]',
    args: { target: 'id' },
    targets: (node) => pressable(node) || editable(node) || chooser(node) || node.synthetic === true,
  },
  drag: {
    syntax: 'drag [from] [to]',
    summary: 'Drag one node onto another with the mouse.',
    example: 'drag [14] [20]',
    args: { target: 'id', to: 'id' },
    targets: below,
  },
  click_at: {
    syntax: 'click_at [id] [x] [y]',
    summary:
      'Click a place in the box of a node, in percent of its width from the left and of its height from the top.',
    example: 'click_at [17] [50] [12.5]',
    args: { target: 'id', x: 'percent', y: 'percent' },
    targets: below,
  },
  press: {
    syntax: 'press [key]',
    summary: 'Press a key or a combination of keys.',
    example: 'press [Ctrl+a]',
    args: { key: 'key' },
    targets: nothing,
  },
  scroll: {
    syntax: 'scroll [up|down]',
    summary: 'Scroll by one screen.',
    example: 'scroll [down]',
    args: { direction: 'direction' },
    targets: nothing,
  },
  goto: {
    syntax: 'goto [url]',
    summary: 'Open an address of this site.',
    example: 'goto [/list/mugs]',
    args: { url: 'url' },
    targets: nothing,
  },
  go_back: {
    syntax: 'go_back',
    summary: 'Go to the page before this one.',
    example: 'go_back',
    args: {},
    targets: nothing,
  },
  go_forward: { syntax: 'go_forward', summary: 'Undo go_back.', example: 'go_forward', args: {}, targets: nothing },
  new_tab: { syntax: 'new_tab', summary: 'Open an empty tab.', example: 'new_tab', args: {}, targets: nothing },
  tab_focus: {
    syntax: 'tab_focus [index]',
    summary: 'Go to the tab with this number; the first is 0.',
    example: 'tab_focus [1]',
    args: { index: 'index' },
    targets: nothing,
  },
  close_tab: { syntax: 'close_tab', summary: 'Close this tab.', example: 'close_tab', args: {}, targets: nothing },
  note: {
    syntax: 'note [id]',
    summary: "Remember this node's text for later pages.",
    example: 'note [31]',
    args: { target: 'id' },
    targets: (node) => node.depth > 0 && noteText(node) !== '',
  },
  stop: {
    syntax: 'stop [answer]',
    summary: 'End the task with an answer, or with empty brackets when it asks for none.',
    example: 'stop [EUR 12.50]',
    args: { answer: 'answer' },
    targets: nothing,
  },
};

export const VERBS = Object.keys(ACTIONS) as Verb[];

/** The table as text, one verb a line: for prompts, `--help` and docs. */
export const actionHelp = (): string =>
  VERBS.map(
    (verb) => `${ACTIONS[verb].syntax.padEnd(24)}${ACTIONS[verb].summary} Example: ${ACTIONS[verb].example}`,
  ).join('\n');

/** What `note` keeps of a node: its value when it is a field that holds one, else its name. */
export const noteText = (node: AXNode): string => node.value || node.name;

export const isEnabled = (node: AXNode): boolean => !node.states?.disabled;

/** Verbs that a disabled control ignores. */
const NEEDS_ENABLED: ReadonlySet<Verb> = new Set(['click', 'type', 'select', 'drag', 'click_at']);

/**
 * Does the verb fit the node at `index`, whatever its state? A combobox without options is a field with suggestions, or
 * a list that a click opens.
 */
function fits(verb: Verb, tree: AXTree, index: number): boolean {
  const node = tree.nodes[index];
  if (!chooser(node) || (verb !== 'click' && verb !== 'type' && verb !== 'select')) return ACTIONS[verb].targets(node);
  return optionsOf(tree, index).length > 0 ? verb === 'select' : verb !== 'select' && node.role === 'combobox';
}

/** Indices of the nodes that `verb` can act on now. */
export function legalTargets(verb: Verb, tree: AXTree): number[] {
  const usable = (i: number): boolean => fits(verb, tree, i) && (!NEEDS_ENABLED.has(verb) || isEnabled(tree.nodes[i]));
  return [...tree.nodes.keys()].filter(usable);
}

/** Indices of the `option` nodes inside the combobox at `index`. */
export function optionsOf(tree: AXTree, index: number): number[] {
  const out: number[] = [];
  const { depth } = tree.nodes[index];
  for (let i = index + 1; i < tree.nodes.length && tree.nodes[i].depth > depth; i++) {
    if (tree.nodes[i].role === 'option') out.push(i);
  }
  return out;
}

/** `link "Mugs"`: how failures and feedback name a node. */
export const describe = (node: AXNode): string => (node.name ? `${node.role} "${node.name}"` : node.role);

const format = (code: string, message: string): Failure => ({ kind: 'format', code, message });
const policy = (code: string, message: string): Failure => ({ kind: 'policy', code, message });

const VALID: Record<ArgumentKind, (value: unknown) => boolean> = {
  id: (value) => Number.isInteger(value),
  index: (value) => Number.isInteger(value),
  // Two decimals are finer than a pixel; written as the parser reads them.
  percent: (value) => typeof value === 'number' && value <= 100 && /^\d+(\.\d{1,2})?$/.test(String(value)),
  enter: (value) => typeof value === 'boolean',
  direction: (value) => value === 'up' || value === 'down',
  key: (value) => typeof value === 'string' && parseKey(value) !== null,
  text: (value) => typeof value === 'string',
  option: (value) => typeof value === 'string',
  url: (value) => typeof value === 'string' && value !== '',
  answer: (value) => typeof value === 'string',
};

/**
 * Why `action` cannot be done on this page, or null. `format`: not an action of the table, or an id or option that is
 * not on the page. `policy`: the node is there, but the verb cannot act on it.
 */
export function checkAction(action: Action, tree: AXTree): Failure | null {
  if (!Object.hasOwn(ACTIONS, action.verb)) return format('unknown-verb', `There is no action "${action.verb}".`);
  const row: ActionRow = ACTIONS[action.verb];
  const fields: Record<string, unknown> = { ...action };
  for (const [name, kind] of Object.entries<ArgumentKind>(row.args)) {
    if (!VALID[kind](fields[name])) return format('bad-argument', `${action.verb} needs: ${row.syntax}`);
  }
  if (!('target' in action)) return null;
  const index = tree.nodes.findIndex((node) => node.id === action.target);
  if (index < 0) return format('unknown-id', `There is no node [${action.target}] on this page.`);
  const node = tree.nodes[index];
  if (!fits(action.verb, tree, index)) {
    return action.verb === 'type'
      ? policy('not-editable', `${describe(node)} is not a field.`)
      : policy('wrong-role', `${describe(node)} cannot be used with ${action.verb}.`);
  }
  if (NEEDS_ENABLED.has(action.verb) && !isEnabled(node)) return policy('disabled', `${describe(node)} is disabled.`);
  if (action.verb === 'drag') return checkGoal(action, tree);
  return action.verb === 'select' ? checkOption(action.option, tree, index) : null;
}

function checkGoal({ target, to }: Extract<Action, { verb: 'drag' }>, tree: AXTree): Failure | null {
  const goal = tree.nodes.find((node) => node.id === to);
  if (!goal) return format('unknown-id', `There is no node [${to}] on this page.`);
  if (to !== target && below(goal)) return null;
  return policy('wrong-role', `${describe(goal)} is no place to drag this to.`);
}

function checkOption(option: string, tree: AXTree, index: number): Failure | null {
  const options = optionsOf(tree, index).map((i) => tree.nodes[i]);
  const named = options.filter((node) => node.name === option);
  if (named.length === 0) return format('unknown-option', `${describe(tree.nodes[index])} has no option "${option}".`);
  return named.some(isEnabled) ? null : policy('disabled', `Option "${option}" is disabled.`);
}
