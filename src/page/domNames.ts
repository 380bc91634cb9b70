import { computeAccessibleName } from 'dom-accessibility-api';
import { collapse } from './axtree.ts';
import { domRole } from './domRoles.ts';
import { isField, isNamedFromContent } from './roles.ts';

/** Style look-ups for one reading of one page (elements are asked several times). */
export interface Styles {
  of(element: Element): CSSStyleDeclaration;
  /** Text that CSS puts before or after the content; '' for most elements. */
  generated(element: Element, where: '::before' | '::after'): string;
}

const generatesText = new WeakMap<CSSStyleSheet, { rules: number; yes: boolean }>();

/** Can this sheet generate text? Unreadable (foreign) sheets may. Cached until rules are added or removed. */
function sheetGeneratesText(sheet: CSSStyleSheet): boolean {
  try {
    const known = generatesText.get(sheet);
    if (known?.rules === sheet.cssRules.length) return known.yes;
    let yes = false;
    for (const rule of sheet.cssRules) yes ||= /:(before|after)\b/.test(rule.cssText);
    generatesText.set(sheet, { rules: sheet.cssRules.length, yes });
    return yes;
  } catch {
    return true;
  }
}

export function stylesOf(document: Document): Styles {
  const view = document.defaultView;
  const cache = new Map<Element, CSSStyleDeclaration>();
  let generating: boolean | undefined;
  return {
    of(element) {
      let style = cache.get(element);
      if (style === undefined) cache.set(element, (style = view!.getComputedStyle(element)));
      return style;
    },
    generated(element, where) {
      generating ??= [...document.styleSheets, ...document.adoptedStyleSheets].some(sheetGeneratesText);
      if (!generating) return '';
      const style = view!.getComputedStyle(element, where);
      // `content: "★" / "star"`: what follows the slash is what is read out.
      const strings = style.content
        .split(' / ')
        .pop()!
        .match(/"(?:[^"\\]|\\.)*"/g);
      if (strings === null) return '';
      const text = strings.map((quoted) => quoted.slice(1, -1).replace(/\\(.)/g, '$1')).join('');
      return style.display === 'inline' ? text : ` ${text} `;
    },
  };
}

/** Text as rendered: `text-transform` changes what people (and Chrome's tree) read. */
export function renderedText(text: string, style: CSSStyleDeclaration): string {
  switch (style.textTransform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
    default:
      return text;
  }
}

/** What has a text alternative of its own kind: left to the full computation. */
const SPECIAL = new Set(
  'input select textarea svg math iframe object embed video audio canvas progress meter slot'.split(' '),
);

/** Parts of a page in their own right: Chrome does not take their text for the name of what they stand in. */
const APART = new Set(
  `article aside blockquote header nav main form search hgroup figure dialog output hr banner complementary
   contentinfo group navigation note status alert log feed toolbar tabpanel radiogroup listbox tree grid`.split(/\s+/),
);

const LABELLED = new Set('input select textarea button output progress meter'.split(' '));

const attribute = (element: Element, name: string): string => element.getAttribute(name)?.trim() ?? '';

/** Named by other elements: the full computation knows the rules. */
const isReferring = (element: Element): boolean =>
  element.hasAttribute('aria-labelledby') || element.hasAttribute('aria-owns');

const isHidden = (element: Element, styles: Styles): boolean =>
  element.getAttribute('aria-hidden') === 'true' || styles.of(element).display === 'none';

/** What an element inside adds to the name of the element around it; null when that is not plain. */
function plainPart(element: Element, styles: Styles, self: Element): string | null {
  const tag = element.localName;
  if (element === self) return '';
  if (tag === 'br' || APART.has(tag) || APART.has(element.getAttribute('role') ?? '')) return ' ';
  if (tag === 'q') return `“${plainContent(element, styles, self)}”`;
  if (isReferring(element)) return null;
  const isVisible = styles.of(element).visibility === 'visible';
  if (isVisible) {
    const label = attribute(element, 'aria-label');
    if (label !== '') return ` ${label} `;
    if (tag === 'img') return element.hasAttribute('alt') ? ` ${element.getAttribute('alt')} ` : null;
  }
  if (SPECIAL.has(tag) || isField(domRole(element))) return isVisible ? null : '';
  const text = plainContent(element, styles, self);
  return text?.trim() === '' && isVisible ? text + attribute(element, 'title') : text;
}

/**
 * The name-from-content step for plain content: text and unremarkable elements. Null when anything inside needs the
 * full computation. `self` (the field inside its own label) counts as empty.
 */
function plainContent(element: Element, styles: Styles, self: Element): string | null {
  if (element.shadowRoot !== null) return null;
  const style = styles.of(element);
  const isClosed = element.localName === 'details' && !element.hasAttribute('open');
  const isVisible = style.visibility === 'visible';
  let text = isVisible ? styles.generated(element, '::before') : '';
  // Blocks and boxes in a line are set apart from what comes before and after them, if anything does.
  let apart = false;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    let part: string | null = '';
    let isBox = false;
    if (child.nodeType === 3) {
      if (isVisible && !isClosed) part = renderedText(child.nodeValue!, style);
    } else if (child.nodeType === 1) {
      const inner = child as Element;
      if (isHidden(inner, styles) || (isClosed && inner.localName !== 'summary')) continue;
      part = plainPart(inner, styles, self);
      if (part === null) return null;
      isBox = styles.of(inner).display !== 'inline';
      if (isBox) part = part.trim();
    }
    if (part === '' && !isBox) continue;
    text += (apart || isBox) && text !== '' ? ` ${part}` : part;
    apart = isBox;
  }
  return isVisible ? text + styles.generated(element, '::after') : text;
}

const full = (element: Element, styles: Styles): string => {
  const name = computeAccessibleName(element, {
    getComputedStyle: (of, pseudo) =>
      pseudo ? of.ownerDocument.defaultView!.getComputedStyle(of, pseudo) : styles.of(of),
    computedStyleSupportsPseudoElements: false,
  });
  return element.hasAttribute('aria-label') ? name : renderedText(name, styles.of(element));
};

/** Fields whose placeholder is shown. */
const HINTED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** Native names that are defined by neither attribute nor content: in the browser's own words. */
function wordless(element: Element, role: string): string {
  if (HINTED.has(role)) return attribute(element, 'placeholder') || attribute(element, 'aria-placeholder');
  if (element.localName === 'input' && (element as HTMLInputElement).type === 'file')
    return (element as HTMLInputElement).multiple ? 'Choose Files' : 'Choose File';
  return '';
}

/** The shortcut's answer, or null when the element is not a plain case. */
function plainName(element: Element, role: string, styles: Styles): string | null {
  if (isReferring(element)) return null;
  const label = attribute(element, 'aria-label');
  if (label !== '') return label;
  const tag = element.localName;
  if (LABELLED.has(tag)) {
    const labels = (element as HTMLInputElement).labels;
    if (labels !== null && labels.length > 0) {
      let text = '';
      for (const one of labels) {
        const part = plainPart(one, styles, element);
        if (part === null) return null;
        text += ` ${part}`;
      }
      return text.trim() === '' ? null : text;
    }
    if (isField(role)) return attribute(element, 'title');
    if (tag === 'input') return null;
  }
  if (tag === 'option') return (element as HTMLOptionElement).label;
  if (tag === 'img') return attribute(element, 'alt') || attribute(element, 'title');
  if (isNamedFromContent(role)) {
    const text = plainContent(element, styles, element);
    return text === null ? null : text.trim() || attribute(element, 'title');
  }
  if (tag === 'fieldset' || tag === 'table' || tag === 'svg' || tag === 'optgroup') return null;
  return attribute(element, 'title');
}

/**
 * The accessible name (accname 1.2 as `dom-accessibility-api` has it, with Chrome's additions: rendered text,
 * placeholders, file buttons). Plain elements take a shortcut that gives the same answer without the general algorithm.
 */
export function domName(element: Element, role: string, styles: Styles): string {
  const plain = plainName(element, role, styles);
  return collapse(plain ?? full(element, styles)) || wordless(element, role);
}
