import { performDom } from '../action/performDom.ts';
import { READINESS, waitReady } from '../action/readiness.ts';
import { readDom } from '../page/fromDom.ts';
import { createNodeIds, type NodeIds } from '../page/ids.ts';
import { type PageDriver, PageFault, type PageReading, VIEWPORT } from './driver.ts';
import type { Environment } from './environment.ts';
import { createSiteWorld, type SiteWorldOptions } from './site.ts';

export interface FrameWorldOptions extends SiteWorldOptions {
  /** Where the frame is put. It keeps its own size; scale it with CSS if it has to look smaller. */
  container: HTMLElement;
  /** Longest wait for a page, in milliseconds. */
  timeout?: number;
}

type FrameWindow = Window & typeof globalThis;

/** Chrome's Navigation API, as far as it is used here. */
interface NavigateEvent extends Event {
  readonly cancelable: boolean;
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly formData: FormData | null;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}
interface Navigated {
  navigation?: { addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void };
}

/** A task later than everything already queued, and never throttled in a background tab as timers are. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * A same-origin frame of this tab, driven by script events.
 *
 * All frames of a tab share one session history with the tab itself, so the frame keeps out of it: its navigations are
 * turned into replacements, and the visit's own history is a list of addresses kept here. Going back loads the earlier
 * address again, as a browser without a page cache does.
 */
export class FrameDriver implements PageDriver {
  private frame: HTMLIFrameElement | null = null;
  ids: NodeIds = createNodeIds();
  private root = '';
  private entries: string[] = [];
  private at = -1;
  private hooked: Document | null = null;
  private navigating = false;
  /** How the navigation under way changes `entries`. */
  private entry: 'push' | 'replace' = 'replace';
  private asides: string[] = [];
  /** The element of the page that has the keyboard; the tab may have given it to another frame meanwhile. */
  private focused: WeakRef<HTMLElement> | null = null;
  private wake: () => void = () => {};

  constructor(
    private readonly container: HTMLElement,
    private readonly timeout: number,
    /** Hears about every new document before it can be acted on. */
    private readonly onDocument: (page: Document) => void = () => {},
  ) {}

  async open(url: string): Promise<void> {
    this.root = url.slice(0, url.lastIndexOf('/'));
    this.ids = createNodeIds();
    this.entries = [];
    this.at = -1;
    this.entry = 'push';
    // A new frame each time: nothing of the last visit survives, and its first document makes no history entry.
    this.frame?.remove();
    const frame = document.createElement('iframe');
    frame.title = 'Page of the environment';
    // Without leave to open windows, to navigate the tab, to show modal dialogs, to download.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    frame.style.cssText = `width: ${VIEWPORT.width}px; height: ${VIEWPORT.height}px; border: 0`;
    frame.addEventListener('load', () => this.wake());
    frame.src = url;
    this.frame = frame;
    this.hooked = null;
    this.navigating = true;
    this.container.append(frame);
    await this.settle();
  }

  async follow(url: string): Promise<void> {
    this.entry = 'push';
    this.view().location.replace(url);
    await nextTask();
    await this.settle();
  }

  async travel(by: -1 | 1): Promise<boolean> {
    if (!this.jump(by)) return false;
    await this.settle();
    return true;
  }

  async perform(...[action, tree]: Parameters<PageDriver['perform']>): ReturnType<PageDriver['perform']> {
    // The page may have moved on by itself since it was read.
    const { navigating, complete, ready } = this.look();
    if (navigating || !complete || ready === false) await this.settle();
    this.entry = 'push';
    const page = { document: this.page(), elementOf: (id: number) => this.ids.elementOf(id) };
    const failure = this.inFocus(() => performDom(page, action, tree));
    if (failure) return failure;
    // Form submissions start their navigation in a task of their own.
    await nextTask();
    await this.settle();
    return null;
  }

  async read() {
    return this.readNow();
  }

  readNow(): PageReading {
    const page = this.page();
    const state: unknown = structuredClone(this.view().reverieSite?.state());
    return { tree: this.inFocus(() => readDom(page, this.ids, { base: this.root })), state };
  }

  /** Somebody else acted on the page (a person): waits until it can be read again. */
  async settled(): Promise<void> {
    this.entry = 'push';
    await nextTask();
    await this.settle();
  }

  /** Can the page be read right now? */
  get ready(): boolean {
    const { navigating, complete, ready } = this.look();
    return !navigating && complete && ready !== false;
  }

  takeAsides(): string[] {
    return this.asides.splice(0);
  }

  async close(): Promise<void> {
    this.frame?.remove();
    this.frame = null;
    this.wake();
  }

  /**
   * Runs `work` with the page's own element in focus. A tab has one focused element over all its frames: frames take it
   * from each other and from the person at the app, who gets it back at once. A page that scrolls to an element would
   * also scroll the app around it: that is undone before anybody sees it.
   */
  private inFocus<T>(work: () => T): T {
    const page = this.page();
    const { activeElement } = document;
    const person = activeElement?.localName === 'iframe' || activeElement === document.body ? null : activeElement;
    const held = this.focused?.deref();
    const elsewhere = activeElement !== this.frame;
    const { scrollX: left, scrollY: top } = window;
    if (elsewhere && held?.isConnected && held.ownerDocument === page && page.activeElement !== held)
      held.focus({ preventScroll: true });
    try {
      return work();
    } finally {
      const now = page.activeElement;
      this.focused = now && now !== page.body ? new WeakRef(now as HTMLElement) : null;
      window.scrollTo({ left, top, behavior: 'instant' });
      if (person) (person as HTMLElement).focus({ preventScroll: true });
      else if (elsewhere) this.frame?.blur();
    }
  }

  /** Loads the address `by` entries away; false when there is none. */
  private jump(by: number): boolean {
    const url = this.entries[this.at + by];
    if (url === undefined) return false;
    this.at += by;
    this.entry = 'replace';
    this.navigating = true;
    this.view().location.replace(url);
    return true;
  }

  private view(): FrameWindow {
    return this.page().defaultView as FrameWindow;
  }

  /** The document shown, if scripts can reach it. */
  private page(): Document {
    const page = this.frame?.contentDocument;
    if (!this.frame?.isConnected) throw new PageFault('crashed', 'The frame was removed from the page.', 'frame');
    if (!page) throw new PageFault('left-site', 'The frame shows a page of another origin.', 'frame');
    return page;
  }

  private async settle(): Promise<void> {
    const loaded = await waitReady(
      {
        look: () => this.look(),
        now: () => performance.now(),
        pause: (ms) =>
          new Promise((resolve) => {
            const timer = setTimeout(resolve, ms);
            this.wake = () => {
              clearTimeout(timer);
              resolve();
            };
          }),
      },
      this.timeout,
    );
    if (!loaded)
      throw new PageFault('timeout', `The page was not ready after ${this.timeout} ms: ${this.unready()}.`, 'frame');
    this.remember(this.page().URL);
  }

  private look() {
    const page = this.page();
    if (page !== this.hooked && page.URL !== 'about:blank') {
      this.hooked = page;
      this.navigating = false;
      this.hook(this.view());
    }
    const ready = this.view().reverieSite?.ready;
    return {
      navigating: this.navigating,
      complete: page.readyState === 'complete' && page.URL !== 'about:blank',
      ready,
      signature:
        ready === undefined ? `${page.querySelectorAll('*').length} ${page.body?.textContent?.length}` : undefined,
    };
  }

  /** What a page that is not ready is waiting for. */
  private unready(): string {
    const { navigating, complete } = this.look();
    if (navigating) return `a navigation from ${this.page().URL} did not arrive`;
    return complete ? 'it is still working on an event' : 'its document is still loading';
  }

  /** Brings the visit's history up to date with the address shown. */
  private remember(url: string): void {
    if (this.at >= 0 && this.entries[this.at] === url) return;
    if (this.entry === 'push') this.entries.length = ++this.at;
    this.entries[this.at] = url;
    this.entry = 'replace';
  }

  /** Watches a new document: its navigations, its dialogs, and its attempts at the tab's history or at new tabs. */
  private hook(view: FrameWindow): void {
    this.onDocument(view.document);
    const show = (kind: string, text?: string): void => {
      this.asides.push(`${kind} "${text ?? ''}" accepted`);
    };
    view.alert = (text?: string) => show('alert', text);
    view.confirm = (text?: string) => {
      show('confirm', text);
      return true;
    };
    view.prompt = (text?: string, answer = '') => {
      show('prompt', text);
      return answer;
    };
    view.open = (url) => {
      if (url) view.location.assign(url);
      return null;
    };
    view.history.back = () => void this.jump(-1);
    view.history.forward = () => void this.jump(1);
    view.history.go = (by = 0) => void this.jump(by);
    view.document.addEventListener(
      'click',
      (event) => {
        const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[target], area[target]');
        if (link) link.target = '_self';
      },
      true,
    );
    const { navigation } = view as Navigated;
    if (navigation) navigation.addEventListener('navigate', (event) => this.onNavigate(view, event));
    else view.addEventListener('beforeunload', () => (this.navigating = true));
  }

  private onNavigate(view: FrameWindow, event: NavigateEvent): void {
    if (event.destination.sameDocument) return;
    this.navigating = true;
    if (event.navigationType === 'replace' || event.navigationType === 'reload') return;
    if (event.formData !== null || !event.cancelable) return;
    event.preventDefault();
    view.location.replace(event.destination.url);
  }
}

/** A world of site pages in a frame of this tab. */
export function createFrameWorld(options: FrameWorldOptions): Environment {
  const { container, timeout = READINESS.cap, ...site } = options;
  return createSiteWorld('frame', new FrameDriver(container, timeout), site);
}
