import { Command } from 'commander';

export interface ImportOptions {
  out: string;
  force: boolean;
}

/** `reverie import FILE`: what another tool recorded, as a flow of our actions. */
export const importCommand = (): Command =>
  new Command('import')
    .description('Read a recording of Chrome’s DevTools Recorder or of browser-use as a flow of our actions.')
    .argument('<file>', 'a JSON file that Recorder exported, or a history that browser-use saved')
    .requiredOption('--out <file>', 'the flow to write')
    .option('--force', 'replace the file', false)
    .addHelpText('after', '\nExample:\n  reverie import recording.json --out flow.json')
    .action(async (file: string, options: ImportOptions) => {
      const { importFile } = await import('../exchange.ts');
      importFile(file, options);
    });
