import { createRng, type Rng } from '../../core/rng.ts';
import { phrase } from '../goal.ts';
import { type Recipe, templatesOf } from '../recipes.ts';
import { outcome, type Target, targetOf } from './target.ts';
import { initialState } from './update.ts';
import { GOALS, MARKS, TEXTS, TOPICS } from './wording.ts';
import { dateIn, type Mail, type MailWorld, type Meeting } from './world.ts';

type Slots = Record<string, string>;
type TemplateName = keyof typeof GOALS;

const DEEDS = { file: ['archive', 'delete'], rsvp: ['accept', 'decline'] } as const;
const EVENT_DETAILS = ['date', 'time', 'guest'];
const PERSON_DETAILS = ['phone', 'city'];

const named = ({ sender, subject }: Mail): Slots => ({ sender, subject });
const inInbox = ({ mails }: MailWorld): Mail[] => mails.filter(({ folder }) => folder === 'inbox');
const ownFolder = ({ folders }: MailWorld, rng: Rng): string => rng.pick(folders.slice(1, 3)).name;
const others = ({ people }: MailWorld, ...names: string[]): string[] =>
  people.map(({ name }) => name).filter((name) => !names.includes(name));

/** A title that no event of the calendar has. */
function newTitle({ theme: { events }, meetings }: MailWorld, rng: Rng): string {
  for (;;) {
    const title = `${rng.pick(events.kinds)} ${rng.pick(events.things)}`;
    if (!meetings.some((one) => one.title === title)) return title;
  }
}

/** A day and a time that `event` does not have. */
function elsewhen({ month, times }: MailWorld, event: Meeting, rng: Rng): Slots {
  let date: string;
  do date = dateIn(month, rng);
  while (date === event.date);
  return { date, time: rng.pick(times.filter((time) => time !== event.time)) };
}

/** The templates; the comment counts the facts that a visitor has to get right. */
const RECIPES: Recipe<MailWorld, TemplateName>[] = [
  // sender, subject, answer
  {
    name: 'read',
    tier: 1,
    slots: ({ mails }, rng) => {
      const mail = rng.pick(mails);
      return { fact: rng.pick(mail.facts)[0], ...named(mail) };
    },
  },
  // subject, answer
  {
    name: 'who',
    tier: 1,
    slots: ({ mails }, rng) => ({
      subject: rng.pick(mails.filter((one) => mails.filter(({ subject }) => subject === one.subject).length === 1))
        .subject,
    }),
  },
  // event, answer
  {
    name: 'ask',
    tier: 1,
    slots: ({ meetings }, rng) => {
      const { title, guests } = rng.pick(meetings);
      return { detail: rng.pick(guests.length === 1 ? EVENT_DETAILS : ['date', 'time']), event: title };
    },
  },
  // sender, subject
  {
    name: 'star',
    tier: 1,
    slots: (world, rng) => {
      const plain = world.mails.filter(({ starred }) => !starred);
      return named(rng.pick(plain));
    },
  },
  // sender, subject, deed
  {
    name: 'file',
    tier: 1,
    slots: (world, rng) => ({ deed: rng.pick(DEEDS.file), ...named(rng.pick(inInbox(world))) }),
  },
  // sender, subject, folder
  {
    name: 'move',
    tier: 1,
    slots: (world, rng) => ({ ...named(rng.pick(inInbox(world))), folder: ownFolder(world, rng) }),
  },
  // sender, subject, text
  { name: 'reply', tier: 1, slots: ({ mails }, rng) => ({ ...named(rng.pick(mails)), text: rng.pick(TEXTS) }) },
  // sender, subject, deed
  {
    name: 'rsvp',
    tier: 1,
    slots: ({ mails }, rng) => ({
      deed: rng.pick(DEEDS.rsvp),
      ...named(rng.pick(mails.filter(({ invites }) => invites))),
    }),
  },
  // event
  { name: 'cancel', tier: 1, slots: ({ meetings }, rng) => ({ event: rng.pick(meetings).title }) },
  // event, date, time
  {
    name: 'shift',
    tier: 1,
    slots: (world, rng) => {
      const event = rng.pick(world.meetings);
      return { event: event.title, ...elsewhen(world, event, rng) };
    },
  },
  // to, topic, text, mark
  {
    name: 'compose',
    tier: 2,
    slots: ({ people }, rng) => ({
      mark: rng.pick(MARKS),
      to: rng.pick(people).name,
      topic: rng.pick(TOPICS),
      text: rng.pick(TEXTS),
    }),
  },
  // sender, subject, to, text
  {
    name: 'forward',
    tier: 2,
    slots: (world, rng) => {
      const mail = rng.pick(world.mails);
      return { ...named(mail), to: rng.pick(others(world, mail.sender)), text: rng.pick(TEXTS) };
    },
  },
  // title, date, time, guest
  {
    name: 'event',
    tier: 2,
    slots: (world, rng) => ({
      title: newTitle(world, rng),
      date: dateIn(world.month, rng),
      time: rng.pick(world.times),
      guest: rng.pick(world.people).name,
    }),
  },
  // sender, subject (the title), date, time, guest
  {
    name: 'proposal',
    tier: 2,
    slots: (world, rng) => {
      const mail = rng.pick(world.mails.filter(({ invites }) => invites));
      return { ...named(mail), guest: rng.pick(others(world, mail.sender)) };
    },
  },
  // sender, subject, person, detail, its value
  {
    name: 'tell',
    tier: 2,
    slots: (world, rng) => {
      const mail = rng.pick(world.mails);
      return { ...named(mail), detail: rng.pick(PERSON_DETAILS), person: rng.pick(others(world, mail.sender)) };
    },
  },
  // title, date, time, guest, second, to, topic, text
  {
    name: 'plan',
    tier: 3,
    slots: (world, rng) => {
      const [guest, second, to] = rng.sample(world.people, 3).map(({ name }) => name);
      return {
        title: newTitle(world, rng),
        date: dateIn(world.month, rng),
        time: rng.pick(world.times),
        guest,
        second,
        to,
        topic: rng.pick(TOPICS),
        text: rng.pick(TEXTS),
      };
    },
  },
  // sender, subject, to, text, folder, event, date, time
  {
    name: 'handover',
    tier: 3,
    slots: (world, rng) => {
      const mail = rng.pick(inInbox(world));
      const event = rng.pick(world.meetings);
      return {
        ...named(mail),
        to: rng.pick(others(world, mail.sender)),
        text: rng.pick(TEXTS),
        folder: ownFolder(world, rng),
        event: event.title,
        ...elsewhen(world, event, rng),
      };
    },
  },
];

/** The wording of a template belongs to the site, so that a goal is a function of its slots. */
const goalOf = ({ seed }: MailWorld, name: TemplateName, slots: Slots): string =>
  phrase(createRng(seed).fork(`mail:goal:${name}`), seed, GOALS[name], slots);

/** Plausible values of a slot in this world. */
function valuesOf(world: MailWorld, template: TemplateName, slot: string, rng: Rng): readonly string[] {
  const { mails, meetings, people, folders, times, month } = world;
  switch (slot) {
    case 'sender':
    case 'to':
    case 'guest':
    case 'second':
    case 'person':
      return people.map(({ name }) => name);
    case 'subject':
      return mails.map(({ subject }) => subject);
    case 'folder':
      return folders.slice(1, 3).map(({ name }) => name);
    case 'deed':
      return DEEDS[template as keyof typeof DEEDS];
    case 'fact':
      return mails.flatMap(({ facts }) => facts.map(([key]) => key));
    case 'detail':
      return template === 'tell' ? PERSON_DETAILS : EVENT_DETAILS;
    case 'event':
      return meetings.map(({ title }) => title);
    case 'title':
      return [newTitle(world, rng), newTitle(world, rng)];
    case 'date':
      return [dateIn(month, rng), dateIn(month, rng)];
    case 'time':
      return times;
    case 'topic':
      return TOPICS;
    case 'text':
      return TEXTS;
    case 'mark':
      return MARKS;
    default:
      throw new Error(`internal: the mail client has no slot ${slot}`);
  }
}

/** Two people of one goal are two: it would read like a mistake otherwise. */
const isSensible = ({ sender, to, guest, second, person }: Slots): boolean => {
  const names = [sender, to, guest, second, person].filter((name) => name !== undefined);
  return new Set(names).size === names.length;
};

function counterfactual(world: MailWorld, name: TemplateName, slots: Slots, rng: Rng) {
  const nothing: Target = { ...initialState(world), learn: [] };
  const known = [nothing, targetOf(world, { template: name, slots })].map((target) => target && outcome(target));
  for (const slot of rng.shuffle(Object.keys(slots)))
    for (const value of rng.shuffle(valuesOf(world, name, slot, rng))) {
      const other = { ...slots, [slot]: value };
      const target = targetOf(world, { template: name, slots: other });
      if (target && isSensible(other) && !known.includes(outcome(target)))
        return { goal: goalOf(world, name, other), slots: other };
    }
  return null;
}

export const templates = templatesOf(RECIPES, goalOf, counterfactual);
