import type { Browser, CDPSession, Page } from 'puppeteer';
import { VIEWPORT } from './driver.ts';

/** A page of a browser, as a driver needs it. */
export interface OpenPage {
  session: CDPSession;
  browser: Browser;
  /** The page waits, before it does anything, for `run`; its main frame is `frame`. Absent: it runs already. */
  held?: { frame: string; run(): Promise<unknown> };
  /** Gives the page back to its owner, or closes it. Never rejects: a page that is gone is closed enough. */
  close(): Promise<void>;
}

const owners = new WeakMap<Browser, Promise<CDPSession>>();

/** One session of each browser asks for all its hidden pages and deep frames: they live as long as it does. */
export function browserSession(browser: Browser): Promise<CDPSession> {
  const known = owners.get(browser) ?? browser.target().createCDPSession();
  owners.set(browser, known);
  return known;
}

/**
 * A page without a window, a tab strip and a history to show, which cost Chrome more than the page itself does: a step takes half
 * the CPU time. It is laid out but never drawn, so `requestAnimationFrame` is silent; the sites of Reverie do not ask for it.
 */
export async function openHidden(browser: Browser): Promise<OpenPage> {
  const owner = await browserSession(browser);
  const url = 'about:blank';
  const { targetId } = await owner.send('Target.createTarget', { url, hidden: true, background: true });
  const { sessionId } = await owner.send('Target.attachToTarget', { targetId, flatten: true });
  const session = owner.connection()?.session(sessionId);
  if (!session) throw new Error('the browser gave no session for a new page');
  await session.send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: false });
  const close = async (): Promise<void> => void (await owner.send('Target.closeTarget', { targetId }).catch(() => {}));
  return { session, browser, close };
}

/** A window of its own: it draws frames, which pages that animate need. (Of the tabs of a window only the one in front does.) */
export async function openWindow(browser: Browser): Promise<OpenPage> {
  const page = await browser.newPage({ type: 'window' });
  const open = await useTab(page);
  const close = async (): Promise<void> => {
    await open.close();
    await page.close().catch(() => {});
  };
  return { ...open, close };
}

/** The caller's own tab. Pages that it opens beside itself are closed, and their address is followed in it. */
export async function useTab(page: Page): Promise<OpenPage> {
  const session = await page.createCDPSession();
  const size = page.viewport();
  if (size?.width !== VIEWPORT.width || size.height !== VIEWPORT.height) await page.setViewport(VIEWPORT);
  const takeBack = (popup: Page | null): void => {
    const url = popup?.url() ?? '';
    popup?.close().catch(() => {});
    if (url.startsWith('http')) session.send('Page.navigate', { url }).catch(() => {});
  };
  page.on('popup', takeBack);
  const close = async (): Promise<void> => {
    page.off('popup', takeBack);
    if (!session.detached) await session.detach().catch(() => {});
  };
  return { session, browser: page.browser(), close };
}
