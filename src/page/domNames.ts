import { computeAccessibleName } from 'dom-accessibility-api';
import { collapse } from './axtree.ts';
import { domRole } from './domRoles.ts';
import { isField, isNamedFromContent } from './roles.ts';
import { isOn, valueNow } from './view.ts';

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
      // What a row generates is no cell of it.
      if (!generating || this.of(element).display === 'table-row') return '';
      const style = view!.getComputedStyle(element, where);
      // `content: "★" / "star"`: what follows the slash is what is read out.
      const strings = style.content
        .split(' / ')
        .pop()!
        .match(/"(?:[^"\\]|\\.)*"/g);
      if (strings === null) return '';
      const text = strings.map((quoted) => quoted.slice(1, -1).replace(/\\(.)/g, '$1')).join('');
      const isInline = style.display === 'inline' && !style.content.includes(' / ');
      return isInline ? text : ` ${text} `;
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
const SPECIAL = new Set('input select textarea svg math iframe object embed video audio canvas'.split(' '));

/** Parts of a page in their own right: Chrome does not take their text for the name of what they stand in. */
const APART = new Set(
  `article aside blockquote header nav main form search hgroup figure dialog output hr banner complementary
   contentinfo group navigation note status alert log feed toolbar tabpanel radiogroup listbox tree grid`.split(/\s+/),
);

const LABELLED = new Set('input select textarea button output progress meter'.split(' '));

/** What HTML counts as white space; other kinds make a name that is empty, but there. */
const trimmed = (text: string): string => text.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');

const attribute = (element: Element, name: string): string => trimmed(element.getAttribute(name) ?? '');

/** What Chrome trims when it compares texts: no space that forbids a break. */
const AROUND = /^[\t\n\f\r \u1680\u2000-\u200a\u2028\u205f\u3000]+|[\t\n\f\r \u1680\u2000-\u200a\u2028\u205f\u3000]+$/g;

/** The name by `title`: none where it only repeats what is shown inside, be that read out or not. */
function titleOf(element: Element): string {
  const title = attribute(element, 'title');
  if (title === '') return '';
  // biome-ignore lint/performance/useDomNodeTextContent: as shown; a drawing has no such text
  const shown = (element as HTMLElement).innerText ?? element.textContent;
  return title.replace(AROUND, '') === shown.replace(AROUND, '') ? '' : title;
}

/** The elements that `aria-labelledby` names, as often as it does; those that are not there left out. */
export function referredBy(element: Element): Element[] {
  const ids = attribute(element, 'aria-labelledby');
  if (ids === '') return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  return ids.split(/\s+/).flatMap((id) => root.getElementById(id) ?? []);
}

/** Named by elements elsewhere: the full computation knows the rules. */
const isReferring = (element: Element): boolean => element.hasAttribute('aria-owns') || referredBy(element).length > 0;

const isHidden = (element: Element, styles: Styles): boolean =>
  isOn(element.getAttribute('aria-hidden')) || element.hasAttribute('inert') || styles.of(element).display === 'none';

const isGauge = (role: string): boolean => /^(slider|spinbutton|scrollbar|progressbar|meter)$/.test(role);

/** What an element inside adds to the name of the element around it; null when that is not plain. */
function plainPart(element: Element, styles: Styles, self: Element): string | null {
  const tag = element.localName;
  if (element === self) return '';
  if (tag === 'br' || APART.has(tag) || APART.has(element.getAttribute('role') ?? '')) return ' ';
  if (tag === 'q') return `“${plainContent(element, styles, self)}”`;
  const isVisible = styles.of(element).visibility === 'visible';
  // Where a gauge stands comes before what it is called.
  if (tag === 'progress' || tag === 'meter')
    return isVisible ? ` ${(element as HTMLProgressElement | HTMLMeterElement).value} ` : '';
  // A slider that a page makes says where it stands.
  if (isGauge(domRole(element)) && tag !== 'input')
    return isVisible
      ? ` ${attribute(element, 'aria-valuetext') || (valueNow(element.getAttribute('aria-valuenow')) ?? '')} `
      : '';
  // A picker of files says what it is called, which its own label around it has already said, and what was picked.
  if (isFile(element) && isVisible)
    return labelsOf(element).some((label) => label.contains(element))
      ? ''
      : ` ${domName(element, 'button', styles)}: ${element.files?.[0]?.name ?? 'No file chosen'} `;
  if (isReferring(element)) return null;
  if (isVisible) {
    const label = attribute(element, 'aria-label');
    if (label !== '') return ` ${label} `;
    if (tag === 'img') return ` ${element.getAttribute('alt') ?? attribute(element, 'title')} `;
    const words = tag === 'input' ? ownWords(element as HTMLInputElement) : null;
    // A button whose words are empty is called by its title only within the name of something else.
    if (words !== null) return ` ${element.getAttribute('value') === '' ? words || titleOf(element) : words} `;
  }
  // A drawing without words.
  if (tag === 'svg' && element.textContent.trim() === '' && !element.hasAttribute('title')) return '';
  if (SPECIAL.has(tag) || isField(domRole(element))) return isVisible ? null : '';
  const text = plainContent(element, styles, self);
  // Of all that is not named otherwise, Chrome reads only this tag's title within the name of something else.
  return tag === 'abbr' && text?.trim() === '' && isVisible ? text + titleOf(element) : text;
}

/** What is rendered inside: the shadow root's content for a host, what it is given for a slot. */
function flatNodes(element: Element): Iterable<Node> {
  const given = element.localName === 'slot' ? (element as HTMLSlotElement).assignedNodes() : [];
  return given.length > 0 ? given : (element.shadowRoot ?? element).childNodes;
}

/**
 * The name-from-content step for plain content: text and unremarkable elements. Null when anything inside needs the
 * full computation. `self` (the field inside its own label) counts as empty.
 */
function plainContent(element: Element, styles: Styles, self: Element): string | null {
  const style = styles.of(element);
  const isClosed = element.localName === 'details' && !element.hasAttribute('open');
  const isVisible = style.visibility === 'visible';
  let text = isVisible ? styles.generated(element, '::before') : '';
  // Blocks and boxes in a line are set apart from what comes before and after them, if anything does.
  let apart = false;
  for (const child of flatNodes(element)) {
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
  // Words of a label are shown as the label shows them.
  const isShown = !element.hasAttribute('aria-label') && element.localName !== 'svg' && labelsOf(element).length === 0;
  return isShown ? renderedText(name, styles.of(element)) : name;
};

/** Fields whose placeholder is shown. */
const HINTED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

const isFile = (element: Element): element is HTMLInputElement =>
  element.localName === 'input' && (element as HTMLInputElement).type === 'file';

/** A drawing may hold elements that are called as fields are and are none. */
const labelsOf = (element: Element): readonly HTMLLabelElement[] =>
  LABELLED.has(element.localName) ? [...((element as HTMLInputElement).labels ?? [])] : [];

/** Native names that are defined by neither attribute nor content: in the browser's own words. */
function wordless(element: Element, role: string): string {
  // A label that holds nothing but white space is a name, too.
  if (labelsOf(element).some(({ textContent }) => textContent !== '')) return '';
  const hint = /^(input|textarea)$/.test(element.localName) ? attribute(element, 'placeholder') : '';
  if (HINTED.has(role)) return hint || attribute(element, 'aria-placeholder');
  if (isFile(element)) return element.multiple ? 'Choose Files' : 'Choose File';
  return '';
}

/** What an input button says: its value, also an empty one; null when it is left to the browser. */
function ownWords(input: HTMLInputElement): string | null {
  if (input.type === 'image' && attribute(input, 'alt') !== '') return attribute(input, 'alt');
  if (!/^(submit|reset|button|image)$/.test(input.type) || !input.hasAttribute('value')) return null;
  return input.value.trim();
}

/** The shortcut's answer, or null when the element is not a plain case. */
function plainName(element: Element, role: string, styles: Styles): string | null {
  const label = attribute(element, 'aria-label');
  if (label !== '') return label;
  const tag = element.localName;
  if (LABELLED.has(tag)) {
    const labels = labelsOf(element);
    if (labels.length > 0) {
      let text = '';
      for (const one of labels) {
        const part = plainPart(one, styles, element);
        if (part === null) return null;
        text += ` ${part}`;
      }
      return text;
    }
    if (isField(role)) return titleOf(element);
    if (tag === 'input') return isFile(element) ? '' : ownWords(element as HTMLInputElement);
  }
  if (tag === 'option')
    return /[^\t\n\f\r ]/.test(element.getAttribute('aria-label') ?? '')
      ? ''
      : (element as HTMLOptionElement).label.trim() || titleOf(element);
  if (tag === 'img') return attribute(element, 'alt') || attribute(element, 'title');
  if (isNamedFromContent(role)) {
    const text = plainContent(element, styles, element);
    return text === null ? null : text.trim() || titleOf(element);
  }
  if (tag === 'optgroup') return attribute(element, 'label');
  if (/^(fieldset|table|svg)$/.test(tag) && element.querySelector(':scope > :is(legend, caption, title)')) return null;
  return titleOf(element);
}

/** Is its text read out by nobody, though it is not hidden? Of what is hidden others are named. */
function isSilent(element: Element, styles: Styles): boolean {
  let silent = false;
  for (let at: Element | null = element, from = element; at !== null; from = at, at = above(at)) {
    if (isOn(at.getAttribute('aria-hidden')) || styles.of(at).display === 'none') return false;
    const isFolded = at.localName === 'details' && !at.hasAttribute('open') && from.localName !== 'summary';
    silent ||= at.hasAttribute('inert') || (isFolded && from !== at);
  }
  return silent;
}

const above = (element: Element): Element | null =>
  element.parentElement ?? (element.parentNode as ShadowRoot | null)?.host ?? null;

/** What an element that others are named by says; null when that is not plain. */
function plainReference(element: Element, styles: Styles, named: Element): string | null {
  const isSeen = !isHidden(element, styles) && styles.of(element).visibility === 'visible';
  const isMute = isSilent(element, styles);
  if (!(isSeen || isMute) || element.hasAttribute('aria-owns') || SPECIAL.has(element.localName)) return null;
  // A text box says what stands in it.
  const label = /^(textbox|searchbox|combobox)$/.test(domRole(element)) ? '' : attribute(element, 'aria-label');
  if (label !== '') return label;
  const tag = element.localName;
  if (tag === 'img') return attribute(element, 'alt') || attribute(element, 'title');
  if (tag === 'option') return (element as HTMLOptionElement).label;
  if (tag === 'progress' || tag === 'meter') return String((element as HTMLProgressElement | HTMLMeterElement).value);
  const text = isMute ? '' : plainContent(element, styles, named);
  return text?.trim() === '' ? titleOf(element) : text;
}

/** The name by `aria-labelledby`, '' when it names nothing. */
function referredName(element: Element, styles: Styles): string {
  const others = referredBy(element);
  if (others.length === 0) return '';
  const parts = others.map((other) => plainReference(other, styles, element));
  return collapse(parts.includes(null) ? full(element, styles) : parts.join(' '));
}

/**
 * The accessible name (accname 1.2 as `dom-accessibility-api` has it, with Chrome's additions: rendered text,
 * placeholders, file buttons). Plain elements take a shortcut that gives the same answer without the general algorithm.
 */
export function domName(element: Element, role: string, styles: Styles): string {
  const name = referredName(element, styles) || collapse(plainName(element, role, styles) ?? full(element, styles));
  return name || wordless(element, role);
}
