import type { VNode } from 'preact';
import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { facts, listing, minor, shell } from '../style.tsx';
import { bookingPage, bookingTitle, type Context, contact, newsletter, type Parts, wizard } from './forms.tsx';
import type { BookingState } from './update.ts';
import { type BookingWorld, type Entity, type Kind, PLACES, type Section } from './world.ts';

const entitiesOf = (world: BookingWorld, kind: Kind): Entity[] =>
  kind === 'service' ? world.services : kind === 'staff' ? world.staff : world.offers;
const hrefOf = (section: Section): string => (section === 'book' ? 'book/1' : section);

/** A list of everything of one kind: the name as a link, and the first two facts. */
function entityList({ world }: Context, kind: Kind): VNode {
  const { section, folder } = PLACES[kind];
  const entities = entitiesOf(world, kind);
  const columns = entities[0].facts.slice(0, 2).map(([key]) => world.words[key]);
  return listing(
    world.style,
    [world.words[section], ...columns],
    entities.map((entity) => ({
      key: entity.slug,
      title: <a href={`${folder}/${entity.slug}`}>{entity.name}</a>,
      facts: entity.facts.slice(0, 2).map(([, value]) => value),
    })),
  );
}

function entityPage({ world }: Context, entity: Entity): Parts {
  return {
    heading: entity.name,
    main: [
      facts(
        world.style,
        entity.facts.map(([key, value]) => [world.words[key], value]),
      ),
      entity.kind === 'service' ? minor(world.style, world.words.pick, 'pick', entity.slug) : null,
    ],
  };
}

function home(context: Context): Parts {
  const { world } = context;
  const [first, last] = world.season;
  return {
    heading: `Welcome to the ${world.place}`,
    main: [<p key="season">{`Open from ${first} to ${last}`}</p>, entityList(context, world.homeList)],
  };
}

type Route = (context: Context, rest: readonly string[]) => Parts | null;
const listRoute =
  (kind: Kind): Route =>
  (context) => ({ heading: context.world.words[PLACES[kind].section], main: entityList(context, kind) });
const entityRoute =
  (kind: Kind): Route =>
  (context, [slug]) => {
    const entity = entitiesOf(context.world, kind).find((candidate) => candidate.slug === slug);
    return entity ? entityPage(context, entity) : null;
  };

const ROUTES: Record<string, Route> = {
  '': home,
  services: listRoute('service'),
  staff: listRoute('staff'),
  offers: listRoute('offer'),
  service: entityRoute('service'),
  member: entityRoute('staff'),
  offer: entityRoute('offer'),
  book: (context, [page]) => {
    const { steps } = context.world;
    const step = page === 'review' ? steps.length + 1 : Number(page);
    return Number.isInteger(step) && step >= 1 && step <= steps.length + 1 ? wizard(context, step) : null;
  },
  bookings: ({ world, state }) => ({
    heading: world.words.bookings,
    main: listing(
      world.style,
      [world.words.bookings, world.words.date, world.words.slot],
      state.bookings.map((booking) => ({
        key: booking.ref,
        title: <a href={`booking/${booking.ref}`}>{bookingTitle(booking)}</a>,
        facts: [booking.date, booking.slot],
      })),
    ),
  }),
  booking: (context, [ref, page]) => {
    const booking = context.state.bookings.find((candidate) => candidate.ref === ref);
    return booking ? bookingPage(context, booking, page) : null;
  },
  newsletter,
  contact,
};

export function view(world: BookingWorld, state: BookingState, url: string, messages: Messages): Page {
  const [head = '', ...rest] = addressOf(url).path;
  const route = Object.hasOwn(ROUTES, head) ? ROUTES[head] : undefined;
  const parts = route?.({ world, state, messages }, rest) ?? { heading: 'Page not found', main: <p>{head}</p> };
  return {
    title: `${parts.heading} - ${world.brand}`,
    body: shell(world.style, {
      brand: world.brand,
      links: world.links.map((section) => ({ label: world.words[section], href: hrefOf(section) })),
      alert: messages[''],
      ...parts,
    }),
  };
}
