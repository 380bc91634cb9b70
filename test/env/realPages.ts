import type { Browser } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { type Server, startServer } from '../../src/cli/server.ts';

/** A server of the built page and a Chrome for the tests of one file. */
export function realPages(): { server(): Server; chrome(): Browser } {
  let server: Server;
  let chrome: Browser;
  beforeAll(async () => {
    [server, chrome] = await Promise.all([startServer(), launchChrome()]);
  });
  afterAll(async () => {
    await Promise.all([chrome.close(), server.close()]);
  });
  return { server: () => server, chrome: () => chrome };
}
