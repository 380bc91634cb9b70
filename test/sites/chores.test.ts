import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chores } from './chores.tsx';
import { siteContract } from './contract.ts';

siteContract(chores, { nodes: [2, 60] });

test('the guide shows this very family', () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(text('../../docs/sites.md')).toContain(`\`\`\`tsx\n${text('./chores.tsx')}\`\`\``);
});
