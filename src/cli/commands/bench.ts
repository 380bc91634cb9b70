import { Command, Option } from 'commander';
import { outOfReachHelp } from '../../miniwob/tasks.ts';
import { SPLIT_SEEDS } from '../../sites/site.ts';
import { list, share, wholeNumber } from '../options.ts';
import { SUITES, type SuiteOptions } from '../suite.ts';

export interface BenchOptions extends SuiteOptions {
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
    .addOption(new Option('--suite <name>', 'which pages').choices(SUITES).default('sites'))
    .addOption(new Option('--split <name>', 'which seeds').choices(Object.keys(SPLIT_SEEDS)).default('test-seen'))
    .requiredOption('--policy <name>', 'expert, random, or a run file or folder')
    .option('--episodes <n>', 'number of episodes, one task each', wholeNumber(1, 100_000), 60)
    .option('--seed <n>', 'picks sites, tasks and the draws of the policy', wholeNumber(0, 2 ** 31 - 1), 1)
    .option(
      '--families <names>',
      'only these site families, with commas between them (default: those of the run, else all)',
      list,
    )
    .option('--miniwob-dir <folder>', 'your copy of MiniWoB++, for --suite miniwob')
    .option('--tasks <names>', 'only these tasks of MiniWoB++', list)
    .addOption(new Option('--protocol <name>', 'MiniWoB++ as another harness plays it').choices(['browsergym']))
    .option('--parallel <n>', 'pages side by side', wholeNumber(1, 64), 4)
    .option('--json <file>', 'write the result as JSON')
    .option('--junit <file>', 'write one test case per episode as JUnit XML')
    .option('--min-success <rate>', 'exit 1 when the success rate is below this', share)
    .option('--force', 'replace files that exist', false)
    .addHelpText(
      'after',
      `
--protocol browsergym: 125 tasks, 5 page seeds each from its own table, at most 10 steps; --episodes, --seed and --split do not matter.
Tasks of MiniWoB++ that no sequence of our actions can solve (they are played and count as failures):
${outOfReachHelp()}

Examples:
  reverie bench --policy expert --min-success 0.99
  reverie bench --policy runs/tiny-seed1 --split test-unseen-style --json result.json
  reverie bench --suite miniwob --miniwob-dir ~/miniwob-plusplus --protocol browsergym --policy runs/tiny-seed1`,
    )
    .action(async (options: BenchOptions) => {
      const { bench } = await import('../benchPolicy.ts');
      await bench(options);
    });
