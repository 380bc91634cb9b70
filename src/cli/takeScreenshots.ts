import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { ensureBuilt } from './build.ts';
import { launchChrome } from './chrome.ts';
import type { ScreenshotOptions } from './commands/screenshots.ts';
import { startServer } from './server.ts';

const SHOTS = [
  { name: 'screenshot', scheme: 'light', width: 1280, height: 1500, full: false },
  { name: 'page-light-wide', scheme: 'light', width: 1280, height: 900, full: true },
  { name: 'page-dark-wide', scheme: 'dark', width: 1280, height: 900, full: true },
  { name: 'page-light-narrow', scheme: 'light', width: 390, height: 844, full: true },
  { name: 'page-dark-narrow', scheme: 'dark', width: 390, height: 844, full: true },
] as const;

/** Imports the run file into a fresh page, shows it, and takes one picture per theme and width. */
export async function screenshots({ run, out }: ScreenshotOptions): Promise<void> {
  const file = resolve(run, 'run.reverie');
  try {
    readFileSync(file);
  } catch {
    throw new ReverieError('usage', {
      who: '--run',
      rule: 'the folder of a finished run',
      got: run,
      hint: 'Make one with: npm start',
    });
  }
  mkdirSync(out, { recursive: true });
  await ensureBuilt();
  const server = await startServer();
  const browser = await launchChrome();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const picker = await page.waitForSelector('input[type=file]');
    await picker!.uploadFile(file);
    await page.waitForSelector('#runs tr[data-run] button:not([disabled])', { timeout: 60_000 });
    await page.click('#runs tr[data-run] button');
    // The dream of a recorded visit beside the real one.
    const visits = await page.waitForSelector('#dreams select:last-of-type option:nth-child(2)');
    const visit = await visits?.evaluate((option) => (option as HTMLOptionElement).value);
    if (visit) await page.select('#dreams label:last-of-type select', visit);
    await page.waitForSelector('#results table', { timeout: 60_000 });
    for (const { name, scheme, width, height, full } of SHOTS) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setViewport({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForNetworkIdle();
      await page.screenshot({ path: join(out, `${name}.png`) as `${string}.png`, fullPage: full });
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
