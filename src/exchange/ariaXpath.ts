import type { Selector } from './flow.ts';

/**
 * Recorder's `aria/` selectors cannot count. Where several elements share role and name, the one that is meant is
 * written as an XPath over the usual ways to get that role and that name. It is read back by its exact form only.
 */

/** Elements that have a role by themselves (HTML accessibility mappings), as far as actions need them. */
const NATIVE: Record<string, string> = {
  link: 'self::a[@href] or self::area[@href]',
  button: 'self::button or self::input[@type="button" or @type="submit" or @type="reset"]',
  checkbox: 'self::input[@type="checkbox"]',
  radio: 'self::input[@type="radio"]',
  textbox:
    'self::textarea or self::input[not(@list)][not(@type) or @type="text" or @type="email" or @type="tel" or @type="url" or @type="password"] or self::*[@contenteditable][not(@contenteditable="false")]',
  searchbox: 'self::input[@type="search"]',
  spinbutton: 'self::input[@type="number"]',
  slider: 'self::input[@type="range"]',
  combobox: 'self::select[not(@multiple)] or self::input[@list]',
  listbox: 'self::select[@multiple]',
  Date: 'self::input[@type="date"]',
  DateTime: 'self::input[@type="datetime-local"]',
  InputTime: 'self::input[@type="time"]',
  ColorWell: 'self::input[@type="color"]',
  DisclosureTriangle: 'self::summary',
};

/** A string of XPath 1.0, which has no escapes. */
function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat("${text.replaceAll('"', '",\'"\',"')}")`;
}

const unquoted = (written: string): string =>
  written.startsWith('concat(') ? written.slice(8, -2).replaceAll('",\'"\',"', '"') : written.slice(1, -1);

/** The usual sources of an accessible name: `aria-label` before all others. */
const named = (l: string): string =>
  `[@aria-label=${l} or not(@aria-label) and (normalize-space(.)=${l} or @value=${l} or @placeholder=${l} or @title=${l}` +
  ` or .//img[@alt=${l}] or ancestor::label[normalize-space(.)=${l}] or @id=//label[normalize-space(.)=${l}]/@for` +
  ` or @aria-labelledby=//*[normalize-space(.)=${l}]/@id)]`;

const ofRole = (role: string): string => {
  const own = `@role=${literal(role)}`;
  return Object.hasOwn(NATIVE, role) ? `[${own} or not(@role) and (${NATIVE[role]})]` : `[${own}]`;
};

/**
 * The innermost element with just this text: a click on it reaches whoever listens around it. An accessible name has
 * spaces where a new cell or block begins; the document need not have any.
 */
function showing(text: string): string {
  const same = `normalize-space(.)=${literal(text)} or translate(normalize-space(.)," ","")=${literal(text.replaceAll(' ', ''))}`;
  return `[${same}][not(*[${same}])]`;
}

/** The XPath of a counted selector; null when the selector does not count. */
export function countingXpath(selector: Selector): string | null {
  if (selector.by !== 'aria' && selector.by !== 'text') return null;
  if (selector.ordinal === undefined) return null;
  const tests =
    selector.by === 'text'
      ? showing(selector.text)
      : (selector.role === undefined ? '' : ofRole(selector.role)) +
        (selector.name === '' ? '' : named(literal(selector.name)));
  return `(//*${tests})[${selector.ordinal}]`;
}

const LITERAL = `("[^"]*"|'[^']*'|concat\\(.*?\\))`;
const COUNTED = /^\(\/\/\*(.*)\)\[(\d{1,6})\]$/s;
const ROLE = new RegExp(`^\\[@role=${LITERAL}(?:\\]| or not\\(@role\\))`, 's');
const NAME = new RegExp(`\\[@aria-label=${LITERAL} or not\\(@aria-label\\)`, 's');
const TEXT = new RegExp(`^\\[normalize-space\\(\\.\\)=${LITERAL} or translate`, 's');

/** The selector that `countingXpath` wrote; null for every other XPath. */
export function countedSelector(xpath: string): Selector | null {
  const [, tests, count] = COUNTED.exec(xpath) ?? [];
  if (tests === undefined) return null;
  const ordinal = Number(count);
  const text = TEXT.exec(tests)?.[1];
  const role = ROLE.exec(tests)?.[1];
  const name = NAME.exec(tests)?.[1];
  const selector: Selector =
    text !== undefined
      ? { by: 'text', text: unquoted(text), ordinal }
      : {
          by: 'aria',
          name: name === undefined ? '' : unquoted(name),
          ...(role !== undefined && { role: unquoted(role) }),
          ordinal,
        };
  return countingXpath(selector) === xpath ? selector : null;
}
