import { Command, Option } from 'commander';
import { outOfReachHelp } from '../../miniwob/tasks.ts';
import { SPLIT_SEEDS } from '../../sites/site.ts';
import { collect, list, share, wholeNumber } from '../options.ts';
import { SUITES, type SuiteOptions, type WebOptions } from '../suite.ts';

export interface BenchOptions extends SuiteOptions {
  parallel?: number;
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
    .requiredOption('--policy <name>', 'expert, random, a run file or folder, or replay:FILE')
    .option('--episodes <n>', 'number of episodes, one task each', wholeNumber(1, 100_000), 60)
    .option('--seed <n>', 'picks sites, tasks and the draws of the policy', wholeNumber(0, 2 ** 31 - 1), 1)
    .option(
      '--families <names>',
      'only these site families, with commas between them (default: those of the run, else all)',
      list,
    )
    .option('--miniwob-dir <folder>', 'your copy of MiniWoB++, for --suite miniwob')
    .option('--tasks <names>', 'miniwob: only these tasks; webarena: the task file', list)
    .option('--rounds <n>', 'episodes of each task of MiniWoB++, instead of --episodes', wholeNumber(1, 1_000))
    .addOption(new Option('--protocol <name>', 'MiniWoB++ as another harness plays it').choices(['browsergym']))
    .option('--base <name=url>', 'webarena: where a site is, e.g. SHOPPING=http://127.0.0.1:7770; once a site', collect)
    .option('--only <ids>', 'webarena: only the tasks with these ids', list)
    .option('--storage-state <path>', 'webarena: a login of Playwright, or a folder with those that the tasks name')
    .option('--har <folder>', 'webarena: write what each task asked of the network, as HAR 1.2; secrets are masked')
    .option('--judge <url>', 'webarena: OpenAI-compatible service for fuzzy_match (default: not scored)')
    .option('--judge-model <name>', 'webarena: its model; its key is taken from REVERIE_JUDGE_KEY')
    .option('--parallel <n>', 'pages side by side (default: 4; webarena: 1)', wholeNumber(1, 64))
    .option('--json <file>', 'write the result as JSON')
    .option('--junit <file>', 'write one test case per episode as JUnit XML')
    .option('--min-success <rate>', 'exit 1 when the success rate is below this', share)
    .option('--force', 'replace files that exist', false)
    .addHelpText(
      'after',
      `
--protocol browsergym: 125 tasks, 5 page seeds each from its own table, at most 10 steps; --episodes, --rounds, --seed and --split do not matter.
Tasks of MiniWoB++ that are out of reach of what an agent sees and does here (they are played and scored like the others):
${outOfReachHelp()}

--suite webarena: one episode a task, at most 30 steps; --episodes and --split do not matter.

Examples:
  reverie bench --policy expert --min-success 0.99
  reverie bench --policy runs/tiny-seed1 --split test-unseen-style --json result.json
  reverie bench --suite miniwob --miniwob-dir ~/miniwob-plusplus --policy expert --rounds 50 --min-success 1
  reverie bench --suite miniwob --miniwob-dir ~/miniwob-plusplus --protocol browsergym --policy runs/tiny-seed1
  reverie bench --suite webarena --tasks test.raw.json --base SHOPPING=http://127.0.0.1:7770 --policy random --har hars`,
    )
    .action(async ({ base, only, storageState, har, judge, judgeModel, ...options }: BenchOptions & WebOptions) => {
      const { bench } = await import('../benchPolicy.ts');
      const web = { base, only, storageState, har, judge, judgeModel, force: options.force };
      await bench({ ...options, web });
    });
