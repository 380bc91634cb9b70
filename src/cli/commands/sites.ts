import { Command } from 'commander';
import { list, wholeNumber } from '../options.ts';

interface SitesOptions {
  stats?: boolean;
  sites: number;
  families?: string[];
}

/** `reverie sites`: what there is to train and measure on. */
export const sitesCommand = (): Command =>
  new Command('sites')
    .description('List the site families and their task templates.')
    .option('--stats', 'how many different pages, words and goals there are, and what the splits share')
    .option('--sites <n>', 'sites of each family and split that are looked at', wholeNumber(2, 1000), 40)
    .option('--families <names>', 'only these site families, with commas between them', list)
    .addHelpText('after', '\nExamples:\n  reverie sites\n  reverie sites --stats --families mail --sites 100')
    .action(async ({ stats, sites, families }: SitesOptions) => {
      const { FAMILIES } = await import('../../sites/index.ts');
      const { statsTable, templateTable } = await import('../siteTable.ts');
      const names = families ?? Object.keys(FAMILIES);
      console.log(stats ? statsTable(names, sites) : templateTable(names));
    });
