import type { VNode } from 'preact';
import { type Entry, facts, field, input, listing } from '../style.tsx';
import { type Asked, addressOfList, askedOf, fromTown, rideLink, ridesIn, toTown } from './lists.ts';
import { arranging, type Content, chosen, oneOf, type Visit } from './parts.tsx';
import { arriveOf, changesOf, departOf, fareOf, type Ride, wayOf } from './region.ts';
import { freeSeats } from './update.ts';
import { placeNamed, type TravelWorld } from './world.ts';

/** Asks for two towns: by links one after the other, or in a form. */
export function finder(visit: Visit, { from, to }: Pick<Asked, 'from' | 'to'>): VNode {
  const { world } = visit;
  const { label, layout, style, towns } = world;
  if (layout.finder === 'links') {
    const link = (text: string, asked: Partial<Asked>): VNode => (
      <a key={text} href={addressOfList('rides', asked)}>
        {text}
      </a>
    );
    return (
      <div key="finder">
        <p class="choices">{towns.map((town) => link(fromTown(world, town), { from: town }))}</p>
        {towns.includes(from) ? (
          <p class="choices">
            {towns.filter((town) => town !== from).map((town) => link(toTown(world, town), { from, to: town }))}
          </p>
        ) : null}
      </div>
    );
  }
  const town = (name: 'from' | 'to', value: string): VNode =>
    layout.finder === 'selects'
      ? chosen(visit, name, label[name], towns, value)
      : field(style, name, label[name], input(name, 'text', value));
  return (
    <form key="finder" action="rides" method="get">
      {town('from', from)}
      {town('to', to)}
      <button type="submit">{label.findRides}</button>
    </form>
  );
}

/** The connections between the two towns of the address. */
export function ridesPage(visit: Visit, query: URLSearchParams): Content {
  const { world } = visit;
  const { label, layout, style } = world;
  const asked = askedOf(query);
  const rides = ridesIn(world, asked);
  const byTime = layout.ride === 'time';
  const entries = rides.map((ride): Entry => {
    const times = byTime ? [arriveOf(ride)] : [departOf(ride), arriveOf(ride)];
    return {
      key: ride.code,
      title: <a href={`ride/${ride.code}`}>{rideLink(world, ride)}</a>,
      facts: [...times, `${changesOf(ride)}`, fareOf(ride)],
    };
  });
  const columns = [...(byTime ? [] : [label.code]), label.depart, label.arrive, label.changes, label.fare];
  return {
    heading: label.rides,
    main: [
      finder(visit, asked),
      rides.length > 0 ? (
        <div key="rides">
          {facts(style, [
            [label.from, asked.from],
            [label.to, asked.to],
          ])}
          {arranging(world, 'rides', asked)}
          {listing(style, columns, entries)}
        </div>
      ) : (
        <p key="rides">{label.noRides}</p>
      ),
    ],
  };
}

/** A connection with its parts; on the page of their own seats are reserved alone. */
export function ridePage(visit: Visit, ride: Ride, seating: boolean): Content {
  const { world } = visit;
  const { label, layout, style } = world;
  const { code, from, to, legs } = ride;
  const heading = code;
  if (seating) return { heading, main: seatForm(visit, ride) };
  const entries = legs.map((leg) => ({
    key: leg.line,
    title: leg.line,
    facts: [leg.from, leg.depart, leg.to, leg.arrive],
  }));
  return {
    heading,
    main: [
      <div key="facts">
        {facts(style, [
          [label.from, from],
          [label.to, to],
          [label.changes, `${changesOf(ride)}`],
          [label.fare, fareOf(ride)],
        ])}
      </div>,
      <div key="legs">{listing(style, [label.line, label.from, label.depart, label.to, label.arrive], entries)}</div>,
      layout.seating === 'inline' ? (
        seatForm(visit, ride)
      ) : (
        <p key="seats">
          <a href={`ride/${code}/seats`}>{label.toSeats}</a>
        </p>
      ),
    ],
  };
}

function seatForm(visit: Visit, ride: Ride): VNode {
  const { world, state, messages } = visit;
  const { label, layout, style, coaches } = world;
  const { code } = ride;
  const free = freeSeats(state, ride);
  const isMap = layout.seat === 'map';
  return (
    <form key="seats" data-on="reserve" data-arg={code}>
      {oneOf(visit, 'coach', label.coach, coaches)}
      {isMap ? null : oneOf(visit, 'seat', label.seat, free)}
      {field(style, 'name', label.passenger, input('name', 'text', ''), messages.name)}
      {isMap ? (
        <p key="seat">
          <b>{label.seat}</b>
          {free.map((seat) => (
            <button key={seat} type="submit" data-on="reserve" data-arg={`${code}:${seat}`}>
              {seat}
            </button>
          ))}
        </p>
      ) : (
        <button type="submit">{label.reserve}</button>
      )}
    </form>
  );
}

/** The way between the two places of the address, step by step. */
export function waysPage(visit: Visit, query: URLSearchParams): Content {
  const { world } = visit;
  const { label, layout, style, places } = world;
  const [startName, endName] = [query.get('start') ?? '', query.get('end') ?? ''];
  const names = places.map(({ name }) => name);
  const place = (name: 'start' | 'end', text: string, value: string): VNode =>
    layout.finder === 'typed'
      ? field(style, name, text, input(name, 'text', value))
      : chosen(visit, name, text, names, value);
  const [start, end] = [placeNamed(world, startName), placeNamed(world, endName)];
  return {
    heading: label.ways,
    main: [
      <form key="ways" action="ways" method="get">
        {place('start', label.startAt, startName)}
        {place('end', label.endAt, endName)}
        <button type="submit">{label.showWay}</button>
      </form>,
      start && end && start !== end ? wayList(world, wayOf(world.seed, start, end), end.name) : hint(world, startName),
    ],
  };
}

/** Said when places were asked for and there is no way between them. */
const hint = ({ label }: TravelWorld, asked: string): VNode | null =>
  asked === '' ? null : <p key="way">{label.unknown}</p>;

function wayList({ label, style }: TravelWorld, { line, on, off, minutes }: ReturnType<typeof wayOf>, end: string) {
  const steps = [
    [label.walk, on],
    [line, off],
    [label.walk, end],
  ] as const;
  const entries = steps.map(([title, to], i): Entry => ({ key: `${i}`, title, facts: [to, `${minutes[i]} min`] }));
  return <div key="way">{listing(style, [label.step, label.until, label.minutes], entries)}</div>;
}
