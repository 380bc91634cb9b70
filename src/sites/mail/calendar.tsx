import type { VNode } from 'preact';
import { choice, facts, field, input, listing, minor } from '../style.tsx';
import { type Context, type Parts, personField, trailTo } from './mailPages.tsx';
import type { MailState } from './update.ts';
import { type MailWorld, type Meeting, slugOf } from './world.ts';

/** As every form of the calendar shows them. */
export const inOrder = ({ meetings }: Pick<MailState, 'meetings'>): Meeting[] =>
  meetings.toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));

const linkTo = ({ id, title }: Meeting): VNode => (
  <a key={id} href={`event/${id}`}>
    {title}
  </a>
);

export function calendarPage({ world, state }: Context): Parts {
  const { words, layout, style } = world;
  const meetings = inOrder(state);
  const body =
    layout.calendar === 'month'
      ? monthGrid(world, meetings)
      : layout.calendar === 'days'
        ? dayList(meetings)
        : listing(
            style,
            [words.event, words.date, words.time],
            meetings.map((one) => ({ key: one.id, title: linkTo(one), facts: [one.date, one.time] })),
          );
  return {
    heading: `${words.calendar} ${world.month}`,
    main: [
      <p key="add">
        <a href="event/new">{words.add}</a>
      </p>,
      body,
    ],
  };
}

/** A heading for each day that has events. */
const dayList = (meetings: readonly Meeting[]): VNode => (
  <div key="days">
    {[...new Set(meetings.map(({ date }) => date))].map((date) => (
      <div key={date}>
        <h3>{date}</h3>
        {meetings
          .filter((one) => one.date === date)
          .map((one) => (
            <p key={one.id}>
              <span class="fact">{one.time}</span>
              {linkTo(one)}
            </p>
          ))}
      </div>
    ))}
  </div>
);

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** A cell for each day; its number leads to the form for a new event on that day. */
function monthGrid({ month, days }: MailWorld, meetings: readonly Meeting[]): VNode {
  const before = (new Date(`${month}-01T00:00Z`).getUTCDay() + 6) % 7;
  const dates = Array.from({ length: days }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
  const cells = [...Array.from({ length: before }, () => ''), ...dates];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) => cells.slice(7 * i, 7 * i + 7));
  return (
    <table key="month">
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day}>{day}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.at(-1)}>
            {week.map((date, i) => (
              <td key={WEEKDAYS[i]}>
                {date ? <a href={`event/new?date=${date}`}>{Number(date.slice(8))}</a> : null}
                {meetings
                  .filter((one) => one.date === date)
                  .map((one) => (
                    <div key={one.id}>{linkTo(one)}</div>
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Day and time of an event, in a new one's form and in that which changes one. */
function timing({ world, messages }: Context, { date, time }: Pick<Meeting, 'date' | 'time'>): VNode[] {
  const { words, style, layout, times } = world;
  const clock =
    layout.time === 'select'
      ? choice('time', [words.choose, ...times], time || words.choose)
      : input('time', 'time', time);
  return [
    field(style, 'date', words.date, input('date', 'date', date), messages.date),
    field(style, 'time', words.time, clock, messages.time),
  ];
}

export function newEventPage(context: Context, date: string): Parts {
  const { world, messages } = context;
  const { words, style } = world;
  return {
    heading: words.add,
    main: (
      <form data-on="create">
        {field(style, 'title', words.event, input('title', 'text', ''), messages.title)}
        {timing(context, { date, time: '' })}
        {personField(context, 'guest', words.guest, true)}
        {personField(context, 'second', words.second, true)}
        <button type="submit">{words.save}</button>
      </form>
    ),
  };
}

export function eventPage(context: Context, meeting: Meeting, page: string | undefined): Parts | null {
  const { world } = context;
  const { words, style, layout } = world;
  const { id, title, date, time, guests } = meeting;
  const home = `event/${id}`;
  const keep = <a href={home}>{words.keep}</a>;
  if (page === 'edit')
    return {
      heading: title,
      main: (
        <form data-on="change" data-arg={id}>
          {timing(context, meeting)}
          <button type="submit">{words.save}</button> {keep}
        </form>
      ),
    };
  const labels = [words.guest, words.second];
  const pairs = guests.map((name, i): [string, string] => [labels[i], name]);
  const summary = facts(style, [[words.date, date], [words.time, time], ...pairs]);
  if (page === 'cancel' && layout.cancel === 'twice')
    return {
      heading: title,
      main: [
        summary,
        <p key="controls">
          <button type="button" data-on="cancel" data-arg={id}>
            {words.sure}
          </button>{' '}
          {keep}
        </p>,
      ],
    };
  if (page !== undefined) return null;
  return {
    heading: title,
    trail: trailTo(world, words.calendar, 'calendar'),
    main: [
      summary,
      <p key="controls">
        <a href={`${home}/edit`}>{words.edit}</a>{' '}
        {layout.cancel === 'twice' ? (
          <a href={`${home}/cancel`}>{words.cancel}</a>
        ) : (
          minor(style, words.cancel, 'cancel', id)
        )}
      </p>,
    ],
  };
}

export function peoplePage({ world: { words, style, layout, people } }: Context): Parts {
  const heading = words.people;
  if (layout.contact === 'page') {
    const entries = people.map(({ name }) => ({
      key: name,
      title: <a href={`people/${slugOf(name)}`}>{name}</a>,
      facts: [],
    }));
    return { heading, main: listing(style, [words.name], entries) };
  }
  const entries = people.map(({ name, phone, city }) => ({ key: name, title: name, facts: [phone, city] }));
  return { heading, main: listing(style, [words.name, words.phone, words.city], entries) };
}

/** A contact, on sites that have a page for each. */
export function personPage({ world }: Context, slug: string): Parts | null {
  const { words, style, layout, people } = world;
  const person = people.find(({ name }) => slugOf(name) === slug);
  if (!person || layout.contact !== 'page') return null;
  return {
    heading: person.name,
    trail: trailTo(world, words.people, 'people'),
    main: facts(style, [
      [words.phone, person.phone],
      [words.city, person.city],
    ]),
  };
}
