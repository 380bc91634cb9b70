import type { Task } from '../../core/types.ts';
import { withTicket } from './update.ts';
import {
  type DeskState,
  type DeskWorld,
  FIELDS,
  type Field,
  initial,
  type Person,
  personOf,
  type Ticket,
  type TicketState,
  ticketOf,
} from './world.ts';

/*
 * What a task asks for, worked out from its slots. Checker and expert both read this plan, so they cannot disagree.
 */

/** Something that stands on a page and has to be found there. */
export type Fact =
  /** On the page of `ticket`; `via`: the ticket is only known as the one related to that one. */
  | { kind: 'ticket'; ticket: Ticket; field: TicketFact; via?: Ticket }
  /** On the page of `person`; `via`: the person is only known as the reporter of that ticket. */
  | { kind: 'person'; person: Person; field: PersonFact; via?: Ticket }
  /** On the page of codes, beside the code of the ticket. */
  | { kind: 'remedy'; ticket: Ticket }
  /** The number of a ticket with that status. */
  | { kind: 'number'; status: string };

export type TicketFact = 'reporter' | 'device' | 'code';
export type PersonFact = 'team' | 'extension' | 'location';

export interface Edit {
  ticket: Ticket;
  set: Partial<Record<Field, string>>;
  comment?: string | Fact;
}

export interface Plan {
  edits: Edit[];
  answer?: Fact;
  /** The ticket is named by the words of its title. */
  byTitle?: true;
}

/** All texts that state the fact truly; exactly one, unless several tickets have the same status. */
export function textsOf(world: DeskWorld, fact: Fact): string[] {
  switch (fact.kind) {
    case 'ticket':
      return [fact.ticket[fact.field]];
    case 'person':
      return [fact.person[fact.field]];
    case 'remedy':
      return world.codes.filter(([code]) => code === fact.ticket.code).map(([, remedy]) => remedy);
    case 'number':
      return world.tickets.filter(({ fields }) => fields.status === fact.status).map(({ number }) => number);
    default:
      return fact satisfies never;
  }
}

export const commentText = (world: DeskWorld, comment: string | Fact): string =>
  typeof comment === 'string' ? comment : textsOf(world, comment)[0];

/** The state after exactly the edits of the plan. */
export const goalState = (world: DeskWorld, { edits }: Plan): DeskState =>
  edits.reduce(
    (state, { ticket, set, comment }) =>
      withTicket(state, ticket.id, {
        ...set,
        comments: comment === undefined ? [] : [commentText(world, comment)],
      }),
    initial(world),
  );

export const fieldsDiffer = (is: TicketState, should: TicketState): boolean =>
  FIELDS.some((field) => is[field] !== should[field]);

export const differ = (is: TicketState, should: TicketState): boolean =>
  fieldsDiffer(is, should) || is.comments.join('\n') !== should.comments.join('\n');

function need<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`internal: no ${name} in this world`);
  return found;
}

/** The plan of a task template with these slots. */
export function planOf(world: DeskWorld, { template, slots: s }: Pick<Task, 'template' | 'slots'>): Plan {
  const ticket = (name = 'ticket'): Ticket => need(ticketOf(world, s[name]), s[name]);
  const person = (name: string): Person => need(personOf(world, name), name);
  const one = (set: Edit['set'], comment?: Edit['comment']): Plan => ({ edits: [{ ticket: ticket(), set, comment }] });
  const contact = (): Fact => ({ kind: 'person', person: person(s.person), field: s.field as PersonFact });
  const tell = (answer: Fact): Plan => ({ edits: [], answer });
  switch (template) {
    case 'status':
      return one({ status: s.status });
    case 'assign':
      return one({ assignee: s.assignee });
    case 'comment':
      return one({}, s.comment);
    case 'words': {
      const named = need(
        world.tickets.find(({ title }) => title === s.title),
        s.title,
      );
      return { edits: [{ ticket: named, set: { priority: s.priority } }], byTitle: true };
    }
    case 'read':
      return tell({ kind: 'ticket', ticket: ticket(), field: s.field as TicketFact });
    case 'only':
      return tell({ kind: 'number', status: s.status });
    case 'contact':
      return tell(contact());
    case 'related': {
      const related = need(ticketOf(world, ticket().related), 'related ticket');
      return tell({ kind: 'ticket', ticket: related, field: s.field as TicketFact, via: ticket() });
    }
    case 'reporter':
      return tell({ kind: 'person', person: person(ticket().reporter), field: s.field as PersonFact, via: ticket() });
    case 'triage':
      return one({ status: s.status, assignee: s.assignee, priority: s.priority }, s.comment);
    case 'phone':
      return one({ status: s.status }, contact());
    case 'remedy':
      return one({ status: s.status }, { kind: 'remedy', ticket: ticket() });
    case 'two':
      return {
        edits: [
          { ticket: ticket('first'), set: { status: s.status1, assignee: s.assignee1, priority: s.priority1 } },
          { ticket: ticket('second'), set: { status: s.status2, assignee: s.assignee2, priority: s.priority2 } },
        ],
      };
    case 'handover':
      return {
        edits: [
          { ticket: ticket('first'), set: { status: s.status1 }, comment: s.comment },
          { ticket: ticket('second'), set: { assignee: s.assignee2, priority: s.priority2 }, comment: contact() },
        ],
      };
    default:
      throw new Error(`internal: the help desk has no template ${template}`);
  }
}
