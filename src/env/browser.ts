import { type Browser, type CDPSession, type Page, ProtocolError } from 'puppeteer';
import { performCdp } from '../action/performCdp.ts';
import type { PageAction } from '../action/problems.ts';
import { type PageLook, READINESS, waitReady } from '../action/readiness.ts';
import type { AXTree, Failure } from '../core/types.ts';
import type { CdpPage, CdpSession, RemoteFrame } from '../page/frames.ts';
import { readCdp } from '../page/fromCdp.ts';
import { createNodeIds, type NodeIds } from '../page/ids.ts';
import { type AskingDriver, PageFault, type PageReading, type PageScript } from './driver.ts';
import type { Environment } from './environment.ts';
import { type OpenPage, openHidden, openWindow, useTab } from './openPage.ts';
import { NO_POPUP, ONE_TAB, SITE_SCRIPT } from './pageScripts.ts';
import { watchRemoteFrames } from './remoteFrames.ts';
import { createSiteWorld, type SiteWorldOptions } from './site.ts';

export interface BrowserDriverOptions {
  /** A tab to use. The caller keeps it; without `browser`, a crash of this tab is final. */
  page?: Page;
  /** Where a page is opened when there is none, or the last one broke. A function may start a new browser. */
  browser?: Browser | (() => Promise<Browser>);
  /** Opens windows, for pages that animate; default: hidden pages, at half the CPU time. */
  windows?: boolean;
  /** Is told of every page before its first use, e.g. to listen to its network. */
  onPage?: (session: CDPSession) => Promise<void>;
  /** Longest wait for a page, in milliseconds. */
  timeout?: number;
}

export interface BrowserWorldOptions extends SiteWorldOptions, BrowserDriverOptions {}

interface FrameEvent {
  frameId: string;
  url?: string;
  navigationType?: string;
}

const crashed = (message: string): PageFault => new PageFault('crashed', message, 'browser');

/** One page and what its protocol events said. */
class LivePage implements CdpPage, CdpSession {
  /** A navigation has started and neither committed nor ended. */
  navigating = false;
  /** A move in the history is under way, which may be that of a frame alone. */
  private travelling = false;
  loader = '';
  asides: string[] = [];
  /** Why the page is of no use any more. */
  dead: PageFault | null = null;
  private mourners = new Set<(fault: PageFault) => void>();
  private watchers = new Set<() => void>();

  private onDisconnect = (): void => this.die(crashed('The browser is gone.'));
  /** This object is the main session: what it is asked ends when the page dies. */
  readonly session = this;
  remotes: () => Promise<readonly RemoteFrame[]> = async () => [];

  private constructor(
    private readonly open: OpenPage,
    private readonly mainFrame: string,
  ) {}

  static async attach(open: OpenPage, preload: string): Promise<LivePage> {
    const { session, browser, held } = open;
    const source = NO_POPUP + preload;
    const now = held ? null : (await session.send('Page.getFrameTree')).frameTree.frame;
    const live = new LivePage(open, now?.id ?? held!.frame);
    live.loader = now?.loaderId ?? '';
    live.watch();
    live.remotes = await watchRemoteFrames(session, browser, { guard: (work) => live.whileAlive(work), source });
    await Promise.all([
      session.send('Page.enable'),
      session.send('DOM.enable'),
      session.send('Accessibility.enable'),
      session.send('Inspector.enable'),
      // Pages that run side by side all behave as the one in front.
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
      session.send('Page.setDownloadBehavior', { behavior: 'deny' }),
      held?.run(),
    ]);
    if (held) live.loader = (await session.send('Page.getFrameTree')).frameTree.frame.loaderId;
    return live;
  }

  /** A command; rejects with `PageFault` when the page dies before the answer. */
  send(method: string, params?: object): Promise<unknown> {
    // The protocol's table of commands is not worth carrying through the structural type.
    return this.whileAlive(this.open.session.send(method as 'Runtime.evaluate', params as { expression: string }));
  }

  async travelTo(entryId: number): Promise<void> {
    this.navigating = true;
    this.travelling = true;
    await this.send('Page.navigateToHistoryEntry', { entryId });
  }

  async evaluate(expression: string): Promise<unknown> {
    const reply = (await this.send('Runtime.evaluate', { expression, returnByValue: true })) as {
      result: { value?: unknown };
      exceptionDetails?: { text: string };
    };
    if (reply.exceptionDetails) throw new Error(`${expression}: ${reply.exceptionDetails.text}`);
    return reply.result.value;
  }

  /** `work`, unless the page dies first: commands to a crashed page are never answered. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.dead) return reject(this.dead);
      this.mourners.add(reject);
      work.then(resolve, (error) => reject(this.dead ?? error)).finally(() => this.mourners.delete(reject));
    });
  }

  die(fault: PageFault): void {
    if (this.dead) return;
    this.dead = fault;
    for (const mourn of this.mourners) mourn(fault);
    this.stir();
  }

  /** Resolves after `ms`, or at the next event of a navigation. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.watchers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.watchers.add(wake);
    });
  }

  /** Lets go of the page: nothing of this object acts on it any more. */
  release(reason: string): Promise<void> {
    this.die(crashed(reason));
    this.open.browser.off('disconnected', this.onDisconnect);
    return this.open.close();
  }

  private stir(): void {
    for (const wake of this.watchers) wake();
  }

  private watch(): void {
    const { session } = this.open;
    session.on('Inspector.targetCrashed', () => this.die(crashed('The page crashed.')));
    session.on('Inspector.detached', () => this.die(crashed('The page was closed.')));
    this.open.browser.once('disconnected', this.onDisconnect);
    const navigation = (active: boolean) => (event: FrameEvent) => {
      const isOurs = event.frameId === this.mainFrame || (this.travelling && !active);
      if (!isOurs || event.navigationType === 'sameDocument') return;
      this.navigating = active;
      this.travelling = false;
      this.stir();
    };
    session.on('Page.frameRequestedNavigation', navigation(true));
    session.on('Page.frameStartedNavigating', navigation(true));
    session.on('Page.frameStoppedLoading', navigation(false));
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.loader = frame.loaderId;
      navigation(false)({ frameId: frame.id });
    });
    session.on('Page.navigatedWithinDocument', (event) => navigation(false)(event));
    session.on('Page.loadEventFired', () => this.stir());
    session.on('Page.downloadWillBegin', ({ url }) => this.asides.push(`download of ${url} skipped`));
    session.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
      if (type !== 'beforeunload') this.asides.push(`${type} "${message}" accepted`);
      // Answered by whoever is first: puppeteer's own listeners may be there too.
      session.send('Page.handleJavaScriptDialog', { accept: true, promptText: defaultPrompt }).catch(() => {});
    });
  }
}

/** A page with trusted input and Chrome's own accessibility tree. */
class BrowserDriver implements AskingDriver {
  private live: LivePage | null = null;
  private browser: Browser | null = null;
  private root: string | undefined;

  constructor(
    private readonly options: BrowserDriverOptions & { timeout: number },
    private readonly script: PageScript,
    private ids: NodeIds = createNodeIds(),
  ) {}

  /** Takes a page that somebody else opened; addresses are then whole. Resolves when it can be read. */
  async adopt(open: OpenPage): Promise<void> {
    this.live = await LivePage.attach(open, this.script.preload ?? '');
    await this.limited((live) => this.settle(live));
  }

  async open(url: string): Promise<void> {
    this.root = url.slice(0, url.lastIndexOf('/'));
    this.ids = createNodeIds();
    const live = await this.ensurePage();
    await this.limited(async () => {
      // A page that draws shows what the pointer of the last visit rests on.
      if (this.options.windows) await live.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 });
      await this.navigate(live, url);
      await live.send('Page.resetNavigationHistory');
    });
  }

  follow(url: string): Promise<void> {
    return this.limited((live) => this.navigate(live, url));
  }

  travel(by: -1 | 1): Promise<boolean> {
    return this.limited(async (live) => {
      const history = (await live.send('Page.getNavigationHistory')) as {
        currentIndex: number;
        entries: { id: number }[];
      };
      const entry = history.entries[history.currentIndex + by];
      if (!entry) return false;
      await live.travelTo(entry.id);
      await this.settle(live);
      return true;
    });
  }

  perform(action: PageAction, tree: AXTree): Promise<Failure | null> {
    return this.limited(async (live) => {
      // The page may have moved on by itself since it was read.
      if (live.navigating) await this.settle(live);
      const { loader } = live;
      // An element's document may be gone although nobody has read the page since.
      const nodeOf = (id: number) => {
        const node = this.ids.nodeOf(id);
        return node?.frame.owner || node?.frame.loader === live.loader ? node : undefined;
      };
      try {
        const failure = await performCdp({ session: live, nodeOf, frameOf: this.ids.frameOf }, action, tree);
        if (failure) return failure;
      } catch (error) {
        // The action itself may replace the document while its last command is on the way.
        if (live.dead || (!live.navigating && live.loader === loader)) throw error;
      }
      await this.settle(live);
      return null;
    });
  }

  ask(expression: string): Promise<unknown> {
    return this.limited(async (live) => {
      const value = await live.evaluate(expression).catch((error: Error) => {
        if (live.dead || error instanceof ProtocolError) throw error;
        throw new PageFault('navigation', `The page's script failed: ${error.message}`, 'browser');
      });
      await this.settle(live);
      return value;
    });
  }

  read(): Promise<PageReading> {
    return this.limited(async (live) => {
      for (let attempt = 1; ; attempt++) {
        try {
          const [tree, state] = await Promise.all([
            readCdp(live, this.ids, { base: this.root, bare: this.script.bare }),
            live.evaluate(this.script.state),
          ]);
          return { tree, state };
        } catch (error) {
          // A page may move on by itself between readiness and reading.
          if (live.dead || attempt === 3) throw error;
          await this.settle(live);
        }
      }
    });
  }

  takeAsides(): string[] {
    return this.live?.asides.splice(0) ?? [];
  }

  async close(): Promise<void> {
    const { live } = this;
    this.live = null;
    await live?.release('The environment was closed.');
  }

  private async ensurePage(): Promise<LivePage> {
    if (this.live && !this.live.dead) return this.live;
    const broken = this.live;
    this.live = null;
    // Not awaited: closing a hung page may take its time.
    void broken?.release('The page broke.');
    const { page, onPage } = this.options;
    try {
      const open = page && !broken ? await useTab(page) : await this.newPage();
      await onPage?.(open.session);
      this.live = await LivePage.attach(open, ONE_TAB + (this.script.preload ?? ''));
    } catch (error) {
      if (error instanceof PageFault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw crashed(`No page could be opened: ${reason}`);
    }
    return this.live;
  }

  private async newPage(): Promise<OpenPage> {
    const { browser, windows } = this.options;
    if (!browser) throw crashed('The page is gone and there is no browser to open another.');
    if (typeof browser !== 'function') this.browser = browser;
    else if (!this.browser?.connected) this.browser = await browser();
    return windows ? openWindow(this.browser!) : openHidden(this.browser!);
  }

  private async navigate(live: LivePage, url: string): Promise<void> {
    const { errorText } = (await live.send('Page.navigate', { url })) as { errorText?: string };
    if (errorText) throw new PageFault('navigation', `${url} does not load: ${errorText}`, 'browser');
    await this.settle(live);
  }

  private async settle(live: LivePage): Promise<void> {
    const look = async (): Promise<PageLook> => {
      try {
        const seen = (await live.evaluate(this.script.look)) as Omit<PageLook, 'navigating'>;
        return { ...seen, navigating: live.navigating };
      } catch (error) {
        if (live.dead) throw error;
        // No document to ask: one is being replaced.
        return { navigating: true, complete: false };
      }
    };
    const page = { look, now: () => performance.now(), pause: (ms: number) => live.pause(ms) };
    if (!(await waitReady(page, this.options.timeout))) throw this.overdue();
  }

  private overdue = (): PageFault =>
    new PageFault('timeout', `The page was not ready after ${this.options.timeout} ms.`, 'browser');

  /** Runs `work` on the page within the time limit. A fault makes the page unusable: a hung script may still hold it. */
  private async limited<T>(work: (live: LivePage) => Promise<T>): Promise<T> {
    const { live } = this;
    if (!live) throw crashed('There is no page.');
    // A little later than the readiness limit, which knows better what it waited for.
    const timer = setTimeout(() => live.die(this.overdue()), this.options.timeout + 500);
    try {
      return await live.whileAlive(work(live));
    } catch (error) {
      const fault = error instanceof ProtocolError ? crashed(`The browser refused: ${error.message}`) : error;
      // An address that does not load says nothing against the page.
      if (fault instanceof PageFault && fault.failure.code !== 'navigation') live.die(fault);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Pages in Chrome, driven by puppeteer and asked with `script`. */
export const createBrowserDriver = (options: BrowserDriverOptions, script: PageScript): AskingDriver =>
  new BrowserDriver({ ...options, timeout: options.timeout ?? READINESS.cap }, script);

/** A driver of a page that somebody else opened and that may have others beside it: `ids` are shared by all of them. */
export async function driveOpenPage(
  open: OpenPage,
  ids: NodeIds,
  script: PageScript,
  timeout: number = READINESS.cap,
): Promise<AskingDriver> {
  const driver = new BrowserDriver({ timeout }, script, ids);
  await driver.adopt(open);
  return driver;
}

/** A world of site pages in Chrome. */
export function createBrowserWorld(options: BrowserWorldOptions): Environment {
  const { page, browser, windows, onPage, timeout, ...site } = options;
  return createSiteWorld(
    'browser',
    createBrowserDriver({ page, browser, windows, onPage, timeout }, SITE_SCRIPT),
    site,
  );
}
