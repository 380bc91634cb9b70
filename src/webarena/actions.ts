import { printAction } from '../action/parse.ts';
import type { Action, Failure } from '../core/types.ts';
import { firstWord, strip } from './python.ts';

/** What WebArena can type; other characters stop it. */
const TYPABLE = /^[\u0020-\u007f\u0081-\u03e7]+$/;

type Rule = (...groups: string[]) => Action;

/**
 * WebArena's actions by id (`create_id_based_action`). Our own grammar (`src/action/parse.ts`) is wider; this one is
 * theirs, with its traps: patterns are searched, not anchored, so `click  [3] click [4]` clicks 4; a text of `0` or `1`
 * without its enter flag is taken for the flag; a text must not be empty; an answer that is not in place is empty.
 */
const GRAMMAR = new Map<string, [pattern: RegExp, rule: Rule]>([
  ['click', [/click ?\[(\d+)\]/, (id) => ({ verb: 'click', target: Number(id) })]],
  ['hover', [/hover ?\[(\d+)\]/, (id) => ({ verb: 'hover', target: Number(id) })]],
  [
    'type',
    [
      /type ?\[(\d+)\] ?\[([^\n]+)\] ?\[(\d+)\]/,
      (id, text, enter) => ({ verb: 'type', target: Number(id), text, enter: enter === '1' }),
    ],
  ],
  ['press', [/press ?\[([^\n]+)\]/, (key) => ({ verb: 'press', key })]],
  ['scroll', [/scroll ?\[?(up|down)\]?/, (direction) => ({ verb: 'scroll', direction: direction as 'up' | 'down' })]],
  ['goto', [/goto ?\[([^\n]+)\]/, (url) => ({ verb: 'goto', url })]],
  ['tab_focus', [/tab_focus ?\[(\d+)\]/, (index) => ({ verb: 'tab_focus', index: Number(index) })]],
  ['new_tab', [/new_tab/, () => ({ verb: 'new_tab' })]],
  ['close_tab', [/close_tab/, () => ({ verb: 'close_tab' })]],
  ['go_back', [/go_back/, () => ({ verb: 'go_back' })]],
  ['go_forward', [/go_forward/, () => ({ verb: 'go_forward' })]],
  ['stop', [/stop ?\[([^\n]+)\]|$/, (answer = '') => ({ verb: 'stop', answer })]],
]);

/** Reads an action as WebArena does; a `format` failure where WebArena raises an error. */
export function parseWebArenaAction(text: string): Action | Failure {
  const trimmed = strip(text);
  const bracket = trimmed.indexOf('[');
  const verb = bracket < 0 ? firstWord(trimmed) : strip(trimmed.slice(0, bracket));
  const known = GRAMMAR.get(verb);
  if (!known) return { kind: 'format', code: 'unknown-verb', message: `WebArena has no action "${verb}".` };
  const [pattern, rule] = known;
  const match = pattern.exec(verb === 'type' && !/\[[01]\]$/.test(trimmed) ? `${trimmed} [1]` : trimmed);
  if (!match || (verb === 'type' && !TYPABLE.test(match[2])))
    return { kind: 'format', code: 'bad-argument', message: `WebArena cannot read "${trimmed}".` };
  return rule(...match.slice(1));
}

/**
 * Writes an action so that WebArena reads it as meant. A `format` failure with code `not-sayable` for what its grammar has
 * no words for: `select` and `note`, an empty text to type, line breaks, characters after U+03E7 in a text to type.
 */
export function printWebArenaAction(action: Action): string | Failure {
  const text = printAction(action);
  const read = parseWebArenaAction(text);
  if ('verb' in read && printAction(read) === text) return text;
  return { kind: 'format', code: 'not-sayable', message: `WebArena cannot say "${text}".` };
}
