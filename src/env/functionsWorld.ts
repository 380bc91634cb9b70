import { familyOf, worldOf } from '../sites/tasks.ts';
import { type PageDriver, PageFault, type PageReading } from './driver.ts';
import type { Environment } from './environment.ts';
import { FunctionsVisit } from './functionsVisit.ts';
import { createSiteWorld } from './site.ts';

/** No such host: nothing is ever asked of it. */
const BASE = 'http://functions.invalid';
const ADDRESS = /^(.*\/site\/\d+\/([a-z]+)\/(\d+))\/\?fresh$/;

class FunctionsDriver implements PageDriver {
  private visit: FunctionsVisit<unknown, unknown> | null = null;

  async open(url: string): Promise<void> {
    const match = ADDRESS.exec(url);
    if (!match) throw new PageFault('navigation', `No such site: ${url}.`, 'functions');
    const [, root, family, seed] = match;
    this.visit = new FunctionsVisit(familyOf(family), worldOf(family, Number(seed)), root);
  }

  async follow(url: string): Promise<void> {
    this.shown().follow(url);
  }

  async travel(by: -1 | 1): Promise<boolean> {
    return this.shown().travel(by);
  }

  async perform(...[action, tree]: Parameters<PageDriver['perform']>): ReturnType<PageDriver['perform']> {
    return this.shown().perform(action, tree);
  }

  async read(): Promise<PageReading> {
    const visit = this.shown();
    return { tree: visit.read(), state: structuredClone(visit.state) };
  }

  takeAsides(): string[] {
    return [];
  }

  async close(): Promise<void> {
    this.visit = null;
  }

  private shown(): FunctionsVisit<unknown, unknown> {
    if (!this.visit) throw new PageFault('crashed', 'There is no page.', 'functions');
    return this.visit;
  }
}

/**
 * The built-in sites without a browser: the same visits as on real pages, thousands of steps a second, for studies of what
 * learns from pages. What needs a screen or a keyboard (`scroll`, `press`, `drag`, `click_at`) fails with a reason.
 */
export const createFunctionsWorld = (): Environment =>
  createSiteWorld('functions', new FunctionsDriver(), { base: BASE, slot: 0 });
