import { createRng, type Rng } from '../../core/rng.ts';
import { isUnseenStyle, type Traits } from '../site.ts';
import { type Style, type Synonyms, styleOf, wordingOf } from '../style.tsx';
import { brandName, COLOURS, cityName, distinct, givenName, MONTHS } from '../words.ts';
import { LABELS, type Label, NOTIFY, OPINIONS, QUALITIES, REASONS, SIGNATURES, TAGS, THEMES } from './words.ts';

export interface Board {
  /** Address part: `cycling`. */
  id: string;
  name: string;
}

export interface Member {
  id: string;
  name: string;
  /** `March 2019`; nobody else's. */
  joined: string;
  location: string;
  /** Posts by board id; different for every member of a board. */
  posts: Record<string, number>;
}

export interface Post {
  id: string;
  /** A member's name, once in a thread; `label.you` for the visitor's own. */
  author: string;
  text: string;
  /** One made-up word that no other post names. */
  product: string;
  points: number;
}

export interface Thread {
  id: string;
  board: Board;
  /** Two words, e.g. `old brake`. */
  title: string;
  views: number;
  /** The opening post and its replies, oldest first. */
  posts: Post[];
  /** Empty when there is no poll. */
  poll: string[];
}

/** What visitors tell about themselves. */
export interface Profile {
  location: string;
  signature: string;
  notify: string;
  /** 'on' or ''. */
  visible: string;
}

/** Structure that the seed varies beside `style`; unseen-style seeds draw about 60 % of the held-out values. */
export const LAYOUTS = {
  /** The home page lists boards, boards with their threads below them, or (held out) the most viewed threads. */
  home: { seen: ['boards', 'nested'], unseen: ['threads'] },
  /** Boards are among the site's links on every page, or on the home page only. */
  boards: { seen: ['tabs', 'home'], unseen: [] },
  /** The threads of a board come page by page or all at once. */
  threads: { seen: ['pages', 'whole'], unseen: [] },
  /** Lists are arranged by links, by selects that act at once, or (held out) by selects with a button. */
  arrange: { seen: ['links', 'instant'], unseen: ['apply'] },
  /** (Held out) the newest post first. */
  order: { seen: ['oldest'], unseen: ['newest'] },
  /** The search form is on every page, or (held out) on the home page only. */
  search: { seen: ['every'], unseen: ['home'] },
  /** Replies and messages are written where they belong, or on a page of their own. */
  writing: { seen: ['inline', 'page'], unseen: [] },
  /** One of a few options: radio buttons or a native select. */
  options: { seen: ['radios', 'select'], unseen: [] },
  /** Watching is switched by a minor action or a checkbox. */
  watching: { seen: ['control', 'checkbox'], unseen: [] },
  /** The authors of posts lead to their pages. */
  authors: { seen: ['linked', 'plain'], unseen: [] },
  /** Boards, threads and members lead to the pages above them. */
  trail: { seen: ['none', 'shown'], unseen: [] },
  /** Lists say how often a thread was answered and read, or its page alone does. */
  counts: { seen: ['listed', 'page'], unseen: [] },
} as const satisfies Record<string, Synonyms>;

type Layouts = typeof LAYOUTS;
export type Layout = { [K in keyof Layouts]: Layouts[K]['seen' | 'unseen'][number] };

export interface ForumWorld {
  seed: number;
  style: Style;
  layout: Layout;
  label: Record<Label, string>;
  brand: string;
  /** What all boards have to do with. */
  theme: string;
  boards: Board[];
  members: Member[];
  threads: Thread[];
  tags: string[];
  reasons: string[];
  notify: string[];
  /** Of a fresh visit, as is the one thread that is watched. */
  profile: Profile;
  watched: Thread;
}

const BOARDS = 4;
const THREADS = 4;
const MEMBERS = 8;
const OWN = 2;
const POLLS = 2;

function boardsOf(rng: Rng, seed: number, { seen, unseen }: (typeof THEMES)[number]) {
  const pool = isUnseenStyle(seed) ? [...unseen, ...rng.sample(seen, BOARDS - unseen.length)] : seen;
  return rng.sample(pool, BOARDS).map(({ name, things }) => ({ board: { id: name.toLowerCase(), name }, things }));
}

function membersOf(rng: Rng, boards: readonly Board[]): Member[] {
  const names = distinct(MEMBERS, () => givenName(rng));
  const months = distinct(MEMBERS, () => `${rng.pick(MONTHS)} ${2010 + rng.int(14)}`);
  const places = distinct(MEMBERS, () => cityName(rng));
  const counts = boards.map(() => distinct(MEMBERS, () => 1 + rng.int(90)));
  return names.map((name, i) => ({
    id: name.toLowerCase(),
    name,
    joined: months[i],
    location: places[i],
    posts: Object.fromEntries(boards.map(({ id }, b) => [id, counts[b][i]])),
  }));
}

/** The threads of all boards; the first of a random order are the visitor's own, the next ones have polls. */
function threadsOf(rng: Rng, topics: ReturnType<typeof boardsOf>, members: readonly Member[], you: string): Thread[] {
  const count = BOARDS * THREADS;
  const views = distinct(count, () => 20 + rng.int(900));
  const products = distinct(count * 5, () => brandName(rng));
  const order = rng.shuffle(Array.from({ length: count }, (_, i) => i));
  return topics.flatMap(({ board, things }, b) => {
    const qualities = rng.sample(QUALITIES, 3);
    const titles = distinct(THREADS, () => `${rng.pick(qualities)} ${rng.pick(things)}`);
    return titles.map((title, t) => {
      const at = b * THREADS + t;
      const id = title.replace(' ', '-');
      const rank = order.indexOf(at);
      // A thread of one's own has at least two replies: there is a best one to choose.
      const replies = rank < OWN ? 2 + rng.int(3) : 1 + rng.int(4);
      const authors = rng.sample(members, 1 + replies).map(({ name }) => name);
      if (rank < OWN) authors[0] = you;
      return {
        id,
        board,
        title,
        views: views[at],
        posts: authors.map((author, p) => ({
          id: `${id}-${p + 1}`,
          author,
          text: rng.pick(OPINIONS),
          product: products[at * 5 + p],
          // One digit, also with the visitor's vote: what a world model can say.
          points: rng.int(9),
        })),
        poll: rank >= OWN && rank < OWN + POLLS ? rng.sample(COLOURS, 4) : [],
      };
    });
  });
}

export function world(seed: number): ForumWorld {
  const rng = createRng(seed).fork('forum');
  const label = wordingOf(seed, 'forum', LABELS);
  const theme = rng.fork('theme').pick(THEMES);
  const topics = boardsOf(rng.fork('boards'), seed, theme);
  const boards = topics.map(({ board }) => board);
  const members = membersOf(rng.fork('members'), boards);
  const threads = threadsOf(rng.fork('threads'), topics, members, label.you);
  const own = rng.fork('profile');
  const notify = own.sample(NOTIFY, 3);
  return {
    seed,
    style: styleOf(seed),
    layout: wordingOf(seed, 'forum layout', LAYOUTS) as Layout,
    label,
    brand: `${brandName(rng.fork('brand'))} ${label.brand}`,
    theme: theme.name,
    boards,
    members,
    threads,
    tags: rng.fork('tags').sample(TAGS, 3),
    reasons: rng.fork('reasons').sample(REASONS, 4),
    notify,
    profile: {
      location: cityName(own),
      signature: own.pick(SIGNATURES),
      notify: own.pick(notify),
      visible: own.pick(['on', '']),
    },
    watched: own.pick(threads),
  };
}

export const threadOf = (world: ForumWorld, id: string): Thread | undefined => world.threads.find((t) => t.id === id);
export const memberOf = (world: ForumWorld, id: string): Member | undefined => world.members.find((m) => m.id === id);
export const boardOf = (world: ForumWorld, id: string): Board | undefined => world.boards.find((b) => b.id === id);
/** The thread that holds the post of that id. */
export const threadWith = (world: ForumWorld, post: string): Thread | undefined =>
  world.threads.find(({ posts }) => posts.some(({ id }) => id === post));

/** The posts in the order in which the site shows them. */
export const shownPosts = ({ layout }: ForumWorld, { posts }: Thread): Post[] =>
  layout.order === 'newest' ? posts.toReversed() : posts;

export const traits = ({ theme, layout }: ForumWorld): Traits => ({ category: theme, capabilities: layout });
