import type { Task } from '../../core/types.ts';
import { minus, sameAnswer } from '../goal.ts';
import { initialState, type MailState, type Mark, proposed, type Sent } from './update.ts';
import { MARKS } from './wording.ts';
import type { Mail, MailWorld, Meeting, Person } from './world.ts';

/** A text that stands on a page of its own and has to be found there. */
export type Fact = { text: string } & (
  | { kind: 'mail'; mail: Mail }
  | { kind: 'event'; event: Meeting }
  | { kind: 'person'; person: Person }
);

/** How a visit that fulfils a task ends: what is stored, and what is answered. */
export interface Target {
  marks: Record<string, Mark>;
  sent: Sent[];
  meetings: readonly Omit<Meeting, 'id'>[];
  /** What has to be written but is not in the goal. */
  learn: Fact[];
  answer?: Fact;
}

type Slots = Task['slots'];

/** '' where there is no one answer: an event with two guests. */
const detailOf = ({ date, time, guests }: Meeting, detail: string): string =>
  ({ date, time, guest: guests.length === 1 ? guests[0] : '' })[detail] ?? '';

const plain = { mail: '', important: false } as const;

/** The target of a task; null when its slots name something that this site has not. */
export function targetOf(world: MailWorld, { template, slots: s }: { template: string; slots: Slots }): Target | null {
  const { marks, meetings } = initialState(world);
  const same: Target = { marks, sent: [], meetings, learn: [] };
  const about = world.mails.filter(({ subject }) => subject === s.subject);
  const mail = about.find(({ sender }) => sender === s.sender);
  const event = meetings.find(({ title }) => title === s.event);
  const tell = (answer: Fact): Target => ({ ...same, answer });
  const mark = (id: string, change: Partial<Mark>) => ({ marks: { ...marks, [id]: { ...marks[id], ...change } } });
  const shifted = meetings.map((one) => (one === event ? { ...one, date: s.date, time: s.time } : one));
  const planned = { title: s.title, date: s.date, time: s.time };
  switch (template) {
    case 'read': {
      const text = mail?.facts.find(([key]) => key === s.fact)?.[1];
      return mail && text ? tell({ kind: 'mail', mail, text }) : null;
    }
    case 'who':
      return about.length === 1 ? tell({ kind: 'mail', mail: about[0], text: about[0].sender }) : null;
    case 'ask': {
      const text = event ? detailOf(event, s.detail) : '';
      return event && text ? tell({ kind: 'event', event, text }) : null;
    }
    case 'star':
      return mail ? { ...same, ...mark(mail.id, { starred: true }) } : null;
    case 'file':
      return mail ? { ...same, ...mark(mail.id, { folder: s.deed === 'archive' ? 'archive' : 'trash' }) } : null;
    case 'move': {
      const folder = world.folders.find(({ name }) => name === s.folder);
      return mail && folder ? { ...same, ...mark(mail.id, { folder: folder.key }) } : null;
    }
    case 'reply':
      return mail ? { ...same, sent: [{ ...replyTo(mail), text: s.text }] } : null;
    case 'rsvp':
      if (!mail?.invites) return null;
      return s.deed === 'accept'
        ? { ...same, ...mark(mail.id, { answer: 'accepted' }), meetings: [...meetings, proposed(mail)] }
        : { ...same, ...mark(mail.id, { answer: 'declined' }) };
    case 'cancel':
      return event ? { ...same, meetings: meetings.filter((one) => one !== event) } : null;
    case 'shift':
      return event ? { ...same, meetings: shifted } : null;
    case 'compose':
      return { ...same, sent: [{ ...written(s), important: s.mark === MARKS[0] }] };
    case 'forward':
      return mail ? { ...same, sent: [forwarded(mail, s)] } : null;
    case 'event':
      return { ...same, meetings: [...meetings, { ...planned, guests: [s.guest] }] };
    case 'proposal': {
      if (!mail?.invites) return null;
      const made = { ...proposed(mail), guests: [s.guest] };
      const learn: Fact[] = [made.date, made.time].map((text) => ({ kind: 'mail', mail, text }));
      return { ...same, meetings: [...meetings, made], learn };
    }
    case 'tell': {
      const person = world.people.find(({ name }) => name === s.person);
      if (!mail || !person) return null;
      const text = person[s.detail as keyof Person];
      return { ...same, sent: [{ ...replyTo(mail), text }], learn: [{ kind: 'person', person, text }] };
    }
    case 'plan':
      return { ...same, meetings: [...meetings, { ...planned, guests: [s.guest, s.second] }], sent: [written(s)] };
    case 'handover': {
      const folder = world.folders.find(({ name }) => name === s.folder);
      if (!mail || !event || !folder) return null;
      return { ...same, ...mark(mail.id, { folder: folder.key }), meetings: shifted, sent: [forwarded(mail, s)] };
    }
    default:
      return null;
  }
}

const replyTo = ({ id, sender, subject }: Mail): Omit<Sent, 'text'> => ({
  ...plain,
  kind: 'reply',
  mail: id,
  to: sender,
  subject,
});
const forwarded = ({ id, subject }: Mail, { to, text }: Slots): Sent => ({
  ...plain,
  kind: 'forward',
  mail: id,
  to,
  subject,
  text,
});
const written = ({ to, topic, text }: Slots): Sent => ({ ...plain, kind: 'new', to, subject: topic, text });

export const markKey = ({ folder, starred, answer }: Mark): string => `${folder} ${starred} ${answer}`;
/** The order of guests does not matter, nor how an event got into the calendar. */
const meetingKey = ({ title, date, time, guests }: Omit<Meeting, 'id'>): string =>
  JSON.stringify([title, date, time, guests.toSorted()]);
const sentKey = ({ kind, mail, to, subject, text, important }: Sent): string =>
  JSON.stringify([kind, mail, to, subject, text, important]);

/** What a visit stored too much, and what it has yet to store. */
export const gap = (state: MailState, target: Target) => ({
  marks: Object.keys(target.marks).filter((id) => markKey(state.marks[id]) !== markKey(target.marks[id])),
  sent: {
    extra: minus(state.sent, target.sent, sentKey),
    missing: minus(target.sent, state.sent, sentKey),
  },
  meetings: {
    extra: minus(state.meetings, target.meetings, meetingKey),
    missing: minus(target.meetings, state.meetings, meetingKey),
  },
});

/** The state and answer of a fulfilled task as text: two goals with the same outcome cannot be told apart by a checker. */
export const outcome = ({ marks, sent, meetings, answer }: Target): string =>
  JSON.stringify([
    Object.values(marks).map(markKey),
    sent.map(sentKey).sort(),
    meetings.map(meetingKey).sort(),
    answer?.text,
  ]);

/** Exactly the marks, mails and events that the task asks for, and the answer if it asks one. */
export function check(world: MailWorld, task: Task, state: MailState): (answer: string) => boolean {
  const target = targetOf(world, task);
  if (!target) return () => false;
  const { marks, sent, meetings } = gap(state, target);
  const open = [marks, sent.extra, sent.missing, meetings.extra, meetings.missing].some((list) => list.length > 0);
  return (answer) => !open && (target.answer === undefined || sameAnswer(answer, target.answer.text));
}
