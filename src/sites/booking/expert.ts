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
  press,
  stop,
  tick,
} from '../pick.ts';
import { bookingTitle, removal } from './forms.tsx';
import { gap, type Target, targetOf } from './target.ts';
import { type BookingState, CHANGEABLE, type Message, type Subscriber } from './update.ts';
import {
  type Booking,
  type BookingWorld,
  type Draft,
  type Entity,
  type FieldKey,
  PLACES,
  type Section,
} from './world.ts';

interface Scene {
  world: BookingWorld;
  state: BookingState;
  seen: Observation;
  /** Path segments of the page. */
  path: readonly string[];
}
type Move = Action | undefined;

const visit = ({ world, seen }: Scene, section: Section): Move => follow(seen, world.words[section]);
const isAt = ({ path }: Scene, ...segments: string[]): boolean =>
  path.length === segments.length && path.every((segment, i) => segment === segments[i]);

/** Goes to the page of a service, person or offer; undefined when there. */
function reach(scene: Scene, entity: Entity): Move {
  const { section, folder } = PLACES[entity.kind];
  if (isAt(scene, folder, entity.slug)) return undefined;
  return follow(scene.seen, entity.name) ?? visit(scene, section);
}

const TEXTS: readonly FieldKey[] = ['date', 'name', 'phone', 'notes', 'voucher'];
/** Brings one control to its value. A text that should not be there goes with the whole form ("start over"). */
function set({ world: { words }, seen }: Scene, key: FieldKey, value: string): Move {
  if (key === 'reminder') return tick(seen, words[key], value === 'on');
  if (!TEXTS.includes(key)) return choose(seen, words[key], value || (key === 'member' ? words.anyone : words.choose));
  if (value !== '') return fill(seen, words[key], value);
  return nodeOf(seen, FIELD, words[key])?.value ? press(seen, words.restart) : undefined;
}
const setAll = (scene: Scene, keys: readonly FieldKey[], wanted: Draft): Move => {
  for (const key of keys) {
    const move = set(scene, key, wanted[key]);
    if (move) return move;
  }
  return undefined;
};

/** Opens the page of a booking through the list of bookings. */
function open(scene: Scene, booking: Booking): Move {
  if (!isAt(scene, 'bookings')) return visit(scene, 'bookings');
  const title = bookingTitle(booking);
  const rank = scene.state.bookings.filter((b) => bookingTitle(b) === title).findIndex((b) => b.ref === booking.ref);
  return click(nodesOf(scene.seen, 'link', title)[rank]);
}

function cancel(scene: Scene, booking: Booking): Move {
  const { words } = scene.world;
  if (isAt(scene, 'booking', booking.ref, 'cancel')) return press(scene.seen, words.sure);
  if (isAt(scene, 'booking', booking.ref)) return follow(scene.seen, words.cancel) ?? press(scene.seen, words.cancel);
  return open(scene, booking);
}

function change(scene: Scene, booking: Booking, wanted: Draft): Move {
  const { words } = scene.world;
  if (isAt(scene, 'booking', booking.ref, 'change'))
    return setAll(scene, CHANGEABLE, wanted) ?? press(scene.seen, words.save);
  return isAt(scene, 'booking', booking.ref) ? follow(scene.seen, words.change) : open(scene, booking);
}

/** Reads the voucher code from the offer's page, unless it is noted or in the form already. */
function learn(scene: Scene, offer: Entity, code: string): Move {
  const { world, state, seen } = scene;
  const typed = scene.path[0] === 'book' && nodeOf(seen, FIELD, world.words.voucher)?.value === code;
  if (typed || state.draft.voucher === code || seen.notes.includes(code)) return undefined;
  return reach(scene, offer) ?? note(seen, code);
}

/** Walks the wizard; a wrong value on an earlier step is reached by going back. */
function book(scene: Scene, wanted: Draft): Move {
  const { world, state, seen, path } = scene;
  if (path[0] !== 'book') return visit(scene, 'book');
  const step = path[1] === 'review' ? world.steps.length + 1 : Number(path[1]);
  const earlier = world.steps.slice(0, step - 1).flat();
  if (earlier.some((key) => state.draft[key] !== wanted[key])) return press(seen, world.words.back);
  if (step > world.steps.length) return press(seen, world.words.confirm);
  return setAll(scene, world.steps[step - 1] ?? [], wanted) ?? press(seen, world.words.next);
}

function bookings(scene: Scene, target: Target): Move {
  const { extra, missing } = gap(scene.state, target).bookings;
  for (const booking of extra) {
    const moved = missing.find((b) => b.service === booking.service && b.name === booking.name);
    if (moved && isMove(booking, moved)) return change(scene, booking, moved);
  }
  if (extra.length > 0) return cancel(scene, extra[0]);
  if (missing.length === 0) return undefined;
  const [wanted] = missing;
  return (target.offer && learn(scene, target.offer, wanted.voucher)) ?? book(scene, wanted);
}
const isMove = (a: Draft, b: Draft): boolean =>
  (['phone', 'notes', 'voucher', 'reminder'] as const).every((key) => a[key] === b[key]);

function newsletter(scene: Scene, target: Target): Move {
  const { world, seen } = scene;
  const { extra, missing } = gap(scene.state, target).subscribers;
  const enter = ({ name, frequency }: Subscriber): Move =>
    fill(seen, world.words.name, name) ??
    choose(seen, world.words.frequency, frequency) ??
    mark(seen, frequency) ??
    press(seen, world.words.subscribe);
  if (extra.length + missing.length === 0) return undefined;
  if (!isAt(scene, 'newsletter')) return visit(scene, 'newsletter');
  return extra.length ? press(seen, removal(world, extra[0].name)) : enter(missing[0]);
}

function contact(scene: Scene, target: Target): Move {
  const { world, seen } = scene;
  const { words } = world;
  const { extra, missing } = gap(scene.state, target).messages;
  const enter = ({ name, topic, text }: Message): Move =>
    fill(seen, words.name, name) ??
    choose(seen, words.topic, topic) ??
    fill(seen, words.text, text) ??
    press(seen, words.send);
  if (extra.length + missing.length === 0) return undefined;
  if (!isAt(scene, 'contact')) return visit(scene, 'contact');
  return extra.length ? press(seen, removal(world, extra[0].text)) : enter(missing[0]);
}

/** Undoes what is too much, adds what is missing, then finds the answer. */
export function expert(world: BookingWorld, task: Task, state: BookingState, seen: Observation): Action {
  const target = targetOf(world, task);
  if (!target) return stop();
  const scene: Scene = { world, state, seen, path: addressOf(seen.tree.url).path };
  return (
    bookings(scene, target) ??
    newsletter(scene, target) ??
    contact(scene, target) ??
    (target.answer && reach(scene, target.answer.entity)) ??
    stop(target.answer?.value)
  );
}
