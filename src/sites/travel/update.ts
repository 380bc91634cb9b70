import { broken, clean } from '../fields.ts';
import { addressOf } from '../pick.ts';
import type { SiteEvent, Update } from '../site.ts';
import { addressOfList, askedOf, groupsOf, type List } from './lists.ts';
import type { Ride } from './region.ts';
import { PARTIES, STARS } from './words.ts';
import { placeNamed, placeOf, rideOf, type Seat, type TravelWorld, type Trip } from './world.ts';

export interface OwnReview {
  stars: string;
  text: string;
}

export interface TravelState {
  /** Ids of places. */
  saved: string[];
  trip: Trip;
  /** By id of the place. */
  reviews: Record<string, OwnReview>;
  seats: Seat[];
}

export const initial = ({ saved, trip, seats }: TravelWorld): TravelState => ({ saved, trip, reviews: {}, seats });

/** So that the visitor's own pages stay small. */
export const MOST = { stops: 4, reviews: 4, seats: 4 } as const;

type Handler = (world: TravelWorld, state: TravelState, event: SiteEvent) => Update<TravelState>;

/** Addresses of the visitor's own pages. */
export const ownPage = ({ layout }: TravelWorld, page: 'trip' | 'saved' | 'seats'): string =>
  layout.mine === 'together' ? 'mine' : page;

/** Seats of a connection that nobody holds, the visitor included. */
export const freeSeats = (state: TravelState, { code, seats }: Ride): string[] =>
  seats.filter((seat) => !state.seats.some((held) => held.ride === code && held.seat === seat));

const withStops = (state: TravelState, stops: string[]): TravelState => ({ ...state, trip: { ...state.trip, stops } });

/** One handler per kind of event. */
const HANDLERS: Record<string, Handler> = {
  arrange: (world, state, { arg, fields }) => {
    const { path, query } = addressOf(arg);
    const list: List = path[0] === 'rides' ? 'rides' : 'places';
    const asked = { ...askedOf(query), page: '' };
    for (const { key, options } of groupsOf(world, list))
      asked[key] = options.find(({ text }) => text === fields[key])?.value ?? asked[key];
    return { state, navigate: `/${addressOfList(list, asked)}` };
  },
  save: (world, state, { arg, fields }) => {
    if (!placeOf(world, arg)) return { state };
    const rest = state.saved.filter((id) => id !== arg);
    const on = fields.saved === undefined ? rest.length === state.saved.length : fields.saved === 'on';
    return { state: { ...state, saved: on ? [...rest, arg] : rest } };
  },
  /** The argument is a place, or '' for the one chosen in the form. */
  stop: (world, state, { arg, fields }) => {
    const { label } = world;
    const place = arg === '' ? placeNamed(world, fields.stop) : placeOf(world, arg);
    const { stops } = state.trip;
    const messages = broken({
      stop: (!place || stops.includes(place.id)) && label.missing,
      '': stops.length >= MOST.stops && label.full,
    });
    if (!place || messages) return { state, messages: messages ?? {} };
    const update = { state: withStops(state, [...stops, place.id]), messages: { '': label.done } };
    return arg === '' ? { ...update, navigate: `/${ownPage(world, 'trip')}` } : update;
  },
  unstop: (_world, state, { arg }) => ({
    state: withStops(
      state,
      state.trip.stops.filter((id) => id !== arg),
    ),
  }),
  clear: (_world, state) => ({ state: withStops(state, []) }),
  trip: (world, state, { fields: { day, party } }) => {
    const { label } = world;
    const messages = broken({
      day: !world.days.includes(day) && label.missing,
      party: !PARTIES.includes(party) && label.missing,
    });
    if (messages) return { state, messages };
    return {
      state: { ...state, trip: { ...state.trip, day, party } },
      navigate: `/${ownPage(world, 'trip')}`,
      messages: { '': label.done },
    };
  },
  review: (world, state, { arg, fields, url }) => {
    const { label } = world;
    if (!placeOf(world, arg)) return { state };
    const review = { stars: fields.stars, text: clean(fields.text) };
    const messages = broken({
      stars: !STARS.includes(review.stars) && label.missing,
      text: review.text === '' && label.missing,
      '': Object.keys(state.reviews).length >= MOST.reviews && label.full,
    });
    if (messages) return { state, messages };
    return {
      state: { ...state, reviews: { ...state.reviews, [arg]: review } },
      navigate: url,
      messages: { '': label.done },
    };
  },
  unreview: (_world, state, { arg }) => {
    const { [arg]: _, ...reviews } = state.reviews;
    return { state: { ...state, reviews } };
  },
  /** The argument is the code of the connection, and the seat behind a colon when the button names it. */
  reserve: (world, state, { arg, fields }) => {
    const { label } = world;
    const [code, named] = arg.split(':');
    const ride = rideOf(world, code);
    if (!ride) return { state };
    const seat = named ?? fields.seat;
    const name = clean(fields.name);
    const messages = broken({
      coach: !world.coaches.includes(fields.coach) && label.missing,
      seat: !freeSeats(state, ride).includes(seat) && label.missing,
      name: name === '' && label.missing,
      '': state.seats.length >= MOST.seats && label.full,
    });
    if (messages) return { state, messages };
    return {
      state: { ...state, seats: [...state.seats, { ride: code, coach: fields.coach, seat, name }] },
      navigate: `/${ownPage(world, 'seats')}`,
      messages: { '': label.done },
    };
  },
  release: (_world, state, { arg }) => ({
    state: { ...state, seats: state.seats.filter((_, i) => String(i) !== arg) },
  }),
};

export const update: Handler = (world, state, event) =>
  Object.hasOwn(HANDLERS, event.type) ? HANDLERS[event.type](world, state, event) : { state };
