import type { Browser, Page } from 'puppeteer';
import { performCdp } from '../../src/action/performCdp.ts';
import type { PageAction } from '../../src/action/problems.ts';
import type { AXTree, Failure } from '../../src/core/types.ts';
import { watchRemoteFrames } from '../../src/env/remoteFrames.ts';
import type { CdpSession } from '../../src/page/frames.ts';
import { readCdp } from '../../src/page/fromCdp.ts';
import { createNodeIds } from '../../src/page/ids.ts';
import { hostScript } from '../env/hostPage.ts';

/** One way to see and touch the page that is open. */
export interface Hands {
  read(): Promise<AXTree>;
  act(action: PageAction): Promise<Failure | null>;
}

/** Script events, from inside the page (`window.host` of `env/host.ts`). */
export const scriptHands = (page: Page): Hands => ({
  read: () => page.evaluate(() => window.host.read()),
  act: (action) => page.evaluate((a) => window.host.act(a), action),
});

/** Trusted input over the DevTools protocol. */
export async function trustedHands(page: Page): Promise<Hands> {
  const own = await page.createCDPSession();
  const session = own as CdpSession;
  const remotes = await watchRemoteFrames(own, page.browser(), { guard: (work) => work });
  await session.send('DOM.enable');
  const ids = createNodeIds();
  let tree: AXTree | undefined;
  return {
    read: async () => {
      tree = await readCdp({ session, remotes }, ids);
      return tree;
    },
    act: (action) => performCdp({ session, nodeOf: ids.nodeOf, frameOf: ids.frameOf }, action, tree!),
  };
}

export type Kind = 'script events' | 'trusted input';

/** A page of 800 × 600 with both ways to touch whatever it opens. */
export async function openHands(chrome: Browser): Promise<{ page: Page; hands: Record<Kind, Hands> }> {
  const page = await chrome.newPage();
  await page.setViewport({ width: 800, height: 600 });
  await page.evaluateOnNewDocument(await hostScript());
  return { page, hands: { 'script events': scriptHands(page), 'trusted input': await trustedHands(page) } };
}
