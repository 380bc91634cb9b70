import { broken, clean } from '../fields.ts';
import type { Messages, SiteEvent, Update } from '../site.ts';
import { FREQUENCIES } from './wording.ts';
import { type Booking, type BookingWorld, type Draft, EMPTY, FIELDS, type FieldKey } from './world.ts';

export interface Subscriber {
  name: string;
  frequency: string;
}
export interface Message {
  name: string;
  topic: string;
  text: string;
}
export interface BookingState {
  /** What the wizard holds between its steps. */
  draft: Draft;
  bookings: Booking[];
  subscribers: Subscriber[];
  messages: Message[];
  /** Number of the next booking reference. */
  next: number;
}

/** What the change form of a booking offers. */
export const CHANGEABLE = ['member', 'date', 'slot'] as const satisfies FieldKey[];

export const LIMITS = { bookings: 6, subscribers: 3, messages: 3 } as const;

export const initialState = (world: BookingWorld): BookingState => ({
  draft: EMPTY,
  bookings: world.bookings,
  subscribers: [],
  messages: [],
  next: 101 + world.bookings.length,
});

const isVoucher = ({ offers }: BookingWorld, code: string): boolean =>
  offers.some(({ facts }) => facts.some(([key, value]) => key === 'coupon' && value === code));

/** What is wrong with the values of `keys`, by field; null when nothing is. */
export function problems(world: BookingWorld, draft: Draft, keys: readonly FieldKey[]): Messages | null {
  const [first, last] = world.season;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(draft.date) && draft.date >= first && draft.date <= last;
  const rules: Record<FieldKey, string | false> = {
    service: !world.services.some((s) => s.name === draft.service) && 'Choose a service',
    member: draft.member !== '' && !world.staff.some((s) => s.name === draft.member) && 'Choose a person',
    date: !isDate && `Choose a date from ${first} to ${last}`,
    slot: !world.slots.includes(draft.slot) && 'Choose a time',
    name: draft.name === '' && 'Enter a name',
    phone: draft.phone !== '' && !/^[\d +-]{5,16}$/.test(draft.phone) && 'Enter digits only',
    notes: draft.notes.length > 80 && 'Write less',
    voucher: draft.voucher !== '' && !isVoucher(world, draft.voucher) && 'No offer has this code',
    reminder: false,
  };
  return broken(Object.fromEntries(keys.map((key) => [key, rules[key]])));
}

/** The value of a control; the first option of a select stands for "nothing chosen". */
const valueIn = ({ words }: BookingWorld, key: FieldKey, text: string): string =>
  (SELECTS.includes(key) && text === words.choose) || (key === 'member' && text === words.anyone) ? '' : clean(text);
const SELECTS: readonly FieldKey[] = ['service', 'slot'];

/** `draft` with the values of `keys` that the form has. */
function merge<T extends Draft>(
  world: BookingWorld,
  draft: T,
  fields: Record<string, string>,
  keys: readonly FieldKey[] = FIELDS,
): T {
  const given = keys.filter((key) => fields[key] !== undefined).map((key) => [key, valueIn(world, key, fields[key])]);
  return { ...draft, ...Object.fromEntries(given) };
}
const stepUrl = (world: BookingWorld, step: number): string =>
  step > world.steps.length ? '/book/review' : `/book/${Math.max(1, step)}`;

type Handler = (world: BookingWorld, state: BookingState, event: SiteEvent) => Update<BookingState>;

/** One handler per kind of event. */
const HANDLERS: Record<string, Handler> = {
  pick: (world, state, { arg }) => {
    const service = world.services.find((s) => s.slug === arg)?.name ?? '';
    return { state: { ...state, draft: { ...state.draft, service } }, navigate: '/book/1' };
  },
  next: (world, state, { arg, fields }) => {
    const step = Number(arg);
    const draft = merge(world, state.draft, fields);
    const messages = problems(world, draft, world.steps[step - 1] ?? []);
    if (messages) return { state: { ...state, draft }, messages };
    return { state: { ...state, draft }, navigate: stepUrl(world, step + 1) };
  },
  back: (world, state, { arg, fields }) => ({
    state: { ...state, draft: merge(world, state.draft, fields) },
    navigate: stepUrl(world, Number(arg) - 1),
  }),
  restart: (_world, state) => ({ state: { ...state, draft: EMPTY }, navigate: '/book/1' }),
  confirm: (world, state) => {
    const bad = world.steps.findIndex((keys) => problems(world, state.draft, keys));
    if (bad >= 0) return { state, messages: { '': `Step ${bad + 1} is not complete` } };
    if (state.bookings.length >= LIMITS.bookings) return { state, messages: { '': 'You have too many bookings' } };
    const ref = `R${state.next}`;
    const bookings = [...state.bookings, { ref, ...state.draft }];
    return {
      state: { ...state, draft: EMPTY, bookings, next: state.next + 1 },
      navigate: `/booking/${ref}`,
      messages: { '': `Booking ${ref} is confirmed` },
    };
  },
  cancel: (_world, state, { arg }) => ({
    state: { ...state, bookings: state.bookings.filter((b) => b.ref !== arg) },
    navigate: '/bookings',
    messages: { '': `Booking ${arg} is cancelled` },
  }),
  change: (world, state, { arg, fields }) => {
    const old = state.bookings.find((b) => b.ref === arg);
    if (!old) return { state, navigate: '/bookings' };
    const changed = merge(world, old, fields, CHANGEABLE);
    const messages = problems(world, changed, CHANGEABLE);
    if (messages) return { state, messages };
    return {
      state: { ...state, bookings: state.bookings.map((b) => (b === old ? changed : b)) },
      navigate: `/booking/${arg}`,
      messages: { '': `Booking ${arg} is changed` },
    };
  },
  subscribe: (_world, state, { fields }) => {
    const entry = { name: clean(fields.name), frequency: fields.frequency ?? '' };
    const messages = broken({
      name: entry.name === '' && 'Enter a name',
      frequency: !FREQUENCIES.includes(entry.frequency) && 'Choose how often',
      '': state.subscribers.length >= LIMITS.subscribers && 'The list is full',
    });
    if (messages) return { state, messages };
    return {
      state: { ...state, subscribers: [...state.subscribers, entry] },
      navigate: '/newsletter',
      messages: { '': 'You are on the list' },
    };
  },
  unsubscribe: (_world, state, { arg }) => ({
    state: { ...state, subscribers: state.subscribers.filter((_, i) => String(i) !== arg) },
    navigate: '/newsletter',
  }),
  message: (world, state, { fields }) => {
    const entry = { name: clean(fields.name), topic: fields.topic ?? '', text: clean(fields.text) };
    const messages = broken({
      name: entry.name === '' && 'Enter a name',
      topic: !world.topics.includes(entry.topic) && 'Choose a topic',
      text: entry.text === '' && 'Write a message',
      '': state.messages.length >= LIMITS.messages && 'Too many messages',
    });
    if (messages) return { state, messages };
    return {
      state: { ...state, messages: [...state.messages, entry] },
      navigate: '/contact',
      messages: { '': 'Message sent' },
    };
  },
  withdraw: (_world, state, { arg }) => ({
    state: { ...state, messages: state.messages.filter((_, i) => String(i) !== arg) },
    navigate: '/contact',
  }),
};

export const update = (world: BookingWorld, state: BookingState, event: SiteEvent): Update<BookingState> =>
  Object.hasOwn(HANDLERS, event.type) ? HANDLERS[event.type](world, state, event) : { state };
