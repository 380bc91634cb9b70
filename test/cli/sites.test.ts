import { expect, it } from 'vitest';
import { statsTable } from '../../src/cli/siteTable.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { kindOf } from '../../src/sites/kinds.ts';
import { chores } from '../sites/chores.tsx';
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
  expect(head).toEqual(['family', 'split', 'sites', 'kinds', 'structures', 'shapes', 'words', 'goals']);
  expect(train.slice(0, 4)).toEqual(['mail', 'train', '5', '5']);
  expect(seen.slice(0, 4)).toEqual(['mail', 'test-seen', '5 (0 %)', '5 (0 %)']);
  expect(unseen[1]).toBe('test-unseen-style');
  expect(unseen[7]).toMatch(/^\d+ \(0 %\)$/);
});

it('shows that test splits share nothing with training that they must not, a held-out family included', () => {
  FAMILIES['chores'] = { ...chores, heldOut: true };
  const rows = statsTable(['shop', 'chores'], 4).split('\n');
  const names = rows.slice(1, 9).map((row) => row.split(/ {2,}/).slice(0, 3).join(' '));
  expect(names).toEqual([
    'shop train 4',
    'shop test-seen 4 (0 %)',
    'shop test-unseen-style 4 (0 %)',
    'chores test-unseen-family 4 (0 %)',
    'all train 4',
    'all test-seen 4 (0 %)',
    'all test-unseen-style 4 (0 %)',
    'all test-unseen-family 4 (0 %)',
  ]);
  const clean = /: 0 sites, 0 goals of test-unseen-style, 0 families of test-unseen-family\.$/;
  expect(rows.at(-1)).toMatch(clean);

  // The line can say otherwise: held out under another name, the shops of training are still those of training.
  FAMILIES['market'] = { ...FAMILIES.shop, heldOut: true, world: (seed) => FAMILIES.shop.world(seed % 10_000) };
  expect(statsTable(['shop', 'market'], 4)).toMatch(/: 4 sites, 0 goals of /);
  expect(() => statsTable(['zoo'], 4)).toThrow(/unknown site family/);
});

it('lists the kind of each site of a split', async () => {
  const { code, out } = await reverie([
    'sites',
    '--list',
    '--families',
    'mail',
    '--split',
    'test-seen',
    '--sites',
    '2',
  ]);
  expect(code).toBe(0);
  const [head, first, second, ...rest] = out.trimEnd().split('\n');
  expect(head).toMatch(/^site +category +capabilities +style$/);
  expect([first.split(' ')[0], second.split(' ')[0], rest]).toEqual(['mail/10000', 'mail/10001', []]);
  const { category, capabilities, style } = kindOf(FAMILIES.mail, 10_000);
  expect(first).toContain(` ${category} `);
  for (const [name, value] of [...Object.entries(capabilities), ...Object.entries(style)])
    expect(first).toContain(` ${name}=${value}`);
});
