import type { ComponentChild, VNode } from 'preact';
import { createRng, type Rng } from '../core/rng.ts';
import { isUnseenStyle } from './site.ts';

/** How a site looks and is built: a function of its seed only. */
export interface Style {
  seed: number;
  /** Where the site's links stand; `foot` (links after the content) is held out. */
  nav: 'top' | 'side' | 'foot';
  /** How lists are built; `numbered` is held out. */
  list: 'cards' | 'table' | 'plain' | 'numbered';
  /** How label – value pairs are built; `bullets` is held out. */
  facts: 'terms' | 'table' | 'lines' | 'bullets';
  /** How fields are labelled; `after` (label behind its field) is held out. */
  label: 'above' | 'around' | 'after';
  /** Filters and side information before or after the main content. */
  aside: 'before' | 'after';
  /** The brand is a heading, a link, or (held out) plain text in the footer. */
  brand: 'heading' | 'link' | 'footer';
  /** Minor actions (remove, hide …) are role-less clickable elements instead of buttons. */
  bareClicks: boolean;
  palette: string;
}

type Dimension<T> = { seen: readonly T[]; unseen: readonly T[] };
const DIMENSIONS = {
  nav: { seen: ['top', 'side'], unseen: ['foot'] },
  list: { seen: ['cards', 'table', 'plain'], unseen: ['numbered'] },
  facts: { seen: ['terms', 'table', 'lines'], unseen: ['bullets'] },
  label: { seen: ['above', 'around'], unseen: ['after'] },
  brand: { seen: ['heading', 'link'], unseen: ['footer'] },
  palette: { seen: ['sand', 'sky', 'mint', 'rose', 'slate'], unseen: ['plum', 'amber'] },
} as const satisfies { [K in keyof Style]?: Dimension<Style[K]> };

/** Values of each dimension that seeds of seen styles never have. */
export const HELD_OUT: Record<keyof typeof DIMENSIONS, readonly string[]> = Object.fromEntries(
  Object.entries(DIMENSIONS).map(([name, d]) => [name, d.unseen]),
) as unknown as Record<keyof typeof DIMENSIONS, readonly string[]>;

/** The style of a seed. Unseen-style seeds take at least three of the six dimensions from held-out values. */
export function styleOf(seed: number): Style {
  const rng = createRng(seed).fork('style');
  const names = Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[];
  const held = new Set(isUnseenStyle(seed) ? rng.fork('held').sample(names, 3 + rng.fork('count').int(3)) : []);
  const draw = <T,>(name: keyof typeof DIMENSIONS, d: Dimension<T>): T =>
    rng.fork(name).pick(held.has(name) ? d.unseen : d.seen);
  return {
    seed,
    nav: draw('nav', DIMENSIONS.nav),
    list: draw('list', DIMENSIONS.list),
    facts: draw('facts', DIMENSIONS.facts),
    label: draw('label', DIMENSIONS.label),
    brand: draw('brand', DIMENSIONS.brand),
    palette: draw('palette', DIMENSIONS.palette),
    aside: rng.fork('aside').pick(['before', 'after'] as const),
    bareClicks: rng.fork('bare').chance(0.35),
  };
}

export type Synonyms = { seen: readonly string[]; unseen: readonly string[] };

/** One of the ways to build or say something; unseen-style sites draw about 60 % of those with held-out variants from them. */
export const variant = <T,>(rng: Rng, seed: number, { seen, unseen }: Dimension<T>): T =>
  rng.pick(isUnseenStyle(seed) && unseen.length > 0 && rng.chance(0.6) ? unseen : seen);

/** One wording per key, e.g. `wordingOf(seed, 'shop', { add: { seen: ['Add to cart', 'Add to basket'], unseen: ['Place in trolley'] } })`. */
export function wordingOf<K extends string>(
  seed: number,
  family: string,
  table: Record<K, Synonyms>,
): Record<K, string> {
  const out = {} as Record<K, string>;
  for (const key of Object.keys(table) as K[])
    out[key] = variant(createRng(seed).fork(`${family}:${key}`), seed, table[key]);
  return out;
}

/** What surrounds the content of a page. Everything is plain HTML: roles come from elements alone. */
export interface Shell {
  brand: string;
  links: readonly { label: string; href: string }[];
  /** A search form or the like, beside the links. */
  tools?: ComponentChild;
  /** The pages above this one, outermost first. */
  trail?: readonly { label: string; href: string }[];
  /** Page-level message. */
  alert?: string;
  heading: string;
  main: ComponentChild;
  /** Filters, side information. */
  aside?: ComponentChild;
}

export function shell(style: Style, page: Shell): VNode {
  const brand =
    style.brand === 'heading' ? (
      <h1 class="brand">{page.brand}</h1>
    ) : style.brand === 'link' ? (
      <a class="brand" href="./">
        {page.brand}
      </a>
    ) : null;
  const nav = (
    <nav>
      {page.links.map((link) => (
        <a key={link.href} href={link.href}>
          {link.label}
        </a>
      ))}
    </nav>
  );
  const trail = page.trail?.length ? (
    <p class="trail">
      {page.trail.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  ) : null;
  const main = (
    <main>
      {trail}
      {style.brand === 'heading' ? <h2>{page.heading}</h2> : <h1>{page.heading}</h1>}
      {page.alert ? <p class="alert">{page.alert}</p> : null}
      {style.aside === 'before' ? page.aside : null}
      {page.main}
      {style.aside === 'after' ? page.aside : null}
    </main>
  );
  return (
    <div class={`page ${style.nav}`}>
      <header>
        {brand}
        {style.nav === 'foot' ? null : nav}
        {page.tools}
      </header>
      {main}
      {style.nav === 'foot' ? nav : null}
      {style.brand === 'footer' ? <footer>{page.brand}</footer> : null}
    </div>
  );
}

/** One entry of a list: a title (usually a link), short facts, each its own text node, and controls. */
export interface Entry {
  key: string;
  title: ComponentChild;
  facts: readonly ComponentChild[];
  controls?: ComponentChild;
}

/** A list of entries. `columns` heads the table form: one for the title, one for each fact. */
export function listing(style: Style, columns: readonly string[], entries: readonly Entry[]): VNode {
  if (style.list === 'table')
    return (
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.key}>
              <td>{entry.title}</td>
              {entry.facts.map((fact, i) => (
                <td key={columns[i + 1]}>{fact}</td>
              ))}
              {entry.controls ? <td>{entry.controls}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    );
  const body = (entry: Entry) => [
    <span key="title" class="title">
      {entry.title}
    </span>,
    ...entry.facts.map((fact, i) => (
      <span key={columns[i + 1]} class="fact">
        {fact}
      </span>
    )),
    entry.controls,
  ];
  if (style.list === 'cards')
    return (
      <div class="cards">
        {entries.map((entry) => (
          <div key={entry.key} class="card">
            {body(entry)}
          </div>
        ))}
      </div>
    );
  const items = entries.map((entry) => (
    <li key={entry.key} class="row">
      {body(entry)}
    </li>
  ));
  return style.list === 'numbered' ? <ol class="rows">{items}</ol> : <ul class="rows">{items}</ul>;
}

/** Label – value pairs; the value is a text node (or link) of its own, so an answer is exactly the name of one node. */
export function facts(style: Style, pairs: readonly (readonly [label: string, value: ComponentChild])[]): VNode {
  if (style.facts === 'table')
    return (
      <table class="facts">
        <tbody>
          {pairs.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  if (style.facts === 'terms')
    return (
      <dl>
        {pairs.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
      </dl>
    );
  const inner = ([label, value]: readonly [string, ComponentChild]) => [
    <b key="label">{label}</b>,
    <span key="value" class="fact">
      {value}
    </span>,
  ];
  return style.facts === 'lines' ? (
    <div class="facts">
      {pairs.map((pair) => (
        <p key={pair[0]}>{inner(pair)}</p>
      ))}
    </div>
  ) : (
    <ul class="facts">
      {pairs.map((pair) => (
        <li key={pair[0]}>{inner(pair)}</li>
      ))}
    </ul>
  );
}

/** A labelled control. `control` must have `id={name}`; `error` is the message of that field, if any. */
export function field(style: Style, name: string, label: string, control: VNode, error?: string): VNode {
  const message = error ? <span class="error">{error}</span> : null;
  if (style.label === 'around')
    return (
      <p key={name} class="field">
        <label for={name}>
          <span>{label}</span>
          {control}
        </label>
        {message}
      </p>
    );
  const text = <label for={name}>{label}</label>;
  return (
    <p key={name} class="field">
      {style.label === 'above' ? text : null}
      {control}
      {style.label === 'after' ? text : null}
      {message}
    </p>
  );
}

/** A native select. `extra` carries `data-on` and the like; options are values and labels at once. */
export function choice(
  name: string,
  options: readonly string[],
  value: string,
  extra: Record<string, string> = {},
): VNode {
  return (
    <select id={name} name={name} {...extra}>
      {options.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  );
}

/** One of a few options as radio buttons; `error` is the message of the group, if any. */
export function radios(
  style: Style,
  name: string,
  legend: string,
  options: readonly string[],
  value: string,
  error?: string,
): VNode {
  return (
    <fieldset key={name}>
      <legend>{legend}</legend>
      {options.map((option) => {
        const rest = { id: option, name, value: option, defaultChecked: option === value };
        return field(style, option, option, <input type="radio" {...rest} />);
      })}
      {error ? <span class="error">{error}</span> : null}
    </fieldset>
  );
}

/** A text-like input; its value is the visitor's until the form is sent. */
export function input(name: string, type: 'text' | 'search' | 'date' | 'time', value: string): VNode {
  const rest = { id: name, name, defaultValue: value, autocomplete: 'off' } as const;
  if (type === 'date') return <input type="date" {...rest} />;
  if (type === 'time') return <input type="time" {...rest} />;
  return type === 'search' ? <input type="search" {...rest} /> : <input type="text" {...rest} />;
}

/** A text of several lines. */
export const area = (name: string, value: string): VNode => (
  <textarea id={name} name={name} rows={2} defaultValue={value} />
);

/** A minor action: a button, or a role-less clickable in some styles. */
export function minor(style: Style, label: string, on: string, arg: string): VNode {
  return style.bareClicks ? (
    <div class="bare" data-on={on} data-arg={arg} style="cursor:pointer">
      {label}
    </div>
  ) : (
    <button type="button" data-on={on} data-arg={arg}>
      {label}
    </button>
  );
}
