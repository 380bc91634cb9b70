import { invariant } from '../core/errors.ts';
import { isSecretInput } from '../core/mask.ts';
import type { AXTree } from '../core/types.ts';
import { collapse, pageUrl, pruneTree } from './axtree.ts';
import { domName, referredBy, renderedText, type Styles, stylesOf } from './domNames.ts';
import { domRole } from './domRoles.ts';
import type { DomNodeIds } from './ids.ts';
import type { AnswersClick } from './listeners.ts';
import { lookOf } from './looks.ts';
import { svgBox } from './svgBox.ts';
import { isOn, type NativeStates, type PageView, type ReadOptions, rawTree, valueNow } from './view.ts';

const SVG = 'http://www.w3.org/2000/svg';
const isForeign = (element: Element): boolean => element.localName === 'foreignObject';

const ELEMENT = 1;
const TEXT = 3;
const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;

function flatChildren(node: Node): readonly Node[] {
  if (!isElement(node)) return [...node.childNodes];
  const tag = node.localName;
  if (tag === 'details' && !node.hasAttribute('open'))
    return [...node.children].filter((c) => c.localName === 'summary').slice(0, 1);
  if (tag === 'select') return [...node.children];
  // A frame of another origin cannot be read, neither here nor in its page's snapshot.
  if (tag === 'iframe') return [...((node as HTMLIFrameElement).contentDocument?.childNodes ?? [])];
  if (tag === 'slot') {
    const assigned = (node as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return [...(node.shadowRoot ?? node).childNodes];
}

function fieldValue(element: Element, styles: Styles): string | undefined {
  const tag = element.localName;
  if (tag === 'input') {
    const { type, value } = element as HTMLInputElement;
    if (isSecretInput(type, element.getAttribute('autocomplete'))) return '•'.repeat(value.length);
    return type === 'file' ? value.replace(/^.*\\/, '') : value;
  }
  if (tag === 'textarea') {
    const { value } = element as HTMLTextAreaElement;
    return isSecretInput('', element.getAttribute('autocomplete')) ? '•'.repeat(value.length) : value;
  }
  if (tag === 'select') {
    const chosen = (element as HTMLSelectElement).selectedOptions[0];
    return collapse(chosen?.getAttribute('aria-label') || renderedText(chosen?.label ?? '', styles.of(element)));
  }
  if (/^(progress|meter)$/.test(tag) && element.hasAttribute('aria-valuenow'))
    return valueNow(element.getAttribute('aria-valuenow')) ?? '0';
  if (tag === 'progress') return element.hasAttribute('value') ? String((element as HTMLProgressElement).value) : '';
  if (tag === 'meter') return String((element as HTMLMeterElement).value);
  return valueNow(element.getAttribute('aria-valuenow'));
}

const SUB_FIELDS = new Set(['date', 'time', 'month', 'week', 'datetime-local']);

function nativeStates(element: Element): NativeStates {
  const tag = element.localName;
  const states: NativeStates = {};
  // Not `:focus`, which no element of a frame matches while another frame of the tab has the keyboard. The caret of a
  // date or time stands in one of its own sub-fields, so Chrome calls no page element focused.
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  if (activeElement === element && !SUB_FIELDS.has((element as HTMLInputElement).type)) states.focused = true;
  if (
    element.matches(':disabled') ||
    element.closest('button:disabled,select:disabled') !== null ||
    isOn(element.closest('[aria-disabled]')?.getAttribute('aria-disabled') ?? null)
  )
    states.disabled = true;
  if (tag === 'input') {
    const { type, indeterminate, checked } = element as HTMLInputElement;
    if (type === 'checkbox' || type === 'radio')
      states.checked = indeterminate && type === 'checkbox' ? 'mixed' : checked;
  }
  if (states.checked === undefined) {
    const checked = element.getAttribute('aria-checked');
    states.checked = checked === 'mixed' ? 'mixed' : checked === 'true';
  }
  if (tag === 'option') states.selected = (element as HTMLOptionElement).selected;
  if (tag === 'summary' && domRole(element) === 'DisclosureTriangle')
    states.expanded = element.parentElement!.hasAttribute('open');
  return states;
}

/** The element around a node as laid out: what is given to a slot is where the slot is. */
const around = (node: Node): Element | null =>
  (node as Element | Text).assignedSlot ?? node.parentElement ?? (node.parentNode as ShadowRoot | null)?.host ?? null;

/** The element whose box stands for a node: a text's parent (slots have none), a closed list's `select`; in a frame, the frame. */
function boxOf(node: Node, main: Document): Element | null {
  let element = isElement(node) ? node : around(node);
  while (element?.localName === 'slot') element = around(element);
  element = element?.closest('select') ?? element;
  while (element !== null && element.ownerDocument !== main) element = element.ownerDocument.defaultView!.frameElement;
  return element;
}

export interface DomReadOptions extends ReadOptions {
  /** Of a page that was watched from its beginning; needed to read it `bare`. */
  answersClick?: AnswersClick;
}

function looks(element: Element, styles: Styles): string {
  const { backgroundColor: background, fill } = styles.of(element);
  const [id, classes] = [element.getAttribute('id'), element.getAttribute('class')];
  return lookOf({ tag: element.localName, box: boxWithStroke(element, styles), background, fill, id, classes });
}

function boxWithStroke(element: Element, styles: Styles): DOMRect {
  return 'ownerSVGElement' in element && element.ownerSVGElement !== null && 'getBBox' in element
    ? svgBox(element as SVGGraphicsElement, styles.of)
    : element.getBoundingClientRect();
}

function domView(document: Document, styles: Styles, answersClick?: AnswersClick): PageView<Node> {
  const modal = [...document.querySelectorAll('dialog:modal')].pop();
  const blocked = (element: Element): boolean => modal !== undefined && !modal.contains(element);
  const unknown = document.defaultView!.SVGElement.prototype;
  // Elements that a drawing does not know are not drawn.
  const isDrawn = (element: Element): boolean =>
    element.namespaceURI === SVG
      ? Object.getPrototypeOf(element) !== unknown
      : element.parentElement?.namespaceURI !== SVG || isForeign(element.parentElement);
  /** What a closed list holds is not laid out. */
  const isInClosedList = (element: Element): boolean => {
    const list = element.parentElement?.closest('select');
    return list ? !list.multiple && list.size <= 1 : false;
  };
  const isRendered = (element: Element): boolean =>
    (styles.of(element).display !== 'none' || isInClosedList(element)) && isDrawn(element);
  return {
    tag: (node) => (isElement(node) ? node.localName : node.nodeType === TEXT ? '' : '#other'),
    children(node) {
      if (!isElement(node)) return flatChildren(node);
      const { contentVisibility, visibility } = styles.of(node);
      // What a frame holds is as invisible as the frame, whatever its own page says.
      const isUnseen = node.localName === 'iframe' && visibility !== 'visible';
      return contentVisibility === 'hidden' || isUnseen ? [] : flatChildren(node);
    },
    attribute: (node, name) => (node as Element).getAttribute(name),
    text(node) {
      const parent = node.parentElement ?? (node.parentNode as ShadowRoot).host;
      // A drawing shows no text but that of its text elements.
      if (parent.namespaceURI === SVG && !isForeign(parent) && parent.closest('text') === null) return '';
      const style = styles.of(parent);
      return style.visibility !== 'visible' || blocked(parent) ? '' : renderedText(node.nodeValue ?? '', style);
    },
    role(node) {
      const element = node as Element;
      if (!isRendered(element)) return null;
      if (blocked(element) || styles.of(element).visibility !== 'visible') return 'none';
      const role = domRole(element);
      // Chrome takes an anchor that answers clicks for a link, whether or not it has an address.
      return role === 'none' && element.localName === 'a' && answersClick?.(element) ? 'link' : role;
    },
    name: (node, role) => domName(node as Element, role, styles),
    value: (node) => fieldValue(node as Element, styles),
    native: (node) => nativeStates(node as Element),
    cursor: (node) => {
      const style = styles.of(node as Element);
      return style.display === 'contents' ? '' : style.cursor;
    },
    hasArea(node) {
      const element = node as Element;
      if (blocked(element) || styles.of(element).visibility !== 'visible') return false;
      const { width, height } = boxWithStroke(element, styles);
      return width > 0 && height > 0;
    },
    labelled(node) {
      const field = (node as HTMLLabelElement).control;
      if (!field) return undefined;
      // What has no box of its own shows what it holds.
      const isShown = field.checkVisibility({ visibilityProperty: true }) || styles.of(field).display === 'contents';
      if (!isShown) return undefined;
      if (
        field.closest('[inert]') !== null ||
        isOn(field.closest('[aria-hidden]')?.getAttribute('aria-hidden') ?? null)
      )
        return undefined;
      const others = referredBy(field);
      if (others.length > 0) return others.includes(node as Element) ? field : undefined;
      return field.getAttribute('aria-label')?.trim() ? undefined : field;
    },
    ...(answersClick && {
      listens: (node) => answersClick(node as Element),
      looks: (node) => looks(node as Element, styles),
    }),
  };
}

/**
 * The accessibility tree of a live document. The same text as `readCdp` on the same page. Fast: one pass, styles looked
 * up once, the general name computation only where content is not plain.
 */
export function readDom(document: Document, ids: DomNodeIds, options: DomReadOptions = {}): AXTree {
  const window = document.defaultView!;
  const { clientWidth, clientHeight } = document.scrollingElement ?? document.documentElement;
  const { budget, base, bare = false, answersClick } = options;
  invariant(!bare || answersClick, 'readDom', 'a bare page is read with what answers its clicks');
  const view = domView(document, stylesOf(document), bare ? answersClick : undefined);
  const root = rawTree(view, document as Node, document.title);
  const { nodes, omitted } = pruneTree(root, {
    budget,
    idOf: (node) => ids.idOf(node),
    inView(node) {
      const box = boxOf(node, document)?.getBoundingClientRect();
      return box !== undefined && box.top < clientHeight && box.bottom > 0 && box.left < clientWidth && box.right > 0;
    },
  });
  return { url: pageUrl(window.location.href, base), title: collapse(document.title), nodes, omitted };
}
