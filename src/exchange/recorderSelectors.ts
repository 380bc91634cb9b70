import { countedSelector, countingXpath } from './ariaXpath.ts';
import type { FlowTarget, Selector } from './flow.ts';

/** A selector of Recorder: one string, or a chain of them that leads through shadow roots. */
export type RecorderSelector = string | string[];

/** `[role="button"]` or `[name='Send']` after the name. */
const ATTRIBUTE = /\[\s*(name|role)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*\]/g;

function readAria(text: string): Selector {
  const said: { name?: string; role?: string } = {};
  const rest = text.replace(ATTRIBUTE, (_, attribute: 'name' | 'role', double?: string, single?: string) => {
    said[attribute] = double ?? single ?? '';
    return '';
  });
  return { by: 'aria', name: said.name || rest, ...(said.role !== undefined && { role: said.role }) };
}

function readSelector(text: string): Selector {
  const [, prefix, rest] = /^(aria|text|xpath|pierce)\/(.*)$/s.exec(text) ?? [];
  if (prefix === 'aria') return readAria(rest);
  if (prefix === 'text') return { by: 'text', text: rest };
  if (prefix === 'pierce') return { by: 'pierce', path: rest };
  if (prefix === 'xpath') return countedSelector(rest) ?? { by: 'xpath', path: rest };
  return { by: 'css', path: text };
}

function printSelector(selector: Selector): string {
  const counting = countingXpath(selector);
  if (counting !== null) return `xpath/${counting}`;
  if (selector.by === 'text') return `text/${selector.text}`;
  if (selector.by !== 'aria') return selector.by === 'css' ? selector.path : `${selector.by}/${selector.path}`;
  const { name, role } = selector;
  const written = `aria/${name}${role === undefined ? '' : `[role="${role}"]`}`;
  const read = readAria(written.slice('aria/'.length));
  // A name that looks like an attribute would be taken for one: count to the first instead.
  const isClear = read.by === 'aria' && read.name === name && read.role === role;
  return isClear ? written : `xpath/${countingXpath({ ...selector, ordinal: 1 })}`;
}

export const readSelectors = (selectors: readonly RecorderSelector[]): FlowTarget['selectors'] =>
  selectors.map((one) => (typeof one === 'string' ? [readSelector(one)] : one.map(readSelector)));

export const printSelectors = (selectors: FlowTarget['selectors']): RecorderSelector[] =>
  selectors.map((chain) => (chain.length === 1 ? printSelector(chain[0]) : chain.map(printSelector)));
