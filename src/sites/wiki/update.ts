import { broken, clean } from '../fields.ts';
import type { SiteEvent, Update } from '../site.ts';
import { QUALITIES } from './words.ts';
import { type Article, articleOf, type Part, published, type WikiWorld } from './world.ts';

/** Something the visitor added. `about`: id of an article, or of a category (article). */
export interface Entry {
  kind: 'comment' | 'article' | 'alias';
  about: string;
  /** For an alias the further name. */
  text: string;
  /** Of an article, else ''. */
  title: string;
  quality: string;
}

export interface WikiState {
  /** Parts of articles that say other than at first, by `partKey`, oldest edit first. */
  changes: Record<string, string>;
  /** Oldest first. */
  entries: Entry[];
  /** Ids of articles. */
  watched: string[];
}

/** So that the list of one's own edits stays a small page. */
export const MOST_EDITS = 6;

export const initial = ({ watched }: WikiWorld): WikiState => ({ changes: {}, entries: [], watched });

export const partKey = (article: string, part: string): string => `${article}:${part}`;

/** What a part of an article says now. */
export const textOf = ({ changes }: WikiState, article: Article, part: Part): string =>
  changes[partKey(article.id, part)] ?? published(article, part) ?? '';
export const titleOf = (state: WikiState, article: Article): string => textOf(state, article, 'title');

/** Every name that leads to an article: its titles now and at first, and what redirects to it. */
export const namesOf = ({ entries, changes }: WikiState, { id, title, alias }: Article): string[] => [
  ...new Set([
    changes[partKey(id, 'title')] ?? title,
    title,
    ...(alias ? [alias] : []),
    ...entries.flatMap(({ kind, about, text }) => (kind === 'alias' && about === id ? [text] : [])),
  ]),
];

/** `state` with a part that says `text`: what it said at first is no change. */
export function withText(state: WikiState, article: Article, part: string, text: string): WikiState {
  const key = partKey(article.id, part);
  const { [key]: _, ...rest } = state.changes;
  return { ...state, changes: text === published(article, part) ? rest : { ...rest, [key]: text } };
}

const isFull = ({ changes, entries }: WikiState): boolean => Object.keys(changes).length + entries.length >= MOST_EDITS;

/** Adds an entry and leads on. */
function add({ label }: WikiWorld, state: WikiState, entry: Partial<Entry> & Pick<Entry, 'kind'>, navigate: string) {
  if (isFull(state)) return { state, messages: { '': label.full } };
  const entries = [...state.entries, { about: '', text: '', title: '', quality: '', ...entry }];
  return { state: { ...state, entries }, navigate, messages: { '': label.saved } };
}

/** Says that a name leads somewhere else already; `but` is the article that may keep its own. */
const isTaken = ({ articles }: WikiWorld, state: WikiState, name: string, but?: Article): boolean =>
  articles.some((article) => article !== but && namesOf(state, article).includes(name)) ||
  state.entries.some(({ kind, title }) => kind === 'article' && title === name);

type Handler = (world: WikiWorld, state: WikiState, event: SiteEvent) => Update<WikiState>;

/** One handler per kind of event. */
const HANDLERS: Record<string, Handler> = {
  /** A form sends the parts that it has. */
  edit: (world, state, { arg, fields }) => {
    const { label } = world;
    const article = articleOf(world, arg);
    if (!article) return { state };
    const parts = Object.keys(fields).filter((name) => name !== 'title' && published(article, name) !== undefined);
    const isKnown = (part: string): boolean =>
      part === 'quality' ? QUALITIES.some((one) => one === fields[part]) : clean(fields[part]) !== '';
    const messages = broken(Object.fromEntries(parts.map((part) => [part, !isKnown(part) && label.missing])));
    if (messages) return { state, messages };
    const edited = parts.reduce((now, part) => withText(now, article, part, clean(fields[part])), state);
    const more = Object.keys(edited.changes).length > Object.keys(state.changes).length;
    if (more && Object.keys(edited.changes).length + state.entries.length > MOST_EDITS)
      return { state, messages: { '': label.full } };
    return { state: edited, navigate: `/wiki/${arg}`, messages: { '': label.saved } };
  },
  rename: (world, state, { arg, fields }) => {
    const { label } = world;
    const [article, title] = [articleOf(world, arg), clean(fields.newTitle)];
    if (!article) return { state };
    const messages = broken({
      newTitle: title === '' ? label.missing : isTaken(world, state, title, article) && label.taken,
    });
    if (messages) return { state, messages };
    const renamed = withText(state, article, 'title', title);
    const more = Object.keys(renamed.changes).length > Object.keys(state.changes).length;
    if (more && isFull(state)) return { state, messages: { '': label.full } };
    return { state: renamed, navigate: `/wiki/${arg}`, messages: { '': label.saved } };
  },
  alias: (world, state, { arg, fields }) => {
    const { label } = world;
    const text = clean(fields.alias);
    if (!articleOf(world, arg)) return { state };
    const messages = broken({ alias: text === '' ? label.missing : isTaken(world, state, text) && label.taken });
    return messages ? { state, messages } : add(world, state, { kind: 'alias', about: arg, text }, `/wiki/${arg}`);
  },
  comment: (world, state, { arg, fields }) => {
    const text = clean(fields.comment);
    if (!articleOf(world, arg)) return { state };
    if (text === '') return { state, messages: { comment: world.label.missing } };
    return add(world, state, { kind: 'comment', about: arg, text }, talkPage(world, arg));
  },
  create: (world, state, { fields }) => {
    const { label } = world;
    const category = world.categories.find(({ name }) => name === fields.category);
    const [title, text, quality] = [clean(fields.title), clean(fields.text), fields.quality];
    const messages = broken({
      title: title === '' ? label.missing : isTaken(world, state, title) && label.taken,
      category: !category && label.missing,
      text: text === '' && label.missing,
      quality: !QUALITIES.some((one) => one === quality) && label.missing,
    });
    if (messages || !category) return { state, messages: messages ?? {} };
    const entry = { kind: 'article', about: category.id, text, title, quality } as const;
    return add(world, state, entry, `/category/${category.id}`);
  },
  /** `arg`: article and number of the revision. The part says again what it said before. */
  revert: (world, state, { arg }) => {
    const [id, number] = arg.split(':');
    const article = articleOf(world, id);
    const revision = article?.revisions[Number(number)];
    if (!article || !revision) return { state };
    if (isFull(state) && !Object.hasOwn(state.changes, partKey(id, revision.key)))
      return { state, messages: { '': world.label.full } };
    return { state: withText(state, article, revision.key, revision.before), messages: { '': world.label.saved } };
  },
  /** `arg`: key of a change, or number of an entry. */
  undo: (_world, state, { arg }) => {
    const { [arg]: _, ...changes } = state.changes;
    return { state: { ...state, changes, entries: state.entries.filter((_, i) => String(i) !== arg) } };
  },
  watch: (world, state, { arg }) => {
    if (!articleOf(world, arg)) return { state };
    const rest = state.watched.filter((id) => id !== arg);
    return { state: { ...state, watched: rest.length < state.watched.length ? rest : [...rest, arg] } };
  },
  /** The select of an article's pages; `open` holds the name that was chosen. */
  open: (world, state, { arg, fields }) => {
    const tool = articleOf(world, arg) && toolsOf(world).find((name) => world.label[name] === fields.tool);
    return tool ? { state, navigate: `/${toolPage(arg, tool)}` } : { state };
  },
};

export type Tool = 'read' | 'talk' | 'edit' | 'history' | 'names';

/** The pages that an article has on this site. */
export const toolsOf = ({ layout }: WikiWorld): Tool[] =>
  (['read', 'talk', 'edit', 'history', 'names'] as const).filter(
    (tool) => (tool !== 'talk' || layout.talk === 'page') && (tool !== 'edit' || layout.editing === 'all'),
  );
export const toolPage = (article: string, tool: Tool): string =>
  tool === 'read' ? `wiki/${article}` : `wiki/${article}/${tool}`;

const talkPage = ({ layout }: WikiWorld, article: string): string =>
  `/${toolPage(article, layout.talk === 'page' ? 'talk' : 'read')}`;

/** The visitor's own articles in a category. */
export const ownIn = ({ entries }: WikiState, category: string): Entry[] =>
  entries.filter(({ kind, about }) => kind === 'article' && about === category);

export const update: Handler = (world, state, event) =>
  Object.hasOwn(HANDLERS, event.type) ? HANDLERS[event.type](world, state, event) : { state };
