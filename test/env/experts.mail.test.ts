import { expect, it } from 'vitest';
import { createWorld, LAYOUTS, type Layout } from '../../src/sites/mail/world.ts';
import { experts } from './experts.ts';

/** Sites of every split that have every layout between them. */
const SEEDS = [1, 20_001, 10_002, 20_002, 19];

it('the sites that are visited show every layout', () => {
  const layouts = SEEDS.map((seed) => createWorld(seed).layout);
  for (const [name, { seen, unseen }] of Object.entries(LAYOUTS))
    expect(new Set(layouts.map((layout) => layout[name as keyof Layout])), name).toEqual(new Set([...seen, ...unseen]));
});

experts('mail', SEEDS);
