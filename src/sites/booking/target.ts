import type { Task } from '../../core/types.ts';
import { minus, sameAnswer } from '../goal.ts';
import type { BookingState, Message, Subscriber } from './update.ts';
import { type BookingWorld, type Draft, EMPTY, type Entity, FIELDS } from './world.ts';

/** How a visit that fulfils a task ends: what is stored, and what is answered. */
export interface Target {
  bookings: Draft[];
  subscribers: Subscriber[];
  messages: Message[];
  answer?: { entity: Entity; value: string };
  /** Whose page shows the voucher code to use. */
  offer?: Entity;
}

const named = (entities: readonly Entity[], name: string): Entity | undefined => entities.find((e) => e.name === name);

/** The target of a task; null when its slots name something that this site has not. */
export function targetOf(world: BookingWorld, { template, slots }: Pick<Task, 'template' | 'slots'>): Target | null {
  const same: Target = { bookings: world.bookings, subscribers: [], messages: [] };
  const ask = (entity: Entity | undefined, key: string): Target | null => {
    const value = entity?.facts.find(([name]) => name === key)?.[1];
    return entity && value ? { ...same, answer: { entity, value } } : null;
  };
  const offer = named(world.offers, slots.offer);
  const given = FIELDS.filter((key) => slots[key] !== undefined).map((key) => [key, slots[key]]);
  const wanted: Draft = {
    ...EMPTY,
    ...Object.fromEntries(given),
    voucher: offer?.facts.find(([key]) => key === 'coupon')?.[1] ?? '',
    reminder: slots.reminder === 'with a reminder' ? 'on' : '',
  };
  const without = world.bookings.filter((booking) => booking.service !== slots.booked);
  switch (template) {
    case 'ask-service':
      return ask(named(world.services, slots.service), slots.fact);
    case 'ask-staff':
      return ask(named(world.staff, slots.person), slots.trait);
    case 'cancel':
      return without.length < world.bookings.length ? { ...same, bookings: without } : null;
    case 'newsletter':
      return { ...same, subscribers: [{ name: slots.name, frequency: slots.frequency }] };
    case 'contact':
      return { ...same, messages: [{ name: slots.name, topic: slots.topic, text: slots.text }] };
    case 'book':
    case 'full':
    case 'voucher':
      return { ...same, bookings: [...world.bookings, wanted], offer };
    case 'swap':
      return { ...same, bookings: [...without, wanted] };
    case 'move': {
      const { date, slot, member } = slots;
      const move = (booking: Draft) => (booking.name === slots.holder ? { ...booking, date, slot, member } : booking);
      return { ...same, bookings: world.bookings.map(move) };
    }
    default:
      return null;
  }
}

const bookingKey = (booking: Draft): string => JSON.stringify(FIELDS.map((key) => booking[key]));
const entryKey = (entry: Subscriber | Message): string => JSON.stringify(Object.entries(entry).sort());

/** What a visit stored too much, and what it has yet to store. Reference numbers do not matter. */
export const gap = (state: BookingState, target: Target) => ({
  bookings: {
    extra: minus(state.bookings, target.bookings, bookingKey),
    missing: minus(target.bookings, state.bookings, bookingKey),
  },
  subscribers: {
    extra: minus(state.subscribers, target.subscribers, entryKey),
    missing: minus(target.subscribers, state.subscribers, entryKey),
  },
  messages: {
    extra: minus(state.messages, target.messages, entryKey),
    missing: minus(target.messages, state.messages, entryKey),
  },
});

/** Exactly the stored entries that the task asks for, and the answer if it asks one. */
export function check(world: BookingWorld, task: Task, state: BookingState): (answer: string) => boolean {
  const target = targetOf(world, task);
  const open =
    !target || Object.values(gap(state, target)).some(({ extra, missing }) => extra.length + missing.length > 0);
  return (answer) => !open && (target.answer === undefined || sameAnswer(answer, target.answer.value));
}
