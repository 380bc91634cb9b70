import { Argument, Command } from 'commander';
import { list, wholeNumbers } from '../options.ts';
import { miniwobStudyCommand } from './studyMiniwob.ts';

interface StudyOptions {
  only?: string[];
  seeds?: number[];
  quick: boolean;
  out?: string;
  results?: string;
}

/** `reverie study`: a published comparison in miniature, with controls, over seeds. */
export const studyCommand = (): Command =>
  new Command('study')
    .description('Run a published comparison in miniature: arms, seeds, intervals; goes on where it was interrupted.')
    .enablePositionalOptions()
    .addCommand(miniwobStudyCommand())
    .addArgument(new Argument('<name>', 'which study').choices(['dynaweb']))
    .option('--only <rows>', 'only these rows of the comparison, with commas between them, e.g. D-1,D-3', list)
    .option('--seeds <numbers>', 'only these seeds, e.g. 1,2', wholeNumbers)
    .option('--quick', 'row D-1 with less of everything, within half an hour', false)
    .option('--out <folder>', 'folder of the study (default: runs/study-<name>, quick: runs/study-<name>-quick)')
    .option('--results <file>', 'also write tables and claims as Markdown to this file')
    .addHelpText(
      'after',
      '\nExamples:\n  reverie study dynaweb --quick\n  reverie study dynaweb --only D-1 --seeds 1,2\n  reverie study dynaweb --results docs/results.md',
    )
    .action(async (_name: 'dynaweb', options: StudyOptions) => {
      const { studyDynaWeb } = await import('../studyRun.ts');
      await studyDynaWeb(options);
    });
