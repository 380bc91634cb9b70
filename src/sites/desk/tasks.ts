import { createRng, type Rng } from '../../core/rng.ts';
import type { Task } from '../../core/types.ts';
import { phrase, sameAnswer } from '../goal.ts';
import { type Recipe, templatesOf } from '../recipes.ts';
import { differ, goalState, planOf, textsOf } from './plan.ts';
import { GOALS, REMARKS } from './words.ts';
import { type DeskState, type DeskWorld, FIELDS, type Field, type Ticket } from './world.ts';

type Slots = Record<string, string>;
type TemplateName = keyof typeof GOALS;

const TICKET_FACTS = ['reporter', 'device', 'code'];
const PERSON_FACTS = ['team', 'extension', 'location'];
/** Facts that stand on no page but the person's own. */
const OWN_FACTS = ['extension', 'location'];

/** A value of `field` that `ticket` does not have yet; nobody is asked to unassign. */
const change = ({ options, label }: DeskWorld, rng: Rng, ticket: Ticket, field: Field): string =>
  rng.pick(options[field].filter((option) => option !== ticket.fields[field] && option !== label.nobody));

const remark = (rng: Rng, ticket: Ticket): string => rng.pick(REMARKS.filter((text) => text !== ticket.remark?.text));

/** The templates; the comment counts the facts that a visitor has to get right. */
const RECIPES: Recipe<DeskWorld, TemplateName>[] = [
  // ticket, status
  {
    name: 'status',
    tier: 1,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      return { ticket: ticket.number, status: change(world, rng, ticket, 'status') };
    },
  },
  // ticket, assignee
  {
    name: 'assign',
    tier: 1,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      return { ticket: ticket.number, assignee: change(world, rng, ticket, 'assignee') };
    },
  },
  // ticket, field, answer
  {
    name: 'read',
    tier: 1,
    slots: ({ tickets }, rng) => ({ ticket: rng.pick(tickets).number, field: rng.pick(TICKET_FACTS) }),
  },
  // ticket, comment
  {
    name: 'comment',
    tier: 1,
    slots: ({ tickets }, rng) => {
      const ticket = rng.pick(tickets);
      return { ticket: ticket.number, comment: remark(rng, ticket) };
    },
  },
  // title (two words), priority
  {
    name: 'words',
    tier: 1,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      return { title: ticket.title, priority: change(world, rng, ticket, 'priority') };
    },
  },
  // status, answer
  { name: 'only', tier: 1, slots: ({ rareStatus }) => ({ status: rareStatus }) },
  // person, field, answer
  {
    name: 'contact',
    tier: 1,
    slots: ({ people }, rng) => ({ person: rng.pick(people).name, field: rng.pick(PERSON_FACTS) }),
  },
  // ticket, field, answer (through another ticket)
  {
    name: 'related',
    tier: 1,
    slots: ({ tickets }, rng) => ({ ticket: rng.pick(tickets).number, field: rng.pick(TICKET_FACTS) }),
  },
  // ticket, status, assignee, priority, comment
  {
    name: 'triage',
    tier: 2,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      const set = FIELDS.map((field) => [field, change(world, rng, ticket, field)]);
      return { ticket: ticket.number, ...Object.fromEntries(set), comment: remark(rng, ticket) };
    },
  },
  // person, field, its value, ticket, status
  {
    name: 'phone',
    tier: 2,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      return {
        person: rng.pick(world.people).name,
        field: rng.pick(OWN_FACTS),
        ticket: ticket.number,
        status: change(world, rng, ticket, 'status'),
      };
    },
  },
  // ticket, reporter, field, answer
  {
    name: 'reporter',
    tier: 2,
    slots: ({ tickets }, rng) => ({ ticket: rng.pick(tickets).number, field: rng.pick(OWN_FACTS) }),
  },
  // ticket, code, remedy, status
  {
    name: 'remedy',
    tier: 2,
    slots: (world, rng) => {
      const ticket = rng.pick(world.tickets);
      return { ticket: ticket.number, status: change(world, rng, ticket, 'status') };
    },
  },
  // two times: ticket, status, assignee, priority
  {
    name: 'two',
    tier: 3,
    slots: (world, rng) => {
      const [first, second] = rng.sample(world.tickets, 2);
      const set = (ticket: Ticket, n: number) =>
        FIELDS.map((field) => [`${field}${n}`, change(world, rng, ticket, field)]);
      const fields = Object.fromEntries([...set(first, 1), ...set(second, 2)]);
      return { first: first.number, second: second.number, ...fields };
    },
  },
  // ticket, status, comment; ticket, assignee, priority, person, field, its value
  {
    name: 'handover',
    tier: 3,
    slots: (world, rng) => {
      const [first, second] = rng.sample(world.tickets, 2);
      const assignee2 = change(world, rng, second, 'assignee');
      return {
        first: first.number,
        status1: change(world, rng, first, 'status'),
        comment: remark(rng, first),
        second: second.number,
        assignee2,
        priority2: change(world, rng, second, 'priority'),
        field: rng.pick(OWN_FACTS),
        person: rng.pick(world.people.filter(({ name }) => name !== assignee2)).name,
      };
    },
  },
];

/** The wording of a template belongs to the site, so that a goal is a function of its slots. */
const goalOf = ({ seed }: DeskWorld, name: TemplateName, slots: Slots): string =>
  phrase(createRng(seed).fork(`desk:goal:${name}`), seed, GOALS[name], slots);

/** Plausible values of a slot in this world. */
function valuesOf(world: DeskWorld, template: TemplateName, slot: string): readonly string[] {
  switch (slot.replace(/\d$/, '')) {
    case 'ticket':
    case 'first':
    case 'second':
      return world.tickets.map(({ number }) => number);
    case 'title':
      return world.tickets.map(({ title }) => title);
    case 'status':
    case 'priority':
      return world.options[slot.replace(/\d$/, '') as Field];
    case 'assignee':
      return world.options.assignee.filter((name) => name !== world.label.nobody);
    case 'person':
      return world.people.map(({ name }) => name);
    case 'comment':
      return REMARKS;
    case 'field':
      if (template === 'read' || template === 'related') return TICKET_FACTS;
      return template === 'contact' ? PERSON_FACTS : OWN_FACTS;
    default:
      throw new Error(`internal: the help desk has no slot ${slot}`);
  }
}

/** What a visit must end in, as text: two goals with the same outcome cannot be told apart by a checker. */
function outcome(world: DeskWorld, template: string, slots: Slots): string {
  const plan = planOf(world, { template, slots });
  return JSON.stringify([goalState(world, plan), plan.answer ? textsOf(world, plan.answer) : []]);
}

function counterfactual(world: DeskWorld, name: TemplateName, slots: Slots, rng: Rng) {
  const before = outcome(world, name, slots);
  for (const slot of rng.shuffle(Object.keys(slots))) {
    for (const value of rng.shuffle(valuesOf(world, name, slot))) {
      const other = { ...slots, [slot]: value };
      if (Object.values(other).filter((text) => text === value && value.startsWith('#')).length > 1) continue;
      const plan = planOf(world, { template: name, slots: other });
      if (plan.answer && textsOf(world, plan.answer).length === 0) continue;
      if (outcome(world, name, other) !== before) return { goal: goalOf(world, name, other), slots: other };
    }
  }
  return null;
}

export const templates = templatesOf(RECIPES, goalOf, counterfactual);

/** Exactly the edits of the task and nothing else; and the answer, when one is asked for. */
export function check(world: DeskWorld, task: Task, state: DeskState): (answer: string) => boolean {
  const plan = planOf(world, task);
  const wanted = goalState(world, plan).tickets;
  const same = world.tickets.every(({ id }) => !differ(state.tickets[id], wanted[id]));
  const answers = same && plan.answer && textsOf(world, plan.answer);
  return (answer) => (answers ? answers.some((text) => sameAnswer(answer, text)) : same);
}
