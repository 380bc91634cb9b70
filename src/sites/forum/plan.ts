import type { Task } from '../../core/types.ts';
import { minus } from '../goal.ts';
import { type Contribution, type ForumState, initial, type MarkKind, markKey, withMark } from './update.ts';
import type { Board, ForumWorld, Member, Post, Thread } from './world.ts';

/*
 * What a task asks for, worked out from its slots. Checker and expert both read this plan, so they cannot disagree.
 */

/** A page, by what the goal says about it. */
export type Place =
  /** Found by searching for `words`. */
  | { page: 'thread'; thread: Thread; words: string }
  /** `sort`: ordered like that. */
  | { page: 'board'; board: Board; sort?: 'views' }
  /** `board`: those with the most posts there first. */
  | { page: 'members'; board?: Board }
  /** Whoever is named at `via`. */
  | { page: 'member'; member: Member; via: Place };

/** Something that stands on a page and has to be found there. */
export interface Fact {
  value: string;
  on: Place;
}

export interface Plan {
  /** The state of a visit that did exactly what was asked. */
  target: ForumState;
  answer?: Fact;
  /** What has to be written but stands elsewhere. */
  learn?: Fact;
  /** How the receiver of a message is found. */
  receiver?: Place;
}

/** What the goal calls the facts of a member. */
export const MEMBER_FACTS = { location: 'location', 'joining date': 'joined' } as const;

export const threadPlace = (thread: Thread): Place => ({ page: 'thread', thread, words: thread.title });

const entryKey = ({ kind, about, text, title, tag }: Contribution): string =>
  JSON.stringify([kind, about, text, title, tag]);

/** What a visit wrote too much, what it has yet to write, and the marks that are not as they should be. */
export const gap = (state: ForumState, target: ForumState) => ({
  extra: minus(state.entries, target.entries, entryKey),
  missing: minus(target.entries, state.entries, entryKey),
  marks: [...new Set([...Object.keys(target.marks), ...Object.keys(state.marks)])].filter(
    (key) => state.marks[key] !== target.marks[key],
  ),
  profile: (['location', 'signature', 'notify', 'visible'] as const).filter(
    (key) => state.profile[key] !== target.profile[key],
  ),
});

export const same = (state: ForumState, target: ForumState): boolean =>
  Object.values(gap(state, target)).every((list) => list.length === 0);

/** The member who wrote most on a board. */
const busiest = (world: ForumWorld, { id }: Board): Member =>
  world.members.reduce((best, member) => (member.posts[id] > best.posts[id] ? member : best));

/** The plan of a task; null when its slots name something that this site has not. */
export function planOf(world: ForumWorld, { template, slots: s }: Pick<Task, 'template' | 'slots'>): Plan | null {
  const fresh = initial(world);
  const titled = (title: string) => world.threads.find((thread) => thread.title === title);
  const postBy = (thread: Thread | undefined, author: string) => thread?.posts.find((post) => post.author === author);
  const write = (state: ForumState, kind: Contribution['kind'], about: string, more: Partial<Contribution>) => ({
    ...state,
    entries: [...state.entries, { kind, about, text: '', title: '', tag: '', ...more }],
  });
  const set = (kind: MarkKind, id: string, value = 'on'): Plan => ({
    target: withMark(fresh, markKey(kind, id), value),
  });
  const tell = (value: string, on: Place): Plan => ({ target: fresh, answer: { value, on } });
  const withProfile = (visible: string) => ({
    ...fresh,
    profile: { location: s.location, signature: s.signature, notify: s.notify, visible },
  });
  const start = (state: ForumState): Plan | null =>
    board ? { target: write(state, 'thread', board.id, { text: s.text, title: s.title, tag: s.tag }) } : null;

  const board = world.boards.find(({ name }) => name === s.board);
  const [thread, other] = [titled(s.title), titled(s.other)];
  const post = postBy(thread, s.author);
  const praised = world.threads.find(({ posts }) => posts.some(({ product }) => product === s.product));
  const author = praised?.posts.find(({ product }) => product === s.product)?.author;
  const mine = (some: Thread): boolean => some.posts[0].author === world.label.you;

  switch (template) {
    case 'count':
      if (!thread) return null;
      return tell(`${s.field === 'views' ? thread.views : thread.posts.length - 1}`, threadPlace(thread));
    case 'starter':
      return thread && !mine(thread) ? tell(thread.posts[0].author, threadPlace(thread)) : null;
    case 'joined': {
      const member = world.members.find(({ joined }) => joined === s.joined);
      return member ? tell(member.name, { page: 'members' }) : null;
    }
    case 'mention':
      return praised && author && author !== world.label.you
        ? tell(author, { page: 'thread', thread: praised, words: s.product })
        : null;
    case 'advice':
      return thread && post ? tell(post.product, threadPlace(thread)) : null;
    case 'busiest': {
      if (!board) return null;
      const all = world.threads.filter((one) => one.board === board);
      const most = all.reduce((best, one) => (one.views > best.views ? one : best));
      return tell(most.title, { page: 'board', board, sort: 'views' });
    }
    case 'upvote':
      return post ? set('up', post.id) : null;
    case 'watch-board':
      return board ? set('watch', board.id) : null;
    case 'watch-thread':
      return thread ? set('watch', thread.id) : null;
    case 'vote':
      return thread?.poll.includes(s.option) ? set('poll', thread.id, s.option) : null;
    case 'reply':
      return thread ? { target: write(fresh, 'reply', thread.id, { text: s.text }) } : null;
    case 'report':
      return post ? { target: write(fresh, 'report', post.id, { text: s.reason }) } : null;
    case 'best':
      return thread && post && mine(thread) ? set('best', thread.id, post.id) : null;
    case 'profile':
      return { target: withProfile(s.visible === 'public' ? 'on' : '') };
    case 'start':
      return start(fresh);
    case 'top-member': {
      if (!board) return null;
      const member = busiest(world, board);
      return {
        target: write(fresh, 'message', member.id, { text: s.text }),
        receiver: { page: 'member', member, via: { page: 'members', board } },
      };
    }
    case 'origin': {
      const member = world.members.find(({ name }) => name === author);
      if (!praised || !member) return null;
      const field = MEMBER_FACTS[s.field as keyof typeof MEMBER_FACTS];
      const via: Place = { page: 'thread', thread: praised, words: s.product };
      return tell(member[field], { page: 'member', member, via });
    }
    case 'relay':
      if (!thread || !post || !other || other === thread) return null;
      return {
        target: write(fresh, 'reply', other.id, { text: post.product }),
        learn: { value: post.product, on: threadPlace(thread) },
      };
    case 'moderate': {
      const liked: Post | undefined = postBy(other, s.liked);
      if (!post || !liked || !other || other === thread || !board) return null;
      const reported = write(fresh, 'report', post.id, { text: s.reason });
      const replied = write(reported, 'reply', other.id, { text: s.text });
      return { target: withMark(withMark(replied, markKey('up', liked.id), 'on'), markKey('watch', board.id), 'on') };
    }
    case 'settle':
      return start(withProfile(fresh.profile.visible));
    default:
      return null;
  }
}
