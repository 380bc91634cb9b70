import type { Action, Observation, Task } from '../../core/types.ts';
import {
  addressOf,
  choose,
  click,
  FIELD,
  fill,
  follow,
  mark,
  nodeOf,
  nodesOf,
  note,
  PRESSABLE,
  press,
  stop,
  tick,
} from '../pick.ts';
import { type Asked, fromTown, groupsOf, type List, rideLink, toTown } from './lists.ts';
import { gap, type Plan, planOf, type Spot } from './plan.ts';
import type { Place, Ride } from './region.ts';
import { ownPage, type TravelState } from './update.ts';
import { placeOf, rideOf, type Seat, type TravelWorld } from './world.ts';

/** What every step of the expert looks at. */
interface Scene {
  world: TravelWorld;
  state: TravelState;
  seen: Observation;
  plan: Plan;
  path: readonly string[];
  query: URLSearchParams;
}
type Step = Action | undefined;

/** Finds out what has to be entered, takes back what is too much, does what is missing, finds the answer, stops. */
export function expert(world: TravelWorld, task: Task, state: TravelState, seen: Observation): Action {
  const plan = planOf(world, task);
  if (!plan) return stop();
  const scene: Scene = { world, state, seen, plan, ...addressOf(seen.tree.url) };
  return (
    takeBack(scene) ??
    learn(scene) ??
    complete(scene) ??
    (plan.answer && reach(scene, plan.answer.on)) ??
    stop(plan.answer?.value)
  );
}

const isAt = ({ path }: Scene, ...place: string[]): boolean =>
  path.length === place.length && place.every((part, i) => path[i] === part);

/** One of a few options, whether they are radio buttons or a select. */
const pickOne = (seen: Observation, label: string, option: string): Step =>
  choose(seen, label, option) ?? mark(seen, option);

/** The way to a page, using no more than the goal says; undefined once there. */
function reach(scene: Scene, spot: Spot): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  switch (spot.page) {
    case 'places':
      return isAt(scene, 'places') ? arrange(scene, 'places', spot.asked) : follow(seen, label.places);
    case 'place':
      return toPlace(scene, spot.place, spot.via);
    case 'reviews': {
      const { place, via } = spot;
      if (layout.reviews === 'inline') return toPlace(scene, place, via);
      if (isAt(scene, 'place', place.id, 'reviews')) return undefined;
      return toPlace(scene, place, via) ?? follow(seen, label.reviews);
    }
    case 'rides':
      return toRides(scene, spot.asked);
    case 'ride':
      if (isAt(scene, 'ride', spot.ride.code)) return undefined;
      return reach(scene, spot.via) ?? follow(seen, rideLink(world, spot.ride));
    case 'ways':
      return toWay(scene, spot.start, spot.end);
    default:
      return spot satisfies never;
  }
}

/** Opens a place from the list that tells it, else from any page that links it, else by its name or from the list of all. */
function toPlace(scene: Scene, { id, name }: Place, via?: Spot): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  if (isAt(scene, 'place', id)) return undefined;
  if (via) return reach(scene, via) ?? follow(seen, name);
  return (
    follow(seen, name) ??
    fill(seen, label.query, name, true) ??
    follow(seen, layout.search === 'page' ? label.find : label.next) ??
    follow(seen, label.places)
  );
}

/** Brings the list on this page into the order and to the places that are asked for. */
function arrange({ world, seen, query }: Scene, list: List, asked: Partial<Asked>): Step {
  const { label, layout } = world;
  const wanted = groupsOf(world, list).map(({ key, label: name, options }) => {
    const value = asked[key] ?? '';
    // What a plain address asks for has no value there.
    const text = (options.find((option) => option.value === value) ?? options[0]).text;
    return { name, text, isSo: (query.get(key) ?? '') === value };
  });
  const open = wanted.filter(({ isSo }) => !isSo);
  if (open.length === 0) return query.has('page') ? follow(seen, label.previous) : undefined;
  if (layout.arrange === 'links') return follow(seen, open[0].text);
  if (layout.arrange === 'instant') return choose(seen, open[0].name, open[0].text);
  for (const { name, text } of wanted) {
    const step = choose(seen, name, text);
    if (step) return step;
  }
  return press(seen, label.show);
}

/** The connections between two towns, found the way this site offers. */
function toRides(scene: Scene, asked: Pick<Asked, 'from' | 'to' | 'sort'>): Step {
  const { world, seen, query } = scene;
  const { label, layout } = world;
  const { from, to } = asked;
  const there = isAt(scene, 'rides');
  const leaves = there && query.get('from') === from;
  if (leaves && query.get('to') === to) return arrange(scene, 'rides', asked);
  if (layout.finder === 'links')
    return follow(seen, leaves ? toTown(world, to) : fromTown(world, from)) ?? follow(seen, label.rides);
  if (!nodeOf(seen, FIELD, label.from)) return follow(seen, label.rides);
  const enter = layout.finder === 'selects' ? choose : fill;
  return enter(seen, label.from, from) ?? enter(seen, label.to, to) ?? press(seen, label.findRides);
}

function toWay(scene: Scene, start: Place, end: Place): Step {
  const { world, seen, query } = scene;
  const { label, layout } = world;
  if (!isAt(scene, 'ways')) return follow(seen, label.ways);
  if (query.get('start') === start.name && query.get('end') === end.name) return undefined;
  const enter = layout.finder === 'typed' ? fill : choose;
  return enter(seen, label.startAt, start.name) ?? enter(seen, label.endAt, end.name) ?? press(seen, label.showWay);
}

/** Notes the name that has to be entered but stands elsewhere. */
function learn(scene: Scene): Step {
  const { plan, seen } = scene;
  if (!plan.learn || seen.notes.includes(plan.learn.value)) return undefined;
  return reach(scene, plan.learn.on) ?? note(seen, plan.learn.value);
}

/** Opens one of the visitor's own pages. */
function toOwn(scene: Scene, page: 'trip' | 'saved' | 'seats'): Step {
  const { world, seen } = scene;
  if (isAt(scene, ownPage(world, page))) return undefined;
  return follow(seen, world.label[world.layout.mine === 'together' ? 'mine' : page]);
}

/** Takes back seats, reviews and stops that should not be there. */
function takeBack(scene: Scene): Step {
  const { world, seen, state, plan } = scene;
  const { label } = world;
  const { extra, reviews } = gap(state, plan.target);
  if (extra.length > 0)
    return toOwn(scene, 'seats') ?? click(nodesOf(seen, PRESSABLE, label.release)[state.seats.indexOf(extra[0])]);
  const wrong = reviews.find((id) => state.reviews[id]);
  const place = wrong === undefined ? undefined : placeOf(world, wrong);
  if (place) return reach(scene, { page: 'reviews', place }) ?? press(seen, label.unpublish);
  return dropStops(scene);
}

/** Until the stops that are left are the first of those that should be there. */
function dropStops(scene: Scene): Step {
  const { world, seen, state, plan } = scene;
  const { label } = world;
  const [stops, wanted] = [state.trip.stops, plan.target.trip.stops];
  const extra = stops.filter((id) => !wanted.includes(id));
  const wrong = extra[0] ?? stops.find((id, i) => id !== wanted[i]);
  if (wrong === undefined) return undefined;
  const way = toOwn(scene, 'trip');
  if (way) return way;
  if (extra.length > 1 && extra.length === stops.length) return press(seen, label.clear);
  return click(nodesOf(seen, PRESSABLE, label.dropStop)[stops.indexOf(wrong)]);
}

/** Does what is missing. */
function complete(scene: Scene): Step {
  const { world, seen, state, plan } = scene;
  const { label } = world;
  const { missing, trip, stops, saved, reviews } = gap(state, plan.target);
  const at = (id: string): Place | undefined => placeOf(world, id);
  if (missing.length > 0) return reserve(scene, missing[0]);
  if (trip.length > 0) {
    const { day, party } = plan.target.trip;
    return (
      toOwn(scene, 'trip') ??
      pickOne(seen, label.day, day) ??
      choose(seen, label.party, party) ??
      press(seen, label.saveTrip)
    );
  }
  const next = stops.length > 0 ? at(plan.target.trip.stops[stops[0]]) : undefined;
  if (next) return addStop(scene, next);
  const switched = saved.length > 0 ? at(saved[0]) : undefined;
  if (switched) return save(scene, switched);
  const reviewed = reviews.length > 0 ? at(reviews[0]) : undefined;
  return reviewed && review(scene, reviewed);
}

function reserve(scene: Scene, { ride: code, coach, seat, name }: Seat): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  const ride = rideOf(world, code);
  return (
    (ride && toSeats(scene, ride)) ??
    pickOne(seen, label.coach, coach) ??
    (layout.seat === 'map' ? undefined : pickOne(seen, label.seat, seat)) ??
    fill(seen, label.passenger, name) ??
    press(seen, layout.seat === 'map' ? seat : label.reserve)
  );
}

function toSeats(scene: Scene, ride: Ride): Step {
  const { world, seen, plan } = scene;
  const { code, from, to } = ride;
  const apart = world.layout.seating === 'page';
  if (apart && isAt(scene, 'ride', code, 'seats')) return undefined;
  const via = plan.via[code] ?? { page: 'rides', asked: { from, to, sort: '' } };
  return reach(scene, { page: 'ride', ride, via }) ?? (apart ? follow(seen, world.label.toSeats) : undefined);
}

function addStop(scene: Scene, place: Place): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  if (layout.stops === 'trip')
    return toOwn(scene, 'trip') ?? choose(seen, label.newStop, place.name) ?? press(seen, label.append);
  return toPlace(scene, place) ?? press(seen, label.addStop);
}

/** Saves a place or forgets it. */
function save(scene: Scene, place: Place): Step {
  const { world, seen, plan } = scene;
  const { label, layout } = world;
  const on = plan.target.saved.includes(place.id);
  return (
    toPlace(scene, place, plan.via[place.id]) ??
    (layout.saving === 'checkbox' ? tick(seen, label.isSaved, on) : press(seen, on ? label.save : label.unsave))
  );
}

function review(scene: Scene, place: Place): Step {
  const { world, seen, plan } = scene;
  const { label } = world;
  const { stars, text } = plan.target.reviews[place.id];
  return (
    reach(scene, { page: 'reviews', place, via: plan.via[place.id] }) ??
    pickOne(seen, label.yourStars, stars) ??
    fill(seen, label.yourComment, text) ??
    press(seen, label.publish)
  );
}
