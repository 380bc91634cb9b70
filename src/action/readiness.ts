/** One look at a page. */
export interface PageLook {
  /** A navigation has started and its document is not there yet. */
  navigating: boolean;
  /** The document and its resources are loaded. */
  complete: boolean;
  /** The page's own word: false while it works on an event, undefined when it has no such word. */
  ready?: boolean;
  /** Changes with anything that is added to or removed from the page. Used only without the page's own word. */
  signature?: string;
}

export interface Readiness {
  look(): Promise<PageLook> | PageLook;
  /** Resolves after `ms`, or earlier when something happened that is worth a look. */
  pause(ms: number): Promise<void>;
  now(): number;
}

/** Limits in milliseconds. After B.2 of the fast-step notes: quiet = same signature over two short polls. */
export const READINESS = { poll: 4, slowPoll: 25, quiet: 50, quietCap: 3_000, cap: 10_000 } as const;

/**
 * Waits until the page can be read: no navigation under way, document complete, and the page's own `ready`; a page
 * without that word has to stay the same over two polls (at most `quietCap`, then it is taken as it is: some pages never
 * rest). Conditions only, never a fixed sleep. Resolves to false when `cap` passed before the page was complete.
 */
export async function waitReady(page: Readiness, cap: number = READINESS.cap): Promise<boolean> {
  const start = page.now();
  let signature: string | undefined;
  let polls = 0;
  for (;;) {
    const look = await page.look();
    const waited = page.now() - start;
    const loaded = !look.navigating && look.complete;
    if (loaded && look.ready === true) return true;
    if (loaded && look.ready === undefined) {
      if (look.signature === signature || waited >= READINESS.quietCap) return true;
      signature = look.signature;
    }
    if (waited >= cap) return false;
    const rest =
      loaded && look.ready === undefined ? READINESS.quiet : ++polls < 16 ? READINESS.poll : READINESS.slowPoll;
    await page.pause(rest);
  }
}
