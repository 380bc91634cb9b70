import type { PageAction } from '../action/problems.ts';
import { type PageLook, READINESS, waitReady } from '../action/readiness.ts';
import type { AXTree, Failure, Task } from '../core/types.ts';
import type { DataMode } from '../miniwob/page.ts';
import { AgentPort, DocumentGone } from './agentPort.ts';
import { HELLO } from './agentProtocol.ts';
import { type PageDriver, PageFault, type PageReading, VIEWPORT } from './driver.ts';
import type { Environment } from './environment.ts';
import { miniwobSuite } from './miniwobSuite.ts';
import { createVisitWorld } from './visit.ts';

export interface SandboxOptions {
  /** Where the frame is put. It keeps its own size; scale it with CSS if it has to look smaller. */
  container: HTMLElement;
  /** Longest wait for a page, in milliseconds. */
  timeout?: number;
}

/** How long the agent of a document that has loaded may keep silent, in milliseconds, before the document counts as foreign. */
const GRACE = 2_000;
const MOST_ASIDES = 20;

/** What is seen of a page that has no agent: nothing. */
const ELSEWHERE: PageReading = {
  tree: { url: 'about:blank', title: '', nodes: [{ id: 0, role: 'RootWebArea', name: '', depth: 0 }], omitted: 0 },
  state: undefined,
};

/**
 * A page of an opaque origin in a frame of this tab, driven through the agent that its server puts into it. It has no access to the
 * tab around it: not to its window, its storage, its address, and (in Chrome) not even to its process.
 */
export class SandboxDriver implements PageDriver {
  private frame: HTMLIFrameElement | null = null;
  private agent: AgentPort | null = null;
  private root = '';
  /** Addresses of the visit, which stays within one document. */
  private entries: string[] = [];
  private at = -1;
  private asides: string[] = [];
  /** Since the newest agent said hello: documents that loaded, and those of them that had an agent. */
  private loads = 0;
  private claims = 0;
  private left = false;
  private wake: () => void = () => {};
  private readonly container: HTMLElement;
  private readonly timeout: number;

  constructor({ container, timeout = READINESS.cap }: SandboxOptions) {
    this.container = container;
    this.timeout = timeout;
    window.addEventListener('message', this.onMessage);
  }

  async open(url: string): Promise<void> {
    this.root = url.slice(0, url.lastIndexOf('/'));
    this.entries = [];
    this.at = -1;
    this.drop();
    const frame = document.createElement('iframe');
    frame.title = 'Page of the environment';
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    frame.referrerPolicy = 'no-referrer';
    // The agent's own: what a person points at would show. The Tab key passes it by.
    frame.tabIndex = -1;
    frame.style.cssText = `width: ${VIEWPORT.width}px; height: ${VIEWPORT.height}px; border: 0; pointer-events: none`;
    frame.addEventListener('load', () => this.onLoad(frame));
    frame.src = url;
    this.frame = frame;
    this.container.append(frame);
    await this.limited(() => this.settle());
    if (this.left) throw new PageFault('navigation', `${url} does not load, or has no agent in it.`, 'sandbox');
  }

  /** Starts the visit of `pageSeed` on the page that is open; resolves to its goal. */
  begin(pageSeed: number, mode: DataMode): Promise<string> {
    return this.limited(async () => {
      await this.ask().ask({ ask: 'begin', pageSeed, mode });
      await this.settle();
      const goal = await this.ask().ask({ ask: 'goal' });
      await this.settle();
      return goal;
    });
  }

  async follow(url: string): Promise<void> {
    throw new PageFault('left-site', `A visit stays on its page: ${url}.`, 'sandbox');
  }

  travel(by: -1 | 1): Promise<boolean> {
    return this.limited(async () => {
      const url = this.entries[this.at + by];
      if (url === undefined) return false;
      this.at += by;
      await this.ask().ask({ ask: 'travel', url });
      await this.settle();
      return true;
    });
  }

  perform(action: PageAction, tree: AXTree): Promise<Failure | null> {
    return this.limited(async () => {
      if (!this.agent) await this.settle();
      const person = document.activeElement as HTMLElement | null;
      try {
        const failure = await this.ask().ask({ ask: 'perform', action, tree });
        if (failure) return failure;
      } catch (error) {
        // The action itself may replace the document before the agent can answer.
        if (!(error instanceof DocumentGone)) throw error;
      }
      this.giveBack(person);
      await this.settle();
      return null;
    });
  }

  read(): Promise<PageReading> {
    return this.limited(async () => {
      for (let attempt = 1; ; attempt++) {
        if (this.left) return ELSEWHERE;
        const person = document.activeElement as HTMLElement | null;
        try {
          const { tree, state, address } = await this.ask().ask({ ask: 'read', base: this.root });
          this.remember(address);
          return { tree, state };
        } catch (error) {
          // A page may move on by itself between readiness and reading.
          if (!(error instanceof DocumentGone) || attempt === 3) throw error;
          await this.settle();
        } finally {
          this.giveBack(person);
        }
      }
    });
  }

  takeAsides(): string[] {
    return this.asides.splice(0);
  }

  async close(): Promise<void> {
    window.removeEventListener('message', this.onMessage);
    this.drop();
  }

  private onMessage = ({ source, data, ports: [port] }: MessageEvent): void => {
    if (data !== HELLO || port === undefined || source === null || source !== this.frame?.contentWindow) return;
    this.agent?.close();
    this.loads = 0;
    this.claims = 0;
    const agent = new AgentPort(port, (news) => {
      if (agent !== this.agent) return;
      if (news.news === 'loaded') this.claims++;
      else if (this.asides.length < MOST_ASIDES) this.asides.push(news.text);
    });
    this.agent = agent;
    this.wake();
  };

  private onLoad(frame: HTMLIFrameElement): void {
    if (frame !== this.frame) return;
    this.loads++;
    setTimeout(() => {
      if (frame !== this.frame || this.loads <= this.claims) return;
      this.agent?.close();
      this.agent = null;
      this.left = true;
      this.wake();
    }, GRACE);
  }

  /** Lets go of the frame and of whoever is in it. */
  private drop(): void {
    this.agent?.close();
    this.agent = null;
    this.frame?.remove();
    this.frame = null;
    this.left = false;
    this.asides = [];
    this.loads = 0;
    this.claims = 0;
    this.wake();
  }

  private ask(): AgentPort {
    if (!this.agent) throw new DocumentGone();
    return this.agent;
  }

  /** A page that takes the focus gives it back to the control of the tab that a person was using. */
  private giveBack(person: HTMLElement | null): void {
    if (!person || person === document.body || person.localName === 'iframe' || document.activeElement === person)
      return;
    person.focus({ preventScroll: true });
  }

  private remember(address: string): void {
    if (this.entries[this.at] === address) return;
    this.entries.length = ++this.at;
    this.entries.push(address);
  }

  private async settle(): Promise<void> {
    const look = async (): Promise<PageLook> => {
      if (this.left) return { navigating: false, complete: true, ready: true };
      if (!this.frame?.isConnected) throw new PageFault('crashed', 'The frame was removed from the page.', 'sandbox');
      try {
        return await this.ask().ask({ ask: 'look' });
      } catch (error) {
        if (!(error instanceof DocumentGone)) throw error;
        return { navigating: true, complete: false };
      }
    };
    const pause = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (!(await waitReady({ look, now: () => performance.now(), pause }, this.timeout))) throw this.overdue();
  }

  private overdue = (): PageFault =>
    new PageFault('timeout', `The page was not ready after ${this.timeout} ms.`, 'sandbox');

  /** Runs `work` on the page within the time limit: a hung page never answers. After a fault the page is of no use. */
  private async limited<T>(work: () => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A little later than the readiness limit, which knows better what it waited for.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.overdue()), this.timeout + 500);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      this.drop();
      if (error instanceof DocumentGone) throw new PageFault('crashed', 'The page went away.', 'sandbox');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

export interface MiniwobTabOptions extends SandboxOptions {
  /** Where the copy is served: task pages are at `<base>/miniwob/<task>.html`. */
  base: string;
  mode: DataMode;
}

/** A world of MiniWoB++ pages in a frame of this tab. */
export function createMiniwobTab({ base, mode, ...options }: MiniwobTabOptions): Environment {
  const driver = new SandboxDriver(options);
  const begin = (task: Task): Promise<string> => driver.begin(task.siteSeed, mode);
  return createVisitWorld('miniwob in the tab', driver, miniwobSuite(base, begin));
}
