import type { Action, AXNode, Observation } from '../../core/types.ts';
import { click, type Expert, FIELDS, fill, GIVE_UP, named, nodesOf, ordinal, quoted, select } from './hand.ts';

const fields = (seen: Observation): AXNode[] => nodesOf(seen, ...FIELDS);
const press =
  (seen: Observation, label = 'Submit') =>
  (): Action =>
    click(named(seen, label));
const textOf = ({ tree }: Observation): string =>
  tree.nodes
    .filter(({ role }) => role === 'StaticText')
    .map(({ name }) => name)
    .join(' ');

/** Types what the goal quotes. */
const typeQuoted: Expert = (seen) => fill(fields(seen), quoted(seen.goal).slice(0, 1), press(seen));

const login: Expert = (seen) =>
  fill(fields(seen), quoted(seen.goal).slice(0, 2), press(seen, named(seen, 'Login') ? 'Login' : 'OK'));

export const TYPING: Record<string, Expert> = {
  'enter-text': typeQuoted,
  'enter-text-dynamic': typeQuoted,
  'enter-text-2': (seen) => {
    const [text = ''] = quoted(seen.goal);
    const written = /upper/.test(seen.goal) ? text.toUpperCase() : text.toLowerCase();
    return fill(fields(seen), [written], press(seen));
  },
  'enter-password': (seen) => {
    const [password = ''] = quoted(seen.goal);
    return fill(fields(seen), [password, password], press(seen));
  },
  'login-user': login,
  // A notice may cover the form; its OK leads away.
  'login-user-popup': (seen) => (named(seen, 'Cancel') ? press(seen, 'Cancel')() : login(seen)),
  'enter-date': (seen) => {
    const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(seen.goal) ?? [];
    const [date] = nodesOf(seen, 'Date');
    return date
      ? fill([date], [`${year}-${month}-${day}`], press(seen))
      : fill(fields(seen), [`${month}/${day}/${year}`], press(seen));
  },
  'enter-time': (seen) => {
    const [, hour, minute, half] = /(\d+):(\d+) ([AP])M/.exec(seen.goal) ?? [];
    const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
    return fill(nodesOf(seen, 'InputTime'), [`${String(hours).padStart(2, '0')}:${minute}`], press(seen));
  },
  'choose-list': (seen) => {
    const [box] = nodesOf(seen, 'combobox');
    const option = /Select (.*) from the list/.exec(seen.goal)?.[1] ?? '';
    return box?.value === option ? press(seen)() : select(box, option);
  },
  'find-word': (seen) => {
    const words = textOf(seen).match(/[A-Za-z']+/g) ?? [];
    return fill(fields(seen), [words[ordinal(seen.goal) - 1] ?? ''], press(seen));
  },
  'copy-paste': (seen) => fill([fields(seen)[1]], [fields(seen)[0]?.value ?? ''], press(seen)),
  'copy-paste-2': (seen) => {
    const all = fields(seen);
    const source = all[ordinal(seen.goal) - 1];
    return fill([all[all.length - 1]], [source?.value ?? ''], press(seen));
  },
  'simple-arithmetic': (seen) => {
    const [, a, sign, b] = /(-?\d+)\s*([-+x*])\s*(-?\d+)/.exec(textOf(seen)) ?? [];
    if (sign === undefined) return GIVE_UP;
    const [x, y] = [Number(a), Number(b)];
    const result = sign === '+' ? x + y : sign === '-' ? x - y : x * y;
    return fill(fields(seen), [String(result)], press(seen));
  },
};
