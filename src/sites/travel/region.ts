import { createRng, type Rng } from '../../core/rng.ts';
import { isUnseenStyle } from '../site.ts';
import { brandName, codeWord, distinct, givenName } from '../words.ts';
import { COMMENTS, STARS, STREETS } from './words.ts';

/* What there is in a region: places to visit, connections between its towns, ways between places. */

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

/** Ten places of three kinds in three of the towns. */
export function placesOf(rng: Rng, seed: number, towns: readonly string[], categories: readonly string[]): Place[] {
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

export function ridesOf(rng: Rng, towns: readonly string[]): Ride[] {
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

/** How to get from one place to another: on foot to a line, with it, and on foot again. */
export interface Way {
  line: string;
  /** Names of the stops where the line is entered and left. */
  on: string;
  off: string;
  /** Of the three parts. */
  minutes: readonly [number, number, number];
}

export function wayOf(seed: number, start: Place, end: Place): Way {
  const rng = createRng(seed).fork(`travel way ${start.id} ${end.id}`);
  const [on, off] = distinct(2, () => brandName(rng));
  return {
    line: `${rng.pick([...'HJKMN'])}${10 + rng.int(90)}`,
    on,
    off,
    minutes: [1 + rng.int(9), 5 + rng.int(40), 1 + rng.int(9)],
  };
}
