import type { Task } from '../../core/types.ts';
import { minus } from '../goal.ts';
import { type Entry, initial, namesOf, type WikiState, withText } from './update.ts';
import { FACTS, type FactKey, NUMBERS, QUALITIES, SECTIONS, type SectionKey } from './words.ts';
import { type Article, articleOf, type Category, published, type Revision, type WikiWorld, within } from './world.ts';

/*
 * What a task asks for, worked out from its slots. Checker and expert both read this plan, so they cannot disagree.
 */

/** A page, by what the goal says about it. */
export type Place =
  | { page: 'article'; article: Article }
  /** Where a section of an article stands. */
  | { page: 'section'; article: Article; section: SectionKey }
  | { page: 'history'; article: Article }
  | { page: 'category'; category: Category }
  /** The article that `of` leads to. */
  | { page: 'near'; article: Article; of: Article }
  /** Wherever the site says which article a name leads to. */
  | { page: 'names'; name: string };

/** Something that stands on a page and has to be found there. */
interface Fact {
  value: string;
  on: Place;
}

export interface Plan {
  /** The state of a visit that did exactly what was asked. */
  target: WikiState;
  answer?: Fact;
  /** What has to be written but stands elsewhere. */
  learn?: Fact;
  /** The edit that is reverted: what it changed need not be typed. */
  revert?: Revision;
}

const FACT_OF = new Map(Object.entries(FACTS).map(([key, said]) => [said as string, key as FactKey]));
const SECTION_OF = new Map((Object.keys(SECTIONS) as SectionKey[]).map((key) => [SECTIONS[key].detail as string, key]));

/** What the first value of a category, its number, and the second, its year, are ordered by. */
export const EXTREMES = { number: ['largest', 'smallest'], year: ['latest', 'earliest'] } as const;

const entryKey = ({ kind, about, text, title, quality }: Entry): string =>
  JSON.stringify([kind, about, text, title, quality]);

/** What a visit added too much and has yet to add, parts that say the wrong thing, and articles (not) to be watched. */
export const gap = (state: WikiState, target: WikiState) => ({
  extra: minus(state.entries, target.entries, entryKey),
  missing: minus(target.entries, state.entries, entryKey),
  parts: [...new Set([...Object.keys(target.changes), ...Object.keys(state.changes)])].filter(
    (key) => state.changes[key] !== target.changes[key],
  ),
  watched: [...new Set([...target.watched, ...state.watched])].filter(
    (id) => state.watched.includes(id) !== target.watched.includes(id),
  ),
});

export const same = (state: WikiState, target: WikiState): boolean =>
  Object.values(gap(state, target)).every((list) => list.length === 0);

/** The number in front of a unit, or a year. */
const amountOf = (text: string): number => Number.parseInt(text, 10);

/** Can this be said of the fact? It needs the same unit, or is one of a few words, or a name. */
function fits(key: FactKey, value: string): boolean {
  if (key === 'quality') return QUALITIES.some((one) => one === value);
  if (Object.hasOwn(NUMBERS, key)) {
    const { unit } = NUMBERS[key as keyof typeof NUMBERS];
    return /^\d+/.test(value) && value.replace(/^\d+/, '') === unit && !isYear(value);
  }
  return ['founded', 'built', 'mapped'].includes(key) ? isYear(value) : /^[A-Z]/.test(value);
}
/** Years are written with a leading one, and counts of four digits never are. */
const isYear = (value: string): boolean => /^1\d{3}$/.test(value);

/** The plan of a task; null when its slots name something that this site has not. */
export function planOf(world: WikiWorld, { template, slots: s }: Pick<Task, 'template' | 'slots'>): Plan | null {
  const fresh = initial(world);
  const titled = (title: string) => world.articles.find((article) => article.title === title);
  const tell = (value: string | undefined, on: Place): Plan | null =>
    value === undefined ? null : { target: fresh, answer: { value, on } };
  const add = (state: WikiState, kind: Entry['kind'], about: string, more: Partial<Entry>): WikiState => ({
    ...state,
    entries: [...state.entries, { kind, about, text: '', title: '', quality: '', ...more }],
  });
  const watch = (state: WikiState, { id }: Article): WikiState => ({ ...state, watched: [...state.watched, id] });
  const isWatched = ({ id }: Article): boolean => fresh.watched.includes(id);
  /** No article is called like that yet. */
  const isFree = (name: string): boolean => !world.articles.some((article) => namesOf(fresh, article).includes(name));

  const [article, other, third] = [titled(s.title), titled(s.other), titled(s.third)];
  const category = world.categories.find(({ name }) => name === s.category);
  const key = FACT_OF.get(s.fact);
  const section = SECTION_OF.get(s.detail);
  const value = article && key && published(article, key);
  const revision = article?.revisions.find((one) =>
    s.editor === undefined ? one.key === key : one.editor === s.editor,
  );

  switch (template) {
    case 'fact':
      return article ? tell(value, { page: 'article', article }) : null;
    case 'detail': {
      const end = article?.sections.find((one) => one.key === section)?.end;
      return article && section ? tell(end, { page: 'section', article, section }) : null;
    }
    case 'editor':
      return article ? tell(revision?.editor, { page: 'history', article }) : null;
    case 'when':
      return article ? tell(revision?.date, { page: 'history', article }) : null;
    case 'before':
      return article ? tell(revision?.before, { page: 'history', article }) : null;
    case 'alias':
      return tell(world.articles.find(({ alias }) => alias !== '' && alias === s.alias)?.title, {
        page: 'names',
        name: s.alias,
      });
    case 'count':
      return category ? tell(`${within(world, category).length}`, { page: 'category', category }) : null;
    case 'extreme': {
      if (!category || !key || (key !== category.number && key !== category.year)) return null;
      const [most, least] = EXTREMES[key === category.number ? 'number' : 'year'];
      if (s.extreme !== most && s.extreme !== least) return null;
      const sorted = within(world, category).toSorted(
        (a, b) => amountOf(published(a, key) ?? '') - amountOf(published(b, key) ?? ''),
      );
      return tell(sorted.at(s.extreme === most ? -1 : 0)?.title, { page: 'category', category });
    }
    case 'watch':
      return article && !isWatched(article) ? { target: watch(fresh, article) } : null;
    case 'unwatch':
      if (!article || !isWatched(article)) return null;
      return { target: { ...fresh, watched: fresh.watched.filter((id) => id !== article.id) } };
    case 'revert':
      return article && revision
        ? { target: withText(fresh, article, revision.key, revision.before), revert: revision }
        : null;
    case 'comment':
      return article ? { target: add(fresh, 'comment', article.id, { text: s.text }) } : null;
    case 'rename':
      return article && isFree(s.name) ? { target: withText(fresh, article, 'title', s.name) } : null;
    case 'redirect':
      return article && isFree(s.alias) ? { target: add(fresh, 'alias', article.id, { text: s.alias }) } : null;
    case 'correct':
      return article && key && value && fits(key, s.value) ? { target: withText(fresh, article, key, s.value) } : null;
    case 'rewrite':
      return article && section && published(article, section)
        ? { target: withText(fresh, article, section, s.text) }
        : null;
    case 'chain': {
      const near = article && articleOf(world, article.near);
      const there = near && key && published(near, key);
      return near ? tell(there || undefined, { page: 'near', article: near, of: article }) : null;
    }
    case 'compare': {
      if (!article || !other || article === other || article.category !== other.category) return null;
      if (key !== article.category.number) return null;
      const more = [article, other].toSorted(
        (a, b) => amountOf(published(b, key) ?? '') - amountOf(published(a, key) ?? ''),
      );
      return tell(more[0].title, { page: 'category', category: article.category });
    }
    case 'copy': {
      const there = other && key && published(other, key);
      if (!article || !other || !key || !value || !there || article === other) return null;
      return {
        target: withText(fresh, article, key, there),
        learn: { value: there, on: { page: 'article', article: other } },
      };
    }
    case 'relay': {
      const there = other && key && published(other, key);
      if (!article || !other || !there || article === other) return null;
      return {
        target: add(fresh, 'comment', article.id, { text: there }),
        learn: { value: there, on: { page: 'article', article: other } },
      };
    }
    case 'create':
      if (!category || !isFree(s.title)) return null;
      return { target: add(fresh, 'article', category.id, { title: s.title, text: s.text, quality: s.quality }) };
    case 'tidy': {
      if (!article || !other || !third || new Set([article, other, third]).size < 3) return null;
      if (!key || !value || value === s.value || !fits(key, s.value) || !isFree(s.name)) return null;
      const edited = withText(withText(fresh, article, key, s.value), other, 'title', s.name);
      return { target: add(edited, 'comment', third.id, { text: s.text }) };
    }
    case 'launch': {
      if (!category || !other || !third || other === third || isWatched(third)) return null;
      if (!isFree(s.title) || !isFree(s.alias) || s.title === s.alias) return null;
      const made = add(fresh, 'article', category.id, { title: s.title, text: s.text, quality: s.quality });
      return { target: watch(add(made, 'alias', other.id, { text: s.alias }), third) };
    }
    default:
      return null;
  }
}
