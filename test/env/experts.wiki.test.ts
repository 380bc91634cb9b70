import { expect, it } from 'vitest';
import { LAYOUTS, type Layout, world } from '../../src/sites/wiki/world.ts';
import { experts } from './experts.ts';

/** Sites of every split that have every layout between them. */
const SEEDS = [20_000, 17, 10_003, 20_002];

it('the sites that are visited show every layout', () => {
  const layouts = SEEDS.map((seed) => world(seed).layout);
  for (const [name, { seen, unseen }] of Object.entries(LAYOUTS))
    expect(new Set(layouts.map((layout) => layout[name as keyof Layout])), name).toEqual(new Set([...seen, ...unseen]));
});

experts('wiki', SEEDS);
