import type { Browser, CDPSession, Protocol } from 'puppeteer';
import type { OpenPage } from './openPage.ts';

export type Cookie = Protocol.Network.CookieParam;

export interface TabListener {
  /** A tab came, opened by us or by a page; it waits for its `held.run`. */
  opened(tab: OpenPage, id: string): void;
  closed(id: string): void;
}

/** A place of its own in a browser: cookies, storage and tabs that nothing else shares. */
export interface TabContext {
  /** Opens an empty tab, which the listener has heard of by then, and gives its id. */
  newTab(): Promise<string>;
  closeTab(id: string): Promise<void>;
  /** What Chrome writes on the tabs, by id: titles, or addresses for want of them. */
  titles(): Promise<ReadonlyMap<string, string>>;
  /** Replaces nothing: for a context that is fresh. */
  setCookies(cookies: Cookie[]): Promise<void>;
  /** Closes all its tabs. Never rejects. */
  close(): Promise<void>;
}

/**
 * Opens a context whose tabs are heard of before they do anything, so that the first request of a tab that a link opened is
 * seen, too. Every session that asks so holds all new pages of the browser: those of other contexts are let go at once.
 */
export async function openTabContext(
  browser: Browser,
  viewport: { width: number; height: number },
  listener: TabListener,
): Promise<TabContext> {
  const owner = await browser.target().createCDPSession();
  const { browserContextId } = await owner.send('Target.createBrowserContext');
  const ids = new Map<string, string>();

  owner.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = owner.connection()?.session(sessionId);
    if (!session) return;
    const run = (): Promise<unknown> => session.send('Runtime.runIfWaitingForDebugger');
    if (targetInfo.browserContextId !== browserContextId) {
      // It may be gone by now, which is as well.
      const letGo = [run(), owner.send('Target.detachFromTarget', { sessionId })];
      for (const sent of letGo) sent.catch(() => {});
      return;
    }
    const id = targetInfo.targetId;
    ids.set(sessionId, id);
    const sized = size(session, viewport);
    sized.catch(() => {});
    const close = (): Promise<void> => closeTab(id);
    listener.opened({ session, browser, held: { frame: id, run: () => Promise.all([sized, run()]) }, close }, id);
  });
  owner.on('Target.detachedFromTarget', ({ sessionId }) => {
    const id = ids.get(sessionId);
    if (id !== undefined && ids.delete(sessionId)) listener.closed(id);
  });

  async function closeTab(targetId: string): Promise<void> {
    await owner.send('Target.closeTarget', { targetId }).catch(() => {});
  }

  await owner.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  });
  return {
    async newTab() {
      // The first tab of a context needs a window to be in.
      const newWindow = ids.size === 0;
      const { targetId } = await owner.send('Target.createTarget', { url: 'about:blank', browserContextId, newWindow });
      return targetId;
    },
    closeTab,
    async titles() {
      const { targetInfos } = await owner.send('Target.getTargets');
      return new Map(targetInfos.map(({ targetId, title }) => [targetId, title]));
    },
    setCookies: (cookies) => owner.send('Storage.setCookies', { cookies, browserContextId }),
    async close() {
      await owner.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
      await owner.detach().catch(() => {});
    },
  };
}

const size = (session: CDPSession, { width, height }: { width: number; height: number }): Promise<void> =>
  session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
