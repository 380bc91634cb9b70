import type { Action, AXNode, Observation } from '../../core/types.ts';
import { click, type Expert, FIELDS, fill, named, nodesOf, ordinal, quoted, select } from './hand.ts';

/** The nodes from the first that passes `begins` up to the next one, that one not included. */
function sectionsOf({ tree: { nodes } }: Observation, begins: (node: AXNode) => boolean): AXNode[][] {
  const starts = nodes.flatMap((node, i) => (begins(node) ? [i] : []));
  return starts.map((from, k) => nodes.slice(from, starts[k + 1]));
}

const posts = (seen: Observation): AXNode[][] =>
  sectionsOf(seen, ({ role, name }) => role === 'StaticText' && /^@\w+$/.test(name));

/** The clickable of that name; else the one that says least besides it (a state, a user), not the menu around all. */
function button(section: AXNode[] | undefined, label: string): AXNode | undefined {
  const wanted = label.toLowerCase();
  return section
    ?.filter(({ role, name }) => role === 'clickable' && `${name.toLowerCase()} `.startsWith(`${wanted} `))
    .sort((a, b) => a.name.length - b.name.length)[0];
}

/** Clicks the label on the first `count` posts of the user, then submits. */
const onPosts: Expert = (seen) => {
  const [label = ''] = quoted(seen.goal);
  const user = /@\w+/.exec(seen.goal)?.[0];
  const count = Number(/on (\d+) posts?/.exec(seen.goal)?.[1] ?? Number.POSITIVE_INFINITY);
  const own = posts(seen).filter(([{ name }]) => name === user);
  return seen.step < Math.min(own.length, count) ? click(button(own[seen.step], label)) : click(named(seen, 'Submit'));
};

const threads = (seen: Observation, sender: string): AXNode[] | undefined =>
  sectionsOf(seen, ({ role, name, depth }) => role === 'clickable' && depth === 1 && name !== '').find(([{ name }]) =>
    name.startsWith(`${sender} `),
  );

/** Find the mail; then delete it, star it, answer it or pass it on. */
const mail: Expert = (seen) => {
  const sender = /email by ([\w-]+)/.exec(seen.goal)?.[1] ?? '';
  const text = quoted(seen.goal)[0];
  const receiver = /forward that email to ([\w-]+)/.exec(seen.goal)?.[1];
  const thread = threads(seen, sender);
  if (/trash icon/.test(seen.goal)) return click(button(thread, 'trash'));
  if (/star icon/.test(seen.goal)) return click(button(thread, 'star'));
  const fields = nodesOf(seen, ...FIELDS);
  if (fields.length > 0) {
    const field = text === undefined ? fields[0] : fields[fields.length - 1];
    return fill([field], [text ?? receiver ?? ''], () => click(sendButton(seen)));
  }
  return click(button(seen.tree.nodes, text === undefined ? 'forward' : 'reply') ?? thread?.[0]);
};

const sendButton = (seen: Observation): AXNode | undefined =>
  nodesOf(seen, 'clickable', 'button').find(({ name }) => /send/i.test(name));

/** The first `count` of the items taken in turn, more than once where there are too few. */
const repeated = <T>(items: readonly T[], count: number): T[] =>
  items.length === 0 ? [] : Array.from({ length: count }, (_, i) => items[i % items.length]);

/** Turns the open calendar to the month, takes the day; `open` opens it. */
function chooseDay(seen: Observation, [month, day]: readonly number[], open: Action): Action {
  const titles = nodesOf(seen, 'StaticText').map(({ name }) => name);
  const shown = titles.map((name) => MONTHS.findIndex((one) => name.startsWith(one))).find((at) => at >= 0);
  if (shown === undefined) return open;
  const away = month - 1 - shown;
  if (away === 0) return click(named(seen, String(day), 'link'));
  return click(named(seen, away > 0 ? 'Next' : 'Prev', 'link', 'clickable'));
}

/** The date that the goal gives, as written and as month and day. */
function dateIn(goal: string): { text: string; day: number[] } {
  const [text = '', month, day] = /(\d+)\/(\d+)\/\d+/.exec(goal) ?? [];
  return { text, day: [Number(month), Number(day)] };
}

/** The field takes no keys, but the focus opens the calendar. */
const calendar: Expert = (seen) => {
  const { text, day } = dateIn(seen.goal);
  const [field] = nodesOf(seen, 'textbox');
  return field?.value === text ? click(named(seen, 'Submit')) : chooseDay(seen, day, { verb: 'press', key: 'Tab' });
};

/** Takes both airports from the suggestions and the day from the calendar, then the flight that costs or lasts least. */
const flight: Expert = (seen) => {
  const { nodes } = seen.tree;
  const offers = nodes.filter(({ role, name }) => role === 'button' && /\$\d+$/.test(name));
  if (offers.length > 0) {
    const price = ({ name }: AXNode): number => Number(/\$(\d+)$/.exec(name)?.[1]);
    const minutes = (offer: AXNode): number => {
      const said = nodes.slice(0, nodes.indexOf(offer)).findLast(({ name }) => /^\d+h \d+m$/.test(name))?.name ?? '';
      const [hours = 0, rest = 0] = said.match(/\d+/g)?.map(Number) ?? [];
      return hours * 60 + rest;
    };
    const worth = /cheapest/.test(seen.goal) ? price : minutes;
    return click(offers.sort((a, b) => worth(a) - worth(b))[0]);
  }
  const [from, to, date] = nodesOf(seen, 'textbox');
  const [, start = '', end = ''] = /from: (.*?) to: (.*?) on /.exec(seen.goal) ?? [];
  for (const [field, place] of [
    [from, start],
    [to, end],
  ] as const) {
    const fits = (name = ''): boolean => /\)$/.test(name) && name.includes(place);
    if (fits(field?.value)) continue;
    // The list around the suggestions bears all their words.
    const [suggestion] = nodesOf(seen, 'clickable', 'menuitem')
      .filter(({ name }) => fits(name))
      .sort((a, b) => a.name.length - b.name.length);
    if (suggestion) return click(suggestion);
    return fill([field], [place], () => ({ verb: 'press', key: 'ArrowDown' }));
  }
  const { text, day } = dateIn(seen.goal);
  return date?.value === text ? click(named(seen, 'Search')) : chooseDay(seen, day, click(date));
};

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

export const PAGES: Record<string, Expert> = {
  'book-flight': flight,
  'book-flight-nodelay': flight,
  'search-engine': (seen) => {
    const [text = ''] = quoted(seen.goal);
    const results = nodesOf(seen, 'link', 'clickable').filter(({ name }) => /^[A-Z]\w+$/.test(name));
    const place = ordinal(seen.goal.split('find and click')[1] ?? '') - 1;
    const pages = nodesOf(seen, 'link').filter(({ name }) => /^\d$/.test(name));
    if (pages.length === 0) return fill(nodesOf(seen, 'textbox'), [text], () => click(named(seen, 'Search')));
    // Three a page; the first click on a page number shows it, the next one is on the result.
    const page = Math.floor(place / 3);
    return seen.step === 2 && page > 0 ? click(pages[page]) : click(results[place % 3]);
  },
  'phone-book': (seen) => {
    const [, name, what = ''] = /Find (\w+) in the contact book and click on their (.*?)\.?$/.exec(seen.goal) ?? [];
    if (nodesOf(seen, 'heading')[0]?.name !== name) return click(named(seen, '>', 'link'));
    const { nodes } = seen.tree;
    const label = nodes.findIndex((node) => node.name.toLowerCase().startsWith(what.split(' ')[0].toLowerCase()));
    return click(nodes.slice(label + 1).find(({ role }) => role === 'link'));
  },
  'social-media': (seen) => {
    const [label = ''] = quoted(seen.goal);
    const user = /@\w+/.exec(seen.goal)?.[0];
    const post = posts(seen).find(([{ name }]) => name === user);
    return click(button(post, label) ?? button(post, 'more'));
  },
  'social-media-all': onPosts,
  'social-media-some': onPosts,
  'order-food': (seen) => {
    const { nodes } = seen.tree;
    const [, count = '', kind = ''] = /Order (\d+) items that are (.*)/.exec(seen.goal) ?? [];
    const dishes = sectionsOf(seen, ({ role, name }) => role === 'StaticText' && /[a-z]{3}/.test(name)).filter(
      (dish) => named({ ...seen, tree: { ...seen.tree, nodes: dish } }, '+') !== undefined,
    );
    const chosen =
      kind === ''
        ? (/items?: (.*)/.exec(seen.goal)?.[1].split(', ') ?? []).map((name) =>
            dishes.find(([dish]) => dish.name === name),
          )
        : repeated(
            dishes.filter((dish) => dish.some(({ role, name }) => role === 'image' && name === kind)),
            Number(count),
          );
    const dish = chosen[seen.step];
    if (dish) return click(dish.find(({ name }) => name === '+'));
    return click(nodes.findLast(({ role }) => role === 'button'));
  },
  'email-inbox': mail,
  'email-inbox-delete': mail,
  'email-inbox-forward': mail,
  'email-inbox-forward-nl': (seen) => {
    const names = seen.goal.match(/\b[A-Z][\w-]*/g) ?? [];
    const sender = / (?:by|from) ([\w-]+)|email ([\w-]+) sent|message ([\w-]+) sent|Get ([\w-]+) email/.exec(seen.goal);
    const from = sender?.slice(1).find((name) => name !== undefined) ?? '';
    const to =
      names
        .filter((name) => name !== from && name !== 'I')
        .at(names[0] && / wants | is waiting/.test(seen.goal) ? 0 : -1) ?? '';
    return mail({ ...seen, goal: `Find the email by ${from} and forward that email to ${to}.` });
  },
  'email-inbox-important': mail,
  'email-inbox-noscroll': mail,
  'email-inbox-reply': mail,
  'email-inbox-star-reply': mail,
  'choose-date': calendar,
  'choose-date-easy': calendar,
  'choose-date-medium': calendar,
  'choose-date-nodelay': calendar,
  'form-sequence-3': (seen) => {
    const option = /Choose (.*) from the dropdown/.exec(seen.goal)?.[1] ?? '';
    const [box] = nodesOf(seen, 'combobox');
    if (box?.value !== option) return select(box, option);
    // The list of suggestions opens over the buttons; taking the option there closes it.
    return click(named(seen, option, 'clickable') ?? named(seen, quoted(seen.goal)[0] ?? '', 'button'));
  },
};
