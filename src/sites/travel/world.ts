import { createRng, type Rng } from '../../core/rng.ts';
import { isUnseenStyle } from '../site.ts';
import { type Style, type Synonyms, styleOf, wordingOf } from '../style.tsx';
import { brandName, cityName, codeWord, distinct, givenName, personName } from '../words.ts';
import { CATEGORIES, COACHES, COMMENTS, DAYS, LABELS, type Label, PARTIES, STARS, STREETS } from './words.ts';

export interface Review {
  author: string;
  stars: string;
  text: string;
}

/** Something to visit. Numbers and addresses differ from place to place. */
export interface Place {
  /** Address part: `troulfex-museum`. */
  id: string;
  name: string;
  town: string;
  category: string;
  address: string;
  /** 24-hour times. */
  opens: string;
  closes: string;
  /** Euros. */
  price: number;
  /** Tenths of a star. */
  rating: number;
  /** Metres from the centre of its town. */
  distance: number;
  /** Different stars each. */
  reviews: Review[];
}

/** The figures of a place as pages and answers say them. */
export const figures = {
  rating: ({ rating }: Place): string => (rating / 10).toFixed(1),
  price: ({ price }: Place): string => `${price} euros`,
  distance: ({ distance }: Place): string => `${distance} m`,
};

export interface Leg {
  line: string;
  from: string;
  to: string;
  depart: string;
  arrive: string;
}

/** A connection between two towns; departures, arrivals and fares differ within a pair of towns. */
export interface Ride {
  /** `KV482`, also its address part. */
  code: string;
  from: string;
  to: string;
  /** One more than there are changes. */
  legs: Leg[];
  /** Euros. */
  fare: number;
  /** Free ones. */
  seats: string[];
}
export const departOf = ({ legs }: Ride): string => legs[0].depart;
export const arriveOf = ({ legs }: Ride): string => legs[legs.length - 1].arrive;
export const changesOf = ({ legs }: Ride): number => legs.length - 1;

export const fareOf = ({ fare }: Ride): string => `${fare} euros`;

/** A seat that the visitor holds. */
export interface Seat {
  ride: string;
  coach: string;
  seat: string;
  name: string;
}

/** Places in the order of the visit. */
export interface Trip {
  stops: string[];
  day: string;
  party: string;
}

/** Structure that the seed varies beside `style`; unseen-style seeds draw about 60 % of the held-out values. */
export const LAYOUTS = {
  /** The home page lists the towns, holds the finder of connections, or (held out) the best rated places. */
  home: { seen: ['towns', 'finder'], unseen: ['best'] },
  /** The search box is on every page, on the list of places, nowhere, or (held out) on a page of its own. */
  search: { seen: ['every', 'list', 'none'], unseen: ['page'] },
  /** Places can be narrowed to a town and a type, or to a town only; then the list shows the type. */
  filters: { seen: ['both', 'town'], unseen: [] },
  /** Lists can be sorted, or have to be read. */
  sort: { seen: ['offered', 'none'], unseen: [] },
  /** Lists are arranged by links, by selects that act at once, or (held out) by selects with a button. */
  arrange: { seen: ['links', 'instant'], unseen: ['apply'] },
  pages: { seen: ['paged', 'whole'], unseen: [] },
  /** Towns of a connection are chosen from selects, by links one after the other, or (held out) typed. */
  finder: { seen: ['selects', 'links'], unseen: ['typed'] },
  /** A connection is known by its departure or by its code. */
  ride: { seen: ['time', 'code'], unseen: [] },
  /** Seats are chosen below the connection or on a page of their own. */
  seating: { seen: ['inline', 'page'], unseen: [] },
  /** A seat is one of a few options, or (held out) each seat has a button that reserves it. */
  seat: { seen: ['option'], unseen: ['map'] },
  reviews: { seen: ['inline', 'page'], unseen: [] },
  /** One of a few options: radio buttons or a native select. */
  options: { seen: ['radios', 'select'], unseen: [] },
  saving: { seen: ['control', 'checkbox'], unseen: [] },
  /** Stops are added on the page of a place, or from a select on the page of the trip. */
  stops: { seen: ['place', 'trip'], unseen: [] },
  /** Trip, saved places and seats have a page each, or one together. */
  mine: { seen: ['apart', 'together'], unseen: [] },
} as const satisfies Record<string, Synonyms>;

type Layouts = typeof LAYOUTS;
export type Layout = { [K in keyof Layouts]: Layouts[K]['seen' | 'unseen'][number] };

export interface TravelWorld {
  seed: number;
  style: Style;
  layout: Layout;
  label: Record<Label, string>;
  brand: string;
  towns: string[];
  categories: string[];
  places: Place[];
  rides: Ride[];
  coaches: string[];
  days: string[];
  /** Of a fresh visit, as are trip and seats. */
  saved: string[];
  trip: Trip;
  seats: Seat[];
}

const TOWNS = 5;
const RIDES = 4;
const REVIEWS = 3;
const FREE_SEATS = 4;
/** Town, category and number of the places of a kind: every list of one town fits on a page. */
const SHARES = [
  [0, 0, 3],
  [0, 1, 2],
  [1, 1, 2],
  [1, 2, 2],
  [2, 0, 1],
] as const;

const two = (n: number): string => String(n).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

function placesOf(rng: Rng, seed: number, towns: readonly string[], categories: readonly string[]): Place[] {
  const kinds = SHARES.flatMap(([town, category, count]) =>
    Array.from({ length: count }, () => ({ town: towns[town], category: categories[category] })),
  );
  const count = kinds.length;
  const names = distinct(count, () => brandName(rng));
  const streets = distinct(count, () => brandName(rng));
  const prices = distinct(count, () => 2 + rng.int(40));
  const ratings = distinct(count, () => 25 + rng.int(24));
  const distances = distinct(count, () => 50 * (1 + rng.int(60)));
  const authors = distinct(count * REVIEWS, () => givenName(rng));
  const streetKinds = isUnseenStyle(seed) ? STREETS.unseen : STREETS.seen;
  const places = kinds.map(({ town, category }, i) => {
    const stars = rng.sample(STARS, REVIEWS);
    return {
      id: `${names[i]}-${category}`.toLowerCase(),
      name: `${names[i]} ${capital(category)}`,
      town,
      category,
      address: `${1 + rng.int(90)} ${streets[i]} ${rng.pick(streetKinds)}`,
      opens: clock(60 * (7 + rng.int(4)) + 30 * rng.int(2)),
      closes: clock(60 * (16 + rng.int(6)) + 30 * rng.int(2)),
      price: prices[i],
      rating: ratings[i],
      distance: distances[i],
      reviews: stars.map((given, r) => ({
        author: authors[i * REVIEWS + r],
        stars: given,
        text: rng.pick(COMMENTS),
      })),
    };
  });
  return places.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Legs through `stations` from minute `start` on. */
function legsOf(rng: Rng, stations: readonly string[], start: number): Leg[] {
  let now = start;
  return stations.slice(1).map((to, i) => {
    if (i > 0) now += 5 * (1 + rng.int(6));
    const depart = now;
    now += 5 * (5 + rng.int(12));
    return {
      line: `${rng.pick([...'ABCDEFG'])}${10 + rng.int(90)}`,
      from: stations[i],
      to,
      depart: clock(depart),
      arrive: clock(now),
    };
  });
}

/** The day's connections between two towns, by departure: one without change, two with one in different towns, one with two. */
function ridesBetween(rng: Rng, from: string, to: string, between: readonly string[]): Omit<Ride, 'code' | 'seats'>[] {
  for (;;) {
    const changes = rng.shuffle([0, 1, 1, 2]);
    const departures = distinct(RIDES, () => 60 * (6 + rng.int(11)) + 5 * (1 + rng.int(11))).sort((a, b) => a - b);
    const fares = distinct(RIDES, () => 8 + rng.int(60));
    const rides = departures.map((start, i) => ({
      from,
      to,
      legs: legsOf(rng, [from, ...rng.sample(between, changes[i]), to], start),
      fare: fares[i],
    }));
    const arrivals = rides.map(({ legs }) => legs[legs.length - 1].arrive);
    const towns = rides.filter(({ legs }) => legs.length === 2).map(({ legs }) => legs[0].to);
    if (new Set(arrivals).size === RIDES && towns[0] !== towns[1]) return rides;
  }
}

function ridesOf(rng: Rng, towns: readonly string[]): Ride[] {
  const pairs = towns.flatMap((from) => towns.filter((to) => to !== from).map((to) => [from, to] as const));
  const rides = pairs.flatMap(([from, to]) =>
    ridesBetween(
      rng,
      from,
      to,
      towns.filter((town) => town !== from && town !== to),
    ),
  );
  const codes = distinct(rides.length, () => codeWord(rng));
  const seats = distinct(FREE_SEATS + 2, () => `${1 + rng.int(60)}${rng.pick([...'ABCD'])}`);
  return rides.map((ride, i) => ({ code: codes[i], ...ride, seats: rng.sample(seats, FREE_SEATS) }));
}

export function world(seed: number): TravelWorld {
  const rng = createRng(seed).fork('travel');
  const label = wordingOf(seed, 'travel', LABELS);
  /** Sites of the unseen style have held-out ones and one seen one. */
  const drawn = (name: string, { seen, unseen }: Synonyms, count: number): string[] => {
    const own = rng.fork(name);
    const held = isUnseenStyle(seed) ? own.sample(unseen, count - 1) : [];
    return own.shuffle([...held, ...own.sample(seen, count - held.length)]);
  };
  const names = rng.fork('towns');
  const towns = distinct(TOWNS, () => cityName(names)).sort();
  const order = rng.fork('order').shuffle(towns);
  const categories = drawn('categories', CATEGORIES, 3);
  const places = placesOf(rng.fork('places'), seed, order, categories);
  const rides = ridesOf(rng.fork('rides'), towns);
  const coaches = drawn('coaches', COACHES, 3);
  const own = rng.fork('own');
  const days = own.sample(DAYS, 4).sort((a, b) => DAYS.indexOf(a) - DAYS.indexOf(b));
  // Two ways out of one town: the other town names the seat.
  const one = own.pick(rides);
  const other = own.pick(rides.filter(({ from, to }) => from === one.from && to !== one.to));
  const seat = (ride: Ride): Seat => ({
    ride: ride.code,
    coach: own.pick(coaches),
    seat: own.pick(ride.seats),
    name: personName(own),
  });
  return {
    seed,
    style: styleOf(seed),
    layout: wordingOf(seed, 'travel layout', LAYOUTS) as Layout,
    label,
    brand: `${brandName(rng.fork('brand'))} ${label.brand}`,
    towns,
    categories: categories.toSorted(),
    places,
    rides,
    coaches,
    days,
    saved: own.sample(places, 2).map(({ id }) => id),
    trip: { stops: own.sample(places, 2).map(({ id }) => id), day: own.pick(days), party: own.pick(PARTIES) },
    seats: [seat(one), seat(other)],
  };
}

export const placeOf = ({ places }: TravelWorld, id: string): Place | undefined => places.find((p) => p.id === id);
export const placeNamed = ({ places }: TravelWorld, name: string): Place | undefined =>
  places.find((place) => place.name === name);
export const rideOf = ({ rides }: TravelWorld, code: string): Ride | undefined => rides.find((r) => r.code === code);

/** How to get from one place to another: on foot to a line, with it, and on foot again. */
export interface Way {
  line: string;
  /** Names of the stops where the line is entered and left. */
  on: string;
  off: string;
  /** Of the three parts. */
  minutes: readonly [number, number, number];
}

export function wayOf({ seed }: TravelWorld, start: Place, end: Place): Way {
  const rng = createRng(seed).fork(`travel way ${start.id} ${end.id}`);
  const [on, off] = distinct(2, () => brandName(rng));
  return {
    line: `${rng.pick([...'HJKMN'])}${10 + rng.int(90)}`,
    on,
    off,
    minutes: [1 + rng.int(9), 5 + rng.int(40), 1 + rng.int(9)],
  };
}
