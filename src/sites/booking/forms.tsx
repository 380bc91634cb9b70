import type { ComponentChild, VNode } from 'preact';
import type { Messages } from '../site.ts';
import { area, choice, facts, field, input, listing, minor, radios } from '../style.tsx';
import { type BookingState, CHANGEABLE } from './update.ts';
import { FREQUENCIES } from './wording.ts';
import { type Booking, type BookingWorld, type Draft, type Entity, FIELDS, type FieldKey } from './world.ts';

export interface Context {
  world: BookingWorld;
  state: BookingState;
  messages: Messages;
}
export type Parts = { heading: string; main: ComponentChild; aside?: ComponentChild };

/** The name of a booking's link on the list of bookings. */
export const bookingTitle = (booking: Booking): string => `${booking.service} for ${booking.name}`;

/** One control of the wizard (or of the change form), holding the value of `draft`. */
function control({ world, messages }: Context, key: FieldKey, draft: Draft): VNode {
  const { words } = world;
  const value = draft[key];
  const named = (entities: readonly Entity[]) => entities.map((entity) => entity.name);
  const controls: Record<FieldKey, () => VNode> = {
    service: () => choice(key, [words.choose, ...named(world.services)], value || words.choose),
    member: () => choice(key, [words.anyone, ...named(world.staff)], value || words.anyone),
    date: () => input(key, 'date', value),
    slot: () => choice(key, [words.choose, ...world.slots], value || words.choose),
    name: () => input(key, 'text', value),
    phone: () => <input id={key} name={key} type="tel" defaultValue={value} autocomplete="off" />,
    notes: () => area(key, value),
    voucher: () => input(key, 'text', value),
    reminder: () => <input id={key} name={key} type="checkbox" defaultChecked={value === 'on'} />,
  };
  return field(world.style, key, words[key], controls[key](), messages[key]);
}

/** The facts of a booking that were given. */
const summary = ({ world }: Context, draft: Draft): VNode =>
  facts(
    world.style,
    FIELDS.filter((key) => draft[key] !== '').map((key) => [
      world.words[key],
      draft[key] === 'on' ? 'yes' : draft[key],
    ]),
  );

export function wizard(context: Context, step: number): Parts {
  const { world, state } = context;
  const { words, style, steps } = world;
  const back = step > 1 ? minor(style, words.back, 'back', String(step)) : null;
  const place = <p>{`Step ${step} of ${steps.length + 1}`}</p>;
  const buttons = (main: VNode) => (
    <p class="field">
      {main} {back} {minor(style, words.restart, 'restart', '')}
    </p>
  );
  if (step > steps.length)
    return {
      heading: words.review,
      main: [
        place,
        summary(context, state.draft),
        buttons(
          <button type="button" data-on="confirm">
            {words.confirm}
          </button>,
        ),
      ],
    };
  return {
    heading: words.book,
    main: [
      place,
      <form key={step} data-on="next" data-arg={step}>
        {steps[step - 1].map((key) => control(context, key, state.draft))}
        {buttons(<button type="submit">{words.next}</button>)}
      </form>,
    ],
  };
}

export function bookingPage(context: Context, booking: Booking, page: string | undefined): Parts | null {
  const { world } = context;
  const { words, style } = world;
  const heading = bookingTitle(booking);
  const home = `booking/${booking.ref}`;
  if (page === 'change')
    return {
      heading,
      main: (
        <form data-on="change" data-arg={booking.ref}>
          {CHANGEABLE.map((key) => control(context, key, booking))}
          <button type="submit">{words.save}</button> <a href={home}>{words.keep}</a>
        </form>
      ),
    };
  if (page === 'cancel')
    return {
      heading,
      main: [
        summary(context, booking),
        <p key="controls">
          <button type="button" data-on="cancel" data-arg={booking.ref}>
            {words.sure}
          </button>{' '}
          <a href={home}>{words.keep}</a>
        </p>,
      ],
    };
  if (page !== undefined) return null;
  const cancel = world.asksTwice ? (
    <a href={`${home}/cancel`}>{words.cancel}</a>
  ) : (
    minor(style, words.cancel, 'cancel', booking.ref)
  );
  return {
    heading,
    main: [
      summary(context, booking),
      <p key="controls">
        <a href={`${home}/change`}>{words.change}</a> {cancel}
      </p>,
    ],
  };
}

export function newsletter({ world, state, messages }: Context): Parts {
  const { words, style } = world;
  const frequency = world.radios
    ? radios(style, 'frequency', words.frequency, FREQUENCIES, '', messages.frequency)
    : field(
        style,
        'frequency',
        words.frequency,
        choice('frequency', [words.choose, ...FREQUENCIES], words.choose),
        messages.frequency,
      );
  return {
    heading: words.newsletter,
    main: (
      <form data-on="subscribe">
        {field(style, 'name', words.name, input('name', 'text', ''), messages.name)}
        {frequency}
        <button type="submit">{words.subscribe}</button>
      </form>
    ),
    aside: state.subscribers.length
      ? listing(
          style,
          [words.name, words.frequency],
          state.subscribers.map(({ name, frequency: how }, i) => ({
            key: `${i} ${name}`,
            title: name,
            facts: [how],
            controls: minor(style, removal(world, name), 'unsubscribe', String(i)),
          })),
        )
      : null,
  };
}

/** The name of the control that takes an entry off a list. */
export const removal = (world: BookingWorld, name: string): string => `${world.words.remove} ${name}`;

export function contact({ world, state, messages }: Context): Parts {
  const { words, style } = world;
  const topics = choice('topic', [words.choose, ...world.topics], words.choose);
  return {
    heading: words.contact,
    main: (
      <form data-on="message">
        {field(style, 'name', words.name, input('name', 'text', ''), messages.name)}
        {field(style, 'topic', words.topic, topics, messages.topic)}
        {field(style, 'text', words.text, area('text', ''), messages.text)}
        <button type="submit">{words.send}</button>
      </form>
    ),
    aside: state.messages.length
      ? listing(
          style,
          [words.text, words.topic],
          state.messages.map(({ text, topic }, i) => ({
            key: `${i} ${text}`,
            title: text,
            facts: [topic],
            controls: minor(style, removal(world, text), 'withdraw', String(i)),
          })),
        )
      : null,
  };
}
