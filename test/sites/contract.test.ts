import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAMILIES } from '../../src/sites/index.ts';

test.each(Object.keys(FAMILIES))('%s is held to the contract by its own test', (name) => {
  const text = readFileSync(new URL(`./${name}.test.ts`, import.meta.url), 'utf8');
  expect(text).toMatch(new RegExp(`^siteContract\\(${name}\\b`, 'm'));
});
