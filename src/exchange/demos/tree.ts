import type { AXTree } from '../../core/types.ts';
import { collapse, pruneTree } from '../../page/axtree.ts';
import { ROLE_BY_INPUT_TYPE, ROLE_BY_TAG } from '../../page/domRoles.ts';
import { lookOf } from '../../page/looks.ts';
import { isNamedFromContent } from '../../page/roles.ts';
import { type NativeStates, type PageView, rawTree } from '../../page/view.ts';
import { isLabelledApart, isLink, isListening, isPointed, nameById, pageTitle, roleByClass } from './pageFacts.ts';
import { everyNode, type RecordedNode } from './recorded.ts';

const has = (node: RecordedNode, name: string): boolean => node.classes.includes(name);

/** A list that shows its options is recorded with them. */
const isOpenList = (node: RecordedNode): boolean => node.tag === 'select' && node.children.length > 0;

function roleOf(node: RecordedNode): string {
  const { tag, type } = node;
  const given = roleByClass(node);
  if (given !== undefined) return given;
  if (has(node, 'ui-menu-item-wrapper'))
    return node.parent?.parent && has(node.parent.parent, 'ui-autocomplete') ? 'none' : 'menuitem';
  if (has(node, 'ui-spinner-input')) return 'spinbutton';
  if (tag === 'a') return isLink(node) ? 'link' : 'none';
  if (tag === 'input') return ROLE_BY_INPUT_TYPE[type] ?? 'textbox';
  if (tag === 'select') return isOpenList(node) ? 'listbox' : 'combobox';
  if (tag === 'td' || tag === 'th') return 'cell';
  return ROLE_BY_TAG[tag] ?? 'none';
}

/** Text inside, as it reads. */
function contentOf(node: RecordedNode): string {
  if (node.tag === '') return `${node.text} `;
  if (node.tag === 'select' || node.tag === 'textarea') return '';
  return node.children.map(contentOf).join('');
}

/** The control that a label stands around. */
const controlIn = (label: RecordedNode): RecordedNode | undefined => {
  for (const node of everyNode(label)) if (/^(input|select|textarea|button)$/.test(node.tag)) return node;
  return undefined;
};

const labelAround = (node: RecordedNode): RecordedNode | undefined => {
  for (let up = node.parent; up !== undefined; up = up.parent) if (up.tag === 'label') return up;
  return undefined;
};

function labelOf(field: RecordedNode): RecordedNode | undefined {
  const around = labelAround(field);
  if (around !== undefined) return controlIn(around) === field ? around : undefined;
  if (!isLabelledApart(field)) return undefined;
  let root = field;
  while (root.parent !== undefined) root = root.parent;
  for (const node of everyNode(root)) if (node.tag === 'label') return node;
  return undefined;
}

/** The field that a label names. */
export function labelledBy(label: RecordedNode): RecordedNode | undefined {
  const inside = controlIn(label);
  if (inside !== undefined) return inside;
  let root = label;
  while (root.parent !== undefined) root = root.parent;
  for (const node of everyNode(root)) if (isLabelledApart(node) && labelOf(node) === label) return node;
  return undefined;
}

/** The words of the tab that a panel belongs to: the one before it, or the active one of those before it. */
function headOf(panel: RecordedNode): string {
  const beside = panel.parent?.children ?? [];
  const before = beside.slice(0, beside.indexOf(panel)).reverse();
  if (has(panel, 'ui-accordion-content')) return before.length > 0 ? contentOf(before[0]) : '';
  for (const one of before) for (const node of everyNode(one)) if (has(node, 'ui-tabs-active')) return contentOf(node);
  return '';
}

function nameOf(node: RecordedNode, role: string): string {
  const { tag, type } = node;
  if (tag === 'input' && ROLE_BY_INPUT_TYPE[type] === 'button') return node.value ?? '';
  if (tag === 'input' || tag === 'textarea' || tag === 'select') {
    const label = labelOf(node);
    return label === undefined ? nameById(node.id) : contentOf(label);
  }
  if (role === 'tabpanel') return headOf(node);
  return isNamedFromContent(role) ? contentOf(node) : '';
}

const isPointedAt = (node: RecordedNode | undefined): boolean =>
  node !== undefined && (isPointed(node) || isPointedAt(node.parent));

const DOCUMENT: RecordedNode = {
  key: 'document',
  ref: 0,
  tag: '#document',
  type: '',
  id: '',
  classes: [],
  text: '',
  focused: false,
  background: '',
  box: { x: 0, y: 0, width: 0, height: 0 },
  children: [],
  parent: undefined,
};

/** Pages are this high; the width is not known. */
const SCREEN = 210;

/** The recording of a page, looked at as any other page. `clicks`: what is known to answer a click. */
const recordedView = (clicks: (node: RecordedNode) => boolean): PageView<RecordedNode> => ({
  tag: (node) => node.tag,
  children: (node) => node.children,
  attribute: () => null,
  text: (node) => `${node.text} `,
  role: roleOf,
  name: nameOf,
  value(node) {
    if (node.tag === 'select') return '';
    if (node.value === undefined) return undefined;
    return node.type === 'password' ? '•'.repeat(node.value.length) : node.value;
  },
  native(node, role) {
    const states: NativeStates = {};
    // The caret of a date or time stands in a part of the field, which is no element of the page.
    if (node.focused && node.tag !== 'body' && !/^(date|time)$/.test(node.type)) states.focused = true;
    if (node.checked !== undefined) states.checked = node.checked;
    if (role === 'tab') {
      states.expanded = has(node, 'ui-tabs-active') || has(node, 'ui-accordion-header-active');
      if (states.expanded) states.selected = true;
    }
    return states;
  },
  cursor: (node) => (isPointedAt(node) ? 'pointer' : 'auto'),
  hasArea: ({ box }) => box.width > 0 && box.height > 0,
  labelled: labelledBy,
  listens: clicks,
  looks: ({ tag, id, classes, background, box }) =>
    lookOf({ tag, box, background, fill: '', id, classes: classes.join(' ') }),
});

export interface TreeReader {
  read(dom: RecordedNode): AXTree;
  idOf(node: RecordedNode): number;
}

/** Reads the pages of one recording as trees. `alsoClicks`: further elements that answer a click. */
export function createTreeReader(task: string, alsoClicks: (node: RecordedNode) => boolean): TreeReader {
  const ids = new Map<string, number>();
  const idOf = ({ key }: RecordedNode): number => {
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  };
  const title = pageTitle(task);
  const isDay = (node: RecordedNode): boolean =>
    node.tag === 'td' && node.children.some((child) => has(child, 'ui-state-default'));
  const view = recordedView((node) => isListening(task, node) || isDay(node) || alsoClicks(node));
  return {
    idOf,
    read(dom) {
      const { nodes, omitted } = pruneTree(rawTree(view, { ...DOCUMENT, children: [dom] }, title), {
        idOf,
        inView: ({ box }) => box.y < SCREEN && box.y + box.height > 0,
      });
      return { url: `/${task}.html`, title: collapse(title), nodes, omitted };
    },
  };
}
