import type { VNode } from 'preact';
import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { choice, type Entry, field, input, listing, shell } from '../style.tsx';
import { activityPage, memberPage, profilePage, startPage } from './forms.tsx';
import { boardLink, type Content, trailOf, type Visit, watching } from './parts.tsx';
import { reportPage, threadPage } from './thread.tsx';
import { arranged, type ForumState, ORDERS, repliesTo, withinBoard } from './update.ts';
import { type Board, boardOf, type ForumWorld, type Member, memberOf, type Thread, threadOf } from './world.ts';

const PAGE_SIZE = 3;

export function view(world: ForumWorld, state: ForumState, url: string, messages: Messages): Page {
  const { path, query } = addressOf(url);
  const { label, layout, style, brand } = world;
  const content = route({ world, state, messages }, path, query) ?? { heading: label.notFound, main: <p>{url}</p> };
  const places = ['home', 'members', 'activity', 'profile', 'start'] as const;
  const links = places.map((place) => ({ label: label[place], href: place === 'home' ? './' : place }));
  const tabs =
    layout.boards === 'tabs' ? world.boards.map(({ id, name }) => ({ label: name, href: `board/${id}` })) : [];
  const text = path[0] === 'search' ? (query.get('q') ?? '') : '';
  return {
    title: `${content.heading} | ${brand}`,
    body: shell(style, {
      brand,
      links: [...links, ...tabs],
      tools:
        layout.search === 'every' || path.length === 0 ? (
          <form action="search" method="get">
            {field(style, 'q', label.query, input('q', 'search', text))}
            <button type="submit">{label.search}</button>
          </form>
        ) : null,
      alert: messages[''],
      ...content,
    }),
  };
}

function route(visit: Visit, path: readonly string[], query: URLSearchParams): Content | null {
  const { world } = visit;
  const [page = '', id = '', rest] = path;
  if (
    path.length > 3 ||
    (rest !== undefined && (world.layout.writing !== 'page' || !['reply', 'message'].includes(rest)))
  )
    return null;
  switch (page) {
    case '':
      return homePage(visit);
    case 'search':
      return searchPage(visit, query.get('q') ?? '');
    case 'board': {
      const board = boardOf(world, id);
      return board ? boardPage(visit, board, query) : null;
    }
    case 'thread': {
      const thread = threadOf(world, id);
      return thread ? threadPage(visit, thread, rest === 'reply') : null;
    }
    case 'report':
      return reportPage(visit, id);
    case 'members':
      return membersPage(world, query);
    case 'member': {
      const member = memberOf(world, id);
      return member ? memberPage(visit, member, rest === 'message') : null;
    }
    case 'activity':
      return activityPage(visit);
    case 'profile':
      return profilePage(visit);
    case 'start':
      return startPage(visit);
    default:
      return null;
  }
}

const threadLink = ({ id, title }: Thread): VNode => <a href={`thread/${id}`}>{title}</a>;

/** Threads as a list, after the visitor's own. */
function threadList({ world, state }: Visit, threads: readonly Thread[], own: readonly Entry[] = []): VNode {
  const { label, layout, style } = world;
  const counted = layout.counts === 'listed';
  if (threads.length + own.length === 0) return <p key="threads">{label.nothing}</p>;
  const entries = threads.map((thread) => ({
    key: thread.id,
    title: threadLink(thread),
    facts: counted ? [`${repliesTo(state, thread)}`, `${thread.views}`] : [],
  }));
  return (
    <div key="threads">
      {listing(style, counted ? [label.thread, label.replies, label.views] : [label.thread], [...own, ...entries])}
    </div>
  );
}

function homePage(visit: Visit): Content {
  const { world } = visit;
  const { label, layout, style, boards, threads } = world;
  const below = (board: Board): Thread[] => threads.filter((thread) => thread.board === board);
  const heading = label.home;
  if (layout.home === 'boards') {
    const entries = boards.map((board) => ({
      key: board.id,
      title: boardLink(board),
      facts: [`${below(board).length}`],
    }));
    return { heading, main: listing(style, [label.board, label.thread], entries) };
  }
  if (layout.home === 'nested')
    return {
      heading,
      main: (
        <ul class="rows">
          {boards.map((board) => (
            <li key={board.id}>
              {boardLink(board)}
              <ul>
                {below(board).map((thread) => (
                  <li key={thread.id}>{threadLink(thread)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      ),
    };
  return {
    heading,
    main: threadList(visit, sorted(visit, threads, 'views').slice(0, PAGE_SIZE + 1)),
    aside: layout.boards === 'home' ? <p class="choices">{boards.map(boardLink)}</p> : null,
  };
}

/** Threads that say all the words in their title or in a post. */
function searchPage(visit: Visit, text: string): Content {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = visit.world.threads.filter(({ title, posts }) => {
    const words = [title, ...posts.flatMap(({ author, product }) => [author, product])]
      .join(' ')
      .toLowerCase()
      .split(' ');
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });
  return { heading: visit.world.label.search, main: threadList(visit, found.slice(0, 2 * PAGE_SIZE)) };
}

function sorted({ state }: Visit, threads: readonly Thread[], by: string): Thread[] {
  if (by === 'views') return threads.toSorted((a, b) => b.views - a.views);
  return by === 'replies' ? threads.toSorted((a, b) => repliesTo(state, b) - repliesTo(state, a)) : [...threads];
}

function boardPage(visit: Visit, board: Board, query: URLSearchParams): Content {
  const { world, state } = visit;
  const { label, layout } = world;
  const place = `board/${board.id}`;
  const sort = query.get('sort') ?? '';
  const all = sorted(
    visit,
    world.threads.filter((thread) => thread.board === board),
    sort,
  );
  const own = state.entries.filter(({ kind, about }) => kind === 'thread' && about === board.id);
  const size = layout.threads === 'pages' ? PAGE_SIZE : all.length;
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const at = (n: number): string => arranged(place, { sort, page: n > 1 ? `${n}` : '' });
  return {
    heading: board.name,
    trail: trailOf(world),
    aside: (
      <div key="aside">
        {controls(world, place, ORDERS.board, { sort })}
        {watching(visit, board.id)}
      </div>
    ),
    main: [
      threadList(
        visit,
        all.slice((page - 1) * size, page * size),
        page > 1
          ? []
          : own.map(({ title, tag }, i) => ({
              key: `own ${i}`,
              title,
              facts: layout.counts === 'listed' ? [tag, label.you] : [],
            })),
      ),
      <p key="pages">
        {page > 1 ? <a href={at(page - 1)}>{label.previous}</a> : null}
        {page * size < all.length ? <a href={at(page + 1)}>{label.next}</a> : null}
      </p>,
    ],
  };
}

function membersPage(world: ForumWorld, query: URLSearchParams): Content {
  const { label, style, boards } = world;
  const board = boards.find(({ id }) => id === query.get('board'));
  const sort = query.get('sort') ?? '';
  const count = ({ posts }: Member): number =>
    board ? posts[board.id] : Object.values(posts).reduce((sum, n) => sum + n, 0);
  const all = world.members.toSorted((a, b) => (sort === 'posts' ? count(b) - count(a) : a.name < b.name ? -1 : 1));
  return {
    heading: label.members,
    aside: controls(world, 'members', ORDERS.members, { sort, board: board?.id ?? '' }),
    main: listing(
      style,
      [label.name, label.joined, label.posts],
      all.map((member) => ({
        key: member.id,
        title: <a href={`member/${member.id}`}>{member.name}</a>,
        facts: [member.joined, `${count(member)}`],
      })),
    ),
  };
}

/** Ordering (and, when `now.board` is given, narrowing) of the list at `place`. */
function controls(world: ForumWorld, place: string, orders: readonly string[], now: { sort: string; board?: string }) {
  const { label, layout, style, boards } = world;
  const narrowed = boards.find(({ id }) => id === now.board);
  const filters = now.board === undefined ? [] : [label.any, ...boards.map(({ name }) => withinBoard(world, name))];
  if (layout.arrange === 'links') {
    const link = (text: string, values: Record<string, string>): VNode => (
      <a key={text} href={arranged(place, { ...now, ...values })}>
        {text}
      </a>
    );
    return (
      <p class="choices" key="arrange">
        <b>{label.sort}</b>
        {orders.map((sort) => link(sort, { sort }))}
        {filters.map((text, i) => link(text, { board: boards[i - 1]?.id ?? '' }))}
      </p>
    );
  }
  const act: Record<string, string> = layout.arrange === 'instant' ? { 'data-on': 'arrange', 'data-arg': place } : {};
  const current = narrowed ? withinBoard(world, narrowed.name) : label.any;
  return (
    <form key="arrange" data-on="arrange" data-arg={place}>
      {field(style, 'sort', label.sort, choice('sort', orders, now.sort || orders[0], act))}
      {filters.length > 0 ? field(style, 'board', label.board, choice('board', filters, current, act)) : null}
      {layout.arrange === 'apply' ? <button type="submit">{label.apply}</button> : null}
    </form>
  );
}
