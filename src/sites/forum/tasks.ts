import { createRng, type Rng } from '../../core/rng.ts';
import type { Task, Tier } from '../../core/types.ts';
import { phrase, sameAnswer } from '../goal.ts';
import type { TaskTemplate } from '../site.ts';
import { COLOURS, cityName } from '../words.ts';
import { MEMBER_FACTS, planOf, same } from './plan.ts';
import { type ForumState, initial } from './update.ts';
import { GOALS, MESSAGES, REPLIES, SIGNATURES, TEXTS, TITLES, VISIBLE } from './words.ts';
import type { ForumWorld } from './world.ts';

type Slots = Record<string, string>;
type TemplateName = keyof typeof GOALS;

/** Values a slot may take on this site; `start` and `settle` name a thread that is not there yet. */
const VALUES = {
  title: ({ threads }, template) => (OPENS.includes(template) ? TITLES : threads.map(({ title }) => title)),
  other: ({ threads }) => threads.map(({ title }) => title),
  author: ({ members }) => members.map(({ name }) => name),
  liked: ({ members }) => members.map(({ name }) => name),
  board: ({ boards }) => boards.map(({ name }) => name),
  joined: ({ members }) => members.map(({ joined }) => joined),
  product: ({ threads }) => threads.flatMap(({ posts }) => posts.map(({ product }) => product)),
  field: (_world, template) => (template === 'count' ? ['replies', 'views'] : Object.keys(MEMBER_FACTS)),
  option: () => COLOURS,
  text: (_world, template) => (OPENS.includes(template) ? TEXTS : template === 'top-member' ? MESSAGES : REPLIES),
  reason: ({ reasons }) => reasons,
  tag: ({ tags }) => tags,
  location: (_world, _template, rng) => [cityName(rng), cityName(rng)],
  signature: ({ profile }) => SIGNATURES.filter((text) => text !== profile.signature),
  notify: ({ notify, profile }) => notify.filter((option) => option !== profile.notify),
  visible: () => VISIBLE,
} as const satisfies Record<string, (world: ForumWorld, template: TemplateName, rng: Rng) => readonly string[]>;
type SlotName = keyof typeof VALUES;
const OPENS: readonly TemplateName[] = ['start', 'settle'];

/** Slots by template; the tier counts the facts that a visitor has to get right, found ones included. */
const RECIPES: Record<TemplateName, readonly [tier: Tier, ...SlotName[]]> = {
  count: [1, 'title', 'field'],
  starter: [1, 'title'],
  joined: [1, 'joined'],
  mention: [1, 'product'],
  advice: [1, 'title', 'author'],
  busiest: [1, 'board'],
  upvote: [1, 'title', 'author'],
  'watch-board': [1, 'board'],
  'watch-thread': [1, 'title'],
  vote: [1, 'title', 'option'],
  reply: [1, 'title', 'text'],
  report: [1, 'title', 'author', 'reason'],
  best: [1, 'title', 'author'],
  profile: [2, 'location', 'signature', 'notify', 'visible'],
  start: [2, 'board', 'title', 'text', 'tag'],
  'top-member': [2, 'board', 'text'],
  origin: [2, 'product', 'field'],
  relay: [2, 'title', 'author', 'other'],
  moderate: [3, 'title', 'author', 'reason', 'other', 'liked', 'text', 'board'],
  settle: [3, 'location', 'signature', 'notify', 'board', 'title', 'text', 'tag'],
};

/** The wording of a template belongs to the site, so that a goal is a function of its slots. */
const goalOf = ({ seed }: ForumWorld, name: TemplateName, slots: Slots): string =>
  phrase(createRng(seed).fork(`forum:goal:${name}`), seed, GOALS[name], slots);

/** What a visit must end in, as text; null when the slots make no sense here or nothing has to be done. */
function outcome(world: ForumWorld, template: TemplateName, slots: Slots): string | null {
  const plan = planOf(world, { template, slots });
  if (!plan || (!plan.answer && same(plan.target, initial(world)))) return null;
  return JSON.stringify([plan.target, plan.answer?.value]);
}

/** Random values that make sense together; every site has some for every template. */
function draw(world: ForumWorld, template: TemplateName, names: readonly SlotName[], rng: Rng): Slots {
  let slots: Slots;
  do slots = Object.fromEntries(names.map((name) => [name, rng.pick(VALUES[name](world, template, rng))]));
  while (outcome(world, template, slots) === null);
  return slots;
}

export const templates: TaskTemplate<ForumWorld>[] = (Object.keys(RECIPES) as TemplateName[]).map((name) => {
  const [tier, ...names] = RECIPES[name];
  return {
    name,
    tier,
    make(world, rng) {
      const slots = draw(world, name, names, rng);
      return { slots, goal: goalOf(world, name, slots) };
    },
    counterfactual(world, slots, rng) {
      const before = outcome(world, name, slots);
      for (const slot of rng.shuffle(names))
        for (const value of rng.shuffle(VALUES[slot](world, name, rng))) {
          const other = { ...slots, [slot]: value };
          const after = outcome(world, name, other);
          if (after !== null && after !== before) return { slots: other, goal: goalOf(world, name, other) };
        }
      return null;
    },
  };
});

/** Exactly what the task asks for and nothing else; and the answer, when one is asked for. */
export function check(world: ForumWorld, task: Task, state: ForumState): (answer: string) => boolean {
  const plan = planOf(world, task);
  const done = plan !== null && same(state, plan.target);
  return (answer) => done && (plan.answer === undefined || sameAnswer(answer, plan.answer.value));
}
