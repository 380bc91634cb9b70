import type { Action, Observation, Task } from '../../core/types.ts';
import { addressOf, choose, click, FIELD, fill, follow, nodeOf, nodesOf, note, press, stop, tick } from '../pick.ts';
import { inOrder } from './calendar.tsx';
import { linkOf, mailsIn, mailsWith } from './mailPages.tsx';
import { type Fact, gap, type Target, targetOf } from './target.ts';
import type { MailState, Mark, Sent } from './update.ts';
import { type Mail, type MailWorld, type Meeting, type Person, slugOf } from './world.ts';

interface Scene {
  world: MailWorld;
  state: MailState;
  seen: Observation;
  path: readonly string[];
  query: URLSearchParams;
}
type Move = Action | undefined;

const isAt = ({ path }: Scene, ...segments: string[]): boolean =>
  path.length === segments.length && path.every((segment, i) => segment === segments[i]);
const onCalendar = (scene: Scene): boolean =>
  isAt(scene, 'calendar') || (isAt(scene) && scene.world.layout.home === 'calendar');

/** The mails whose links this page shows, in order. */
function listed({ world, state, path, query }: Scene): Mail[] {
  const [head, arg, page] = path;
  if (head === undefined) return world.layout.home === 'inbox' ? mailsIn(world, state, 'inbox') : [];
  if (head === 'box') return mailsIn(world, state, arg);
  if (head === 'search') return mailsWith(world, query.get('q') ?? '');
  return head === 'mail' && page === undefined && world.layout.pane === 'beside'
    ? mailsIn(world, state, state.marks[arg]?.folder)
    : [];
}

/** Opens a mail from the list on the page, else by searching for its subject. */
function toMail(scene: Scene, mail: Mail): Move {
  const { world, seen } = scene;
  if (isAt(scene, 'mail', mail.id)) return undefined;
  const name = linkOf(world, mail);
  const rank = listed(scene)
    .filter((other) => linkOf(world, other) === name)
    .indexOf(mail);
  if (rank >= 0) return click(nodesOf(seen, 'link', name)[rank]);
  return fill(seen, world.words.query, mail.subject, true) ?? follow(seen, world.words.inbox);
}

function toEvent(scene: Scene, event: Meeting): Move {
  const { world, state, seen } = scene;
  if (isAt(scene, 'event', event.id)) return undefined;
  if (!onCalendar(scene)) return follow(seen, world.words.calendar);
  const same = inOrder(state).filter(({ title }) => title === event.title);
  return click(nodesOf(seen, 'link', event.title)[same.indexOf(event)]);
}

/** Opens a folder the way this site offers. */
function toFolder(scene: Scene, name: string): Move {
  const { world, seen } = scene;
  const chosen = world.layout.folders === 'select' ? choose(seen, world.words.folder, name) : follow(seen, name);
  return chosen ?? follow(seen, world.words.inbox);
}

/** Where phone and city of a contact stand: in the list, or on the contact's own page. */
function toPerson(scene: Scene, { name }: Person): Move {
  const { world, seen } = scene;
  const apart = world.layout.contact === 'page';
  if (apart ? isAt(scene, 'people', slugOf(name)) : isAt(scene, 'people')) return undefined;
  return (apart ? follow(seen, name) : undefined) ?? follow(seen, world.words.people);
}

/** The way to the page where a fact stands; undefined once there. */
function reach(scene: Scene, fact: Fact): Move {
  switch (fact.kind) {
    case 'mail':
      return toMail(scene, fact.mail);
    case 'event': {
      // What was cancelled by mistake is there again under another id.
      const event = scene.state.meetings.find(({ title }) => title === fact.event.title);
      return event && toEvent(scene, event);
    }
    case 'person':
      return toPerson(scene, fact.person);
    default:
      return fact satisfies never;
  }
}

/** Notes what has to be written but is not in the goal. */
function learn(scene: Scene, facts: readonly Fact[]): Move {
  for (const fact of facts) {
    if (scene.seen.notes.includes(fact.text)) continue;
    return reach(scene, fact) ?? note(scene.seen, fact.text);
  }
  return undefined;
}

/** Names a contact. A name that should not be there goes with the whole form: the calendar's link drops it. */
function person({ world: { words, layout }, seen }: Scene, label: string, name: string): Move {
  if (layout.person === 'select') return choose(seen, label, name || words.nobody);
  if (name !== '') return fill(seen, label, name);
  return nodeOf(seen, FIELD, label)?.value ? follow(seen, words.calendar) : undefined;
}

function unsend(scene: Scene, sent: Sent): Move {
  const { world, state, seen } = scene;
  if (!isAt(scene, 'box', 'sent')) return toFolder(scene, world.words.sent);
  return click(nodesOf(seen, ['button', 'clickable'], world.words.unsend)[state.sent.indexOf(sent)]);
}

function send(scene: Scene, sent: Sent): Move {
  const { world, seen } = scene;
  const { words, layout } = world;
  const write = (): Move => fill(seen, words.text, sent.text) ?? press(seen, words.send);
  if (sent.kind === 'new') {
    if (!isAt(scene, 'compose')) return follow(seen, words.compose);
    return (
      person(scene, words.to, sent.to) ??
      fill(seen, words.subject, sent.subject) ??
      tick(seen, words.important, sent.important) ??
      write()
    );
  }
  const mail = world.mails.find(({ id }) => id === sent.mail) as Mail;
  if (sent.kind === 'forward') {
    if (!isAt(scene, 'mail', mail.id, 'forward')) return toMail(scene, mail) ?? follow(seen, words.forward);
    return person(scene, words.to, sent.to) ?? write();
  }
  const isOpen = layout.reply === 'page' && isAt(scene, 'mail', mail.id, 'reply');
  if (isOpen) return write();
  return toMail(scene, mail) ?? (layout.reply === 'page' ? follow(seen, words.reply) : write());
}

/** Brings answer, star and folder of a mail to what they should be, in this order: the last one leaves the page. */
function mark(scene: Scene, mail: Mail, should: Mark): Move {
  const { world, state, seen } = scene;
  const { words, layout, folders } = world;
  const is = state.marks[mail.id];
  const away = toMail(scene, mail);
  if (away) return away;
  if (is.answer !== should.answer)
    return press(seen, { '': words.undo, accepted: words.accept, declined: words.decline }[should.answer]);
  if (is.starred !== should.starred)
    return layout.star === 'box'
      ? tick(seen, words.starred, should.starred)
      : press(seen, should.starred ? words.star : words.unstar);
  if (should.folder === 'archive') return press(seen, words.file);
  if (should.folder === 'trash') return press(seen, words.remove);
  const name = folders.find(({ key }) => key === should.folder)?.name ?? '';
  if (layout.move === 'buttons') return press(seen, `${words.moveTo} ${name}`);
  return choose(seen, words.moveTo, name) ?? press(seen, words.move);
}

const timing = ({ world, seen }: Scene, { date, time }: Pick<Meeting, 'date' | 'time'>): Move => {
  const { words, layout } = world;
  return (
    fill(seen, words.date, date) ??
    (layout.time === 'select' ? choose(seen, words.time, time) : fill(seen, words.time, time))
  );
};

function create(scene: Scene, wanted: Omit<Meeting, 'id'>): Move {
  const { world, seen } = scene;
  const { words, layout } = world;
  if (isAt(scene, 'event', 'new'))
    return (
      fill(seen, words.event, wanted.title) ??
      timing(scene, wanted) ??
      person(scene, words.guest, wanted.guests[0] ?? '') ??
      person(scene, words.second, wanted.guests[1] ?? '') ??
      press(seen, words.save)
    );
  if (!onCalendar(scene)) return follow(seen, words.calendar);
  const day = layout.calendar === 'month' ? follow(seen, `${Number(wanted.date.slice(8))}`) : undefined;
  return day ?? follow(seen, words.add);
}

function shift(scene: Scene, event: Meeting, wanted: Omit<Meeting, 'id'>): Move {
  const { words } = scene.world;
  if (isAt(scene, 'event', event.id, 'edit')) return timing(scene, wanted) ?? press(scene.seen, words.save);
  return toEvent(scene, event) ?? follow(scene.seen, words.edit);
}

function cancel(scene: Scene, event: Meeting): Move {
  const { words } = scene.world;
  if (isAt(scene, 'event', event.id, 'cancel')) return press(scene.seen, words.sure);
  return toEvent(scene, event) ?? follow(scene.seen, words.cancel) ?? press(scene.seen, words.cancel);
}

const sameGuests = (a: Omit<Meeting, 'id'>, b: Omit<Meeting, 'id'>): boolean =>
  String(a.guests.toSorted()) === String(b.guests.toSorted());

/** Takes back what is too much, then answers, files and plans what is missing and writes of it: the order of the goals. */
function act(scene: Scene, target: Target): Move {
  const { world, state } = scene;
  const { marks, sent, meetings } = gap(state, target);
  const counterpart = (event: Meeting) =>
    meetings.missing.find((wanted) => wanted.title === event.title && sameGuests(wanted, event));
  if (sent.extra.length > 0) return unsend(scene, sent.extra[0]);
  const surplus = meetings.extra.find((event) => !counterpart(event));
  if (surplus) return cancel(scene, surplus);
  const [letter] = sent.missing;
  if (letter && letter.kind !== 'new') return learn(scene, target.learn) ?? send(scene, letter);
  const wrong = world.mails.filter(({ id }) => marks.includes(id));
  const mail = wrong.find(({ id }) => isAt(scene, 'mail', id)) ?? wrong[0];
  if (mail) return mark(scene, mail, target.marks[mail.id]);
  const [event] = meetings.extra;
  const wanted = event && counterpart(event);
  if (wanted) return shift(scene, event, wanted);
  if (meetings.missing.length > 0) return learn(scene, target.learn) ?? create(scene, meetings.missing[0]);
  return letter && send(scene, letter);
}

/** From any situation: first what is stored, then the answer. */
export function expert(world: MailWorld, task: Task, state: MailState, seen: Observation): Action {
  const target = targetOf(world, task);
  if (!target) return stop();
  const scene: Scene = { world, state, seen, ...addressOf(seen.tree.url) };
  return act(scene, target) ?? (target.answer && reach(scene, target.answer)) ?? stop(target.answer?.text);
}
