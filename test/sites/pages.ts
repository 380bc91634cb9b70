import { expect } from 'vitest';
import type { MiniBrowser } from './miniBrowser.ts';

interface Addresses {
  there: readonly string[];
  /** Addresses that give the page which says that there is none. */
  missing: readonly string[];
  /** What the title of that page says. */
  notFound: string;
  /** Nodes of any page: least, most. */
  nodes: readonly [least: number, most: number];
}

/** Looking at pages changes nothing, and each is of a size. Returns the sizes of those that are there. */
export function expectPages<W, S>(
  browser: MiniBrowser<W, S>,
  { there, missing, notFound, nodes }: Addresses,
): number[] {
  const before = JSON.stringify(browser.state);
  const sizes = [...there, ...missing].map((url, i) => {
    browser.goto(url);
    const { tree } = browser.observation();
    expect(tree.nodes.length, `${browser.seed}${url}: nodes`).toBeGreaterThanOrEqual(nodes[0]);
    expect(tree.nodes.length, `${browser.seed}${url}: nodes`).toBeLessThanOrEqual(nodes[1]);
    expect(tree.title.startsWith(notFound), `${browser.seed}${url}: ${tree.title}`).toBe(i >= there.length);
    return tree.nodes.length;
  });
  expect(JSON.stringify(browser.state)).toBe(before);
  return sizes.slice(0, there.length);
}
