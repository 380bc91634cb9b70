import { Command, Option } from 'commander';
import type { SplitName } from '../../core/types.ts';
import { SPLIT_SEEDS } from '../../sites/site.ts';
import { list, share, wholeNumber } from '../options.ts';

export interface BenchOptions {
  suite: string;
  split: SplitName;
  policy: string;
  episodes: number;
  seed: number;
  families?: string[];
  parallel: number;
  json?: string;
  junit?: string;
  minSuccess?: number;
  force: boolean;
}

/** `reverie bench`: success of a policy on real pages. */
export const benchCommand = (): Command =>
  new Command('bench')
    .description('Measure a policy on real pages.')
    .addOption(new Option('--suite <name>', 'which pages').choices(['sites']).default('sites'))
    .addOption(new Option('--split <name>', 'which seeds').choices(Object.keys(SPLIT_SEEDS)).default('test-seen'))
    .requiredOption('--policy <name>', 'expert, random, or a run file or folder')
    .option('--episodes <n>', 'number of episodes, one task each', wholeNumber(1, 100_000), 60)
    .option('--seed <n>', 'picks sites, tasks and the draws of the policy', wholeNumber(0, 2 ** 31 - 1), 1)
    .option(
      '--families <names>',
      'only these site families, with commas between them (default: those of the run, else all)',
      list,
    )
    .option('--parallel <n>', 'pages side by side', wholeNumber(1, 64), 4)
    .option('--json <file>', 'write the result as JSON')
    .option('--junit <file>', 'write one test case per episode as JUnit XML')
    .option('--min-success <rate>', 'exit 1 when the success rate is below this', share)
    .option('--force', 'replace files that exist', false)
    .addHelpText(
      'after',
      '\nExamples:\n  reverie bench --policy expert --min-success 0.99\n  reverie bench --policy runs/tiny-seed1 --split test-unseen-style --json result.json',
    )
    .action(async (options: BenchOptions) => {
      const { bench } = await import('../benchPolicy.ts');
      await bench(options);
    });
