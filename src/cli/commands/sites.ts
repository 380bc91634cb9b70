import { Command, Option } from 'commander';
import type { SplitName } from '../../core/types.ts';
import { SPLIT_SEEDS } from '../../sites/site.ts';
import { list, wholeNumber } from '../options.ts';

interface SitesOptions {
  stats?: boolean;
  list?: boolean;
  split: SplitName;
  sites: number;
  families?: string[];
}

/** `reverie sites`: what there is to train and measure on. */
export const sitesCommand = (): Command =>
  new Command('sites')
    .description('List the site families and their task templates.')
    .option('--stats', 'how many different sites, pages, words and goals there are, and what the splits share')
    .option('--list', 'what each site is about, how its features are built and how it looks')
    .addOption(new Option('--split <name>', 'whose sites to list').choices(Object.keys(SPLIT_SEEDS)).default('train'))
    .option('--sites <n>', 'sites of each family and split that are looked at', wholeNumber(2, 1000), 40)
    .option('--families <names>', 'only these site families, with commas between them', list)
    .addHelpText(
      'after',
      '\nExamples:\n  reverie sites\n  reverie sites --stats --families mail --sites 100\n  reverie sites --list --split test-seen --sites 5',
    )
    .action(async ({ stats, list, split, sites, families }: SitesOptions) => {
      const { FAMILIES } = await import('../../sites/index.ts');
      const { kindTable, statsTable, templateTable } = await import('../siteTable.ts');
      const names = families ?? Object.keys(FAMILIES);
      if (stats) console.log(statsTable(names, sites));
      if (list) console.log(kindTable(names, split, sites));
      if (!stats && !list) console.log(templateTable(names));
    });
