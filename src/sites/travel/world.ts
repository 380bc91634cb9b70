import { createRng } from '../../core/rng.ts';
import { isUnseenStyle, type Traits } from '../site.ts';
import { type Style, type Synonyms, styleOf, wordingOf } from '../style.tsx';
import { brandName, cityName, distinct, personName } from '../words.ts';
import { type Place, placesOf, type Ride, ridesOf } from './region.ts';
import { CATEGORIES, COACHES, DAYS, LABELS, type Label, PARTIES } from './words.ts';

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

/** What there is to visit, and how the site is built. */
export const traits = ({ categories, layout }: TravelWorld): Traits => ({
  category: categories.join(', '),
  capabilities: layout,
});

export const placeOf = ({ places }: TravelWorld, id: string): Place | undefined => places.find((p) => p.id === id);
export const placeNamed = ({ places }: TravelWorld, name: string): Place | undefined =>
  places.find((place) => place.name === name);
export const rideOf = ({ rides }: TravelWorld, code: string): Ride | undefined => rides.find((r) => r.code === code);
