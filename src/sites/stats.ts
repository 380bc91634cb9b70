import { type ComponentChild, isValidElement, type VNode } from 'preact';
import { createRng } from '../core/rng.ts';
import type { SplitName } from '../core/types.ts';
import { type SiteFamily, SPLIT_SEEDS } from './site.ts';

/** What the sites of one family and split are made of, each as a set of texts: sets of two splits can be compared. */
export interface SplitFacts {
  /** Contents, the seed itself left out. */
  sites: Set<string>;
  /** Structures of pages: tags as they are nested. */
  shapes: Set<string>;
  /** Texts of links, buttons, labels and heads of tables that more than one site shows: no names made for one site. */
  words: Set<string>;
  /** Goals with `…` for the value of each slot. */
  goals: Set<string>;
}

interface Element {
  tag: string;
  props: Record<string, unknown>;
  children: (Element | string)[];
}

function elementsIn(child: ComponentChild): (Element | string)[] {
  if (child === null || child === undefined || typeof child === 'boolean') return [];
  if (Array.isArray(child)) return child.flatMap(elementsIn);
  if (!isValidElement(child)) return [String(child)];
  const { type, props } = child as VNode<Record<string, unknown> & { children?: ComponentChild }>;
  if (typeof type !== 'string') return elementsIn((type as (props: unknown) => ComponentChild)(props));
  return [{ tag: type, props, children: elementsIn(props.children) }];
}

const inner = ({ children }: Element): Element[] => children.filter((child) => typeof child !== 'string');
const textOf = ({ children }: Element): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
const withAll = (element: Element): Element[] => [element, ...inner(element).flatMap(withAll)];

/** Neighbours that are alike count once, so that a list of five and one of eight have the same shape. */
function shapeOf(element: Element): string {
  const shapes = inner(element).map(shapeOf);
  const distinct = shapes.filter((shape, i) => shape !== shapes[i - 1]);
  return distinct.length > 0 ? `${element.tag}(${distinct.join(' ')})` : element.tag;
}

const WORDED = new Set(['a', 'button', 'label', 'th', 'dt', 'legend']);

/** The facts of the first `count` sites of a split: their first pages, the pages that those link to, one goal a template. */
export function splitFacts<World, State>(
  family: SiteFamily<World, State>,
  split: SplitName,
  count: number,
): SplitFacts {
  const facts: SplitFacts = { sites: new Set(), shapes: new Set(), words: new Set(), goals: new Set() };
  const [first] = SPLIT_SEEDS[split];
  const seenOnce = new Set<string>();
  for (let seed = first; seed < first + count; seed++) {
    const world = family.world(seed);
    const state = family.initial(world);
    facts.sites.add(JSON.stringify(world, (key, value) => (key === 'seed' ? undefined : value)));
    const pageAt = (url: string): Element => elementsIn(family.view(world, state, url, {}).body)[0] as Element;
    const links = withAll(pageAt('/')).filter(({ tag }) => tag === 'a');
    const addresses = links.map(({ props }) => `/${String(props['href']).replace(/^\.?\//, '')}`);
    const words = new Set<string>();
    for (const page of [...new Set(['/', ...addresses])].map(pageAt)) {
      facts.shapes.add(shapeOf(page));
      for (const element of withAll(page)) if (WORDED.has(element.tag)) words.add(textOf(element));
    }
    for (const word of words) (seenOnce.has(word) ? facts.words : seenOnce).add(word);
    for (const { name, make } of family.templates) {
      const { goal, slots } = make(world, createRng(seed).fork(`stats:${name}`));
      facts.goals.add(Object.values(slots).reduce((text, value) => text.replace(value, '…'), goal));
    }
  }
  return facts;
}

/** The share of `some` that `others` have, too. */
export const overlap = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((one) => others.has(one)).length / Math.max(1, some.size);
