import type { ComponentChild, VNode } from 'preact';
import type { Messages } from '../site.ts';
import { choice, field, minor, radios } from '../style.tsx';
import { type ForumState, markKey } from './update.ts';
import type { Board, ForumWorld } from './world.ts';

/** What every page function gets. */
export interface Visit {
  world: ForumWorld;
  state: ForumState;
  messages: Messages;
}

export interface Content {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
  trail?: { label: string; href: string }[];
}

/** The pages above one, on sites that show them: the home page, and what else is named. */
export const trailOf = ({ layout, label }: ForumWorld, ...places: readonly { label: string; href: string }[]) =>
  layout.trail === 'shown' ? [{ label: label.home, href: './' }, ...places] : [];

export const boardLink = ({ id, name }: Board): VNode => <a href={`board/${id}`}>{name}</a>;

/** One of a few options; without a `value` nothing is chosen yet. */
export function oneOf({ world, messages }: Visit, name: string, label: string, options: readonly string[], value = '') {
  const { style, layout } = world;
  if (layout.options === 'radios') return radios(style, name, label, options, value, messages[name]);
  const all = value === '' ? [world.label.choose, ...options] : options;
  return field(style, name, label, choice(name, all, value), messages[name]);
}

/** Switches whether the board or thread of that id is watched. */
export function watching({ world, state }: Visit, id: string): VNode {
  const { label, layout, style } = world;
  const on = state.marks[markKey('watch', id)] === 'on';
  if (layout.watching === 'control')
    return <p key="watch">{minor(style, on ? label.unwatch : label.watch, 'watch', id)}</p>;
  const box = <input id="watch" name="watch" type="checkbox" defaultChecked={on} data-on="watch" data-arg={id} />;
  return <div key="watch">{field(style, 'watch', label.watch, box)}</div>;
}
