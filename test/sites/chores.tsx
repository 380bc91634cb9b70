import { createRng } from '../../src/core/rng.ts';
import { phrase, sameAnswer } from '../../src/sites/goal.ts';
import { addressOf, click, follow, nodesOf, PRESSABLE, stop } from '../../src/sites/pick.ts';
import type { SiteFamily } from '../../src/sites/site.ts';
import { facts, listing, minor, type Style, type Synonyms, shell, styleOf, wordingOf } from '../../src/sites/style.tsx';
import { distinct, givenName } from '../../src/sites/words.ts';

const WORDS = {
  chores: { seen: ['Chores', 'To do'], unseen: ['Duties'] },
  person: { seen: ['Person', 'Who'], unseen: ['In charge'] },
  done: { seen: ['Done', 'Finish'], unseen: ['Tick off'] },
  undo: { seen: ['Undo', 'Reopen'], unseen: ['Not yet'] },
} as const satisfies Record<string, Synonyms>;

const TASKS = [
  'mop the stairs',
  'water the plants',
  'feed the cat',
  'empty the bins',
  'clean the oven',
  'sort the post',
];

/** What the seed decides once. */
interface World {
  seed: number;
  style: Style;
  words: Record<keyof typeof WORDS, string>;
  chores: { id: string; text: string; person: string }[];
}
/** What visitors change: the chores that are done. Plain JSON. */
interface State {
  done: string[];
}

const GOALS = {
  finish: { seen: ['Mark {chore} as done', 'Tick the chore {chore}'], unseen: ['I did {chore} so tick it off'] },
  who: { seen: ['Who has to {chore} ?', 'Answer with the person for {chore}'], unseen: ['Name who should {chore}'] },
} satisfies Record<string, Synonyms>;

/** A goal that names one chore; the other goal names another one. */
const template = (name: keyof typeof GOALS): SiteFamily<World, State>['templates'][number] => ({
  name,
  tier: 1,
  make(world, rng) {
    const slots = { chore: rng.pick(world.chores).text };
    return { slots, goal: phrase(rng, world.seed, GOALS[name], slots) };
  },
  counterfactual(world, { chore }, rng) {
    const slots = { chore: rng.pick(world.chores.filter(({ text }) => text !== chore)).text };
    return { slots, goal: phrase(rng, world.seed, GOALS[name], slots) };
  },
});

const choreOf = (world: World, text: string) => world.chores.find((chore) => chore.text === text)!;

export const chores: SiteFamily<World, State> = {
  name: 'chores',
  world(seed) {
    const rng = createRng(seed).fork('chores');
    const people = distinct(4, () => givenName(rng));
    const texts = rng.sample(TASKS, 4);
    return {
      seed,
      style: styleOf(seed),
      words: wordingOf(seed, 'chores', WORDS),
      chores: texts.map((text, i) => ({ id: `c${i + 1}`, text, person: people[i] })),
    };
  },
  traits: () => ({ category: 'household', capabilities: {} }),
  initial: () => ({ done: [] }),
  view({ style, words, chores }, { done }, url, messages) {
    const [page, id] = addressOf(url).path;
    const chore = page === 'chore' ? chores.find((candidate) => candidate.id === id) : undefined;
    const entries = chores.map(({ id, text }) => ({
      key: id,
      title: <a href={`chore/${id}`}>{text}</a>,
      facts: [],
      controls: minor(style, done.includes(id) ? words.undo : words.done, 'toggle', id),
    }));
    const heading = chore?.text ?? words.chores;
    return {
      title: heading,
      body: shell(style, {
        brand: words.chores,
        links: [{ label: words.chores, href: './' }],
        alert: messages[''],
        heading,
        main: chore ? facts(style, [[words.person, chore.person]]) : listing(style, [words.chores], entries),
      }),
    };
  },
  update(world, state, { type, arg }) {
    if (type !== 'toggle' || !world.chores.some(({ id }) => id === arg)) return { state };
    const rest = state.done.filter((id) => id !== arg);
    return { state: { done: rest.length < state.done.length ? rest : [...state.done, arg] } };
  },
  templates: [template('finish'), template('who')],
  check(world, { template, slots }, { done }) {
    const { id, person } = choreOf(world, slots.chore);
    if (template === 'who') return (answer) => done.length === 0 && sameAnswer(answer, person);
    return () => done.length === 1 && done[0] === id;
  },
  expert(world, { template, slots }, { done }, seen) {
    const { chores, words } = world;
    const { id, text, person } = choreOf(world, slots.chore);
    const [page, at] = addressOf(seen.tree.url).path;
    const wrong = chores.findIndex((chore) => done.includes(chore.id) !== (template === 'finish' && chore.id === id));
    if (wrong >= 0) {
      const controls = nodesOf(seen, PRESSABLE).filter(({ name }) => name === words.done || name === words.undo);
      return click(controls[wrong]) ?? follow(seen, words.chores) ?? stop();
    }
    if (template === 'finish') return stop();
    if (page === 'chore' && at === id) return stop(person);
    return follow(seen, text) ?? follow(seen, words.chores) ?? stop();
  },
};
