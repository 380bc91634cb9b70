import type { Task } from '../../core/types.ts';
import { minus } from '../goal.ts';
import { type Asked, placesIn, ridesIn } from './lists.ts';
import { arriveOf, changesOf, departOf, fareOf, figures, type Place, type Ride, wayOf } from './region.ts';
import { initial, type TravelState } from './update.ts';
import { PLACE_FACTS, QUALITIES } from './words.ts';
import { placeNamed, rideOf, type Seat, type TravelWorld } from './world.ts';

/*
 * What a task asks for, worked out from its slots. Checker and expert both read this plan, so they cannot disagree.
 */

/** A page, by what the goal says about it. */
export type Spot =
  | { page: 'places'; asked: Pick<Asked, 'town' | 'category' | 'sort'> }
  /** `via`: the list that tells which place it is, when the goal does not name it. */
  | { page: 'place' | 'reviews'; place: Place; via?: Spot }
  | { page: 'rides'; asked: Pick<Asked, 'from' | 'to' | 'sort'> }
  | { page: 'ride'; ride: Ride; via: Spot }
  | { page: 'ways'; start: Place; end: Place };

/** Something that stands on a page and has to be found there. */
export interface Fact {
  value: string;
  on: Spot;
}

export interface Plan {
  /** The state of a visit that did exactly what was asked. */
  target: TravelState;
  answer?: Fact;
  /** What has to be entered but stands elsewhere. */
  learn?: Fact;
  /** Where places and connections are found that the goal does not name; by place id or code. */
  via: Record<string, Spot>;
}

const seatKey = ({ ride, coach, seat, name }: Seat): string => JSON.stringify([ride, coach, seat, name]);

/** What a visit stored too much, what it has yet to store, and what is not as it should be. */
export const gap = (state: TravelState, target: TravelState) => ({
  saved: [
    ...state.saved.filter((id) => !target.saved.includes(id)),
    ...target.saved.filter((id) => !state.saved.includes(id)),
  ],
  reviews: [...new Set([...Object.keys(target.reviews), ...Object.keys(state.reviews)])].filter((id) => {
    const [is, should] = [state.reviews[id], target.reviews[id]];
    return is?.stars !== should?.stars || is?.text !== should?.text;
  }),
  /** From the first stop that is not the one it should be. */
  stops: Array.from({ length: Math.max(state.trip.stops.length, target.trip.stops.length) }, (_, i) => i).filter(
    (i) => state.trip.stops[i] !== target.trip.stops[i],
  ),
  trip: (['day', 'party'] as const).filter((key) => state.trip[key] !== target.trip[key]),
  extra: minus(state.seats, target.seats, seatKey),
  missing: minus(target.seats, state.seats, seatKey),
});

export const same = (state: TravelState, target: TravelState): boolean =>
  Object.values(gap(state, target)).every((list) => list.length === 0);

/** The plan of a task; null when its slots name something that this site has not. */
export function planOf(world: TravelWorld, { template, slots: s }: Pick<Task, 'template' | 'slots'>): Plan | null {
  const fresh = initial(world);
  const { trip } = fresh;
  const tell = (value: string, on: Spot): Plan => ({ target: fresh, answer: { value, on }, via: {} });
  const reach = (target: Partial<TravelState>, via: Record<string, Spot> = {}): Plan => ({
    target: { ...fresh, ...target },
    via,
  });

  const [place, old, start, end] = [s.place, s.old, s.start, s.end].map((name) => placeNamed(world, name));
  const [first, second] = [s.first, s.second].map((name) => placeNamed(world, name));
  const review = { stars: s.stars, text: s.text };

  const between = ridesIn(world, { from: s.from, to: s.to });
  const rides = (sort: string): Spot => ({ page: 'rides', asked: { from: s.from, to: s.to, sort } });
  const leaving = between.find((ride) => departOf(ride) === s.depart);
  const later = between.filter((ride) => departOf(ride) > s.after);
  // Of one connection there would be nothing to compare.
  const soonest = later.length > 1 ? later.reduce((a, b) => (arriveOf(a) < arriveOf(b) ? a : b)) : undefined;
  const seatOn = (ride: Ride): Seat[] | null =>
    world.coaches.includes(s.coach) && ride.seats.includes(s.seat) && !fresh.seats.some((one) => one.ride === ride.code)
      ? [...fresh.seats, { ride: ride.code, coach: s.coach, seat: s.seat, name: s.name }]
      : null;

  const sort = QUALITIES[s.quality as keyof typeof QUALITIES] ?? '';
  const listed = placesIn(world, { town: s.town, category: s.category, sort });
  const list: Spot = { page: 'places', asked: { town: s.town, category: s.category ?? '', sort } };
  const best = listed.length > 1 ? listed[0] : undefined;

  switch (template) {
    case 'fact': {
      if (!place) return null;
      const key = PLACE_FACTS[s.fact as keyof typeof PLACE_FACTS];
      return tell(key === 'price' ? figures.price(place) : place[key], { page: 'place', place });
    }
    case 'rated': {
      const [rated, next] = placesIn(world, { town: s.town, sort: 'rating' });
      return next ? tell(rated.name, { page: 'places', asked: { town: s.town, category: '', sort: 'rating' } }) : null;
    }
    case 'reviewer': {
      const found = place?.reviews.find(({ stars }) => stars === s.stars);
      return place && found ? tell(found.author, { page: 'reviews', place }) : null;
    }
    case 'line':
      if (!start || !end || start === end) return null;
      return tell(wayOf(world.seed, start, end).line, { page: 'ways', start, end });
    case 'cheapest':
      return between.length > 0 ? tell(departOf(ridesIn(world, { ...s, sort: 'fare' })[0]), rides('fare')) : null;
    case 'direct': {
      const ride = between.find((one) => changesOf(one) === 0);
      return ride ? tell(fareOf(ride), rides('')) : null;
    }
    case 'save':
      return place ? reach({ saved: [...new Set([...fresh.saved, place.id])] }) : null;
    case 'unsave':
      return place ? reach({ saved: fresh.saved.filter((id) => id !== place.id) }) : null;
    case 'review':
      return place ? reach({ reviews: { [place.id]: review } }) : null;
    case 'cancel': {
      const kept = fresh.seats.filter(({ ride: code }) => {
        const ride = rideOf(world, code);
        return ride?.from !== s.from || ride?.to !== s.to;
      });
      return reach({ seats: kept });
    }
    case 'change':
      if (!old || !place || !trip.stops.includes(old.id) || trip.stops.includes(place.id)) return null;
      return reach({ trip: { ...trip, stops: [...trip.stops.filter((id) => id !== old.id), place.id] } });
    case 'reschedule':
      return reach({ trip: { ...trip, day: s.day, party: s.party } });
    case 'top':
      return best ? tell(best.name, list) : null;
    case 'changes':
      return leaving ? tell(`${changesOf(leaving)}`, rides('')) : null;
    case 'via':
      if (!leaving || changesOf(leaving) !== 1) return null;
      return tell(leaving.legs[0].to, { page: 'ride', ride: leaving, via: rides('') });
    case 'earliest':
      return soonest ? tell(arriveOf(soonest), rides('arrive')) : null;
    case 'guide':
      if (!best || !end || best === end) return null;
      return {
        ...tell(wayOf(world.seed, best, end).line, { page: 'ways', start: best, end }),
        learn: { value: best.name, on: list },
      };
    case 'reserve': {
      const seats = leaving && seatOn(leaving);
      return seats ? reach({ seats }, { [leaving.code]: rides('') }) : null;
    }
    case 'plan':
      if (!first || !second || first === second) return null;
      return reach({ trip: { stops: [first.id, second.id], day: s.day, party: s.party } });
    case 'save-top':
      return best ? reach({ saved: [...new Set([...fresh.saved, best.id])] }, { [best.id]: list }) : null;
    case 'review-top':
      return best ? reach({ reviews: { [best.id]: review } }, { [best.id]: list }) : null;
    case 'reserve-first': {
      const seats = soonest && seatOn(soonest);
      return seats ? reach({ seats }, { [soonest.code]: rides('arrive') }) : null;
    }
    case 'outing':
      if (!first || !second || first === second || !place) return null;
      return reach({
        saved: [...new Set([...fresh.saved, place.id])],
        trip: { stops: [first.id, second.id], day: s.day, party: s.party },
        reviews: { [place.id]: review },
      });
    case 'journey': {
      const seats = leaving && seatOn(leaving);
      if (!seats || !place || trip.stops.includes(place.id)) return null;
      return reach(
        { seats, trip: { ...trip, day: s.day, stops: [...trip.stops, place.id] } },
        { [leaving.code]: rides('') },
      );
    }
    default:
      return null;
  }
}
