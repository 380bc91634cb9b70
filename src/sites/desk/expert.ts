import type { Action, Observation, Task } from '../../core/types.ts';
import { addressOf, choose, click, fill, follow, nodeOf, nodesOf, PRESSABLE, press, stop } from '../pick.ts';
import { commentText, differ, type Fact, fieldsDiffer, goalState, type Plan, planOf, textsOf } from './plan.ts';
import { PAGE_SIZE } from './view.tsx';
import { type DeskState, type DeskWorld, type Person, slugOf, type Ticket, type TicketState } from './world.ts';

/** What every step of the expert looks at. */
interface Scene {
  world: DeskWorld;
  state: DeskState;
  seen: Observation;
  plan: Plan;
  path: string[];
  query: URLSearchParams;
}

type Step = Action | undefined;

/** Find out what has to be written, make the edits (undoing wrong ones), find the answer, stop. */
export function expertDesk(world: DeskWorld, task: Task, state: DeskState, seen: Observation): Action {
  const plan = planOf(world, task);
  const scene: Scene = { world, state, seen, plan, ...addressOf(seen.tree.url) };
  return learn(scene) ?? repair(scene) ?? answer(scene) ?? stop();
}

const at = ({ path }: Scene, ...place: string[]): boolean =>
  path.length === place.length && place.every((part, i) => path[i] === part);

/** On a page that lists tickets. */
const listed = (scene: Scene): boolean => at(scene) || at(scene, 'search');

/** Notes a text of the page; text nodes and cells say just that, links and headings something else as well. */
const note = ({ seen }: Scene, text: string): Step => {
  const node = nodeOf(seen, ['StaticText', 'cell', 'definition'], text);
  return node && { verb: 'note', target: node.id };
};

/** Turns the pages of a list towards entry `index`. */
function turn({ world, seen, query }: Scene, index: number): Step {
  const { label } = world;
  const wanted = 1 + Math.floor(index / PAGE_SIZE);
  const page = Number(query.get('page') ?? '1');
  if (page === wanted) return undefined;
  return click(nodeOf(seen, ['link', ...PRESSABLE], page < wanted ? label.next : label.previous));
}

function toTicket(scene: Scene, ticket: Ticket): Step {
  const { world, seen, plan, query } = scene;
  const { label, layout } = world;
  if (at(scene, 'ticket', ticket.id, 'edit')) return follow(seen, label.back);
  const shown = plan.byTitle && layout.entry === 'both' ? ticket.title : ticket.number;
  const link = nodesOf(seen, 'link').find(({ name }) => name === shown || name === `${ticket.number} ${ticket.title}`);
  if (link) return click(link);
  if (listed(scene) && plan.byTitle) return fill(seen, label.query, ticket.title, true);
  const whole = at(scene) && !query.get('status');
  return (whole ? turn(scene, world.tickets.indexOf(ticket)) : undefined) ?? follow(seen, label.tickets);
}

function toPerson(scene: Scene, person: Person): Step {
  const { world, seen } = scene;
  return (
    follow(seen, person.name) ??
    (at(scene, 'people') ? turn(scene, world.people.indexOf(person)) : undefined) ??
    follow(seen, world.label.people)
  );
}

/** Notes the first text that has to be commented but stands on another page. */
function learn(scene: Scene): Step {
  const { world, state, seen, plan } = scene;
  for (const { ticket, comment } of plan.edits) {
    if (comment === undefined || typeof comment === 'string') continue;
    const text = commentText(world, comment);
    if (seen.notes.includes(text) || state.tickets[ticket.id].comments.includes(text)) continue;
    return toFact(scene, comment) ?? note(scene, text);
  }
  return undefined;
}

/** The way to the page where a fact stands; undefined once there. */
function toFact(scene: Scene, fact: Fact): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  switch (fact.kind) {
    case 'ticket': {
      const { ticket, via } = fact;
      if (at(scene, 'ticket', ticket.id)) return undefined;
      if (via && at(scene, 'ticket', via.id)) return follow(seen, ticket.number);
      return toTicket(scene, via ?? ticket);
    }
    case 'person': {
      const { person, via } = fact;
      if (at(scene, 'person', slugOf(person.name))) return undefined;
      if (!via || seen.notes.includes(person.name)) return toPerson(scene, person);
      if (!at(scene, 'ticket', via.id)) return toTicket(scene, via);
      return layout.reporterLink ? follow(seen, person.name) : note(scene, person.name);
    }
    case 'remedy': {
      if (seen.notes.includes(fact.ticket.code)) return at(scene, 'codes') ? undefined : follow(seen, label.codes);
      return at(scene, 'ticket', fact.ticket.id) ? note(scene, fact.ticket.code) : toTicket(scene, fact.ticket);
    }
    case 'number': {
      const [number] = textsOf(world, fact);
      if (at(scene, 'ticket', number.slice(1))) return undefined;
      if (!listed(scene)) return follow(seen, label.tickets);
      if (!at(scene) || scene.query.get('status') !== fact.status) return follow(seen, fact.status);
      if (nodeOf(seen, 'link', number)) return undefined;
      return click(nodesOf(seen, 'link').find(({ name }) => name.startsWith(`${number} `)));
    }
    default:
      return fact satisfies never;
  }
}

/** Brings the tickets to what the task wants: the one on this page first, then in the order of the task. */
function repair(scene: Scene): Step {
  const { world, state, plan, path } = scene;
  const wanted = goalState(world, plan).tickets;
  const order = [...plan.edits.map(({ ticket }) => ticket), ...world.tickets];
  const wrong = order.filter(({ id }) => differ(state.tickets[id], wanted[id]));
  const ticket = wrong.find(({ id }) => path[0] === 'ticket' && path[1] === id) ?? wrong[0];
  return ticket && fix(scene, ticket, wanted[ticket.id]);
}

function fix(scene: Scene, ticket: Ticket, should: TicketState): Step {
  const { world, state, seen } = scene;
  const { label, layout } = world;
  const is = state.tickets[ticket.id];
  const form = layout.edit === 'page' ? ['ticket', ticket.id, 'edit'] : ['ticket', ticket.id];
  if (fieldsDiffer(is, should)) {
    if (!at(scene, ...form)) return at(scene, 'ticket', ticket.id) ? follow(seen, label.edit) : toTicket(scene, ticket);
    for (const field of layout.fields) {
      const step = choose(seen, label[field], should[field]);
      if (step) return step;
    }
    return press(seen, label.save);
  }
  if (!at(scene, 'ticket', ticket.id)) return toTicket(scene, ticket);
  const extra = is.comments.findIndex((text, i) => text !== should.comments[i]);
  if (extra >= 0) return click(nodesOf(seen, PRESSABLE, label.remove)[extra]);
  return fill(seen, label.comment, should.comments[is.comments.length]) ?? press(seen, label.post);
}

function answer(scene: Scene): Step {
  const { world, plan } = scene;
  if (!plan.answer) return undefined;
  return toFact(scene, plan.answer) ?? stop(textsOf(world, plan.answer)[0]);
}
