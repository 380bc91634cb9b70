import { createRng, type Rng } from '../../core/rng.ts';
import type { Traits } from '../site.ts';
import { type Style, styleOf, variant, wordingOf } from '../style.tsx';
import { brandName, cityName, codeWord, distinct, familyName, givenName } from '../words.ts';
import { BODIES, THEMES, type Theme, TIMES, type Titles, WORDING, type WordKey } from './wording.ts';

export interface Person {
  name: string;
  phone: string;
  city: string;
}

/** Facts that a mail may state; goals name them by these words. */
export type MailFact = 'reference' | 'amount' | 'room' | 'date' | 'time';
/** A mail as it arrived; sender and subject together name it. */
export interface Mail {
  id: string;
  sender: string;
  subject: string;
  body: string;
  facts: readonly (readonly [key: MailFact, text: string])[];
  folder: string;
  starred: boolean;
  /** It proposes an event: its facts are a date and a time. */
  invites: boolean;
}

/** An event of the calendar. */
export interface Meeting {
  id: string;
  title: string;
  /** ISO date and 24-hour time, as the native inputs hold them. */
  date: string;
  time: string;
  /** None to two names. */
  guests: readonly string[];
  /** Id of the invitation that put it there. */
  mail?: string;
}

/** A place for mails: `key` is its address below `/box`. */
export interface Folder {
  key: string;
  name: string;
}

export const LAYOUTS = {
  /** Folders are reached through the site's links, a list beside the mails, or (held out) a native select. */
  folders: { seen: ['links', 'list'], unseen: ['select'] },
  /** Lists link the subject and show the sender apart, or link both as one text. */
  entry: { seen: ['apart', 'joined'], unseen: [] },
  /** A mail has its page to itself, or the list of its folder beside it. */
  pane: { seen: ['alone', 'beside'], unseen: [] },
  /** Mails are moved by a select and a button, by a button for each folder, or (held out) by a select that acts at once. */
  move: { seen: ['form', 'buttons'], unseen: ['instant'] },
  reply: { seen: ['page', 'inline'], unseen: [] },
  star: { seen: ['box', 'button'], unseen: [] },
  /** The calendar is a list, a month with a cell for each day, or (held out) a heading for each day. */
  calendar: { seen: ['agenda', 'month'], unseen: ['days'] },
  time: { seen: ['select', 'input'], unseen: [] },
  /** People are chosen from a select or typed. */
  person: { seen: ['select', 'input'], unseen: [] },
  /** Cancelling an event asks once more, on a page of its own. */
  cancel: { seen: ['once', 'twice'], unseen: [] },
  /** What the first page is; an overview lists the folders. */
  home: { seen: ['inbox', 'calendar', 'overview'], unseen: [] },
  /** Phone and city of a contact stand in the list of contacts, or on a page for each. */
  contact: { seen: ['listed', 'page'], unseen: [] },
  /** Pages of mails and events lead to the list that they are from. */
  trail: { seen: ['none', 'shown'], unseen: [] },
  /** What can be done with a mail stands below or above what it says. */
  deeds: { seen: ['below', 'above'], unseen: [] },
} as const satisfies Record<string, { seen: readonly string[]; unseen: readonly string[] }>;
type Value<D> = D extends { seen: readonly (infer S)[]; unseen: readonly (infer U)[] } ? S | U : never;
export type Layout = { [K in keyof typeof LAYOUTS]: Value<(typeof LAYOUTS)[K]> };

export interface MailWorld {
  seed: number;
  style: Style;
  words: Record<WordKey, string>;
  layout: Layout;
  theme: Theme;
  brand: string;
  people: Person[];
  /** In the order in which sites show them: inbox, own folders, archive, trash, sent. */
  folders: Folder[];
  mails: Mail[];
  meetings: Meeting[];
  /** The calendar's month as `YYYY-MM`, and its days. */
  month: string;
  days: number;
  times: string[];
}

const PEOPLE = 6;
const SENDERS = 5;
const SUBJECTS = 5;
const MAILS = 8;
const MEETINGS = 5;

/** Address part of a person: `kelu-baro`. */
export const slugOf = (name: string): string => name.toLowerCase().replace(' ', '-');

const two = (n: number): string => String(n).padStart(2, '0');
/** Every month has 28 days. */
export const dateIn = (month: string, rng: Rng): string => `${month}-${two(1 + rng.int(28))}`;

/** Given and family names are distinct, so that one word tells people apart. */
function people(rng: Rng): Person[] {
  const given = distinct(PEOPLE, () => givenName(rng));
  const family = distinct(PEOPLE, () => familyName(rng));
  const phones = distinct(PEOPLE, () => `555-${1000 + rng.int(9000)}`);
  const cities = distinct(PEOPLE, () => cityName(rng));
  return given.map((name, i) => ({ name: `${name} ${family[i]}`, phone: phones[i], city: cities[i] }));
}

const titles = (rng: Rng, count: number, { kinds, things }: Titles): string[] =>
  distinct(count, () => `${rng.pick(kinds)} ${rng.pick(things)}`);

/**
 * Five senders and five subjects share eight mails, so that it mostly takes both to name one; the subjects of the last two,
 * which are not in the inbox, name them alone.
 */
function mails(rng: Rng, world: Pick<MailWorld, 'theme' | 'people' | 'folders' | 'month' | 'times'>): Mail[] {
  const senders = rng.sample(world.people, SENDERS);
  const subjects = titles(rng, SUBJECTS + 2, world.theme.subjects);
  const shared = distinct(MAILS, () => rng.int(SENDERS * SUBJECTS)).map((n) => [n % SENDERS, Math.floor(n / SENDERS)]);
  const apart = rng.sample([0, 1, 2, 3, 4], 2).map((sender, i) => [sender, SUBJECTS + i]);
  const all = [...shared, ...apart];
  const references = distinct(all.length, () => codeWord(rng));
  const amounts = distinct(all.length, () => `${10 + rng.int(90)} euros`);
  const rooms = distinct(all.length, () => `${rng.pick([...'ABCDEFG'])}${1 + rng.int(40)}`);
  const dates = distinct(all.length, () => dateIn(world.month, rng));
  const inviting = rng.sample([0, 1, 2, 3, 4, 5, 6, 7], 2);
  const order = rng.shuffle<MailFact>(['reference', 'amount', 'room', 'date', 'time']);
  const [inbox, first, , archive] = world.folders;
  return all.map(([sender, subject], i) => {
    const invites = inviting.includes(i);
    const texts: Partial<Record<MailFact, string>> = invites
      ? { date: dates[i], time: rng.pick(world.times), room: rooms[i] }
      : { reference: references[i], amount: amounts[i], room: rooms[i] };
    return {
      id: String(i + 1),
      sender: senders[sender].name,
      subject: subjects[subject],
      body: rng.pick(BODIES),
      facts: order.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]] as const])),
      folder: i < MAILS ? inbox.key : i === MAILS ? first.key : archive.key,
      starred: rng.chance(0.2),
      invites,
    };
  });
}

type Frame = Pick<MailWorld, 'theme' | 'people' | 'month' | 'times'>;
function meetings(rng: Rng, { theme, people: all, month, times }: Frame): Meeting[] {
  const dates = distinct(MEETINGS, () => dateIn(month, rng));
  return titles(rng, MEETINGS, theme.events).map((title, i) => ({
    id: String(i + 1),
    title,
    date: dates[i],
    time: rng.pick(times),
    guests: rng.sample(all, 1 + rng.int(2)).map(({ name }) => name),
  }));
}

export function createWorld(seed: number): MailWorld {
  const rng = createRng(seed).fork('mail');
  const words = wordingOf(seed, 'mail', WORDING);
  const calendar = rng.fork('calendar');
  const [year, month] = [2026 + calendar.int(2), 1 + calendar.int(12)];
  const folder = (key: string, name: string): Folder => ({ key, name });
  const theme = variant(rng.fork('theme'), seed, THEMES);
  const own = rng.fork('folders').sample(theme.folders, 2);
  const base = {
    theme,
    people: people(rng.fork('people')),
    folders: [
      folder('inbox', words.inbox),
      ...own.map((name) => folder(name.toLowerCase(), name)),
      folder('archive', words.archive),
      folder('trash', words.trash),
      folder('sent', words.sent),
    ],
    month: `${year}-${two(month)}`,
    days: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    times: calendar.sample(TIMES, 5).sort(),
  };
  const layouts = Object.entries(LAYOUTS).map(([name, pool]) => [name, variant(rng.fork(name), seed, pool)]);
  return {
    seed,
    style: styleOf(seed),
    words,
    layout: Object.fromEntries(layouts) as Layout,
    brand: `${brandName(rng.fork('brand'))} ${words.brand}`,
    ...base,
    mails: mails(rng.fork('mails'), base),
    meetings: meetings(rng.fork('meetings'), base),
  };
}

export const traits = ({ theme, layout }: MailWorld): Traits => ({ category: theme.name, capabilities: layout });
