import { Command } from 'commander';

export interface ScreenshotOptions {
  run: string;
  out: string;
}

/** `reverie screenshots`: pictures of the page with a finished run, for the README and for looking at it. */
export const screenshotsCommand = (): Command =>
  new Command('screenshots')
    .description('Take pictures of the page with a finished run: light and dark, wide and narrow.')
    .option('--run <folder>', 'the folder of a finished run', 'runs/tiny-seed1')
    .option('--out <folder>', 'where the pictures go', 'docs')
    .addHelpText('after', '\nExample:\n  reverie screenshots --run runs/tiny-seed1 --out docs')
    .action(async (options: ScreenshotOptions) => {
      const { screenshots } = await import('../takeScreenshots.ts');
      await screenshots(options);
    });
