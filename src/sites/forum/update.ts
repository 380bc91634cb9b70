import { clean } from '../fields.ts';
import type { SiteEvent, Update } from '../site.ts';
import { boardOf, type ForumWorld, memberOf, type Profile, type Thread, threadOf, threadWith } from './world.ts';

/** Something the visitor wrote. `about`: id of a board (thread), thread (reply), member (message) or post (report). */
export interface Contribution {
  kind: 'thread' | 'reply' | 'message' | 'report';
  about: string;
  /** For a report its reason. */
  text: string;
  /** Of a thread, else ''. */
  title: string;
  tag: string;
}

/** What can be set and taken back: `up:<post>`, `watch:<board or thread>`, `poll:<thread>`, `best:<thread>`. */
export type MarkKind = 'up' | 'watch' | 'poll' | 'best';
export const markKey = (kind: MarkKind, id: string): string => `${kind}:${id}`;

export interface ForumState {
  profile: Profile;
  /** By `markKey`: 'on', the option of a poll, the post that is the best answer. */
  marks: Record<string, string>;
  /** Oldest first. */
  entries: Contribution[];
}

/** So that the list of one's own entries stays a small page. */
export const MOST_ENTRIES = 6;

export const initial = ({ profile, watched }: ForumWorld): ForumState => ({
  profile,
  marks: { [markKey('watch', watched.id)]: 'on' },
  entries: [],
});

/** `state` with a mark set, or taken back when `value` is ''. */
export function withMark(state: ForumState, key: string, value: string): ForumState {
  const { [key]: _, ...rest } = state.marks;
  return { ...state, marks: value === '' ? rest : { ...rest, [key]: value } };
}

/** The visitor's own replies count. */
export const repliesTo = ({ entries }: ForumState, { id, posts }: Thread): number =>
  posts.length - 1 + entries.filter(({ kind, about }) => kind === 'reply' && about === id).length;

/** Adds an entry and leads on, or says which of its fields are missing. */
function add(
  { label }: ForumWorld,
  state: ForumState,
  entry: Partial<Contribution> & Pick<Contribution, 'kind' | 'about'>,
  missing: Record<string, boolean>,
  navigate: string,
): Update<ForumState> {
  const fields = Object.keys(missing).filter((name) => missing[name]);
  if (fields.length > 0) return { state, messages: Object.fromEntries(fields.map((name) => [name, label.missing])) };
  if (state.entries.length >= MOST_ENTRIES) return { state, messages: { '': label.full } };
  const entries = [...state.entries, { text: '', title: '', tag: '', ...entry }];
  return { state: { ...state, entries }, navigate, messages: { '': label.sent } };
}

type Handler = (world: ForumWorld, state: ForumState, event: SiteEvent) => Update<ForumState>;

const toggle =
  (kind: MarkKind, known: (world: ForumWorld, id: string) => boolean): Handler =>
  (world, state, { arg }) => {
    const key = markKey(kind, arg);
    return { state: known(world, arg) ? withMark(state, key, state.marks[key] ? '' : 'on') : state };
  };

/** One handler per kind of event. */
const HANDLERS: Record<string, Handler> = {
  upvote: toggle('up', (world, id) => threadWith(world, id) !== undefined),
  watch: toggle('watch', (world, id) => boardOf(world, id) !== undefined || threadOf(world, id) !== undefined),
  best: (world, state, { arg }) => {
    const thread = threadWith(world, arg);
    if (thread?.posts[0].author !== world.label.you) return { state };
    const key = markKey('best', thread.id);
    return { state: withMark(state, key, state.marks[key] === arg ? '' : arg) };
  },
  vote: (world, state, { arg, fields }) => {
    const thread = threadOf(world, arg);
    if (!thread?.poll.includes(fields.option)) return { state, messages: { option: world.label.missing } };
    return { state: withMark(state, markKey('poll', arg), fields.option), navigate: `/thread/${arg}` };
  },
  withdraw: (_world, state, { arg }) => ({
    state: withMark(state, markKey('poll', arg), ''),
    navigate: `/thread/${arg}`,
  }),
  reply: (world, state, { arg, fields }) => {
    const text = clean(fields.reply);
    if (!threadOf(world, arg)) return { state };
    return add(world, state, { kind: 'reply', about: arg, text }, { reply: text === '' }, `/thread/${arg}`);
  },
  message: (world, state, { arg, fields }) => {
    const text = clean(fields.message);
    if (!memberOf(world, arg)) return { state };
    return add(world, state, { kind: 'message', about: arg, text }, { message: text === '' }, `/member/${arg}`);
  },
  report: (world, state, { arg, fields }) => {
    const thread = threadWith(world, arg);
    if (!thread) return { state };
    const missing = { reason: !world.reasons.includes(fields.reason) };
    return add(world, state, { kind: 'report', about: arg, text: fields.reason }, missing, `/thread/${thread.id}`);
  },
  start: (world, state, { fields }) => {
    const board = world.boards.find(({ name }) => name === fields.board);
    const [title, text, tag] = [clean(fields.title), clean(fields.text), fields.tag];
    const missing = { title: title === '', board: !board, text: text === '', tag: !world.tags.includes(tag) };
    const about = board?.id ?? '';
    return add(world, state, { kind: 'thread', about, text, title, tag }, missing, `/board/${about}`);
  },
  profile: (world, state, { fields }) => {
    const location = clean(fields.location);
    if (location === '' || !world.notify.includes(fields.notify))
      return { state, messages: { [location === '' ? 'location' : 'notify']: world.label.missing } };
    const profile: Profile = {
      location,
      signature: clean(fields.signature),
      notify: fields.notify,
      visible: fields.visible === 'on' ? 'on' : '',
    };
    return { state: { ...state, profile }, navigate: '/profile', messages: { '': world.label.saved } };
  },
  remove: (_world, state, { arg }) => ({
    state: { ...state, entries: state.entries.filter((_, i) => String(i) !== arg) },
  }),
  arrange: (world, state, { arg, fields }) => ({
    state,
    navigate: `/${arranged(arg, {
      board: world.boards.find((board) => withinBoard(world, board.name) === fields.board)?.id ?? '',
      sort: fields.sort ?? '',
    })}`,
  }),
};

/** The name of the choice that narrows a list to a board: no link to the board itself has it. */
export const withinBoard = ({ label }: ForumWorld, board: string): string => `${label.within} ${board}`;

/** How lists can be ordered; the first of each is the order of a plain address. */
export const ORDERS = { board: ['newest', 'replies', 'views'], members: ['name', 'posts'] } as const;

/** Address of a list; what is not asked for is left out, so that one list has one address. */
export function arranged(
  place: string,
  { board = '', sort = '', page = '' }: Partial<Record<'board' | 'sort' | 'page', string>>,
) {
  const plain = Object.values(ORDERS).some(([first]) => first === sort);
  const kept = Object.entries({ board, sort: plain ? '' : sort, page }).filter(([, value]) => value !== '');
  return kept.length > 0 ? `${place}?${new URLSearchParams(kept)}` : place;
}

export const update: Handler = (world, state, event) =>
  Object.hasOwn(HANDLERS, event.type) ? HANDLERS[event.type](world, state, event) : { state };
