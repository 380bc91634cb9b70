import { Command } from 'commander';

export interface ReplayOptions {
  base?: string;
  storageState?: string;
  har?: string;
  force: boolean;
}

/** `reverie replay FILE`: does an imported flow again. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description('Do the steps of a flow again in Chrome; exit 1 at the first that cannot be done or leads elsewhere.')
    .argument('<file>', 'a flow written by `reverie import`')
    .option('--base <url>', 'where the site is now (default: where the flow was recorded)')
    .option('--storage-state <file>', 'a login of Playwright')
    .option('--har <file>', 'write what the pages asked of the network, as HAR 1.2; secrets are masked')
    .option('--force', 'replace files that exist', false)
    .addHelpText('after', '\nExample:\n  reverie replay flow.json --base http://127.0.0.1:7770')
    .action(async (file: string, options: ReplayOptions) => {
      const { replay } = await import('../replayFlow.ts');
      await replay(file, options);
    });
