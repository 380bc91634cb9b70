import { invariant } from '../core/errors.ts';
import type { Rng } from '../core/rng.ts';
import { isUnseenStyle } from './site.ts';
import type { Synonyms } from './style.tsx';

type Slots = Record<string, string>;

/**
 * A goal sentence from patterns such as `'Add the {product} to the cart.'`. Unseen-style sites use the held-out
 * patterns; every pattern names every slot, so that the goal contains each value verbatim.
 */
export function phrase(rng: Rng, siteSeed: number, patterns: Synonyms, slots: Slots): string {
  const pattern = rng.pick(isUnseenStyle(siteSeed) && patterns.unseen.length > 0 ? patterns.unseen : patterns.seen);
  for (const name of Object.keys(slots)) invariant(pattern.includes(`{${name}}`), 'phrase', `no {${name}}`, pattern);
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => slots[name]);
}

/** The answer of a person and the text of a node are the same up to case, outer punctuation and white space. */
export const sameAnswer = (answer: string, expected: string): boolean => normal(answer) === normal(expected);

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["'“”]+|["'“”.!]+$/g, '');

/** The entries of `a` that `b` has not, counting repeats: what a visit stored too much, or has yet to store. */
export function minus<T, U>(a: readonly T[], b: readonly U[], key: (entry: T | U) => string): T[] {
  const left = b.map(key);
  return a.filter((entry) => {
    const at = left.indexOf(key(entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
