import type { ComponentChild, VNode } from 'preact';
import type { Messages } from '../site.ts';
import { choice, field, minor, radios } from '../style.tsx';
import { type Tool, titleOf, toolPage, toolsOf, type WikiState } from './update.ts';
import { type Article, type Category, categoryOf, type Part, type WikiWorld } from './world.ts';

/** What every page function gets. */
export interface Visit {
  world: WikiWorld;
  state: WikiState;
  messages: Messages;
}

export interface Content {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
}

export const articleLink = ({ state }: Visit, article: Article): VNode => (
  <a href={`wiki/${article.id}`}>{titleOf(state, article)}</a>
);
export const categoryLink = ({ id, name }: Category): VNode => (
  <a key={id} href={`category/${id}`}>
    {name}
  </a>
);
export const categoryName = (world: WikiWorld, id: string): string => categoryOf(world, id)?.name ?? id;

/** What the site calls a part of an article. */
export const partLabel = ({ label }: WikiWorld, part: Part): string => label[part];

/** One of a few options; without a `value` nothing is chosen yet. */
export function oneOf({ world, messages }: Visit, name: string, label: string, options: readonly string[], value = '') {
  const { style, layout } = world;
  if (layout.options === 'radios') return radios(style, name, label, options, value, messages[name]);
  const all = value === '' ? [world.label.choose, ...options] : options;
  return field(style, name, label, choice(name, all, value), messages[name]);
}

/** The way to the pages of an article from any of them. */
export function tools({ world }: Visit, { id }: Article, current: Tool | ''): VNode {
  const { label, layout, style } = world;
  const all = toolsOf(world);
  if (layout.tools === 'menu') {
    const names = all.map((tool) => label[tool]);
    const act = { 'data-on': 'open', 'data-arg': id };
    const options = current === '' ? [label.choose, ...names] : names;
    return (
      <div key="tools">
        {field(style, 'tool', label.tools, choice('tool', options, current && label[current], act))}
      </div>
    );
  }
  const links = all.map((tool) => (
    <a key={tool} href={toolPage(id, tool)}>
      {label[tool]}
    </a>
  ));
  if (layout.tools === 'row')
    return (
      <p key="tools" class="choices">
        {links}
      </p>
    );
  return (
    <ul key="tools">
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  );
}

/** Switches whether an article is watched. */
export function watching({ world, state }: Visit, { id }: Article): VNode {
  const { label, layout, style } = world;
  const on = state.watched.includes(id);
  if (layout.watching === 'control')
    return <p key="watch">{minor(style, on ? label.unwatch : label.watch, 'watch', id)}</p>;
  const box = <input id="watch" name="watch" type="checkbox" defaultChecked={on} data-on="watch" data-arg={id} />;
  return <div key="watch">{field(style, 'watch', label.watch, box)}</div>;
}
