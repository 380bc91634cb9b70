import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { runAddress } from '../../workers/harnessProtocol.ts';
import { ReverieError } from '../core/errors.ts';
import type { Report } from '../core/report.ts';
import { closeChrome, launchChrome } from './chrome.ts';
import { writeAtomic } from './files.ts';
import { createHarness, exposeHarness } from './harness.ts';
import type { Progress } from './progress.ts';
import type { RealPages } from './realPages.ts';
import type { RunFolder } from './runFolder.ts';

export interface PipelineSession {
  folder: RunFolder;
  url: string;
  headless: boolean;
  pages: RealPages;
  progress: Progress;
  signal: AbortSignal;
}

/** The page that runs the pipeline went away: closed, crashed or silent. It resumes from what it stored. */
class PageLost extends Error {}

/** A page that says nothing for so long will not say anything any more. */
const SILENCE_MS = 15 * 60_000;

/** Runs the pipeline in one page until its report, its failure, its death, or Ctrl-C. */
async function runOnce(session: PipelineSession, browser: Browser, page: Page): Promise<Report> {
  const { folder, url, pages, progress, signal } = session;
  const log = (line: string) => appendFileSync(join(folder.path, 'page.log'), `${line}\n`);
  page.on('console', (message) => log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log(`uncaught: ${String(error)}`));

  let watchdog: NodeJS.Timeout | undefined;
  let over = false;
  let onAbort = () => {};
  let dispose = async () => {};
  try {
    return await new Promise<Report>((resolve, reject) => {
      const alive = () => {
        clearTimeout(watchdog);
        if (!over)
          watchdog = setTimeout(() => reject(new PageLost('said nothing for a quarter of an hour')), SILENCE_MS);
      };
      const harness = createHarness({
        openWorld: pages.open,
        onProgress: (event) => {
          alive();
          progress.update(event);
        },
        onArtifact: (name, bytes) => writeAtomic(join(folder.path, name), bytes),
        onReport: resolve,
        onFailed: reject,
      });
      dispose = harness.dispose;
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      page.on('error', () => reject(new PageLost('crashed')));
      page.on('close', () => reject(new PageLost('was closed')));
      browser.on('disconnected', () => reject(new PageLost('is gone with its browser')));
      alive();
      exposeHarness(page, harness)
        .then(() => page.goto(url + runAddress(folder.request)))
        .catch(reject);
    });
  } finally {
    over = true;
    clearTimeout(watchdog);
    signal.removeEventListener('abort', onAbort);
    await dispose();
  }
}

/**
 * Opens the page in Chrome and lets it run the pipeline. When page or browser die, both are started once more: the page
 * goes on from its last completed update. Returns the report and the browser that still shows the page.
 */
export async function runPipelinePage(session: PipelineSession): Promise<{ report: Report; browser: Browser }> {
  const { folder, headless, progress } = session;
  for (let attempt = 1; ; attempt++) {
    const browser = await launchChrome({ headless, profile: folder.profile, handleSignals: false });
    try {
      const page = (await browser.pages())[0] ?? (await browser.newPage());
      return { report: await runOnce(session, browser, page), browser };
    } catch (error) {
      await closeChrome(browser);
      if (!(error instanceof PageLost)) throw error;
      if (attempt === 2) {
        const hint = `See ${join(folder.path, 'page.log')}.`;
        throw new ReverieError('environment', { who: 'run', rule: `the page ${error.message}, twice`, hint });
      }
      progress.note(`The page ${error.message}: starting it again from its last completed update.`);
    }
  }
}
