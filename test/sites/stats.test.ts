import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../src/sites/index.ts';
import { isUnseenStyle, type SiteFamily } from '../../src/sites/site.ts';
import { overlap, splitFacts } from '../../src/sites/stats.ts';

interface Shelf {
  seed: number;
  owner: string;
  books: number;
}

/** Two pages: a list of one to three books under the owner's name, and a help page that unseen-style sites say otherwise. */
const shelf: SiteFamily<Shelf, null> = {
  name: 'shelf',
  world: (seed) => ({ seed, owner: `Owner ${seed}`, books: 1 + (seed % 3) }),
  traits: ({ books }) => ({ category: 'books', capabilities: { size: `${books}` } }),
  initial: () => null,
  view: ({ seed, owner, books }, _state, url) => ({
    title: url,
    body:
      url === '/help'
        ? h('main', null, h(isUnseenStyle(seed) ? 'p' : 'h1', null, 'Books can be read.'))
        : h(
            'main',
            null,
            h('a', { href: './help' }, isUnseenStyle(seed) ? 'What now' : 'Help'),
            h('a', { href: 'help' }, owner),
            Array.from({ length: books }, (_, i) => h('p', null, `book ${i}`)),
          ),
  }),
  update: (_world, state) => ({ state }),
  templates: [
    {
      name: 'read',
      tier: 1,
      make: ({ seed, owner }, rng) => {
        const slots = { owner, page: String(rng.int(1000)) };
        const verb = isUnseenStyle(seed) ? 'Study' : 'Read';
        return { slots, goal: `${verb} page ${slots.page} at the shelf of ${owner}` };
      },
      counterfactual: () => null,
    },
  ],
  check: () => () => true,
  expert: () => ({ verb: 'stop', answer: '' }),
};

test('pages, words and goals of a small family, counted by hand', () => {
  const train = splitFacts(shelf, 'train', 6);
  // The number of books is content of a site, and no difference between pages.
  expect(train.shapes).toEqual(new Set(['main(a p)', 'main(h1)']));
  expect(train.words).toEqual(new Set(['Help']));
  expect(train.goals).toEqual(new Set(['Read page … at the shelf of …']));
  expect(train.sites.size).toBe(6);
  const unseen = splitFacts(shelf, 'test-unseen-style', 6);
  expect(unseen.shapes).toEqual(new Set(['main(a p)', 'main(p)']));
  expect(overlap(unseen.shapes, train.shapes)).toBe(0.5);
  expect(overlap(unseen.words, train.words)).toBe(0);
  expect(overlap(unseen.goals, train.goals)).toBe(0);
  expect(overlap(train.goals, train.goals)).toBe(1);
});

describe.each(Object.values(FAMILIES))('sites of $name', (family) => {
  test('no content is shared between splits, and unseen-style sites are phrased and built as no training site is', () => {
    const [train, seen, unseen] = (['train', 'test-seen', 'test-unseen-style'] as const).map((split) =>
      splitFacts(family, split, 20),
    );
    for (const facts of [train, seen, unseen]) {
      expect(facts.sites.size).toBe(20);
      expect(facts.shapes.size).toBeGreaterThan(20);
      expect(facts.goals.size).toBeGreaterThanOrEqual(family.templates.length);
    }
    expect([overlap(seen.sites, train.sites), overlap(unseen.sites, train.sites)]).toEqual([0, 0]);
    expect(overlap(unseen.goals, train.goals)).toBe(0);
    expect(overlap(unseen.shapes, train.shapes)).toBeLessThan(0.1);
    expect(overlap(seen.shapes, train.shapes)).toBeGreaterThan(0.3);
    expect(overlap(unseen.words, train.words)).toBeLessThan(overlap(seen.words, train.words));
  });
});
