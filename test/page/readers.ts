import type { Browser, CDPSession, Page } from 'puppeteer';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { AXTree } from '../../src/core/types.ts';
import { readCdp } from '../../src/page/fromCdp.ts';
import { createNodeIds, type NodeIds } from '../../src/page/ids.ts';
import { printTree } from '../../src/page/text.ts';
import type { ReadOptions } from '../../src/page/view.ts';
import { pageScript } from './inPage.ts';

/** One tab of a real Chrome with both readers on it. */
export interface Readers {
  page: Page;
  session: CDPSession;
  ids: NodeIds;
  dom(options?: ReadOptions): Promise<AXTree>;
  cdp(options?: ReadOptions): Promise<AXTree>;
  close(): Promise<void>;
}

export async function openReaders(): Promise<Readers> {
  const browser: Browser = await launchChrome();
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(await pageScript());
  await page.goto('about:blank');
  const session = await page.createCDPSession();
  const ids = createNodeIds();
  return {
    page,
    session,
    ids,
    dom: (options) => page.evaluate((o) => window.reverieReader.read(o), options),
    cdp: (options) => readCdp({ session }, ids, options),
    close: () => browser.close(),
  };
}

/** The text with ids replaced by the order of the nodes. */
export const textOf = (tree: AXTree): string =>
  printTree({ ...tree, nodes: tree.nodes.map((node, i) => ({ ...node, id: i + 1 })) });
