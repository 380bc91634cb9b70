import type { VNode } from 'preact';
import { area, facts, field, input, listing, minor } from '../style.tsx';
import { addressOfList, askedOf, placesIn, placesWith } from './lists.ts';
import { arranging, type Content, oneOf, placeList, type Visit } from './parts.tsx';
import { figures, type Place } from './region.ts';
import { STARS } from './words.ts';
import type { TravelWorld } from './world.ts';

const PAGE_SIZE = 5;

export function searchForm({ label, style }: TravelWorld, text: string): VNode {
  return (
    <form key="search" action="search" method="get">
      {field(style, 'q', label.query, input('q', 'search', text))}
      <button type="submit">{label.search}</button>
    </form>
  );
}

/** All places, narrowed and in the order that the address asks for, page by page in some layouts. */
export function placesPage({ world }: Visit, query: URLSearchParams): Content {
  const { label, layout } = world;
  const asked = askedOf(query);
  const all = placesIn(world, asked);
  const size = layout.pages === 'paged' ? PAGE_SIZE : all.length;
  const page = Math.max(1, Number.parseInt(asked.page, 10) || 1);
  const at = (n: number): string => addressOfList('places', { ...asked, page: n > 1 ? `${n}` : '' });
  return {
    heading: label.places,
    aside: arranging(world, 'places', asked),
    main: [
      placeList(world, all.slice((page - 1) * size, page * size), layout.filters === 'town'),
      <p key="pages">
        {page > 1 ? <a href={at(page - 1)}>{label.previous}</a> : null}
        {page * size < all.length ? <a href={at(page + 1)}>{label.next}</a> : null}
      </p>,
    ],
  };
}

export const searchPage = ({ world }: Visit, text: string): Content => ({
  heading: world.label.find,
  main: text === '' ? <p>{world.label.query}</p> : placeList(world, placesWith(world, text).slice(0, PAGE_SIZE), false),
});

export function placePage(visit: Visit, place: Place): Content {
  const { world, state } = visit;
  const { label, layout, style } = world;
  const { id, town, category, address, opens, closes } = place;
  const at = state.trip.stops.indexOf(id);
  const pairs: [string, string][] = [
    [label.category, category],
    [label.town, town],
    [label.address, address],
    [label.opens, opens],
    [label.closes, closes],
    [label.price, figures.price(place)],
    [label.rating, figures.rating(place)],
    [label.distance, figures.distance(place)],
  ];
  if (at >= 0) pairs.push([label.stop, `${at + 1}`]);
  return {
    heading: place.name,
    main: [
      <div key="facts">{facts(style, pairs)}</div>,
      saving(visit, place),
      layout.stops === 'place' ? (
        <p key="stop">
          {at < 0 ? minor(style, label.addStop, 'stop', id) : minor(style, label.dropStop, 'unstop', id)}
        </p>
      ) : null,
      layout.reviews === 'inline' ? (
        reviews(visit, place)
      ) : (
        <p key="reviews">
          <a href={`place/${id}/reviews`}>{label.reviews}</a>
        </p>
      ),
    ],
  };
}

/** Switches whether a place is saved. */
function saving({ world, state }: Visit, { id }: Place): VNode {
  const { label, layout, style } = world;
  const on = state.saved.includes(id);
  if (layout.saving === 'control') return <p key="save">{minor(style, on ? label.unsave : label.save, 'save', id)}</p>;
  const box = <input id="saved" name="saved" type="checkbox" defaultChecked={on} data-on="save" data-arg={id} />;
  return <div key="save">{field(style, 'saved', label.isSaved, box)}</div>;
}

export const reviewsPage = (visit: Visit, place: Place): Content => ({
  heading: visit.world.label.reviews,
  main: [
    <p key="place">
      <a href={`place/${place.id}`}>{place.name}</a>
    </p>,
    reviews(visit, place),
  ],
});

/** What others say about a place, and the visitor's own review or the form of one. */
function reviews(visit: Visit, place: Place): VNode {
  const { world, state, messages } = visit;
  const { label, style } = world;
  const own = state.reviews[place.id];
  const entries = place.reviews.map(({ author, stars, text }) => ({
    key: author,
    title: author,
    facts: [stars, text],
  }));
  return (
    <div key="reviews">
      {listing(style, [label.reviewer, label.stars, label.comment], entries)}
      {own ? (
        <div key="own">
          {facts(style, [
            [label.yourStars, own.stars],
            [label.yourComment, own.text],
          ])}
          {minor(style, label.unpublish, 'unreview', place.id)}
        </div>
      ) : (
        <form key="own" data-on="review" data-arg={place.id}>
          {oneOf(visit, 'stars', label.yourStars, STARS)}
          {field(style, 'text', label.yourComment, area('text', ''), messages.text)}
          <button type="submit">{label.publish}</button>
        </form>
      )}
    </div>
  );
}
