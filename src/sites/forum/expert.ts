import { invariant } from '../../core/errors.ts';
import type { Action, Observation, Task } from '../../core/types.ts';
import { addressOf, choose, click, fill, follow, mark, nodesOf, note, PRESSABLE, press, stop, tick } from '../pick.ts';
import { gap, type Place, type Plan, planOf, threadPlace } from './plan.ts';
import { type Contribution, type ForumState, type MarkKind, withinBoard } from './update.ts';
import { boardOf, type ForumWorld, shownPosts, threadOf, threadWith } from './world.ts';

/** What every step of the expert looks at. */
interface Scene {
  world: ForumWorld;
  state: ForumState;
  seen: Observation;
  plan: Plan;
  path: readonly string[];
  query: URLSearchParams;
}
type Step = Action | undefined;

/** Finds out what has to be written, takes back what is too much, does what is missing, finds the answer, stops. */
export function expert(world: ForumWorld, task: Task, state: ForumState, seen: Observation): Action {
  const plan = planOf(world, task);
  if (!plan) return stop();
  const scene: Scene = { world, state, seen, plan, ...addressOf(seen.tree.url) };
  return learn(scene) ?? repair(scene) ?? (plan.answer && reach(scene, plan.answer.on)) ?? stop(plan.answer?.value);
}

const isAt = ({ path }: Scene, ...place: string[]): boolean =>
  path.length === place.length && place.every((part, i) => path[i] === part);

const visit = (scene: Scene, section: 'activity' | 'profile' | 'start'): Step =>
  isAt(scene, section) ? undefined : follow(scene.seen, scene.world.label[section]);

/** One of a few options, whether they are radio buttons or a select. */
const pickOne = (seen: Observation, label: string, option: string): Step =>
  choose(seen, label, option) ?? mark(seen, option);

/** The way to a place, using no more than the goal says; undefined once there. */
function reach(scene: Scene, place: Place): Step {
  const { world, seen, query } = scene;
  const { label } = world;
  switch (place.page) {
    case 'thread': {
      const { thread, words } = place;
      if (isAt(scene, 'thread', thread.id)) return undefined;
      const known = words === thread.title || (isAt(scene, 'search') && query.get('q') === words);
      const link = known ? follow(seen, thread.title) : undefined;
      return link ?? fill(seen, label.query, words, true) ?? follow(seen, label.home);
    }
    case 'board':
      if (!isAt(scene, 'board', place.board.id)) return follow(seen, place.board.name) ?? follow(seen, label.home);
      return place.sort && arrange(scene, place.sort);
    case 'members':
      if (!isAt(scene, 'members')) return follow(seen, label.members);
      return place.board && arrange(scene, 'posts', place.board.name);
    case 'member': {
      const { id, name } = place.member;
      if (isAt(scene, 'member', id)) return undefined;
      if (seen.notes.includes(name)) return follow(seen, name) ?? follow(seen, label.members);
      return reach(scene, place.via) ?? follow(seen, name) ?? note(seen, name);
    }
    default:
      return place satisfies never;
  }
}

/** Brings the list on this page into an order, narrowed to a board if one is named. */
function arrange({ world, seen, query }: Scene, sort: string, board?: string): Step {
  const { label, layout } = world;
  const sorted = query.get('sort') === sort;
  const narrowed = board === undefined || query.get('board') === board.toLowerCase();
  if (sorted && narrowed) return query.has('page') ? follow(seen, label.previous) : undefined;
  const option = board === undefined ? '' : withinBoard(world, board);
  if (layout.arrange === 'links') return follow(seen, narrowed ? sort : option);
  return (
    (option ? choose(seen, label.board, option) : undefined) ??
    choose(seen, label.sort, sort) ??
    press(seen, label.apply)
  );
}

/** Notes the text that has to be written but stands elsewhere. */
function learn(scene: Scene): Step {
  const { plan, seen, state } = scene;
  if (!plan.learn) return undefined;
  const { value, on } = plan.learn;
  if (seen.notes.includes(value) || state.entries.some(({ text }) => text === value)) return undefined;
  return reach(scene, on) ?? note(seen, value);
}

/** Brings the visit to what the task wants, in the order of its goal. */
function repair(scene: Scene): Step {
  const { world, seen, state, plan } = scene;
  const { extra, missing, marks, profile } = gap(state, plan.target);
  if (extra.length > 0)
    return (
      visit(scene, 'activity') ?? click(nodesOf(seen, PRESSABLE, world.label.remove)[state.entries.indexOf(extra[0])])
    );
  const next = (kind: Contribution['kind']): Step => {
    const entry = missing.find((candidate) => candidate.kind === kind);
    return entry && WRITE[kind](scene, entry);
  };
  const turn = (...kinds: MarkKind[]): Step => {
    const key = marks.find((candidate) => kinds.some((kind) => candidate.startsWith(`${kind}:`)));
    return key === undefined ? undefined : setMark(scene, key);
  };
  return (
    next('report') ??
    turn('up', 'poll', 'best') ??
    next('reply') ??
    turn('watch') ??
    (profile.length > 0 ? editProfile(scene) : undefined) ??
    next('thread') ??
    next('message')
  );
}

/** The page of the thread with that id, or with the post of that id. */
function placeOf({ world }: Scene, id: string): Place {
  const thread = threadOf(world, id) ?? threadWith(world, id);
  invariant(thread, 'forum expert', 'no such thread or post', id);
  return threadPlace(thread);
}

/** The way to a form that stands at `place`, or on the page `own` behind the link `name` there. */
function toForm(scene: Scene, place: Place, own: readonly string[], name: string): Step {
  const apart = scene.world.layout.writing === 'page';
  if (apart && isAt(scene, ...own)) return undefined;
  return reach(scene, place) ?? (apart ? follow(scene.seen, name) : undefined);
}

/** How each kind of entry is written. */
const WRITE: Record<Contribution['kind'], (scene: Scene, entry: Contribution) => Step> = {
  report(scene, { about, text }) {
    const { world, seen } = scene;
    const { label } = world;
    if (isAt(scene, 'report', about)) return pickOne(seen, label.reason, text) ?? press(seen, label.sendReport);
    return reach(scene, placeOf(scene, about)) ?? click(nodesOf(seen, 'link', label.report)[rankOf(scene, about)]);
  },
  reply(scene, { about, text }) {
    const { label } = scene.world;
    return (
      toForm(scene, placeOf(scene, about), ['thread', about, 'reply'], label.reply) ??
      fill(scene.seen, label.replyText, text) ??
      press(scene.seen, label.post)
    );
  },
  message(scene, { about, text }) {
    const { world, seen, plan } = scene;
    const { label } = world;
    invariant(plan.receiver, 'forum expert', 'a message has a receiver', about);
    return (
      toForm(scene, plan.receiver, ['member', about, 'message'], label.message) ??
      fill(seen, label.messageText, text) ??
      press(seen, label.send)
    );
  },
  thread(scene, { about, text, title, tag }) {
    const { world, seen } = scene;
    const { label } = world;
    return (
      visit(scene, 'start') ??
      fill(seen, label.title, title) ??
      choose(seen, label.board, boardOf(world, about)?.name ?? about) ??
      fill(seen, label.text, text) ??
      pickOne(seen, label.tag, tag) ??
      press(seen, label.create)
    );
  },
};

function editProfile(scene: Scene): Step {
  const { world, seen, plan } = scene;
  const { label } = world;
  const { location, signature, notify, visible } = plan.target.profile;
  return (
    visit(scene, 'profile') ??
    fill(seen, label.location, location) ??
    fill(seen, label.signature, signature) ??
    pickOne(seen, label.notify, notify) ??
    tick(seen, label.visible, visible === 'on') ??
    press(seen, label.save)
  );
}

/** Place of a post among those of others on its page: their controls have the same names. */
function rankOf({ world }: Scene, post: string): number {
  const thread = threadWith(world, post);
  const others = thread ? shownPosts(world, thread).filter(({ author }) => author !== world.label.you) : [];
  return others.findIndex(({ id }) => id === post);
}

/** Presses the control of a post that has one of these names. */
const pressAt = (scene: Scene, post: string, ...names: string[]): Step =>
  click(nodesOf(scene.seen, PRESSABLE).filter(({ name }) => names.includes(name))[rankOf(scene, post)]);

/** Sets or takes back the mark `key` (see `markKey`). */
function setMark(scene: Scene, key: string): Step {
  const { world, seen, state, plan } = scene;
  const { label, layout } = world;
  const [kind, id] = key.split(':') as [MarkKind, string];
  const [is, should] = [state.marks[key], plan.target.marks[key]];
  switch (kind) {
    case 'up':
      return reach(scene, placeOf(scene, id)) ?? pressAt(scene, id, label.upvote, label.unvote);
    case 'best': {
      const post = should ?? is;
      return reach(scene, placeOf(scene, post)) ?? pressAt(scene, post, label.best, label.unbest);
    }
    case 'poll': {
      const way = reach(scene, placeOf(scene, id));
      if (way || is !== undefined) return way ?? press(seen, label.withdraw);
      return pickOne(seen, label.poll, should) ?? press(seen, label.vote);
    }
    case 'watch': {
      const board = boardOf(world, id);
      const way = reach(scene, board ? { page: 'board', board } : placeOf(scene, id));
      if (way) return way;
      if (layout.watching === 'checkbox') return tick(seen, label.watch, should === 'on');
      return press(seen, should ? label.watch : label.unwatch);
    }
    default:
      return kind satisfies never;
  }
}
