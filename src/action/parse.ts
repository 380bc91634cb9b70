import type { Action, Failure, Verb } from '../core/types.ts';
import { ACTIONS, type ActionRow, type ArgumentKind } from './table.ts';

/**
 * The WebArena id grammar (`create_id_based_action`), driven by the action table: spaces between brackets are optional,
 * `type` without a last `[0]` or `[1]` presses Enter, the brackets of `scroll` and the answer of `stop` may be missing.
 * Wider than WebArena in its verbs (`select`, `note`, `drag`, `click_at`) and in one point: text may be empty (it clears a field) and may hold line breaks.
 */
const PATTERN: Record<ArgumentKind, string> = {
  id: '\\[(\\d+)\\]',
  index: '\\[(\\d+)\\]',
  percent: '\\[(\\d{1,3}(?:\\.\\d{1,2})?)\\]',
  enter: '\\[([01])\\]',
  direction: '\\[?(up|down)\\]?',
  text: '\\[(.*)\\]',
  option: '\\[(.*)\\]',
  key: '\\[(.+)\\]',
  url: '\\[(.+)\\]',
  answer: '\\[(.*)\\]',
};

const isNumber = (kind: ArgumentKind): boolean => kind === 'id' || kind === 'index' || kind === 'percent';

const argsOf = (verb: Verb): [string, ArgumentKind][] => Object.entries((ACTIONS[verb] as ActionRow).args);

const GRAMMAR = new Map(
  (Object.keys(ACTIONS) as Verb[]).map((verb) => {
    const pattern = [verb, ...argsOf(verb).map(([, kind]) => PATTERN[kind])].join(' ?');
    return [verb as string, { verb, pattern: new RegExp(`^${pattern}`, 's') }];
  }),
);

/** Reads one action; a `format` failure says what is wrong with the text. */
export function parseAction(text: string): Action | Failure {
  const trimmed = text.trim();
  const bracket = trimmed.indexOf('[');
  const word = bracket >= 0 ? trimmed.slice(0, bracket).trim() : trimmed.split(/\s+/)[0];
  const rule = GRAMMAR.get(word);
  if (!rule) return { kind: 'format', code: 'unknown-verb', message: `There is no action "${word}".` };
  const { verb, pattern } = rule;
  let written = trimmed;
  if (verb === 'type' && !/\[[01]\]$/.test(written)) written += ' [1]';
  if (verb === 'stop' && bracket < 0) written = 'stop []';
  const match = pattern.exec(written);
  if (!match) return { kind: 'format', code: 'bad-argument', message: `${verb} needs: ${ACTIONS[verb].syntax}` };
  const fields = argsOf(verb).map(([name, kind], i) => {
    const value = match[i + 1];
    return [name, isNumber(kind) ? Number(value) : kind === 'enter' ? value === '1' : value];
  });
  // The table's row type ties field names to the verb, so these fields are exactly those of the action.
  return { verb, ...Object.fromEntries(fields) } as Action;
}

export const isFailure = (value: Action | Failure): value is Failure => 'kind' in value;

/** Writes an action so that `parseAction` gives it back. */
export function printAction(action: Action): string {
  const fields: Record<string, unknown> = { ...action };
  const args = argsOf(action.verb).map(([name, kind]) => {
    const value = fields[name];
    return `[${kind === 'enter' ? (value ? 1 : 0) : String(value)}]`;
  });
  return [action.verb, ...args].join(' ');
}
