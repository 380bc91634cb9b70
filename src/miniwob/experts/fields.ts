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
  // The field with the text may be the first or the second.
  'copy-paste': (seen) => {
    const all = fields(seen);
    const text = all.find(({ value }) => value)?.value ?? '';
    return fill(all, [text, text], press(seen));
  },
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
  'simple-algebra': (seen) => {
    const [, a, sign, b, result] = /(x|-?\d+) ([+-]) (x|-?\d+) = (-?\d+)/.exec(textOf(seen)) ?? [];
    if (sign === undefined) return GIVE_UP;
    const [x, y, r] = [Number(a), Number(b), Number(result)];
    const value = sign === '+' ? r - (a === 'x' ? y : x) : a === 'x' ? r + y : x - r;
    return fill(fields(seen), [String(value)], press(seen));
  },
  'guess-number': (seen) => {
    const [field] = fields(seen);
    const [, side, bound] = /(lower|higher) than (\d+)/.exec(textOf(seen)) ?? [];
    // From one side on: what was refused is the next step's start.
    const guess = side === undefined ? 5 : Number(bound) + (side === 'lower' ? -1 : 1);
    return field?.value === String(guess) ? press(seen)() : fill([field], [String(guess)], press(seen));
  },
  'read-table': (seen) => {
    const label = /value of (.*) into/.exec(seen.goal)?.[1] ?? '';
    return fill(fields(seen), [besideCell(seen, label)], press(seen));
  },
  'read-table-2': (seen) => {
    const labels = nodesOf(seen, 'StaticText').map(({ name }) => name.replace(/:$/, ''));
    return fill(
      fields(seen),
      labels.map((label) => besideCell(seen, label)),
      press(seen),
    );
  },
  'text-transform': (seen) => {
    const letters = nodesOf(seen, 'StaticText').map(({ name }) => name);
    return fill(fields(seen), [letters.join('')], press(seen));
  },
  'scroll-text': (seen) => {
    const [text, answer] = fields(seen);
    const last = text?.value?.match(/\w+/g)?.at(-1) ?? '';
    return fill([answer], [last], press(seen));
  },
  'form-sequence-2': (seen) => {
    const radio = nodesOf(seen, 'radio')[ordinal(seen.goal) - 1];
    if (!radio?.states?.checked) return click(radio);
    const place = ordinal(seen.goal.split('number')[1] ?? '');
    return fill([fields(seen)[place - 1]], quoted(seen.goal).slice(0, 1), press(seen));
  },
  'multi-layouts': movie,
  'multi-orderings': movie,
  'click-scroll-list': (seen) => {
    const names = /Select (.*) from the scroll list/.exec(seen.goal)?.[1].split(', ') ?? [];
    const chosen = nodesOf(seen, 'option').filter(({ states }) => states?.selected);
    const missing = names.find((name) => !chosen.some((option) => option.name === name));
    return missing === undefined ? press(seen)() : select(nodesOf(seen, 'listbox')[0], missing);
  },
  'use-spinner': (seen) => {
    const wanted = Number(/Select (-?\d+)/.exec(seen.goal)?.[1]);
    const [spinner] = fields(seen);
    const value = Number(spinner?.value);
    if (value === wanted) return press(seen)();
    // Typing is refused there, so the caret is put there first and the arrow keys do the rest.
    if (!spinner?.states?.focused) return { verb: 'press', key: 'Tab' };
    return { verb: 'press', key: value < wanted ? 'ArrowUp' : 'ArrowDown' };
  },
  'scroll-text-2': (seen) => {
    const direction = /to the top/.test(seen.goal) ? 'up' : 'down';
    return seen.feedback.includes('already at the') ? press(seen)() : { verb: 'scroll', direction };
  },
  'form-sequence': (seen) => {
    const wanted = Number(/Select (-?\d+)/.exec(seen.goal)?.[1]);
    const value = Number(nodesOf(seen, 'StaticText')[0]?.name);
    const handle = nodesOf(seen, 'clickable').find(({ name }) => name.includes('ui-slider-handle'));
    if (value !== wanted && !handle?.states?.focused) return { verb: 'press', key: 'Tab' };
    if (value !== wanted) return { verb: 'press', key: value < wanted ? 'ArrowRight' : 'ArrowLeft' };
    const box = nodesOf(seen, 'checkbox')[ordinal(seen.goal) - 1];
    return box?.states?.checked ? press(seen)() : click(box);
  },
  // The fields wake up when the agreement was read to its end.
  'sign-agreement': (seen) => {
    const [name, button] = quoted(seen.goal);
    if (name === undefined) return click(named(seen, 'Cancel'));
    const [field] = nodesOf(seen, 'textbox').filter((node) => node.name === 'Name');
    if (field?.states?.disabled) return { verb: 'scroll', direction: 'down' };
    return fill([field], [name], press(seen, button));
  },
  'use-colorwheel': (seen) => {
    const colour = /Select (\w+) with/.exec(seen.goal)?.[1] ?? '';
    return fill(fields(seen), [COLOURS[colour] ?? ''], press(seen));
  },
  // Key by key: the page writes each one into its own line. Files are listed first.
  terminal: (seen) => {
    const all = seen.tree.nodes.map(({ name }) => name).join(' ');
    const files = /user\$ ls (.*?) user\$/.exec(all)?.[1].split(' ') ?? [];
    const extension = /extension \.(\S+)/.exec(seen.goal)?.[1];
    // To the page a name ends with what it has there first and last.
    const fits = (name: string): boolean =>
      extension === undefined ? !name.includes('.') : name.indexOf(extension) + extension.length === name.length;
    const line = ['l', 's', 'Enter', ...`rm ${files.find(fits) ?? ''}`, 'Enter'];
    const key = line[seen.step];
    return key === undefined ? GIVE_UP : { verb: 'press', key: key === ' ' ? 'Space' : key };
  },
  'use-autocomplete': autocomplete,
  'use-autocomplete-nodelay': autocomplete,
};

/** Named colours of CSS (Color Module Level 4), as such a field writes them. */
const COLOURS: Record<string, string> = {
  ...{ black: '000000', white: 'FFFFFF', aqua: '00FFFF', blue: '0000FF', gray: '808080', green: '008000' },
  ...{ lime: '00FF00', maroon: '800000', navy: '000080', olive: '808000', purple: '800080', red: 'FF0000' },
  ...{ silver: 'C0C0C0', teal: '008080', yellow: 'FFFF00', pink: 'FFC0CB', magenta: 'FF00FF', gold: 'FFD700' },
  ...{ orange: 'FFA500' },
};

/** The cell after the one with this label. */
function besideCell(seen: Observation, label: string): string {
  const cells = nodesOf(seen, 'cell');
  return cells[cells.findIndex(({ name }) => name === label) + 1]?.name ?? '';
}

/** Labels stand before, after or above their fields, but always in the same order. The button has several names. */
function movie(seen: Observation): Action {
  const [, genre = '', director = '', year = ''] =
    /Search for (.*) movies directed by (.*) from year (\d+)/.exec(seen.goal) ?? [];
  const labels = nodesOf(seen, 'StaticText', 'rowheader').filter(({ name }) => /genre|director|year|date/i.test(name));
  const answers = labels.map(({ name }) => (/genre/i.test(name) ? genre : /director/i.test(name) ? director : year));
  return fill(fields(seen), answers, () => click(nodesOf(seen, 'button', 'clickable').at(-1)));
}

/** Types the beginning, chooses a suggestion with the right end. */
function autocomplete(seen: Observation): Action {
  const [start = '', end = ''] = quoted(seen.goal);
  const [field] = fields(seen);
  const fits = (name: string): boolean => name.startsWith(start) && name.endsWith(end);
  // What was typed may be all that the goal asks for: it has to be taken from the list all the same.
  if (field?.value && fits(field.value) && seen.feedback.startsWith('clicked')) return press(seen)();
  // The list around the suggestions bears all their words.
  const suggestion = nodesOf(seen, 'clickable', 'menuitem', 'option')
    .filter(({ name }) => fits(name))
    .sort((a, b) => a.name.length - b.name.length)[0];
  return suggestion ? click(suggestion) : fill([field], [start], () => ({ verb: 'press', key: 'ArrowDown' }));
}
