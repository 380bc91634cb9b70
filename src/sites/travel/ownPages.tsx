import type { VNode } from 'preact';
import { type Entry, listing, minor } from '../style.tsx';
import { type Content, chosen, oneOf, placeLink, type Visit } from './parts.tsx';
import { PARTIES } from './words.ts';
import { placeOf, rideOf } from './world.ts';

/** The visitor's trip: its stops in order, and its day and size. */
export function tripPage(visit: Visit): Content {
  const { world, state } = visit;
  const { label, layout, style, places, days } = world;
  const { stops, day, party } = state.trip;
  const entries = stops.map((id, i): Entry => {
    const place = placeOf(world, id);
    return {
      key: id,
      title: place ? placeLink(place) : id,
      facts: [`${i + 1}`],
      controls: minor(style, label.dropStop, 'unstop', id),
    };
  });
  const others = places.filter(({ id }) => !stops.includes(id)).map(({ name }) => name);
  return {
    heading: label.trip,
    main: [
      stops.length > 0 ? (
        <div key="stops">
          {listing(style, [label.places, label.stop], entries)}
          <p>{minor(style, label.clear, 'clear', '')}</p>
        </div>
      ) : (
        <p key="stops">{label.none}</p>
      ),
      layout.stops === 'trip' ? (
        <form key="stop" data-on="stop">
          {chosen(visit, 'stop', label.newStop, others)}
          <button type="submit">{label.append}</button>
        </form>
      ) : null,
      <form key="trip" data-on="trip">
        {oneOf(visit, 'day', label.day, days, day)}
        {chosen(visit, 'party', label.party, PARTIES, party)}
        <button type="submit">{label.saveTrip}</button>
      </form>,
    ],
  };
}

export function savedPage({ world, state }: Visit): Content {
  const { label, style } = world;
  const heading = label.saved;
  if (state.saved.length === 0) return { heading, main: <p key="saved">{label.none}</p> };
  const entries = state.saved.map((id): Entry => {
    const place = placeOf(world, id);
    return { key: id, title: place ? placeLink(place) : id, facts: [place?.town ?? ''] };
  });
  return { heading, main: <div key="saved">{listing(style, [label.places, label.town], entries)}</div> };
}

export function seatsPage({ world, state }: Visit): Content {
  const { label, style } = world;
  const heading = label.seats;
  if (state.seats.length === 0) return { heading, main: <p key="seats">{label.none}</p> };
  const entries = state.seats.map(({ ride: code, coach, seat, name }, i): Entry => {
    const ride = rideOf(world, code);
    return {
      key: `${i} ${code} ${seat}`,
      title: <a href={`ride/${code}`}>{code}</a>,
      facts: [ride?.from ?? '', ride?.to ?? '', coach, seat, name],
      controls: minor(style, label.release, 'release', `${i}`),
    };
  });
  const columns = [label.code, label.from, label.to, label.coach, label.seat, label.passenger];
  return { heading, main: <div key="seats">{listing(style, columns, entries)}</div> };
}

/** All of it on one page. */
export function minePage(visit: Visit): Content {
  const section = ({ heading, main }: Content): VNode => (
    <section key={heading}>
      <h3>{heading}</h3>
      {main}
    </section>
  );
  return {
    heading: visit.world.label.mine,
    main: [tripPage(visit), savedPage(visit), seatsPage(visit)].map(section),
  };
}
