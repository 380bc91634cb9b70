import { Command, Option } from 'commander';
import { list, wholeNumber } from '../options.ts';

export interface CheckOptions {
  miniwobDir?: string;
  tasks?: string[];
  policy?: 'expert' | 'random';
  rounds: number;
  seed: number;
  parallel: number;
}

/** `reverie check`: does the tab play what the harness plays? */
export const checkCommand = (): Command =>
  new Command('check')
    .description('Play tasks of MiniWoB++ in harness and tab at once; exit 1 with the tasks that differ.')
    .requiredOption('--miniwob-dir <folder>', 'your copy of MiniWoB++')
    .option('--tasks <names>', 'only these tasks', list)
    .addOption(
      new Option('--policy <name>', 'who acts (default: the expert where a task has one, else random)').choices([
        'expert',
        'random',
      ]),
    )
    .option('--rounds <n>', 'visits of each task', wholeNumber(1, 1000), 1)
    .option('--seed <n>', 'picks page seeds and the random actions', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--parallel <n>', 'visits side by side', wholeNumber(1, 64), 2)
    .addHelpText(
      'after',
      `
Every page is read in both worlds, as text with ids, and compared to the character; so are goals, feedback and rewards.

Examples:
  reverie check --miniwob-dir ~/miniwob-plusplus
  reverie check --miniwob-dir ~/miniwob-plusplus --tasks click-test,use-slider --policy random --rounds 5`,
    )
    .action(async (options: CheckOptions) => {
      const { checkTab } = await import('../checkTab.ts');
      await checkTab(options);
    });
