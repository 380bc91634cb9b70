import { type Look, lookOf } from './look.ts';
import type { SiteFamily, Traits } from './site.ts';
import { type Style, styleOf } from './style.tsx';

/** The kind of a site: what it is about, how its features are built, how it looks. Plain data. */
export interface Kind extends Traits {
  style: Omit<Style, 'seed'> & Look;
}

/** What a seed draws in a family: a point in category × capabilities × style. */
export function kindOf<World, State>(family: SiteFamily<World, State>, seed: number): Kind {
  const { seed: _, ...style } = styleOf(seed);
  return { ...family.traits(family.world(seed)), style: { ...style, ...lookOf(family.name, seed) } };
}
