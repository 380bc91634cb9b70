import type { ComponentChild, VNode } from 'preact';
import { createRng } from '../../core/rng.ts';
import type { Messages } from '../site.ts';
import { choice, type Entry, field, listing, radios } from '../style.tsx';
import { type Asked, addressOfList, type Group, groupsOf, type List } from './lists.ts';
import { figures, type Place } from './region.ts';
import type { TravelState } from './update.ts';
import type { TravelWorld } from './world.ts';

/** What every page function gets. */
export interface Visit {
  world: TravelWorld;
  state: TravelState;
  messages: Messages;
}

export interface Content {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
}

/** One of a few options; without a `value` nothing is chosen yet. */
export function oneOf(visit: Visit, name: string, label: string, options: readonly string[], value = '') {
  const { world, messages } = visit;
  const { style, layout } = world;
  if (layout.options === 'radios') return radios(style, name, label, options, value, messages[name]);
  return chosen(visit, name, label, options, value);
}

/** One of many options. */
export function chosen(
  { world, messages }: Visit,
  name: string,
  label: string,
  options: readonly string[],
  value = '',
): VNode {
  const all = options.includes(value) ? options : [world.label.choose, ...options];
  return field(world.style, name, label, choice(name, all, value), messages[name]);
}

export const placeLink = ({ id, name }: Place): VNode => <a href={`place/${id}`}>{name}</a>;

/** `typed`: with the type of each place, where nothing else tells it. */
export function placeList({ label, style }: TravelWorld, places: readonly Place[], typed: boolean): VNode {
  if (places.length === 0) return <p key="places">{label.nothing}</p>;
  const entries = places.map((place): Entry => {
    const { id, category } = place;
    const numbers = [figures.rating(place), figures.price(place), figures.distance(place)];
    return { key: id, title: placeLink(place), facts: typed ? [category, ...numbers] : numbers };
  });
  const columns = [label.rating, label.price, label.distance];
  return (
    <div key="places">{listing(style, [label.places, ...(typed ? [label.category] : []), ...columns], entries)}</div>
  );
}

/** What arranges the list at `asked`. */
export function arranging(world: TravelWorld, list: List, asked: Asked): VNode | null {
  const { label, layout, style } = world;
  const groups = groupsOf(world, list);
  if (groups.length === 0) return null;
  const base = { ...asked, page: '' };
  if (layout.arrange === 'links')
    return (
      <div key="arrange">
        {groups.map(({ key, label: heading, options }) => (
          <p key={key} class="choices">
            <b>{heading}</b>
            {options.map(({ text, value }) => (
              <a key={text} href={addressOfList(list, { ...base, [key]: value })}>
                {text}
              </a>
            ))}
          </p>
        ))}
      </div>
    );
  const place = addressOfList(list, base);
  const act: Record<string, string> = layout.arrange === 'instant' ? { 'data-on': 'arrange', 'data-arg': place } : {};
  const select = ({ key, label: name, options }: Group): VNode => {
    const now = options.find(({ value }) => value === asked[key]) ?? options[0];
    const texts = options.map(({ text }) => text);
    return field(style, key, name, choice(key, texts, now.text, act));
  };
  return (
    <form key="arrange" data-on="arrange" data-arg={place}>
      {groups.map(select)}
      {layout.arrange === 'apply' ? <button type="submit">{label.show}</button> : null}
    </form>
  );
}

/** A picture of the region that says nothing: towns as dots, lines between them, no part of the page's text. */
export function picture({ seed, towns }: TravelWorld): VNode {
  const rng = createRng(seed).fork('travel picture');
  const dots = towns.map((town, i) => ({ town, x: 30 + 75 * i, y: 18 + rng.int(54) }));
  return (
    <svg key="picture" aria-hidden="true" width="360" height="90" viewBox="0 0 360 90">
      <polyline
        points={dots.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        stroke-opacity="0.35"
        stroke-width="3"
      />
      {dots.map(({ town, x, y }) => (
        <circle key={town} cx={x} cy={y} r="6" fill="currentColor" />
      ))}
    </svg>
  );
}
