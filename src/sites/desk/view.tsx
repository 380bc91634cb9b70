import type { ComponentChild, VNode } from 'preact';
import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { choice, type Entry, facts, field, input, listing, minor, shell } from '../style.tsx';
import { type DeskState, type DeskWorld, type Person, slugOf, type Ticket } from './world.ts';

/** What every page function gets. */
interface Visit {
  world: DeskWorld;
  state: DeskState;
  messages: Messages;
}

interface Content {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
  tools?: ComponentChild;
}

export const PAGE_SIZE = 5;

export function viewDesk(world: DeskWorld, state: DeskState, url: string, messages: Messages): Page {
  const { path, query } = addressOf(url);
  const { label, style, brand } = world;
  const content = route({ world, state, messages }, path, query) ?? { heading: label.notFound, main: <p>{url}</p> };
  const links = [
    { label: label.tickets, href: './' },
    { label: label.people, href: 'people' },
    { label: label.codes, href: 'codes' },
  ];
  return {
    title: `${content.heading} | ${brand}`,
    body: shell(style, { brand, links, alert: messages[''], ...content }),
  };
}

function route(visit: Visit, path: readonly string[], query: URLSearchParams): Content | null {
  const { world } = visit;
  const [page = '', id = '', rest] = path;
  if (path.length > 3 || (rest !== undefined && (page !== 'ticket' || rest !== 'edit'))) return null;
  switch (page) {
    case '':
    case 'search':
      return listPage(visit, page, query);
    case 'ticket': {
      const ticket = world.tickets.find((candidate) => candidate.id === id);
      if (!ticket) return null;
      if (rest === undefined) return ticketPage(visit, ticket);
      return world.layout.edit === 'page' ? editPage(visit, ticket) : null;
    }
    case 'people':
      return peoplePage(world, query);
    case 'person': {
      const person = world.people.find(({ name }) => slugOf(name) === id);
      return person ? personPage(world, person) : null;
    }
    case 'codes':
      return { heading: world.label.codes, main: facts(world.style, world.codes) };
    default:
      return null;
  }
}

/** The entries of page `page` (1-based) as a list with controls to its neighbours; `at` gives the address of a page. */
function paged<T>(
  { style, label }: DeskWorld,
  columns: readonly string[],
  all: readonly T[],
  query: URLSearchParams,
  entry: (item: T) => Entry,
  at: (page: number) => string,
): VNode[] {
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const turn = (text: string, to: number): VNode =>
    style.bareClicks ? minor(style, text, 'go', `/${at(to)}`) : <a href={`./${at(to)}`}>{text}</a>;
  return [
    shown.length > 0 ? listing(style, columns, shown.map(entry)) : <p key="nothing">{label.nothing}</p>,
    <div key="pages">
      {page > 1 ? turn(label.previous, page - 1) : null}
      {page * PAGE_SIZE < all.length ? turn(label.next, page + 1) : null}
    </div>,
  ];
}

/** All tickets or those of one status at `/`, those with all the words at `/search`. */
function listPage({ world, state }: Visit, place: '' | 'search', query: URLSearchParams): Content {
  const { label, layout, style, options } = world;
  const status = options.status.find((option) => option === query.get('status')) ?? '';
  const text = place === 'search' ? (query.get('q') ?? '') : '';
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = world.tickets.filter(({ id, number, title }) => {
    const words = [number, id, ...title.split(' ')];
    return (status === '' || state.tickets[id].status === status) && wanted.every((word) => words.includes(word));
  });
  const at = (page: number): string => {
    const kept = Object.entries({ status, q: text, page: page > 1 ? `${page}` : '' }).filter(([, value]) => value);
    return kept.length > 0 ? `${place}?${new URLSearchParams(kept)}` : place;
  };
  const entry = ({ id, number, title }: Ticket): Entry => {
    const href = `ticket/${id}`;
    const current = state.tickets[id].status;
    return layout.entry === 'joined'
      ? { key: id, title: <a href={href}>{`${number} ${title}`}</a>, facts: [current] }
      : { key: id, title: <a href={href}>{number}</a>, facts: [<a href={href}>{title}</a>, current] };
  };
  const columns = layout.entry === 'joined' ? [label.ticket, label.status] : [label.ticket, label.title, label.status];
  return {
    heading: label.tickets,
    tools: (
      <form action="search" method="get">
        {field(style, 'q', label.query, input('q', 'search', text))}
        <button type="submit">{label.search}</button>
      </form>
    ),
    aside: (
      <p class="choices" key="filter">
        {['', ...options.status].map((option) => (
          <a key={option} href={option ? `./?status=${option}` : './'}>
            {option || label.all}
          </a>
        ))}
      </p>
    ),
    main: paged(world, columns, found, query, entry, at),
  };
}

function ticketPage(visit: Visit, ticket: Ticket): Content {
  const { world, state } = visit;
  const { label, layout, style } = world;
  const { id, number, title, reporter, device, code, related } = ticket;
  const current = state.tickets[id];
  const pairs: [string, ComponentChild][] = [
    [label.ticket, number],
    [label.reporter, layout.reporterLink ? <a href={`person/${slugOf(reporter)}`}>{reporter}</a> : reporter],
    [label.device, device],
    [label.code, code],
  ];
  if (layout.edit === 'page') for (const name of layout.fields) pairs.push([label[name], current[name]]);
  pairs.push([label.related, <a href={`ticket/${related.slice(1)}`}>{related}</a>]);
  const edit =
    layout.edit === 'page' ? (
      <p key="edit">
        <a href={`ticket/${id}/edit`}>{label.edit}</a>
      </p>
    ) : (
      fieldsForm(visit, ticket)
    );
  const top = [facts(style, pairs), <p key="symptom">{ticket.symptom}</p>];
  const talk = comments(visit, ticket);
  return { heading: title, main: layout.comments === 'first' ? [...top, talk, edit] : [...top, edit, talk] };
}

const editPage = (visit: Visit, ticket: Ticket): Content => ({
  heading: ticket.title,
  main: [
    fieldsForm(visit, ticket),
    <p key="back">
      <a href={`ticket/${ticket.id}`}>{visit.world.label.back}</a>
    </p>,
  ],
});

function fieldsForm({ world, state }: Visit, { id }: Ticket): VNode {
  const { label, layout, style, options } = world;
  return (
    <form key="fields" data-on="save" data-arg={id}>
      {layout.fields.map((name) =>
        field(style, name, label[name], choice(name, options[name], state.tickets[id][name])),
      )}
      <button type="submit">{label.save}</button>
    </form>
  );
}

function comments({ world, state, messages }: Visit, { id, remark }: Ticket): VNode {
  const { label, style } = world;
  const own = state.tickets[id].comments;
  // A new comment gets an empty field: the key changes with the number of comments.
  const draft = <textarea key={`draft ${own.length}`} id="comment" name="comment" rows={2} autocomplete="off" />;
  return (
    <div key="comments">
      {remark ? comment(remark.author, remark.text, 'old') : null}
      {own.map((text, i) => comment(label.you, text, `own ${i}`, minor(style, label.remove, 'remove', `${id}:${i}`)))}
      <form data-on="post" data-arg={id}>
        {field(style, 'comment', label.comment, draft, messages.comment)}
        <button type="submit">{label.post}</button>
      </form>
    </div>
  );
}

const comment = (author: string, text: string, key: string, control?: VNode): VNode => (
  <div key={key} class="row">
    <b>{author}</b>
    <span class="fact">{text}</span>
    {control}
  </div>
);

function peoplePage(world: DeskWorld, query: URLSearchParams): Content {
  const { label } = world;
  const entry = ({ name, team }: Person): Entry => ({
    key: name,
    title: <a href={`person/${slugOf(name)}`}>{name}</a>,
    facts: [team],
  });
  const at = (page: number): string => (page > 1 ? `people?page=${page}` : 'people');
  return { heading: label.people, main: paged(world, [label.name, label.team], world.people, query, entry, at) };
}

const personPage = ({ style, label }: DeskWorld, { name, team, extension, location }: Person): Content => ({
  heading: name,
  main: facts(style, [
    [label.team, team],
    [label.extension, extension],
    [label.location, location],
  ]),
});
