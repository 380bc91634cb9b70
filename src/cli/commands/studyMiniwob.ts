import { Command } from 'commander';
import { wholeNumber } from '../options.ts';
import type { MiniwobStudyOptions } from '../studyMiniwob.ts';

/** `reverie study miniwob`. */
export const miniwobStudyCommand = (): Command =>
  new Command('miniwob')
    .description('One policy for many tasks of MiniWoB++: experts, cloning, success on pages it never saw.')
    .requiredOption('--miniwob-dir <folder>', 'your copy of MiniWoB++')
    .option('--visits <n>', 'expert visits a task', wholeNumber(1, 1_000), 30)
    .option('--steps <n>', 'updates of cloning', wholeNumber(20, 1_000_000), 6000)
    .option('--rounds <n>', 'evaluated visits a task', wholeNumber(1, 1_000), 100)
    .option('--seed <n>', 'picks pages, weights and samples', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--parallel <n>', 'pages side by side', wholeNumber(1, 64), 4)
    .option('--out <folder>', 'folder of the study; an unfinished one goes on', 'runs/study-miniwob')
    .addHelpText('after', '\nExample:\n  reverie study miniwob --miniwob-dir ~/miniwob-plusplus')
    .action(async (options: MiniwobStudyOptions) => {
      const { studyMiniwob } = await import('../studyMiniwob.ts');
      await studyMiniwob(options);
    });
