import type { Browser } from 'puppeteer';
import { ReverieError } from '../core/errors.ts';
import { type BrowserWorldOptions, createBrowserWorld } from '../env/browser.ts';
import type { Environment } from '../env/environment.ts';
import { ensureBuilt } from './build.ts';
import { closeChrome, findChrome, launchChrome } from './chrome.ts';
import { type Server, startServer } from './server.ts';

export interface RealPages {
  /** A new real page to act on. Starts the browser, also again after it died. */
  open(): Promise<Environment>;
  /** The browser as it names itself, e.g. `Chrome/156.0.8078.108`. */
  version(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a world whose pages are in this browser; asking for it starts it, also again after it died. */
export type OpenWorld = (browser: () => Promise<Browser>) => Environment;

/** Real pages in a headless Chrome of their own. */
export function createRealPages(open: OpenWorld): RealPages {
  let starting: Promise<Browser> | undefined;
  let closed = false;
  const browser = async (): Promise<Browser> => {
    const known = starting;
    const running = await known?.catch(() => undefined);
    // An episode that is cut off by the end must not start another Chrome.
    if (closed) throw new ReverieError('closed', { who: 'real pages', rule: 'they were closed' });
    // Several pages may find the browser dead at once: only the first of them starts another.
    if (!running?.connected && starting === known) starting = launchChrome({ driven: true, handleSignals: false });
    return starting!;
  };
  return {
    open: async () => open(browser),
    version: async () => (await browser()).version(),
    close: async () => {
      closed = true;
      const running = await starting?.catch(() => undefined);
      if (running) await closeChrome(running);
    },
  };
}

/** Worlds of the sites at `base`; `onPage` is told of each of their pages. */
export const sitesAt =
  (base: string, onPage?: BrowserWorldOptions['onPage']): OpenWorld =>
  (browser) =>
    createBrowserWorld({ base, slot: 0, browser, onPage });

/** Makes sure of Chrome and of a built page, and serves it. */
export async function prepareServer(note: (line: string) => void, port?: number): Promise<Server> {
  await findChrome({ note });
  await ensureBuilt(note);
  return startServer(port);
}

/** Real pages of the sites, with a server of their own. */
export async function openRealPages(
  note: (line: string) => void,
  onPage?: BrowserWorldOptions['onPage'],
): Promise<RealPages> {
  const server = await prepareServer(note);
  const pages = createRealPages(sitesAt(server.url, onPage));
  return {
    ...pages,
    close: async () => {
      await pages.close();
      await server.close();
    },
  };
}
