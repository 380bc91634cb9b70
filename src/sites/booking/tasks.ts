import type { Rng } from '../../core/rng.ts';
import type { Tier } from '../../core/types.ts';
import { phrase } from '../goal.ts';
import type { TaskTemplate } from '../site.ts';
import type { Synonyms } from '../style.tsx';
import { personName } from '../words.ts';
import { FREQUENCIES, NOTES, TEXTS } from './wording.ts';
import { type BookingWorld, dateIn, phoneNumber } from './world.ts';

type Slots = Record<string, string>;

/** A plausible value of each slot. `booked` and `holder` name a booking that is there by its service or its person. */
const DRAW = {
  service: (world, rng) => rng.pick(world.services).name,
  fact: (world, rng) => rng.pick(world.services[0].facts)[0],
  person: (world, rng) => rng.pick(world.staff).name,
  trait: (world, rng) => rng.pick(world.staff[0].facts)[0],
  offer: (world, rng) => rng.pick(world.offers).name,
  booked: (world, rng) => rng.pick(world.bookings).service,
  holder: (world, rng) => rng.pick(world.bookings).name,
  member: (world, rng) => rng.pick(world.staff).name,
  date: (world, rng) => dateIn(world.season, rng),
  slot: (world, rng) => rng.pick(world.slots),
  name: (_world, rng) => personName(rng),
  phone: (_world, rng) => phoneNumber(rng),
  notes: (_world, rng) => rng.pick(NOTES),
  reminder: (_world, rng) => rng.pick(['with a reminder', 'without a reminder']),
  frequency: (_world, rng) => rng.pick(FREQUENCIES),
  topic: (world, rng) => rng.pick(world.topics),
  text: (_world, rng) => rng.pick(TEXTS),
} as const satisfies Record<string, (world: BookingWorld, rng: Rng) => string>;
export type SlotKey = keyof typeof DRAW;

/** How a goal adds a fact of the booking; the clauses come in any order. */
const CLAUSES = {
  member: { seen: ['with {member}', 'done by {member}'], unseen: ['by {member}'] },
  date: { seen: ['on {date}', 'for {date}'], unseen: ['on the day {date}'] },
  slot: { seen: ['at {slot}', 'starting at {slot}'], unseen: ['from {slot}'] },
  name: { seen: ['under the name {name}', 'in the name of {name}'], unseen: ['as {name}'] },
  phone: { seen: ['with the phone number {phone}', 'phone {phone}'], unseen: ['and leave the phone number {phone}'] },
  notes: { seen: ['with the note {notes}', 'noting {notes}'], unseen: ['and add the note {notes}'] },
  offer: {
    seen: ['using the voucher code of the {offer}', 'with the voucher from the {offer}'],
    unseen: ['and redeem the voucher code of the {offer}'],
  },
  reminder: { seen: ['{reminder}'], unseen: [] },
} as const satisfies Partial<Record<SlotKey, Synonyms>>;
type ClauseKey = keyof typeof CLAUSES;

interface Recipe {
  name: string;
  tier: Tier;
  /** Opening of the goal, naming the slots of `head`. */
  opening: Synonyms;
  head: readonly SlotKey[];
  clauses?: readonly ClauseKey[];
  /** Combinations that make no sense (a move to where the booking is already). */
  allowed?: (world: BookingWorld, slots: Slots) => boolean;
}

const BOOK: Synonyms = {
  seen: ['Book {service}', 'Make a booking for {service}', 'Please book {service}'],
  unseen: ['Reserve {service}', 'Arrange {service}'],
};

const RECIPES: readonly Recipe[] = [
  {
    name: 'ask-service',
    tier: 1,
    head: ['fact', 'service'],
    opening: {
      seen: ['What is the {fact} of {service} ?', 'Find the {fact} of {service}', 'Tell me the {fact} for {service}'],
      unseen: ['Which {fact} does {service} have ?', 'I need to know the {fact} of {service}'],
    },
  },
  {
    name: 'ask-staff',
    tier: 1,
    head: ['trait', 'person'],
    opening: {
      seen: [
        'What is the {trait} of {person} ?',
        'Find the {trait} of {person}',
        'Look up {person} and tell me the {trait}',
      ],
      unseen: ['Which {trait} does {person} have ?', 'I need to know the {trait} of {person}'],
    },
  },
  {
    name: 'cancel',
    tier: 1,
    head: ['booked'],
    opening: {
      seen: ['Cancel the booking of {booked}', 'Cancel {booked}', 'Please cancel my {booked} booking'],
      unseen: ['Call off the {booked} booking', 'I cannot come to {booked} so cancel it'],
    },
  },
  {
    name: 'newsletter',
    tier: 1,
    head: ['name', 'frequency'],
    opening: {
      seen: ['Sign {name} up for the {frequency} newsletter', 'Subscribe {name} to the newsletter {frequency}'],
      unseen: ['Put {name} on the list for the {frequency} newsletter'],
    },
  },
  {
    name: 'contact',
    tier: 1,
    head: ['name', 'topic', 'text'],
    opening: {
      seen: [
        'Send a message from {name} about {topic} saying {text}',
        'Contact them about {topic} as {name} with the message {text}',
      ],
      unseen: ['Write to them in the name of {name} with the topic {topic} and the message {text}'],
    },
  },
  { name: 'book', tier: 2, opening: BOOK, head: ['service'], clauses: ['date', 'slot', 'name'] },
  {
    name: 'move',
    tier: 2,
    head: ['holder'],
    opening: {
      seen: ['Change the booking of {holder} to be', 'Move the booking of {holder} so that it is'],
      unseen: ['Shift the booking of {holder} so that it takes place'],
    },
    clauses: ['date', 'slot', 'member'],
    allowed: (world, slots) => {
      const booking = world.bookings.find((b) => b.name === slots.holder);
      return booking !== undefined && !(['date', 'slot', 'member'] as const).some((key) => booking[key] === slots[key]);
    },
  },
  { name: 'voucher', tier: 2, opening: BOOK, head: ['service'], clauses: ['date', 'slot', 'name', 'offer'] },
  {
    name: 'full',
    tier: 3,
    opening: BOOK,
    head: ['service'],
    clauses: ['member', 'date', 'slot', 'name', 'phone', 'notes', 'reminder'],
  },
  {
    name: 'swap',
    tier: 3,
    head: ['booked', 'service'],
    opening: {
      seen: ['Cancel the booking of {booked} and book {service}', 'Cancel {booked} and instead book {service}'],
      unseen: ['Replace the {booked} booking by {service}'],
    },
    clauses: ['member', 'date', 'slot', 'name', 'phone'],
    allowed: (_world, slots) => slots.booked !== slots.service,
  },
];

const keysOf = (recipe: Recipe): SlotKey[] => [...recipe.head, ...(recipe.clauses ?? [])];

function goalOf(recipe: Recipe, world: BookingWorld, slots: Slots, rng: Rng): string {
  const only = (keys: readonly string[]): Slots => Object.fromEntries(keys.map((key) => [key, slots[key]]));
  const clauses = rng
    .fork('order')
    .shuffle(recipe.clauses ?? [])
    .map((key) => phrase(rng.fork(key), world.seed, CLAUSES[key], only([key])));
  return [phrase(rng.fork('opening'), world.seed, recipe.opening, only(recipe.head)), ...clauses].join(' ');
}

const template = (recipe: Recipe): TaskTemplate<BookingWorld> => ({
  name: recipe.name,
  tier: recipe.tier,
  make(world, rng) {
    let slots: Slots;
    do slots = Object.fromEntries(keysOf(recipe).map((key) => [key, DRAW[key](world, rng)]));
    while (recipe.allowed && !recipe.allowed(world, slots));
    return { slots, goal: goalOf(recipe, world, slots, rng) };
  },
  counterfactual(world, slots, rng) {
    for (const key of rng.shuffle(keysOf(recipe)))
      for (let attempt = 0; attempt < 6; attempt++) {
        const other = { ...slots, [key]: DRAW[key](world, rng) };
        if (other[key] !== slots[key] && (recipe.allowed?.(world, other) ?? true))
          return { slots: other, goal: goalOf(recipe, world, other, rng) };
      }
    return null;
  },
});

export const templates: TaskTemplate<BookingWorld>[] = RECIPES.map(template);
