import { createRng, type Rng } from '../../core/rng.ts';
import type { Task, Tier } from '../../core/types.ts';
import { phrase, sameAnswer } from '../goal.ts';
import { templatesOf } from '../recipes.ts';
import { brandName, familyName } from '../words.ts';
import { EXTREMES, planOf, same } from './plan.ts';
import { initial, type WikiState } from './update.ts';
import { COMMENTS, FACTS, GOALS, NUMBERS, type NumberKey, QUALITIES, SECTIONS, SENTENCES } from './words.ts';
import { numberText, type WikiWorld, yearText } from './world.ts';

type Slots = Record<string, string>;
type TemplateName = keyof typeof GOALS;

/** A title as articles have them, which no article has. */
const newTitle = ({ categories }: WikiWorld, rng: Rng): string => `${brandName(rng)} ${rng.pick(categories).kind}`;
const titles = ({ articles }: WikiWorld): string[] => articles.map(({ title }) => title);
/** Templates whose `title` is that of an article to come. */
const NEW: readonly TemplateName[] = ['create', 'launch'];

/** Values a slot may take on this site. */
const VALUES = {
  title: (world, template, rng) =>
    NEW.includes(template) ? [newTitle(world, rng), newTitle(world, rng)] : titles(world),
  other: titles,
  third: titles,
  fact: ({ articles }) => [...new Set(articles.flatMap(({ facts }) => facts.map(({ key }) => FACTS[key])))],
  detail: () => Object.values(SECTIONS).map(({ detail }) => detail),
  editor: ({ articles }) => [...new Set(articles.flatMap(({ revisions }) => revisions.map(({ editor }) => editor)))],
  alias: ({ articles }, template, rng) =>
    template === 'alias'
      ? articles.flatMap(({ alias }) => (alias === '' ? [] : [alias]))
      : [`New ${brandName(rng)}`, `New ${brandName(rng)}`],
  category: ({ categories }) => categories.map(({ name }) => name),
  extreme: () => Object.values(EXTREMES).flat(),
  name: (world, _template, rng) => [newTitle(world, rng), newTitle(world, rng)],
  value: (_world, _template, rng) => [
    ...(Object.keys(NUMBERS) as NumberKey[]).map((key) => numberText(rng, key)),
    yearText(rng),
    familyName(rng),
    rng.pick(QUALITIES),
  ],
  text: (_world, template) => (['comment', 'tidy'].includes(template) ? COMMENTS : SENTENCES),
  quality: () => QUALITIES,
} as const satisfies Record<string, (world: WikiWorld, template: TemplateName, rng: Rng) => readonly string[]>;
type SlotName = keyof typeof VALUES;

/** Slots by template; the tier counts the facts that a visitor has to get right, found ones and the answer included. */
const RECIPES: Record<TemplateName, readonly [tier: Tier, ...SlotName[]]> = {
  fact: [1, 'title', 'fact'],
  detail: [1, 'title', 'detail'],
  editor: [1, 'title', 'fact'],
  when: [1, 'title', 'editor'],
  before: [1, 'title', 'fact'],
  alias: [1, 'alias'],
  count: [1, 'category'],
  watch: [1, 'title'],
  unwatch: [1, 'title'],
  revert: [1, 'title', 'editor'],
  comment: [1, 'title', 'text'],
  rename: [1, 'title', 'name'],
  redirect: [1, 'title', 'alias'],
  correct: [1, 'title', 'fact', 'value'],
  rewrite: [1, 'title', 'detail', 'text'],
  extreme: [2, 'category', 'fact', 'extreme'],
  chain: [2, 'title', 'fact'],
  compare: [2, 'title', 'other', 'fact'],
  copy: [2, 'title', 'other', 'fact'],
  relay: [2, 'title', 'other', 'fact'],
  create: [2, 'title', 'category', 'text', 'quality'],
  tidy: [3, 'title', 'fact', 'value', 'other', 'name', 'third', 'text'],
  launch: [3, 'title', 'category', 'text', 'quality', 'other', 'alias', 'third'],
};

/** The wording of a template belongs to the site, so that a goal is a function of its slots. */
const goalOf = ({ seed }: WikiWorld, name: TemplateName, slots: Slots): string =>
  phrase(createRng(seed).fork(`wiki:goal:${name}`), seed, GOALS[name], slots);

/** What a visit must end in, as text; null when the slots make no sense here or nothing has to be done. */
function outcome(world: WikiWorld, template: TemplateName, slots: Slots): string | null {
  const plan = planOf(world, { template, slots });
  if (!plan || (!plan.answer && same(plan.target, initial(world)))) return null;
  return JSON.stringify([plan.target, plan.answer?.value]);
}

/** Random values that make sense together; every site has some for every template. */
function draw(world: WikiWorld, template: TemplateName, rng: Rng): Slots {
  const [, ...names] = RECIPES[template];
  let slots: Slots;
  do slots = Object.fromEntries(names.map((name) => [name, rng.pick(VALUES[name](world, template, rng))]));
  while (outcome(world, template, slots) === null);
  return slots;
}

function counterfactual(world: WikiWorld, template: TemplateName, slots: Slots, rng: Rng) {
  const [, ...names] = RECIPES[template];
  const before = outcome(world, template, slots);
  for (const name of rng.shuffle(names))
    for (const value of rng.shuffle(VALUES[name](world, template, rng))) {
      const other = { ...slots, [name]: value };
      const after = outcome(world, template, other);
      if (after !== null && after !== before) return { slots: other, goal: goalOf(world, template, other) };
    }
  return null;
}

export const templates = templatesOf<WikiWorld, TemplateName>(
  (Object.keys(RECIPES) as TemplateName[]).map((name) => ({
    name,
    tier: RECIPES[name][0],
    slots: (world, rng) => draw(world, name, rng),
  })),
  goalOf,
  counterfactual,
);

/** Exactly what the task asks for and nothing else; and the answer, when one is asked for. */
export function check(world: WikiWorld, task: Task, state: WikiState): (answer: string) => boolean {
  const plan = planOf(world, task);
  const done = plan !== null && same(state, plan.target);
  return (answer) => done && (plan.answer === undefined || sameAnswer(answer, plan.answer.value));
}
