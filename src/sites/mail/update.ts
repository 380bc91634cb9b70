import { broken, clean } from '../fields.ts';
import type { Messages, SiteEvent, Update } from '../site.ts';
import type { Mail, MailWorld, Meeting } from './world.ts';

/** What a visitor changes about a mail. */
export interface Mark {
  folder: string;
  starred: boolean;
  /** To an invitation. */
  answer: '' | 'accepted' | 'declined';
}

/** A mail that the visitor sent; `mail` is the one that it answers or passes on. */
export interface Sent {
  kind: 'new' | 'reply' | 'forward';
  mail: string;
  to: string;
  subject: string;
  text: string;
  important: boolean;
}

export interface MailState {
  /** By mail id. */
  marks: Record<string, Mark>;
  sent: Sent[];
  meetings: readonly Meeting[];
  /** Id of the next event. */
  next: number;
}

export const LIMITS = { sent: 4, meetings: 8 } as const;

export const initialState = ({ mails, meetings }: MailWorld): MailState => ({
  marks: Object.fromEntries(mails.map(({ id, folder, starred }) => [id, { folder, starred, answer: '' }])),
  sent: [],
  meetings,
  next: meetings.length + 1,
});

const factOf = (mail: Mail, key: string): string => mail.facts.find(([name]) => name === key)?.[1] ?? '';
/** The event that an invitation proposes. */
export const proposed = (mail: Mail): Omit<Meeting, 'id'> => ({
  title: mail.subject,
  date: factOf(mail, 'date'),
  time: factOf(mail, 'time'),
  guests: [mail.sender],
  mail: mail.id,
});

const withMark = (state: MailState, id: string, change: Partial<Mark>): MailState => ({
  ...state,
  marks: { ...state.marks, [id]: { ...state.marks[id], ...change } },
});

/** Out of the folder it was in, to whose list the visitor goes back. */
const moved = ({ words }: MailWorld, state: MailState, id: string, folder: string): Update<MailState> => ({
  state: withMark(state, id, { folder }),
  navigate: `/box/${state.marks[id].folder}`,
  messages: { '': words.moved },
});

/** An answer brings the event into the calendar or takes it out. */
function answered(
  { words }: MailWorld,
  state: MailState,
  { mail, answer }: { mail: Mail; answer: Mark['answer'] },
): Update<MailState> {
  if (!mail.invites) return { state };
  const others = state.meetings.filter((meeting) => meeting.mail !== mail.id);
  const marked = withMark({ ...state, meetings: others }, mail.id, { answer });
  if (answer !== 'accepted') return { state: marked };
  if (others.length >= LIMITS.meetings) return { state, messages: { '': words.full } };
  const meetings = [...others, { id: String(state.next), ...proposed(mail) }];
  return { state: { ...marked, meetings, next: state.next + 1 } };
}

function sending(
  { words, people }: MailWorld,
  state: MailState,
  sent: Sent,
  { navigate, needed }: { navigate: string; needed: readonly ('subject' | 'text')[] },
): Update<MailState> {
  const known = people.some(({ name }) => name === sent.to);
  const messages = broken({
    to: !known && words.unknown,
    ...Object.fromEntries(needed.map((key) => [key, sent[key] === '' && words.missing])),
    '': state.sent.length >= LIMITS.sent && words.full,
  });
  if (messages) return { state, messages };
  return { state: { ...state, sent: [...state.sent, sent] }, navigate, messages: { '': words.onItsWay } };
}

/** The person in a field; a select's first option and an empty text stand for nobody. */
const personIn = ({ words }: MailWorld, text: string | undefined): string => {
  const name = clean(text);
  return name === words.nobody ? '' : name;
};

/** What is wrong with the day and time of an event, by field. */
function timing({ words, month, days, times }: MailWorld, { date, time }: Pick<Meeting, 'date' | 'time'>) {
  const day = date.startsWith(`${month}-`) ? Number(date.slice(8)) : 0;
  return {
    date: !(/^\d{4}-\d{2}-\d{2}$/.test(date) && day >= 1 && day <= days) && `${words.missing}: ${month}`,
    time: !times.includes(time) && `${words.missing}: ${times.join(' ')}`,
  };
}

type Handler = (world: MailWorld, state: MailState, event: SiteEvent) => Update<MailState>;
/** A handler of what happens to one mail; its argument is the mail's id, maybe with more behind a colon. */
const onMail =
  (handle: (world: MailWorld, state: MailState, mail: Mail, event: SiteEvent) => Update<MailState>): Handler =>
  (world, state, event) => {
    const mail = world.mails.find(({ id }) => id === event.arg.split(':')[0]);
    return mail ? handle(world, state, mail, event) : { state };
  };

/** One handler per kind of event. */
const HANDLERS: Record<string, Handler> = {
  open: (world, state, { fields }) => {
    const folder = world.folders.find(({ name }) => name === fields.box);
    return folder ? { state, navigate: `/box/${folder.key}` } : { state };
  },
  star: onMail((_world, state, { id }, { fields }) => ({
    state: withMark(state, id, {
      starred: fields.starred === undefined ? !state.marks[id].starred : fields.starred === 'on',
    }),
  })),
  file: onMail((world, state, { id }) => moved(world, state, id, 'archive')),
  remove: onMail((world, state, { id }) => moved(world, state, id, 'trash')),
  move: onMail((world, state, { id }, { arg, fields }) => {
    const [, wanted] = arg.split(':');
    const folder = world.folders.find(({ key, name }) => key === wanted || name === fields.target);
    if (!folder || folder.key === 'sent') return { state, messages: { target: world.words.missing } };
    return moved(world, state, id, folder.key);
  }),
  accept: onMail((world, state, mail) => answered(world, state, { mail, answer: 'accepted' })),
  decline: onMail((world, state, mail) => answered(world, state, { mail, answer: 'declined' })),
  undo: onMail((world, state, mail) => answered(world, state, { mail, answer: '' })),
  reply: onMail((world, state, { id, sender, subject }, { fields }) =>
    sending(
      world,
      state,
      { kind: 'reply', mail: id, to: sender, subject, text: clean(fields.text), important: false },
      { navigate: `/mail/${id}`, needed: ['text'] },
    ),
  ),
  forward: onMail((world, state, { id, subject }, { fields }) =>
    sending(
      world,
      state,
      {
        kind: 'forward',
        mail: id,
        to: personIn(world, fields.to),
        subject,
        text: clean(fields.text),
        important: false,
      },
      { navigate: `/mail/${id}`, needed: [] },
    ),
  ),
  send: (world, state, { fields }) =>
    sending(
      world,
      state,
      {
        kind: 'new',
        mail: '',
        to: personIn(world, fields.to),
        subject: clean(fields.subject),
        text: clean(fields.text),
        important: fields.important === 'on',
      },
      { navigate: '/box/sent', needed: ['subject', 'text'] },
    ),
  unsend: (_world, state, { arg }) => ({
    state: { ...state, sent: state.sent.filter((_, i) => String(i) !== arg) },
  }),
  create: (world, state, { fields }) => {
    const names = [personIn(world, fields.guest), personIn(world, fields.second)];
    const wrong = (name: string) => name !== '' && !world.people.some((person) => person.name === name);
    const entry = { title: clean(fields.title), date: clean(fields.date), time: clean(fields.time) };
    const messages: Messages | null = broken({
      title: entry.title === '' && world.words.missing,
      ...timing(world, entry),
      guest: wrong(names[0]) && world.words.unknown,
      second: wrong(names[1]) && world.words.unknown,
      '': state.meetings.length >= LIMITS.meetings && world.words.full,
    });
    if (messages) return { state, messages };
    const id = String(state.next);
    const guests = [...new Set(names.filter((name) => name !== ''))];
    return {
      state: { ...state, meetings: [...state.meetings, { id, ...entry, guests }], next: state.next + 1 },
      navigate: `/event/${id}`,
      messages: { '': world.words.saved },
    };
  },
  change: (world, state, { arg, fields }) => {
    const entry = { date: clean(fields.date), time: clean(fields.time) };
    const messages = broken(timing(world, entry));
    if (messages) return { state, messages };
    return {
      state: { ...state, meetings: state.meetings.map((one) => (one.id === arg ? { ...one, ...entry } : one)) },
      navigate: `/event/${arg}`,
      messages: { '': world.words.saved },
    };
  },
  cancel: (_world, state, { arg }) => ({
    state: { ...state, meetings: state.meetings.filter(({ id }) => id !== arg) },
    navigate: '/calendar',
  }),
};

export const update = (world: MailWorld, state: MailState, event: SiteEvent): Update<MailState> =>
  Object.hasOwn(HANDLERS, event.type) ? HANDLERS[event.type](world, state, event) : { state };
