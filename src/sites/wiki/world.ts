import { createRng, type Rng } from '../../core/rng.ts';
import { isUnseenStyle, type Traits } from '../site.ts';
import { type Style, type Synonyms, styleOf, wordingOf } from '../style.tsx';
import { brandName, cityName, distinct, familyName, givenName, MONTHS } from '../words.ts';
import {
  type FactKey,
  INTROS,
  LABELS,
  type Label,
  NUMBERS,
  type NumberKey,
  OPINIONS,
  QUALITIES,
  SECTIONS,
  type SectionKey,
  TOPICS,
  type Topic,
} from './words.ts';

export interface Category extends Topic {
  /** Address part: `castles`. */
  id: string;
}

/** What can be changed of an article, by name: title, infobox, sections. */
export type Part = 'title' | FactKey | SectionKey;

export interface Section {
  key: SectionKey;
  /** All but the last word of the sentence, and that word: the one that is asked for. */
  lead: string;
  end: string;
}

/** An edit of a fact by somebody else. */
export interface Revision {
  editor: string;
  /** `3 March 2024`. */
  date: string;
  key: FactKey;
  before: string;
}

export interface Article {
  id: string;
  category: Category;
  title: string;
  /** Leads to the article as well; '' when there is none. */
  alias: string;
  intro: string;
  /** In the order of the infobox. */
  facts: { key: FactKey; value: string }[];
  sections: Section[];
  /** Id of the article that this one names as close. */
  near: string;
  /** Newest first; no two have the same editor or touch the same fact. */
  revisions: Revision[];
  comments: { author: string; text: string }[];
}

/** Structure that the seed varies beside `style`; unseen-style seeds draw about 60 % of the held-out values. */
export const LAYOUTS = {
  /** Articles are found by a search form, in a list of all of them, or (held out) by their first letter. */
  find: { seen: ['search', 'index'], unseen: ['letters'] },
  /** The home page lists categories, an article of the day and recent changes, or (held out) everything as a tree. */
  home: { seen: ['categories', 'featured'], unseen: ['tree'] },
  /** Categories are among the site's links, on a page of their own, or (held out) on the home page only. */
  categories: { seen: ['tabs', 'page'], unseen: ['home'] },
  /** The pages of an article are reached by links in a row or in a list, or (held out) by a select that acts at once. */
  tools: { seen: ['row', 'list'], unseen: ['menu'] },
  /** An article stands on one page, or has a table of contents and a page for each section. */
  sections: { seen: ['whole', 'paged'], unseen: [] },
  /** One form edits a whole article, or each fact and section has its own. */
  editing: { seen: ['all', 'each'], unseen: [] },
  /** Comments stand on a page of their own or below the article. */
  talk: { seen: ['page', 'below'], unseen: [] },
  /** The link to the article close by is a fact of the infobox or in the first sentence. */
  near: { seen: ['fact', 'prose'], unseen: [] },
  watching: { seen: ['control', 'checkbox'], unseen: [] },
  /** One of a few options: radio buttons or a native select. */
  options: { seen: ['radios', 'select'], unseen: [] },
} as const satisfies Record<string, Synonyms>;

type Layouts = typeof LAYOUTS;
export type Layout = { [K in keyof Layouts]: Layouts[K]['seen' | 'unseen'][number] };

export interface WikiWorld {
  seed: number;
  style: Style;
  layout: Layout;
  label: Record<Label, string>;
  brand: string;
  categories: Category[];
  articles: Article[];
  /** Ids of the articles that are watched on a fresh visit. */
  watched: string[];
}

/** No two categories have as many articles, so that a count names one. */
const SIZES = [3, 4, 5, 6];
const EDITORS = 6;
const WITH_ALIAS = 5;
const WATCHED = 3;
const FIRST_YEAR = 2021;
const YEARS = 5;

export function numberText(rng: Rng, key: NumberKey): string {
  const { from, to, unit } = NUMBERS[key];
  return `${from + rng.int(to - from)}${unit}`;
}
/** Dates of edits by their number: every month has 28 days. */
const dateText = (day: number): string =>
  `${1 + (day % 28)} ${MONTHS[Math.floor(day / 28) % 12]} ${FIRST_YEAR + Math.floor(day / 28 / 12)}`;
export const yearText = (rng: Rng): string => `${1400 + rng.int(590)}`;

function categoriesOf(rng: Rng, seed: number): Category[] {
  const [count, { seen, unseen }] = [SIZES.length, TOPICS];
  const pool = isUnseenStyle(seed) ? [...unseen, ...rng.sample(seen, count - unseen.length)] : seen;
  return rng.sample(pool, count).map((topic) => ({ ...topic, id: topic.name.toLowerCase() }));
}

function sectionsOf(rng: Rng): Section[] {
  const keys = rng.sample(Object.keys(SECTIONS) as SectionKey[], 2);
  return keys.map((key) => ({ key, lead: rng.pick(SECTIONS[key].leads), end: rng.pick(SECTIONS[key].ends) }));
}

/** The three facts that every article of a category has, with different values each, and what they were before. */
function infobox(rng: Rng, { number, year, person }: Category, editors: readonly string[]) {
  const values: [FactKey, string, string][] = [];
  const two = (key: FactKey, make: () => string): void => {
    const [now, before] = distinct(2, make);
    values.push([key, now, before]);
  };
  two(number, () => numberText(rng, number));
  two(year, () => yearText(rng));
  two(person, () => familyName(rng));
  const days = distinct(values.length, () => rng.int(YEARS * 12 * 28)).toSorted((a, b) => b - a);
  const names = rng.sample(editors, values.length);
  return {
    facts: values.map(([key, value]) => ({ key, value })),
    revisions: rng
      .shuffle(values)
      .map(([key, , before], i) => ({ editor: names[i], date: dateText(days[i]), key, before })),
  };
}

function articlesOf(rng: Rng, categories: readonly Category[]): Article[] {
  const editors = distinct(EDITORS, () => givenName(rng));
  const places = rng.shuffle(SIZES).flatMap((size, c) => Array.from({ length: size }, () => categories[c]));
  const names = distinct(places.length + WITH_ALIAS, () => brandName(rng));
  const articles = places.map((category, i): Article => {
    const { facts, revisions } = infobox(rng, category, editors);
    return {
      id: names[i].toLowerCase(),
      category,
      title: `${names[i]} ${category.kind}`,
      alias: '',
      intro: rng.pick(INTROS),
      facts: [...facts, { key: 'quality', value: rng.pick(QUALITIES) }],
      sections: sectionsOf(rng),
      near: '',
      revisions,
      comments: rng.sample(OPINIONS, 1 + rng.int(2)).map((text) => ({ author: rng.pick(editors), text })),
    };
  });
  // A ring in random order: every article is close to another one, and never to itself.
  const ring = rng.shuffle(articles);
  ring.forEach((article, i) => {
    article.near = ring[(i + 1) % ring.length].id;
  });
  rng.sample(articles, WITH_ALIAS).forEach((article, i) => {
    article.alias = `Old ${names[places.length + i]}`;
  });
  return articles;
}

/** In a category no two articles have the same number or year: one of any two is larger, and one earlier. */
const isComparable = (articles: readonly Article[], categories: readonly Category[]): boolean =>
  categories.every((category) => {
    const own = articles.filter((one) => one.category === category);
    return [0, 1].every((fact) => new Set(own.map(({ facts }) => facts[fact].value)).size === own.length);
  });

export function world(seed: number): WikiWorld {
  const rng = createRng(seed).fork('wiki');
  const label = wordingOf(seed, 'wiki', LABELS);
  const categories = categoriesOf(rng.fork('categories'), seed);
  const draw = rng.fork('articles');
  let articles: Article[];
  do articles = articlesOf(draw, categories);
  while (!isComparable(articles, categories));
  return {
    seed,
    style: styleOf(seed),
    layout: wordingOf(seed, 'wiki layout', LAYOUTS) as Layout,
    label,
    brand: `${cityName(rng.fork('brand'))} ${label.brand}`,
    categories,
    articles,
    watched: rng
      .fork('watched')
      .sample(articles, WATCHED)
      .map(({ id }) => id),
  };
}

export const articleOf = ({ articles }: WikiWorld, id: string): Article | undefined =>
  articles.find((article) => article.id === id);
export const categoryOf = ({ categories }: WikiWorld, id: string): Category | undefined =>
  categories.find((category) => category.id === id);
export const within = ({ articles }: WikiWorld, { id }: Category): Article[] =>
  articles.filter(({ category }) => category.id === id);

export const isSection = (part: string): part is SectionKey => Object.hasOwn(SECTIONS, part);

/** What a part of an article said at first; undefined when the article has no such part. */
export function published({ title, facts, sections }: Article, part: string): string | undefined {
  if (part === 'title') return title;
  const section = sections.find(({ key }) => key === part);
  return section ? `${section.lead} ${section.end}` : facts.find(({ key }) => key === part)?.value;
}

/** What the articles are about, and how the site is built. */
export const traits = ({ layout, categories }: WikiWorld): Traits => ({
  category: categories
    .map(({ name }) => name)
    .toSorted()
    .join(', '),
  capabilities: layout,
});
