import type { SplitName } from '../core/types.ts';
import { SPLIT_SEEDS } from '../sites/site.ts';
import { overlap, type SplitFacts, splitFacts } from '../sites/stats.ts';
import { familyOf } from '../sites/tasks.ts';
import { percent } from './reportCharts.ts';
import { columns } from './reportTable.ts';

const KINDS = ['sites', 'shapes', 'words', 'goals'] as const satisfies (keyof SplitFacts)[];

/** The templates of each family by tier. */
export const templateTable = (families: readonly string[]): string =>
  columns([
    ['family', 'tier', 'templates'],
    ...families.flatMap((name) =>
      ([1, 2, 3] as const).map((tier) => [
        name,
        String(tier),
        familyOf(name)
          .templates.filter((template) => template.tier === tier)
          .map((template) => template.name)
          .join(' '),
      ]),
    ),
  ]);

/** What the first `count` sites of each family and split are made of, and how much of that train has, too. */
export function statsTable(families: readonly string[], count: number): string {
  const rows = families.flatMap((name) => {
    const family = familyOf(name);
    const train = splitFacts(family, 'train', count);
    return (Object.keys(SPLIT_SEEDS) as SplitName[]).map((split) => {
      const facts = split === 'train' ? train : splitFacts(family, split, count);
      const cells = KINDS.map((kind) =>
        split === 'train'
          ? String(facts[kind].size)
          : `${facts[kind].size} (${percent(overlap(facts[kind], train[kind]))})`,
      );
      return [name, split, String(family.templates.length), ...cells];
    });
  });
  return [
    columns([['family', 'split', 'templates', ...KINDS], ...rows]),
    '',
    `Different ones on the first ${count} sites of a split; in brackets: how many of them train has, too.`,
    'shapes: tags of the first page and of those it links to; words: on links, buttons and labels of more than one site;',
    'goals: wordings without their slots.',
  ].join('\n');
}
