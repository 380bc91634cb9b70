import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAMILIES } from '../../src/sites/index.ts';

it('every site family has its expert test', () => {
  const files = readdirSync(new URL('.', import.meta.url));
  for (const family of Object.keys(FAMILIES)) expect(files).toContain(`experts.${family}.test.ts`);
});
