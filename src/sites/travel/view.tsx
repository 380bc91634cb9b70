import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { listing, shell } from '../style.tsx';
import { addressOfList, nearTown, placesIn } from './lists.ts';
import { minePage, savedPage, seatsPage, tripPage } from './ownPages.tsx';
import { type Content, picture, placeList, type Visit } from './parts.tsx';
import { placePage, placesPage, reviewsPage, searchForm, searchPage } from './placePages.tsx';
import { finder, ridePage, ridesPage, waysPage } from './ridePages.tsx';
import type { TravelState } from './update.ts';
import { placeOf, rideOf, type TravelWorld } from './world.ts';

type Route = (visit: Visit, rest: readonly string[], query: URLSearchParams) => Content | null;
/** A page without parts of its address behind its name. */
const alone =
  (page: (visit: Visit, query: URLSearchParams) => Content): Route =>
  (visit, rest, query) =>
    rest.length === 0 ? page(visit, query) : null;
/** One of the visitor's own pages, there in one of two layouts. */
const own = (mine: 'apart' | 'together', page: (visit: Visit) => Content): Route =>
  alone((visit) => (visit.world.layout.mine === mine ? page(visit) : notFound(visit)));

const ROUTES: Record<string, Route> = {
  '': alone(homePage),
  places: alone(placesPage),
  search: alone((visit, query) => searchPage(visit, query.get('q') ?? '')),
  place: (visit, [id, page]) => {
    const place = placeOf(visit.world, id);
    if (!place) return null;
    if (page === undefined) return placePage(visit, place);
    return page === 'reviews' && visit.world.layout.reviews === 'page' ? reviewsPage(visit, place) : null;
  },
  rides: alone(ridesPage),
  ride: (visit, [code, page]) => {
    const ride = rideOf(visit.world, code);
    if (!ride) return null;
    if (page === undefined) return ridePage(visit, ride, false);
    return page === 'seats' && visit.world.layout.seating === 'page' ? ridePage(visit, ride, true) : null;
  },
  ways: alone(waysPage),
  trip: own('apart', tripPage),
  saved: own('apart', savedPage),
  seats: own('apart', seatsPage),
  mine: own('together', minePage),
};

const notFound = ({ world }: Visit): Content => ({ heading: world.label.notFound, main: null });

function homePage(visit: Visit): Content {
  const { world } = visit;
  const { label, layout, style, towns } = world;
  const content = { heading: label.home, aside: picture(world) };
  if (layout.home === 'finder') return { ...content, main: finder(visit, { from: '', to: '' }) };
  if (layout.home === 'best')
    return { ...content, main: placeList(world, placesIn(world, { sort: 'rating' }).slice(0, 3), true) };
  const entries = towns.map((town) => ({
    key: town,
    title: <a href={addressOfList('places', { town })}>{nearTown(world, town)}</a>,
    facts: [`${placesIn(world, { town }).length}`],
  }));
  return { ...content, main: listing(style, [label.town, label.places], entries) };
}

export function view(world: TravelWorld, state: TravelState, url: string, messages: Messages): Page {
  const { label, layout, style, brand } = world;
  const { path, query } = addressOf(url);
  const [head = '', ...rest] = path;
  const visit: Visit = { world, state, messages };
  const route = Object.hasOwn(ROUTES, head) && rest.length <= 2 ? ROUTES[head] : undefined;
  const content = route?.(visit, rest, query) ?? notFound(visit);
  const mine = layout.mine === 'together' ? (['mine'] as const) : (['trip', 'saved', 'seats'] as const);
  const links = [
    { label: label.home, href: './' },
    { label: label.places, href: 'places' },
    ...(layout.search === 'page' ? [{ label: label.find, href: 'search' }] : []),
    { label: label.rides, href: 'rides' },
    { label: label.ways, href: 'ways' },
    ...mine.map((page) => ({ label: label[page], href: page })),
  ];
  const boxed = layout.search === 'every' || head === 'search' || (layout.search === 'list' && head === 'places');
  return {
    title: `${content.heading} | ${brand}`,
    body: shell(style, {
      brand,
      links,
      tools: boxed ? searchForm(world, head === 'search' ? (query.get('q') ?? '') : '') : null,
      alert: messages[''],
      ...content,
    }),
  };
}
