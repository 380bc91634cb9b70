import type { Browser } from 'puppeteer';
import { VIEWPORT } from '../env/driver.ts';
import type { Environment } from '../env/environment.ts';
import { remoteEnvironment } from '../env/remote.ts';
import type { DataMode } from '../miniwob/page.ts';
import { MINIWOB_MOUNT } from '../miniwob/tasks.ts';
import { serveLocal } from './folderServer.ts';
import type { MiniwobCopy } from './miniwobCopy.ts';
import { mountCopy } from './miniwobMount.ts';
import { bundleScript } from './pageScript.ts';
import type { Server } from './server.ts';

/** As the app's own page: cross-origin isolated. */
const HOST_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves a copy as the app does, beside a bare page for its frames. */
export async function serveTab(copy: MiniwobCopy): Promise<Server> {
  const [mount, script] = await Promise.all([mountCopy(copy), bundleScript('src/env/tabHost.ts')]);
  const page = `<!doctype html><title>Reverie</title><style>body { margin: 0 }</style><body><script>${script.replaceAll('</script', '<\\/script')}</script>`;
  return serveLocal((request, response) =>
    mount(request, response, () => response.writeHead(200, HOST_HEADERS).end(page)),
  );
}

/** A world of MiniWoB++ in a frame of a tab of this browser, as an environment of this process. */
export async function openTabWorld(
  browser: Browser,
  url: string,
  mode: DataMode,
  timeout?: number,
): Promise<Environment> {
  const page = await browser.newPage({ type: 'window' });
  await page.setViewport(VIEWPORT);
  const session = await page.createCDPSession();
  // Pages that run side by side all behave as the one in front.
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.goto(url);
  await page.evaluate((base, m, t) => window.reverieTab.open(base, m, t), MINIWOB_MOUNT, mode, timeout);
  return remoteEnvironment(
    (request) => page.evaluate((r) => window.reverieTab.ask(r), request),
    () => void page.close().catch(() => {}),
  );
}
