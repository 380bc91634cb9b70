import type { Browser, CDPSession } from 'puppeteer';
import { READINESS } from '../action/readiness.ts';
import type { Failure } from '../core/types.ts';
import { collapse } from '../page/axtree.ts';
import { createNodeIds } from '../page/ids.ts';
import { driveOpenPage } from './browser.ts';
import { type AskingDriver, PageFault, type PageScript, type TabAction } from './driver.ts';
import { guardDocuments, type Passage } from './guard.ts';
import type { OpenPage } from './openPage.ts';
import { openTabContext, type TabContext } from './tabContext.ts';

export interface TabsOptions {
  /** Where the tabs are opened; a function may start a new browser. */
  browser: Browser | (() => Promise<Browser>);
  viewport: { width: number; height: number };
  /** What may become of a document that a tab wants to show. */
  passage(url: string): Passage;
  /** Is told of every tab before it does anything, e.g. to listen to its network. */
  onTab?(session: CDPSession): Promise<void>;
  /** Longest wait for a page, in milliseconds. */
  timeout?: number;
}

/** Drives the tab that is shown. Every visit has a context of its own. */
export interface TabsDriver extends AskingDriver {
  /** Begins a visit with one empty tab; `prepare` may fill the context first. */
  begin(prepare?: (context: TabContext) => Promise<void>): Promise<void>;
  tabs(action: TabAction): Promise<Failure | null>;
  /** Adds to what happened beside the page. */
  note(aside: string): void;
}

interface Tab {
  id: string;
  open: OpenPage;
  /** There once the tab can be read. */
  driver?: AskingDriver;
  ready: Promise<AskingDriver>;
  /** Opened by the visit, not by a page. */
  asked: boolean;
}

const lost = (message: string): PageFault => new PageFault('crashed', message, 'tabs');

export function createTabsDriver(options: TabsOptions, script: PageScript): TabsDriver {
  const { timeout = READINESS.cap } = options;
  let context: TabContext | null = null;
  let browser: Browser | undefined;
  let ids = createNodeIds();
  let tabs: Tab[] = [];
  let shown: Tab | undefined;
  const asides: string[] = [];
  /** Set while the visit itself opens a tab. */
  let asking = false;

  function opened(open: OpenPage, id: string): void {
    const prepared = [guardDocuments(open.session, id, options.passage), options.onTab?.(open.session)];
    // All commands are on their way before the last of them lets the tab run; only then are they answered.
    const ready = Promise.all([driveOpenPage(open, ids, script, timeout), ...prepared]).then(([driver]) => driver);
    // Whoever waits for the tab hears of it; one that closes before is forgotten.
    ready.catch(() => {});
    tabs.push({ id, open, ready, asked: asking });
  }

  function closed(id: string): void {
    const gone = tabs.find((tab) => tab.id === id);
    tabs = tabs.filter((tab) => tab !== gone);
    // Whoever waits for it waits in vain.
    void gone?.driver?.close();
    if (gone === undefined || gone !== shown) return;
    shown = undefined;
    asides.push('the tab was closed');
  }

  /** Tabs that came meanwhile can be read afterwards, and the last of them is shown; a tab that is gone is not. */
  async function catchUp(): Promise<AskingDriver> {
    for (;;) {
      const tab = tabs.find(({ driver }) => driver === undefined);
      if (tab === undefined) break;
      try {
        tab.driver = await inTime(tab.ready, timeout);
      } catch (error) {
        if (!tabs.includes(tab)) continue;
        throw error instanceof PageFault ? error : lost(`A tab cannot be used: ${(error as Error).message}`);
      }
      if (!tab.asked) asides.push('a new tab opened');
      await show(tab);
    }
    if (shown === undefined && tabs.length > 0) await show(tabs[tabs.length - 1]);
    if (shown?.driver === undefined) throw lost('There is no tab.');
    return shown.driver;
  }

  async function show(tab: Tab): Promise<void> {
    shown = tab;
    // Of the tabs of a window only the one in front draws.
    await tab.open.session.send('Page.bringToFront').catch(() => {});
  }

  async function newTab(): Promise<void> {
    asking = true;
    await context?.newTab().finally(() => {
      asking = false;
    });
    await catchUp();
  }

  /** `work` on the tab that is shown. That it closes its own tab is no fault while there are others. */
  async function inTab<T>(work: (driver: AskingDriver) => Promise<T>, otherwise: T): Promise<T> {
    const driver = await catchUp();
    const tab = shown!;
    const result = await work(driver).catch((error: unknown) => {
      if (tabs.includes(tab) || tabs.length === 0) throw error;
      return otherwise;
    });
    await catchUp();
    return result;
  }

  async function end(): Promise<void> {
    const open = context;
    context = null;
    tabs = [];
    shown = undefined;
    await open?.close();
  }

  return {
    async begin(prepare) {
      await end();
      ids = createNodeIds();
      try {
        const { browser: given } = options;
        if (typeof given !== 'function') browser = given;
        else if (!browser?.connected) browser = await given();
        context = await openTabContext(browser!, options.viewport, { opened, closed });
        await prepare?.(context);
        await newTab();
      } catch (error) {
        throw error instanceof PageFault ? error : lost(`No tab could be opened: ${(error as Error).message}`);
      }
    },
    async open(url) {
      await inTab((driver) => driver.follow(url), undefined);
      await shown?.open.session.send('Page.resetNavigationHistory').catch(() => {});
    },
    follow: (url) => inTab((driver) => driver.follow(url), undefined),
    travel: (by) => inTab((driver) => driver.travel(by), true),
    perform: (action, tree) => inTab((driver) => driver.perform(action, tree), null),
    ask: (expression) => inTab((driver) => driver.ask(expression), undefined),
    async tabs(action) {
      await catchUp();
      if (action.verb === 'new_tab') {
        await newTab();
        return null;
      }
      if (action.verb === 'tab_focus') {
        const tab = tabs[action.index];
        if (tab === undefined)
          return { kind: 'format', code: 'unknown-tab', message: `There is no tab ${action.index}.` };
        await show(tab);
        return null;
      }
      if (tabs.length === 1) return { kind: 'policy', code: 'last-tab', message: 'The last tab stays open.' };
      const { id } = shown!;
      tabs = tabs.filter((tab) => tab !== shown);
      await context?.closeTab(id);
      await show(tabs[tabs.length - 1]);
      return null;
    },
    async read() {
      const driver = await catchUp();
      const { tree, state } = await driver.read();
      if (tabs.length === 1) return { tree, state };
      const titles = await context!.titles();
      const titleOf = (tab: Tab): string => (tab === shown ? tree.title : collapse(titles.get(tab.id) ?? ''));
      return { tree: { ...tree, tabs: { titles: tabs.map(titleOf), current: tabs.indexOf(shown!) } }, state };
    },
    takeAsides: () => [...tabs.flatMap(({ driver }) => driver?.takeAsides() ?? []), ...asides.splice(0)],
    note: (aside) => void asides.push(aside),
    close: end,
  };
}

/** `work`, unless it takes too long. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageFault('timeout', `A tab was not ready after ${ms} ms.`, 'tabs')), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
