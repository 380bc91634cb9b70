import { Command } from 'commander';

/** `reverie doctor`: what this machine has for Reverie, and what is fastest here. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('Say which Chrome, GPU adapter and backends there are, and which is fastest here.')
    .option('--chrome-only', 'only make sure that there is a Chrome', false)
    .addHelpText('after', '\nExamples:\n  reverie doctor\n  reverie doctor --chrome-only')
    .action(async ({ chromeOnly }: { chromeOnly: boolean }) => {
      const { findChrome } = await import('../chrome.ts');
      const chrome = await findChrome({ note: (line) => process.stderr.write(`${line}\n`) });
      console.log(`chrome    ${chrome.version}, ${chrome.path} (${chrome.source})`);
      if (chromeOnly) return;
      const { examine } = await import('../examine.ts');
      for (const line of await examine()) console.log(line);
    });
