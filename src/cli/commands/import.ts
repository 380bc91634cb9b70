import { Command } from 'commander';
import { ReverieError } from '../../core/errors.ts';

export interface ImportOptions {
  out: string;
  force: boolean;
}

const DEMOS = 'miniwob-demos';

/** `reverie import FILE`: what another tool recorded, as a flow of our actions; `import miniwob-demos PATHS`: as episodes. */
export const importCommand = (): Command =>
  new Command('import')
    .description(
      'Read a recording of Chrome’s DevTools Recorder or of browser-use as a flow of our actions, or human demonstrations of MiniWoB++ as episodes.',
    )
    .argument('<file>', `a JSON file that Recorder exported, or a history that browser-use saved; or the word ${DEMOS}`)
    .argument('[paths...]', `after ${DEMOS}: folders or files of your copy of stanfordnlp/miniwob-plusplus-demos`)
    .requiredOption('--out <file>', 'the flow, or the episodes, to write')
    .option('--force', 'replace the file', false)
    .addHelpText(
      'after',
      `\nExamples:\n  reverie import recording.json --out flow.json\n  reverie import ${DEMOS} miniwob-plusplus-demos --out demos.jsonl`,
    )
    .action(async (file: string, paths: string[], options: ImportOptions) => {
      if (file === DEMOS) {
        if (paths.length === 0)
          throw new ReverieError('usage', { who: `import ${DEMOS}`, rule: 'needs a folder or a file after it' });
        const { importDemos } = await import('../importDemos.ts');
        return importDemos(paths, options);
      }
      if (paths.length > 0)
        throw new ReverieError('usage', { who: 'import', rule: 'reads one file', got: [file, ...paths].join(' ') });
      const { importFile } = await import('../exchange.ts');
      importFile(file, options);
    });
