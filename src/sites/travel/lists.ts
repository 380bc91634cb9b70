import { arriveOf, departOf, type Place, type Ride } from './region.ts';
import type { Label } from './words.ts';
import type { TravelWorld } from './world.ts';

/*
 * The two lists that visitors arrange, places and connections: what their addresses ask for, and what they show then.
 */

export type List = 'places' | 'rides';
/** The query of a list's address; '' is what a plain address asks for. */
export type Asked = Record<'town' | 'category' | 'from' | 'to' | 'sort' | 'page', string>;

/** How lists can be ordered, with the wordings of that; the first of each is the order of a plain address. */
export const ORDERS = {
  places: { name: 'byName', rating: 'byRating', price: 'byPrice', distance: 'byDistance' },
  rides: { depart: 'byDepart', arrive: 'byArrive', fare: 'byFare' },
} as const satisfies Record<List, Record<string, Label>>;

/** The name of the choice that narrows the places to a town: no link to anything else has it. */
export const nearTown = ({ label }: TravelWorld, town: string): string => `${label.inTown} ${town}`;

export const fromTown = ({ label }: TravelWorld, town: string): string => `${label.from} ${town}`;
export const toTown = ({ label }: TravelWorld, town: string): string => `${label.to} ${town}`;
/** The name of a connection's link in lists. */
export const rideLink = ({ layout }: TravelWorld, ride: Ride): string =>
  layout.ride === 'time' ? departOf(ride) : ride.code;

/** One way to arrange a list: its choices, plain first, as the visitor reads them and as the address says them. */
export interface Group {
  key: 'town' | 'category' | 'sort';
  label: string;
  options: { text: string; value: string }[];
}

export function groupsOf(world: TravelWorld, list: List): Group[] {
  const { label, layout, towns, categories } = world;
  const groups: Group[] = [];
  if (list === 'places') {
    const near = towns.map((town) => ({ text: nearTown(world, town), value: town }));
    groups.push({ key: 'town', label: label.town, options: [{ text: label.anyTown, value: '' }, ...near] });
    const types = categories.map((text) => ({ text, value: text }));
    if (layout.filters === 'both')
      groups.push({
        key: 'category',
        label: label.category,
        options: [{ text: label.anyCategory, value: '' }, ...types],
      });
  }
  if (layout.sort === 'offered') {
    const orders = Object.entries(ORDERS[list]).map(([key, word], i) => ({
      text: label[word],
      value: i === 0 ? '' : key,
    }));
    groups.push({ key: 'sort', label: label.order, options: orders });
  }
  return groups;
}

/** Address of a list; what is not asked for is left out, so that one list has one address. */
export function addressOfList(list: List, asked: Partial<Asked>): string {
  const kept = Object.entries(asked).filter(([, value]) => value !== '');
  return kept.length > 0 ? `${list}?${new URLSearchParams(kept)}` : list;
}

export function askedOf(query: URLSearchParams): Asked {
  const get = (key: keyof Asked): string => query.get(key) ?? '';
  return {
    town: get('town'),
    category: get('category'),
    from: get('from'),
    to: get('to'),
    sort: get('sort'),
    page: get('page'),
  };
}

/** Places by name, or in the order asked for: the best first. */
export function placesIn({ places }: TravelWorld, { town, category, sort }: Partial<Asked>): Place[] {
  const some = places.filter((place) => (!town || place.town === town) && (!category || place.category === category));
  if (sort === 'rating') return some.toSorted((a, b) => b.rating - a.rating);
  if (sort === 'price' || sort === 'distance') return some.toSorted((a, b) => a[sort] - b[sort]);
  return some;
}

/** Places with all these words in name, kind, address and town. */
export function placesWith({ places }: TravelWorld, text: string): Place[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ name, address, town }) => {
    const words = `${name} ${address} ${town}`.toLowerCase().split(' ');
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });
}

/** Connections between two towns by departure, or in the order asked for. */
export function ridesIn({ rides }: TravelWorld, { from, to, sort }: Partial<Asked>): Ride[] {
  const some = rides.filter((ride) => ride.from === from && ride.to === to);
  if (sort === 'fare') return some.toSorted((a, b) => a.fare - b.fare);
  const by = sort === 'arrive' ? arriveOf : departOf;
  return some.toSorted((a, b) => (by(a) < by(b) ? -1 : 1));
}
