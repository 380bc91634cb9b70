import { Command } from 'commander';
import { dynawebStudyCommand } from './studyDynaweb.ts';
import { miniwobStudyCommand } from './studyMiniwob.ts';

/** `reverie study`: published comparisons in miniature, and the loop on tasks that are not ours. */
export const studyCommand = (): Command =>
  new Command('study')
    .description('Run a whole study, with controls and intervals; an interrupted one goes on.')
    .addCommand(dynawebStudyCommand())
    .addCommand(miniwobStudyCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  reverie study dynaweb --quick\n  reverie study miniwob --miniwob-dir ~/miniwob-plusplus',
    );
