import { describe, expect, it } from 'vitest';
import { type PageLook, READINESS, waitReady } from '../../src/action/readiness.ts';

/** A page on a clock of its own: `at(ms)` says what it looks like then. */
function page(at: (ms: number) => PageLook) {
  let ms = 0;
  return {
    look: () => at(ms),
    now: () => ms,
    pause: async (rest: number) => {
      ms += rest;
    },
    elapsed: () => ms,
  };
}

const SITE: PageLook = { navigating: false, complete: true, ready: true };

describe('waitReady', () => {
  it('takes a page at its word, at once', async () => {
    const p = page(() => SITE);
    expect(await waitReady(p)).toBe(true);
    expect(p.elapsed()).toBe(0);
  });

  it.each<[string, Partial<PageLook>]>([
    ['a navigation is under way', { navigating: true }],
    ['the document loads', { complete: false }],
    ['the page works on an event', { ready: false }],
  ])('waits while %s, and not much longer', async (_, busy) => {
    const p = page((ms) => (ms < 70 ? { ...SITE, ...busy } : SITE));
    expect(await waitReady(p)).toBe(true);
    expect(p.elapsed()).toBeGreaterThanOrEqual(70);
    expect(p.elapsed()).toBeLessThanOrEqual(70 + READINESS.slowPoll);
  });

  it('asks a page without a word to stay the same over two polls', async () => {
    const p = page((ms) => ({ navigating: false, complete: true, signature: String(Math.min(ms, 200)) }));
    expect(await waitReady(p)).toBe(true);
    expect(p.elapsed()).toBe(200 + READINESS.quiet);
  });

  it('takes a page that never rests as it is after the cap', async () => {
    const p = page((ms) => ({ navigating: false, complete: true, signature: String(ms) }));
    expect(await waitReady(p)).toBe(true);
    expect(p.elapsed()).toBeGreaterThanOrEqual(READINESS.quietCap);
    expect(p.elapsed()).toBeLessThan(READINESS.quietCap + 100);
  });

  it('gives up on a page that never completes', async () => {
    const p = page(() => ({ ...SITE, ready: false }));
    expect(await waitReady(p, 500)).toBe(false);
    expect(p.elapsed()).toBeGreaterThanOrEqual(500);
  });
});
