import { Command, Option } from 'commander';
import { SPLIT_SEEDS } from '../../sites/site.ts';
import { list, wholeNumber } from '../options.ts';
import { SUITES, type SuiteOptions } from '../suite.ts';

export interface RecordOptions extends Omit<SuiteOptions, 'protocol' | 'rounds'> {
  policy: 'expert' | 'random';
  out: string;
  har?: string;
  parallel: number;
  resume: boolean;
  force: boolean;
}

/** `reverie record`: episodes on real pages, into a trajectory file. */
export const recordCommand = (): Command =>
  new Command('record')
    .description('Record episodes on real pages into a .jsonl file.')
    .addOption(
      new Option('--suite <name>', 'which pages')
        .choices(SUITES.filter((suite) => suite !== 'webarena'))
        .default('sites'),
    )
    .addOption(new Option('--split <name>', 'which seeds').choices(Object.keys(SPLIT_SEEDS)).default('train'))
    .option('--episodes <n>', 'number of episodes, one task each', wholeNumber(1, 100_000), 100)
    .addOption(new Option('--policy <name>', 'who acts').choices(['expert', 'random']).default('expert'))
    .requiredOption('--out <file>', 'the file to write')
    .option('--har <file>', 'write what the pages asked of the network, as HAR 1.2; secrets are masked')
    .option('--seed <n>', 'picks sites and tasks', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--families <names>', 'only these site families, with commas between them', list)
    .option('--miniwob-dir <folder>', 'your copy of MiniWoB++, for --suite miniwob')
    .option('--tasks <names>', 'only these tasks of MiniWoB++', list)
    .option('--parallel <n>', 'pages side by side', wholeNumber(1, 64), 4)
    .option('--resume', 'go on with a file that an interrupted recording left', false)
    .option('--force', 'replace the file', false)
    .addHelpText(
      'after',
      '\nExamples:\n  reverie record --episodes 200 --out expert.jsonl\n  reverie record --episodes 200 --out expert.jsonl --resume\n  reverie record --suite miniwob --miniwob-dir ~/miniwob-plusplus --out miniwob.jsonl',
    )
    .action(async (options: RecordOptions) => {
      const { record } = await import('../recordFile.ts');
      await record(options);
    });
