import { createRng, type Rng } from '../../core/rng.ts';
import type { Task, Tier } from '../../core/types.ts';
import { phrase, sameAnswer } from '../goal.ts';
import { type Recipe, templatesOf } from '../recipes.ts';
import { personName } from '../words.ts';
import { type Plan, planOf, same } from './plan.ts';
import { departOf, type Ride } from './region.ts';
import { initial, type TravelState } from './update.ts';
import { GOALS, HOURS, PARTIES, PLACE_FACTS, QUALITIES, STARS, TEXTS } from './words.ts';
import { placeOf, rideOf, type TravelWorld } from './world.ts';

type Slots = Record<string, string>;
type TemplateName = keyof typeof GOALS;

/** Values a slot may take on this site. */
const VALUES = {
  place: names,
  old: names,
  start: names,
  end: names,
  first: names,
  second: names,
  fact: () => Object.keys(PLACE_FACTS),
  quality: () => Object.keys(QUALITIES),
  category: ({ categories }) => categories,
  town: ({ towns }) => towns,
  from: ({ towns }) => towns,
  to: ({ towns }) => towns,
  depart: ({ rides }) => rides.map(departOf),
  after: () => HOURS,
  coach: ({ coaches }) => coaches,
  seat: ({ rides }) => rides.slice(0, 4).flatMap(({ seats }) => seats),
  name: (_world, rng) => [personName(rng), personName(rng)],
  stars: () => STARS,
  text: () => TEXTS,
  day: ({ days }) => days,
  party: () => PARTIES,
} as const satisfies Record<string, (world: TravelWorld, rng: Rng) => readonly string[]>;
type SlotName = keyof typeof VALUES;

function names({ places }: TravelWorld): string[] {
  return places.map(({ name }) => name);
}

/** Slots that only some values of others go with; they are drawn together. */
const GROUPS: Partial<Record<TemplateName, (world: TravelWorld, rng: Rng) => Slots>> = {
  rated: ({ places }, rng) => ({ town: rng.pick(places).town }),
  top: kind,
  guide: kind,
  'save-top': kind,
  'review-top': kind,
  reviewer: ({ places }, rng) => {
    const { name, reviews } = rng.pick(places);
    return { place: name, stars: rng.pick(reviews).stars };
  },
  cancel: (world, rng) => {
    const ride = rideOf(world, rng.pick(world.seats).ride);
    return ride ? way(ride) : {};
  },
  unsave: (world, rng) => ({ place: placeOf(world, rng.pick(world.saved))?.name ?? '' }),
  change: (world, rng) => ({ old: placeOf(world, rng.pick(world.trip.stops))?.name ?? '' }),
  changes: leaving,
  via: leaving,
  reserve: leaving,
  journey: leaving,
};

const way = ({ from, to }: Ride): Slots => ({ from, to });

function kind({ places }: TravelWorld, rng: Rng): Slots {
  const { town, category } = rng.pick(places);
  return { town, category };
}

function leaving({ rides }: TravelWorld, rng: Rng): Slots {
  const ride = rng.pick(rides);
  return { depart: departOf(ride), ...way(ride), seat: rng.pick(ride.seats) };
}

/** Slots by template; the tier counts the facts that a visitor has to get right, found ones included. */
const SLOTS: Record<TemplateName, readonly [tier: Tier, ...SlotName[]]> = {
  fact: [1, 'place', 'fact'],
  rated: [1, 'town'],
  reviewer: [1, 'place', 'stars'],
  line: [1, 'start', 'end'],
  cheapest: [1, 'from', 'to'],
  direct: [1, 'from', 'to'],
  save: [1, 'place'],
  unsave: [1, 'place'],
  review: [1, 'place', 'stars', 'text'],
  cancel: [1, 'from', 'to'],
  change: [1, 'old', 'place'],
  reschedule: [1, 'day', 'party'],
  top: [2, 'quality', 'category', 'town'],
  changes: [2, 'depart', 'from', 'to'],
  via: [2, 'depart', 'from', 'to'],
  earliest: [2, 'from', 'to', 'after'],
  guide: [2, 'quality', 'category', 'town', 'end'],
  reserve: [2, 'seat', 'coach', 'depart', 'from', 'to', 'name'],
  plan: [2, 'day', 'party', 'first', 'second'],
  'save-top': [2, 'quality', 'category', 'town'],
  'review-top': [2, 'quality', 'category', 'town', 'stars', 'text'],
  'reserve-first': [3, 'from', 'to', 'after', 'coach', 'seat', 'name'],
  outing: [3, 'day', 'party', 'first', 'second', 'place', 'stars', 'text'],
  journey: [3, 'seat', 'coach', 'depart', 'from', 'to', 'name', 'day', 'place'],
};

/** The wording of a template belongs to the site, so that a goal is a function of its slots. */
const goalOf = ({ seed }: TravelWorld, name: TemplateName, slots: Slots): string =>
  phrase(createRng(seed).fork(`travel:goal:${name}`), seed, GOALS[name], slots);

/** The state and the answer that a visit must end in, as text. */
const told = ({ target, answer }: Plan): string => JSON.stringify([target, answer?.value]);

/** Null when the slots make no sense here or nothing has to be done. */
function outcome(world: TravelWorld, template: TemplateName, slots: Slots): string | null {
  const plan = planOf(world, { template, slots });
  if (!plan || (!plan.answer && same(plan.target, initial(world)))) return null;
  return told(plan);
}

/** Random values that make sense together; every site has some for every template. */
function draw(world: TravelWorld, template: TemplateName, wanted: readonly SlotName[], rng: Rng): Slots {
  let slots: Slots;
  do {
    const group = GROUPS[template]?.(world, rng) ?? {};
    slots = Object.fromEntries(wanted.map((name) => [name, group[name] ?? rng.pick(VALUES[name](world, rng))]));
  } while (outcome(world, template, slots) === null);
  return slots;
}

const RECIPES = (Object.keys(SLOTS) as TemplateName[]).map((name): Recipe<TravelWorld, TemplateName> => {
  const [tier, ...wanted] = SLOTS[name];
  return { name, tier, slots: (world, rng) => draw(world, name, wanted, rng) };
});

function counterfactual(world: TravelWorld, name: TemplateName, slots: Slots, rng: Rng) {
  const before = outcome(world, name, slots);
  for (const slot of rng.shuffle(Object.keys(slots) as SlotName[]))
    for (const value of rng.shuffle(VALUES[slot](world, rng))) {
      const other = { ...slots, [slot]: value };
      const after = outcome(world, name, other);
      if (after !== null && after !== before) return { goal: goalOf(world, name, other), slots: other };
    }
  return null;
}

export const templates = templatesOf(RECIPES, goalOf, counterfactual);

/** Exactly what the task asks for and nothing else; and the answer, when one is asked for. */
export function check(world: TravelWorld, task: Task, state: TravelState): (answer: string) => boolean {
  const plan = planOf(world, task);
  const done = plan !== null && same(state, plan.target);
  return (answer) => done && (plan.answer === undefined || sameAnswer(answer, plan.answer.value));
}
