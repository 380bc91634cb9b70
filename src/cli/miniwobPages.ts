import type { BrowserWorldOptions } from '../env/browser.ts';
import { createMiniwobWorld } from '../env/miniwob.ts';
import type { DataMode } from '../miniwob/page.ts';
import { findChrome } from './chrome.ts';
import { serveFolder } from './folderServer.ts';
import { type MiniwobCopy, SERVED } from './miniwobCopy.ts';
import { createRealPages, type RealPages } from './realPages.ts';

/** Pages of a user's copy, with a server of their own. */
export async function openMiniwobPages(
  { root }: MiniwobCopy,
  mode: DataMode,
  note: (line: string) => void,
  onPage?: BrowserWorldOptions['onPage'],
): Promise<RealPages> {
  await findChrome({ note });
  const server = await serveFolder(root, SERVED);
  const pages = createRealPages((browser) => createMiniwobWorld({ base: server.url, mode, browser, onPage }));
  return {
    ...pages,
    close: async () => {
      await pages.close();
      await server.close();
    },
  };
}
