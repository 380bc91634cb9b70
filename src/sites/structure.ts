import { type ComponentChild, isValidElement, type VNode } from 'preact';
import type { SiteFamily } from './site.ts';

/* What pages are made of when nobody reads them: tags as they are nested, in the page's own description. */

export interface Element {
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

export const textOf = ({ children }: Element): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

export const withAll = (element: Element): Element[] => [element, ...inner(element).flatMap(withAll)];

/** Neighbours that are alike count once, so that a list of five and one of eight have the same shape. */
export function shapeOf(element: Element): string {
  const shapes = inner(element).map(shapeOf);
  const distinct = shapes.filter((shape, i) => shape !== shapes[i - 1]);
  return distinct.length > 0 ? `${element.tag}(${distinct.join(' ')})` : element.tag;
}

/** The first page of a fresh visit and those that it links to. */
export function pagesOf<World, State>(family: SiteFamily<World, State>, world: World): Element[] {
  const state = family.initial(world);
  const pageAt = (url: string): Element => elementsIn(family.view(world, state, url, {}).body)[0] as Element;
  const links = withAll(pageAt('/')).filter(({ tag }) => tag === 'a');
  const addresses = links.map(({ props }) => `/${String(props['href']).replace(/^\.?\//, '')}`);
  return [...new Set(['/', ...addresses])].map(pageAt);
}

/** Sites of the same structure have the same set of page shapes. */
export const structureOf = (pages: readonly Element[]): string =>
  [...new Set(pages.map(shapeOf))].toSorted().join('\n');
