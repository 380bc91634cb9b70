import type { NodeStates } from '../core/types.ts';
import { collapse, innerText, type RawNode } from './axtree.ts';
import { isCell, isCheckable, isControl, isLeaf, needsName, printedRole } from './roles.ts';

export interface ReadOptions {
  /** Most nodes printed; default 200. */
  budget?: number;
  /** Base of the site (path or URL): the tree's `url` is relative to it. Default: the whole URL. */
  base?: string;
  /**
   * For pages that were not written for accessibility: what a script listens to counts as clickable, and a clickable element
   * without words is named by its colour, shape, id and classes. The reader inside a page has to be told of the listeners.
   */
  bare?: boolean;
}

/** States that only the browser knows; the rest is read from `aria-*` attributes. */
export type NativeStates = Pick<NodeStates, 'focused' | 'disabled' | 'checked' | 'selected' | 'expanded'>;

/**
 * What a reader must be able to say about a node of the page. The walk below turns it into raw nodes, so that the two
 * readers differ only in *where they look things up*: the DOM itself, or Chrome's accessibility tree and DOM snapshot.
 */
export interface PageView<N> {
  /** Lower-case tag; '' for a text node, '#other' for comments and the like. */
  tag(node: N): string;
  /** Children in the flat tree (shadow roots and slots resolved; nothing below a closed `details` but its summary). */
  children(node: N): readonly N[];
  attribute(node: N, name: string): string | null;
  /** Rendered text of a text node, '' when it is not exposed. */
  text(node: N): string;
  /** Chrome's role; 'none' for a wrapper; null when neither the element nor anything below it is exposed. */
  role(node: N): string | null;
  name(node: N, role: string): string;
  /** Current value of a native field or gauge; undefined for a text box that a page makes of other elements. */
  value(node: N): string | undefined;
  native(node: N, role: string): NativeStates;
  /** The cursor shown over the element, '' when it has no box of its own. */
  cursor(node: N): string;
  /** Has a box that can be hit. */
  hasArea(node: N): boolean;
  /** The field that a `label` gives its name to; undefined when the field is not exposed, or named by something else. */
  labelled(node: N): N | undefined;
  /** A script listens to clicks on it. Absent when the reader does not look for listeners. */
  listens?(node: N): boolean;
  /** What the looks of an element without words say, '' when nothing. Absent when the reader does not look at looks. */
  looks?(node: N): string;
}

/** Never content: not rendered as part of the page, or (media, canvas, plug-ins) the widget's own machinery. */
const SKIPPED = new Set(
  `script style template noscript head meta link title base param source track datalist area video audio canvas object
   embed rt rp desc defs metadata symbol #other`.split(/\s+/),
);

const FLAG = /^(true|false)$/;

/** A flag of ARIA as Chrome reads it: on for anything but nothing and a no. */
export const isOn = (attribute: string | null): boolean =>
  attribute !== null && !/^(|false|undefined)$/i.test(attribute.trim());

/** The value of a gauge or slider made by a page: `aria-valuenow`; undefined when that is no number. */
export const valueNow = (attribute: string | null | undefined): string | undefined =>
  attribute?.trim() && Number.isFinite(Number(attribute)) ? String(Number(attribute)) : undefined;

/** States given by attributes, the same for both readers. Only true ones where false is the normal case. */
function statesOf<N>(view: PageView<N>, node: N, role: string): NodeStates {
  const { focused, disabled, checked, selected, expanded } = view.native(node, role);
  const states: NodeStates = {};
  const aria = (name: string): string => view.attribute(node, `aria-${name}`) ?? '';
  if (focused) states.focused = true;
  // Off with the control around it, a clickable part is not said to be off itself: Chrome says so only of some.
  if (isControl(role) ? disabled : isOn(aria('disabled'))) states.disabled = true;
  if (view.attribute(node, 'required') !== null || aria('required') === 'true') states.required = true;
  if (isCheckable(role)) states.checked = checked ?? false;
  if (selected || aria('selected') === 'true') states.selected = true;
  if (expanded !== undefined) states.expanded = expanded;
  else if (isControl(role) && FLAG.test(aria('expanded'))) states.expanded = aria('expanded') === 'true';
  if (role === 'button' && FLAG.test(aria('pressed'))) states.pressed = aria('pressed') === 'true';
  // Not the browser's own validity: it calls a required field invalid before anyone has typed.
  if (!/^(|false)$/.test(aria('invalid'))) states.invalid = true;
  if (!/^(|false)$/.test(aria('current'))) states.current = true;
  return states;
}

/**
 * An own reason to think that a click does something: markup says so, or the pointer cursor starts at this element.
 * (Listeners added by script leave no trace that could be seen from inside the page later: not every reader has `listens`.)
 */
function looksClickable<N>(view: PageView<N>, node: N, tag: string, cursorAbove: string): boolean {
  if (tag === 'html' || tag === 'body') return false;
  const tabindex = view.attribute(node, 'tabindex');
  const marked =
    view.attribute(node, 'onclick') !== null ||
    view.attribute(node, 'data-on') !== null ||
    view.listens?.(node) === true ||
    (tabindex !== null && Number(tabindex) >= 0);
  if (!marked && !(view.cursor(node) === 'pointer' && cursorAbove !== 'pointer')) return false;
  // A form raises its event on submit, a label stands for its field: what to click is inside or elsewhere.
  if (tag === 'form' || (tag === 'label' && view.labelled(node) !== undefined)) return false;
  return view.hasArea(node);
}

/** Neighbouring text nodes of one element are one text: `{count} items` is two nodes only for the page's script. */
function textRun<N>(view: PageView<N>, nodes: readonly N[], from: number): { raw?: RawNode<N>; next: number } {
  let text = '';
  let key: N | undefined;
  let next = from;
  for (; next < nodes.length && view.tag(nodes[next]) === ''; next++) {
    const part = view.text(nodes[next]);
    if (key === undefined && part.trim() !== '') key = nodes[next];
    text += part;
  }
  const raw = key === undefined ? undefined : { key, role: 'StaticText', name: collapse(text), children: [] };
  return { raw, next };
}

/**
 * A header heads its row when data cells stand beside it, else its column; `scope` overrides. Chrome's own guess looks
 * at direct neighbours and at borders and colours ("layout tables"), which says nothing about the page.
 */
function cellRole<N>(view: PageView<N>, cell: N, role: string, besideData: boolean): string {
  if (!isCell(role)) return role;
  if (view.tag(cell) === 'td') return role === 'gridcell' ? role : 'cell';
  if (view.tag(cell) !== 'th') return role;
  const scope = view.attribute(cell, 'scope')?.toLowerCase() ?? '';
  if (scope.startsWith('row') || (!scope.startsWith('col') && besideData)) return 'rowheader';
  return 'columnheader';
}

function childrenOf<N>(view: PageView<N>, node: N, cursor: string): RawNode<N>[] {
  const out: RawNode<N>[] = [];
  const nodes = view.children(node);
  const besideData = view.tag(node) === 'tr' && nodes.some((cell) => view.tag(cell) === 'td');
  for (let i = 0; i < nodes.length; ) {
    const tag = view.tag(nodes[i]);
    if (tag === '') {
      const { raw, next } = textRun(view, nodes, i);
      if (raw !== undefined) out.push(raw);
      i = next;
      continue;
    }
    const raw = SKIPPED.has(tag) ? null : elementOf(view, nodes[i], tag, cursor, besideData);
    if (raw !== null) out.push(raw);
    i++;
  }
  return out;
}

function elementOf<N>(
  view: PageView<N>,
  node: N,
  tag: string,
  cursorAbove: string,
  besideData: boolean,
): RawNode<N> | null {
  if (isOn(view.attribute(node, 'aria-hidden')) || view.attribute(node, 'inert') !== null) return null;
  // Not offered by an open list, though Chrome says it of a closed one.
  if (/^opt(ion|group)$/.test(tag) && view.attribute(node, 'hidden') !== null) return null;
  const found = view.role(node);
  if (found === null) return null;
  // An editable region is a text box in all but name.
  const editable = isControl(printedRole(found)) ? null : view.attribute(node, 'contenteditable');
  const role =
    editable !== null && editable !== 'false' && view.hasArea(node)
      ? 'textbox'
      : cellRole(view, node, printedRole(found), besideData);
  const raw: RawNode<N> = { key: node, role, name: '', children: [] };
  const control = isControl(role);
  // What Chrome calls a mere container has no name there.
  const isContainer = role === 'textbox' && editable !== null && view.attribute(node, 'role') === null;
  if (isContainer) raw.name = collapse(view.attribute(node, 'aria-label') || (view.attribute(node, 'title') ?? ''));
  else if (needsName(role)) raw.name = collapse(view.name(node, role));
  if (!control && looksClickable(view, node, tag, cursorAbove)) {
    raw.clickable = true;
    if (view.looks) Object.assign(raw, { role: 'none', looks: view.looks(node) });
  }
  if (control || raw.clickable) {
    const states = statesOf(view, node, role);
    if (Object.keys(states).length > 0) raw.states = states;
  }
  const isFile = tag === 'input' && view.attribute(node, 'type')?.toLowerCase() === 'file';
  if (isLeaf(role) || isFile)
    raw.value =
      view.value(node) ??
      collapse(
        childrenOf(view, node, '')
          .map((child) => innerText(child))
          .join(' '),
      );
  if (tag === 'label') {
    const field = view.labelled(node);
    if (field !== undefined) raw.labels = collapse(view.name(field, printedRole(view.role(field) ?? 'none')));
  }
  // An option is its name; a field's inside is the widget, but for the options of a list.
  if (tag !== 'option' && (!isLeaf(role) || tag === 'select'))
    raw.children = childrenOf(view, node, view.cursor(node) || cursorAbove);
  return raw;
}

/** The raw tree of a page: `root` is the document (its children: the `html` element), `title` its name. */
export function rawTree<N>(view: PageView<N>, root: N, title: string): RawNode<N> {
  return { key: root, role: 'RootWebArea', name: collapse(title), children: childrenOf(view, root, '') };
}
