import { Command } from 'commander';
import { list, wholeNumbers } from '../options.ts';
import type { DynawebStudyOptions } from '../studyDynaweb.ts';

/** `reverie study dynaweb`. */
export const dynawebStudyCommand = (): Command =>
  new Command('dynaweb')
    .description('Do dreams help? The comparison of DynaWeb in miniature: arms, seeds, intervals, claims.')
    .option('--only <rows>', 'only these rows of the comparison, with commas between them, e.g. D-1,D-3', list)
    .option('--seeds <numbers>', 'only these seeds, e.g. 1,2; several processes may share a folder', wholeNumbers)
    .option('--quick', 'row D-1 with less of everything', false)
    .option('--out <folder>', 'folder of the study (default: runs/study-dynaweb, quick: runs/study-dynaweb-quick)')
    .option('--results <file>', 'also write tables and claims as Markdown to this file')
    .addHelpText(
      'after',
      '\nExamples:\n  reverie study dynaweb --quick\n  reverie study dynaweb --only D-1 --seeds 1,2\n  reverie study dynaweb --results docs/results.md',
    )
    .action(async (options: DynawebStudyOptions) => {
      const { studyDynaweb } = await import('../studyDynaweb.ts');
      await studyDynaweb(options);
    });
