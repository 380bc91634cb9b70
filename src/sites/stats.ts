import { createRng } from '../core/rng.ts';
import type { SplitName } from '../core/types.ts';
import { kindOf } from './kinds.ts';
import { type SiteFamily, SPLIT_SEEDS } from './site.ts';
import { pagesOf, shapeOf, structureOf, textOf, withAll } from './structure.ts';

/** What the sites of one family and split are made of, each as a set of texts: sets of two splits can be compared. */
export interface SplitFacts {
  /** Contents, the seed itself left out. */
  sites: Set<string>;
  /** Category, capabilities and style together. */
  kinds: Set<string>;
  /** Structures of sites: the shapes of their pages. */
  structures: Set<string>;
  /** Structures of pages: tags as they are nested. */
  shapes: Set<string>;
  /** Texts of links, buttons, labels and heads of tables that more than one site shows: no names made for one site. */
  words: Set<string>;
  /** Goals with `…` for the value of each slot. */
  goals: Set<string>;
}

const noFacts = (): SplitFacts => ({
  sites: new Set(),
  kinds: new Set(),
  structures: new Set(),
  shapes: new Set(),
  words: new Set(),
  goals: new Set(),
});

const WORDED = new Set(['a', 'button', 'label', 'th', 'dt', 'legend']);

/** The facts of the first `count` sites of a split: their first pages, the pages that those link to, one goal a template. */
export function splitFacts<World, State>(
  family: SiteFamily<World, State>,
  split: SplitName,
  count: number,
): SplitFacts {
  const facts = noFacts();
  const [first] = SPLIT_SEEDS[split];
  const seenOnce = new Set<string>();
  for (let seed = first; seed < first + count; seed++) {
    const world = family.world(seed);
    facts.sites.add(JSON.stringify(world, (key, value) => (key === 'seed' ? undefined : value)));
    facts.kinds.add(JSON.stringify(kindOf(family, seed)));
    const pages = pagesOf(family, world);
    facts.structures.add(structureOf(pages));
    const words = new Set<string>();
    for (const page of pages) {
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

/** The facts of several families as those of one. */
export function together(parts: readonly SplitFacts[]): SplitFacts {
  const facts = noFacts();
  for (const part of parts)
    for (const key of Object.keys(facts) as (keyof SplitFacts)[]) for (const one of part[key]) facts[key].add(one);
  return facts;
}

/** The share of `some` that `others` have, too. */
export const overlap = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((one) => others.has(one)).length / Math.max(1, some.size);
