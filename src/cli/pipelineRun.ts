import { join } from 'node:path';
import { writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { refuseUntrainable } from './plan.ts';
import { createProgress } from './progress.ts';
import { reportHtml } from './reportHtml.ts';
import { reportTable } from './reportTable.ts';
import { chooseRunFolder, claimRunFolder, type RunChoice, resumeCommand } from './runFolder.ts';

/** Somebody can see a window. */
const hasDisplay = (): boolean =>
  process.platform === 'linux'
    ? Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
    : process.env['SSH_CONNECTION'] === undefined;

/** Chrome, build, server, page, report: `reverie run` from beginning to end. Sets the exit code when interrupted. */
export async function runPipeline(options: RunChoice & { headless: boolean }): Promise<void> {
  if (options.families) refuseUntrainable(options.families);
  const folder = chooseRunFolder(options);
  const interrupt = watchInterrupt();
  const progress = createProgress();
  // Browser and bundler are only loaded once the command line is known to be right.
  const { createRealPages, prepareServer, sitesAt } = await import('./realPages.ts');
  const { runPipelinePage } = await import('./pipelinePage.ts');
  const server = await prepareServer(progress.note, folder.port);
  const pages = createRealPages(sitesAt(server.url));
  try {
    claimRunFolder(folder, server.port);
    progress.note(`${folder.port === undefined ? 'Run' : 'Resuming run'} in ${folder.path}, page at ${server.url}`);
    const headless = options.headless || !hasDisplay();
    const session = { folder, url: server.url, headless, pages, progress, signal: interrupt.signal };
    const { report, browser } = await runPipelinePage(session);
    progress.stop();
    await pages.close();
    writeAtomic(join(folder.path, 'report.html'), reportHtml(report, folder.request.name));
    writeAtomic(folder.report, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${reportTable(report)}\n\nreport   ${join(folder.path, 'report.html')}`);
    if (process.stdout.isTTY && !interrupt.signal.aborted) {
      console.log(`page     ${server.url}   (Ctrl-C ends)`);
      await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve, { once: true }));
    }
    const { closeChrome } = await import('./chrome.ts');
    await closeChrome(browser);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write(`\nStopped. Go on with: ${resumeCommand(folder)}\n`);
    process.exitCode = INTERRUPTED;
  } finally {
    progress.stop();
    interrupt.release();
    await pages.close();
    await server.close();
  }
}
