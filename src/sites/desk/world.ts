import { createRng, type Rng } from '../../core/rng.ts';
import type { Traits } from '../site.ts';
import { type Style, styleOf, wordingOf } from '../style.tsx';
import { brandName, cityName, codeWord, distinct, familyName, givenName } from '../words.ts';
import {
  LABELS,
  type Label,
  QUALITIES,
  REMARKS,
  REMEDY_THINGS,
  REMEDY_VERBS,
  SYMPTOMS,
  TEAMS,
  THINGS,
} from './words.ts';

export interface Person {
  name: string;
  team: string;
  extension: string;
  location: string;
}

/** What a ticket is, as long as nobody touches it. Its address is `/ticket/<id>`; people read `number`. */
export interface Ticket {
  id: string;
  number: string;
  title: string;
  reporter: string;
  device: string;
  code: string;
  symptom: string;
  /** Number of another ticket. */
  related: string;
  /** An old comment that cannot be removed. */
  remark?: { author: string; text: string };
  /** The fields of a fresh visit. */
  fields: Record<Field, string>;
}

/** What a visitor can set on a ticket. */
export const FIELDS = ['status', 'assignee', 'priority'] as const;
export type Field = (typeof FIELDS)[number];

/** Structure that the seed varies beside `style`. */
export interface Layout {
  /** Lists link number and title separately, or as one link. */
  entry: 'both' | 'joined';
  /** Fields are edited on the ticket's own page, or on a page of their own. */
  edit: 'inline' | 'page';
  comments: 'first' | 'last';
  /** The reporter of a ticket leads to the directory. */
  reporterLink: boolean;
  /** Order of the fields of a ticket. */
  fields: Field[];
}

export interface DeskWorld {
  seed: number;
  style: Style;
  layout: Layout;
  label: Record<Label, string>;
  brand: string;
  /** What each field may be; tickets are assigned to nobody or to one of the first people of the directory. */
  options: Record<Field, string[]>;
  people: Person[];
  tickets: Ticket[];
  /** Error code → remedy. */
  codes: [code: string, remedy: string][];
  /** The status that exactly one ticket has on a fresh visit. */
  rareStatus: string;
}

/** What visitors change, by ticket id. `comments` are the visitor's own, oldest first. */
export interface TicketState extends Record<Field, string> {
  comments: string[];
}
export interface DeskState {
  tickets: Record<string, TicketState>;
}

const PEOPLE = 8;
const TICKETS = 10;
const CODES = 5;
const STAFF = 4;

const layoutOf = (rng: Rng, style: Style): Layout => ({
  // Tables already cost a row and cells for each entry; one link keeps the page small.
  entry: style.list !== 'table' && rng.fork('entry').chance(0.5) ? 'both' : 'joined',
  edit: rng.fork('edit').pick(['inline', 'page'] as const),
  comments: rng.fork('comments').pick(['first', 'last'] as const),
  reporterLink: rng.fork('reporter').chance(0.5),
  fields: rng.fork('fields').shuffle(FIELDS),
});

/** Given and family names are distinct, so that one word tells people apart. */
function people(rng: Rng): Person[] {
  const given = distinct(PEOPLE, () => givenName(rng));
  const family = distinct(PEOPLE, () => familyName(rng));
  const extensions = distinct(PEOPLE, () => String(2000 + rng.int(7000)));
  const places = distinct(PEOPLE, () => cityName(rng));
  return given.map((name, i) => ({
    name: `${name} ${family[i]}`,
    team: rng.pick(TEAMS),
    extension: extensions[i],
    location: places[i],
  }));
}

export function world(seed: number): DeskWorld {
  const rng = createRng(seed).fork('desk');
  const style = styleOf(seed);
  const label = wordingOf(seed, 'desk', LABELS);
  const persons = people(rng.fork('people'));
  const statuses = label.statuses.split(' ');
  const priorities = label.priorities.split(' ');
  const assignees = [label.nobody, ...persons.slice(0, STAFF).map((person) => person.name)];
  const rareStatus = rng.fork('rare').pick(statuses.slice(1));
  const common = statuses.filter((status) => status !== rareStatus);

  const codes = rng.fork('codes');
  const names = distinct(CODES, () => codeWord(codes));
  const remedies = distinct(CODES, () => `${codes.pick(REMEDY_VERBS)} ${codes.pick(REMEDY_THINGS)}`);

  const draw = rng.fork('tickets');
  const ids = distinct(TICKETS, () => String(1000 + draw.int(9000)));
  // Few qualities and few things: a title is known by both its words.
  const qualities = draw.sample(QUALITIES, 5);
  const things = draw.sample(THINGS, 5);
  const titles = distinct(TICKETS, () => `${draw.pick(qualities)} ${draw.pick(things)}`);
  const devices = distinct(TICKETS, () => brandName(draw));
  const rare = draw.int(TICKETS);
  const tickets = ids.map((id, i): Ticket => {
    const other = (i + 1 + draw.int(TICKETS - 1)) % TICKETS;
    const author = draw.pick(persons).name;
    const text = draw.pick(REMARKS);
    return {
      id,
      number: `#${id}`,
      title: titles[i],
      reporter: draw.pick(persons).name,
      device: devices[i],
      code: draw.pick(names),
      symptom: draw.pick(SYMPTOMS),
      related: `#${ids[other]}`,
      ...(draw.chance(0.3) ? { remark: { author, text } } : {}),
      fields: {
        status: i === rare ? rareStatus : draw.pick(common),
        assignee: draw.pick(assignees),
        priority: draw.pick(priorities),
      },
    };
  });
  return {
    seed,
    style,
    layout: layoutOf(rng.fork('layout'), style),
    label,
    brand: `${brandName(rng.fork('brand'))} ${label.brand}`,
    options: { status: statuses, assignee: assignees, priority: priorities },
    people: persons,
    tickets,
    codes: names.map((name, i) => [name, remedies[i]]),
    rareStatus,
  };
}

export const traits = ({ layout: { entry, edit, comments, reporterLink, fields } }: DeskWorld): Traits => ({
  category: 'office equipment',
  capabilities: { entry, edit, comments, reporter: reporterLink ? 'link' : 'text', fields: fields.join(' ') },
});

export const initial = ({ tickets }: DeskWorld): DeskState => ({
  tickets: Object.fromEntries(tickets.map(({ id, fields }) => [id, { ...fields, comments: [] }])),
});

/** Address part of a person: `kelu-baro`. */
export const slugOf = (name: string): string => name.toLowerCase().replace(' ', '-');

export const ticketOf = (world: DeskWorld, number: string): Ticket | undefined =>
  world.tickets.find((ticket) => ticket.number === number);

export const personOf = (world: DeskWorld, name: string): Person | undefined =>
  world.people.find((person) => person.name === name);
