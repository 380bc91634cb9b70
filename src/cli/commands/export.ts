import { Command, Option } from 'commander';

export interface ExportOptions {
  to: 'recorder' | 'adp';
  out: string;
  origin: string;
  force: boolean;
}

/** `reverie export FILE`: recorded episodes for other tools. */
export const exportCommand = (): Command =>
  new Command('export')
    .description('Write recorded episodes in the format of another tool. Secrets are masked.')
    .argument('<file>', 'a .jsonl file written by `reverie record`')
    .addOption(
      new Option('--to <format>', 'recorder: flows for Chrome’s DevTools Recorder; adp: agent data protocol')
        .choices(['recorder', 'adp'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'recorder: a folder, one flow an episode; adp: a file, one line an episode')
    .option('--origin <url>', 'where the sites are served, for the addresses in flows', 'http://127.0.0.1:5173')
    .option('--force', 'replace what is there', false)
    .addHelpText(
      'after',
      '\nExamples:\n  reverie export expert.jsonl --to recorder --out flows\n  reverie export expert.jsonl --to adp --out expert.adp.jsonl',
    )
    .action(async (file: string, options: ExportOptions) => {
      const { exportFile } = await import('../exchange.ts');
      await exportFile(file, options);
    });
