import { Command, Option } from 'commander';
import { DEFAULTS } from '../../train/config.ts';
import { list, wholeNumber } from '../options.ts';

interface RunOptions {
  preset: string;
  seed: number;
  families?: string[];
  out?: string;
  headless: boolean;
  force: boolean;
}

/** `reverie run`: the whole pipeline in a page, from recording to report. */
export const runCommand = (): Command =>
  new Command('run')
    .description('Record, train, dream and measure; ends with a report in runs/.')
    .addOption(new Option('--preset <name>', 'how much of everything').choices(['debug', 'tiny']).default('tiny'))
    .option('--seed <n>', 'same seed, same run', wholeNumber(0, 2 ** 31 - 1), 1)
    .option(
      '--families <names>',
      `train on these site families, with commas between them (default: ${DEFAULTS.families.join(',')})`,
      list,
    )
    .option(
      '--out <folder>',
      'folder of the run (default: runs/<preset>-<families>-seed<seed>); an unfinished run goes on',
    )
    .option('--headless', 'no window, even where there is a display', false)
    .option('--force', 'replace the run that is in the folder', false)
    .addHelpText(
      'after',
      '\nExamples:\n  reverie run --preset debug\n  reverie run --seed 7 --out runs/mine --headless\n  reverie run --families shop,mail,forum',
    )
    .action(async (options: RunOptions) => {
      const { runPipeline } = await import('../pipelineRun.ts');
      await runPipeline(options);
    });
