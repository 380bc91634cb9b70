import { createRng, type Rng } from '../../core/rng.ts';
import type { Traits } from '../site.ts';
import { type Style, styleOf, variant, wordingOf } from '../style.tsx';
import { brandName, codeWord, distinct, MONTHS, personName } from '../words.ts';
import {
  DAYS,
  LANGUAGES,
  NOTES,
  OFFER_KINDS,
  OFFER_NAMES,
  SLOTS,
  THEMES,
  type Theme,
  TOPICS,
  WORDING,
  type WordKey,
} from './wording.ts';

/** The controls of the wizard, in the order in which a booking reads. */
export const FIELDS = ['service', 'member', 'date', 'slot', 'name', 'phone', 'notes', 'voucher', 'reminder'] as const;
export type FieldKey = (typeof FIELDS)[number];
/** Values as the controls hold them: names of services and people, ISO date, checkbox 'on' or ''. */
export type Draft = Record<FieldKey, string>;
export interface Booking extends Draft {
  ref: string;
}

export type Kind = 'service' | 'staff' | 'offer';
/** Something with a page of its own: its facts by key, in the order in which this site shows them. */
export interface Entity {
  kind: Kind;
  slug: string;
  name: string;
  facts: readonly (readonly [key: WordKey, value: string])[];
}

/** Where the things of a kind are found: the section that lists them, and the folder of their pages. */
export const PLACES = {
  service: { section: 'services', folder: 'service' },
  staff: { section: 'staff', folder: 'member' },
  offer: { section: 'offers', folder: 'offer' },
} as const satisfies Record<Kind, { section: Section; folder: string }>;

export interface BookingWorld {
  seed: number;
  style: Style;
  words: Record<WordKey, string>;
  brand: string;
  place: string;
  services: Entity[];
  staff: Entity[];
  offers: Entity[];
  slots: string[];
  topics: string[];
  /** First and last bookable date. */
  season: readonly [first: string, last: string];
  bookings: Booking[];
  /** The wizard's pages before the review. */
  steps: readonly (readonly FieldKey[])[];
  links: readonly Section[];
  /** What the home page lists. */
  homeList: Kind;
  /** Cancelling asks once more, on a page of its own. */
  asksTwice: boolean;
  /** The newsletter's frequency is a group of radio buttons, else a native select. */
  radios: boolean;
}

export const SECTIONS = ['services', 'staff', 'offers', 'book', 'bookings', 'newsletter', 'contact'] as const;
export type Section = (typeof SECTIONS)[number];

export const STEPS: { seen: readonly FieldKey[][][]; unseen: readonly FieldKey[][][] } = {
  seen: [
    [
      ['service', 'member'],
      ['date', 'slot'],
      ['name', 'phone', 'notes', 'voucher', 'reminder'],
    ],
    [
      ['service', 'voucher'],
      ['member', 'date', 'slot'],
      ['name', 'phone', 'reminder', 'notes'],
    ],
    [
      ['date', 'slot'],
      ['service', 'member'],
      ['voucher', 'name', 'phone', 'notes', 'reminder'],
    ],
  ],
  unseen: [
    [
      ['name', 'phone'],
      ['service', 'date', 'slot'],
      ['member', 'reminder', 'notes', 'voucher'],
    ],
    [
      ['service', 'member', 'date', 'slot'],
      ['name', 'phone', 'notes', 'voucher', 'reminder'],
    ],
  ],
};

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
const two = (n: number): string => String(n).padStart(2, '0');
export const dateIn = ([first]: BookingWorld['season'], rng: Rng): string => {
  const [year, month] = first.split('-').map(Number);
  return `${year}-${two(month + rng.int(3))}-${two(1 + rng.int(28))}`;
};
export const phoneNumber = (rng: Rng): string => `555-${1000 + rng.int(9000)}`;

const entity = (
  kind: Kind,
  name: string,
  order: readonly WordKey[],
  facts: Partial<Record<WordKey, string>>,
): Entity => ({
  kind,
  slug: slugOf(name),
  name,
  facts: order.filter((key) => facts[key] !== undefined).map((key) => [key, facts[key] as string]),
});

/** Values of one fact differ from entity to entity, so that every answer names its page. */
function services(rng: Rng, theme: Theme): Entity[] {
  const names = rng.sample(theme.nouns, 5).map((noun) => `${noun} ${rng.pick(theme.kinds)}`);
  const minutes = distinct(5, () => `${5 * (3 + rng.int(18))} minutes`);
  const rooms = distinct(5, () => `${rng.pick([...'ABCDEFG'])}${1 + rng.int(40)}`);
  const prices = distinct(5, () => `${10 + rng.int(90)} euros`);
  const codes = distinct(5, () => codeWord(rng));
  const order = rng.shuffle<WordKey>(['duration', 'room', 'price', 'code']);
  return names.map((name, i) =>
    entity('service', name, order, { duration: minutes[i], room: rooms[i], price: prices[i], code: codes[i] }),
  );
}

function staff(rng: Rng): Entity[] {
  const desks = distinct(4, () => `D${1 + rng.int(60)}`);
  const days = rng.sample(DAYS, 4);
  const languages = rng.sample(LANGUAGES, 4);
  const order = rng.shuffle<WordKey>(['desk', 'day', 'language']);
  return distinct(4, () => personName(rng)).map((name, i) =>
    entity('staff', name, order, { desk: desks[i], day: days[i], language: languages[i] }),
  );
}

function offers(rng: Rng): Entity[] {
  const months = rng.sample(MONTHS, 4);
  const savings = distinct(4, () => `${1 + rng.int(30)} euros`);
  const codes = distinct(4, () => codeWord(rng));
  const order = rng.shuffle<WordKey>(['coupon', 'until', 'saves']);
  return rng.sample(OFFER_NAMES, 4).map((name, i) =>
    entity('offer', `${name} ${rng.pick(OFFER_KINDS)}`, order, {
      coupon: codes[i],
      until: months[i],
      saves: savings[i],
    }),
  );
}

export const EMPTY: Draft = {
  service: '',
  member: '',
  date: '',
  slot: '',
  name: '',
  phone: '',
  notes: '',
  voucher: '',
  reminder: '',
};

export function createWorld(seed: number): BookingWorld {
  const rng = createRng(seed).fork('booking');
  const theme = variant(rng.fork('theme'), seed, THEMES);
  const calendar = rng.fork('calendar');
  const year = 2026 + calendar.int(2);
  const month = 1 + calendar.int(10);
  const season = [`${year}-${two(month)}-01`, `${year}-${two(month + 2)}-28`] as const;
  const slots = calendar.sample(SLOTS, 5).sort();
  const offered = services(rng.fork('services'), theme);
  const people = staff(rng.fork('staff'));
  const visits = rng.fork('bookings');
  const holders = distinct(3, () => personName(visits));
  const bookings = visits.sample(offered, 3).map((service, i) => ({
    ref: `R${101 + i}`,
    ...EMPTY,
    service: service.name,
    member: visits.chance(0.5) ? visits.pick(people).name : '',
    date: dateIn(season, visits),
    slot: visits.pick(slots),
    name: holders[i],
    phone: visits.chance(0.5) ? phoneNumber(visits) : '',
    notes: visits.chance(0.4) ? visits.pick(NOTES) : '',
    reminder: visits.chance(0.4) ? 'on' : '',
  }));
  const layout = rng.fork('layout');
  return {
    seed,
    style: styleOf(seed),
    words: wordingOf(seed, 'booking', WORDING),
    brand: brandName(rng.fork('brand')),
    place: theme.place,
    services: offered,
    staff: people,
    offers: offers(rng.fork('offers')),
    slots,
    topics: layout.sample(TOPICS, 4),
    season,
    bookings,
    steps: variant(rng.fork('steps'), seed, STEPS),
    links: layout.shuffle(SECTIONS),
    homeList: layout.pick<Kind>(['service', 'staff', 'offer']),
    asksTwice: layout.chance(0.4),
    radios: layout.chance(0.5),
  };
}

export const traits = ({ place, steps, homeList, asksTwice, radios }: BookingWorld): Traits => ({
  category: place,
  capabilities: {
    steps: steps.map(([first]) => first).join(' '),
    home: homeList,
    cancel: asksTwice ? 'twice' : 'once',
    frequency: radios ? 'radios' : 'select',
  },
});
