import type { SplitName } from '../core/types.ts';
import { kindOf } from '../sites/kinds.ts';
import { SPLIT_SEEDS } from '../sites/site.ts';
import { overlap, type SplitFacts, splitFacts, together } from '../sites/stats.ts';
import { familyOf, hasFamily } from '../sites/tasks.ts';
import { percent } from './reportCharts.ts';
import { columns } from './reportTable.ts';

const SPLITS = Object.keys(SPLIT_SEEDS) as SplitName[];
const COUNTED = ['sites', 'kinds', 'structures', 'shapes', 'words', 'goals'] as const satisfies (keyof SplitFacts)[];

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

/** The families among `names` that a split has. */
const inSplit = (split: SplitName, names: readonly string[]): string[] =>
  names.filter((name) => hasFamily(split, name));

/** The kind of each of the first `count` sites of a split. */
export const kindTable = (names: readonly string[], split: SplitName, count: number): string =>
  columns([
    ['site', 'category', 'capabilities', 'style'],
    ...inSplit(split, names).flatMap((name) =>
      Array.from({ length: count }, (_, i) => {
        const seed = SPLIT_SEEDS[split][0] + i;
        const { category, capabilities, style } = kindOf(familyOf(name), seed);
        return [`${name}/${seed}`, category, settings(capabilities), settings(style)];
      }),
    ),
  ]);

const settings = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${String(value).replaceAll(' ', '+')}`)
    .join(' ');

/** What the first `count` sites of each family and split are made of, and how much of that training sites have, too. */
export function statsTable(names: readonly string[], count: number): string {
  const facts = (split: SplitName) =>
    Object.fromEntries(inSplit(split, names).map((name) => [name, splitFacts(familyOf(name), split, count)]));
  const bySplit = Object.fromEntries(SPLITS.map((split) => [split, facts(split)]));
  const { train } = bySplit;
  const allTrain = together(Object.values(train));
  const row = (name: string, split: SplitName, own: SplitFacts): string[] => {
    const known = train[name] ?? allTrain;
    const cell = (key: keyof SplitFacts): string =>
      split === 'train' ? `${own[key].size}` : `${own[key].size} (${percent(overlap(own[key], known[key]))})`;
    return [name, split, ...COUNTED.map(cell)];
  };
  const rows = [...names, ...(names.length > 1 ? ['all'] : [])].flatMap((name) =>
    SPLITS.flatMap((split) => {
      const own = name === 'all' ? together(Object.values(bySplit[split])) : bySplit[split][name];
      return own && own.sites.size > 0 ? [row(name, split, own)] : [];
    }),
  );
  return [
    columns([['family', 'split', ...COUNTED], ...rows]),
    '',
    `Different ones on the first ${count} sites of each family; in brackets: how many of them training sites have, too.`,
    'kinds: category, capabilities and style together; structures: all shapes of a site; shapes: tags of the first page and of',
    'those it links to; words: on links, buttons and labels of more than one site; goals: wordings without their slots.',
    '',
    sharedLine(bySplit, allTrain),
  ].join('\n');
}

/** What test splits may have nothing of: contents of training sites, wordings of its goals where they are unseen, its families. */
function sharedLine(bySplit: Record<string, Record<string, SplitFacts>>, train: SplitFacts): string {
  const shared = (some: Set<string>, others: Set<string>): number => [...some].filter((one) => others.has(one)).length;
  const tests = SPLITS.filter((split) => split !== 'train').map((split) => together(Object.values(bySplit[split])));
  const sites = tests.reduce((sum, { sites }) => sum + shared(sites, train.sites), 0);
  const goals = shared(together(Object.values(bySplit['test-unseen-style'])).goals, train.goals);
  const families = Object.keys(bySplit['test-unseen-family']).filter((name) => Object.hasOwn(bySplit['train'], name));
  return [
    'Shared with training where nothing may be:',
    `${sites} sites,`,
    `${goals} goals of test-unseen-style,`,
    `${families.length} families of test-unseen-family.`,
  ].join(' ');
}
