import { expect, it } from 'vitest';
import { statsTable } from '../../src/cli/siteTable.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { reverie } from './cli.ts';

it('lists every template of every family', async () => {
  const { code, out } = await reverie(['sites']);
  expect(code).toBe(0);
  for (const [family, { templates }] of Object.entries(FAMILIES))
    for (const { name, tier } of templates) expect(out).toMatch(new RegExp(`^${family} +${tier} .*\\b${name}\\b`, 'm'));
});

it('counts what the splits have and share', async () => {
  const { code, out } = await reverie(['sites', '--stats', '--families', 'mail', '--sites', '5']);
  expect(code).toBe(0);
  expect(out.trimEnd()).toBe(statsTable(['mail'], 5));
  const [head, train, seen, unseen] = out.split('\n').map((line) => line.split(/ {2,}/));
  expect(head).toEqual(['family', 'split', 'templates', 'sites', 'shapes', 'words', 'goals']);
  expect(train.slice(0, 4)).toEqual(['mail', 'train', '17', '5']);
  expect(seen.slice(0, 4)).toEqual(['mail', 'test-seen', '17', '5 (0 %)']);
  expect(unseen[1]).toBe('test-unseen-style');
  expect(unseen[6]).toMatch(/^\d+ \(0 %\)$/);
});
