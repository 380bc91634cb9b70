import type { Page } from 'puppeteer';
import type { Trajectory } from '../../src/core/types.ts';
import type { RunRecord } from '../../src/store/run.ts';

/** Everything in one table of the page's IndexedDB, in key order: the tests look at the data, not through the app. */
export function stored(page: Page, table: 'runs'): Promise<RunRecord[]>;
export function stored(page: Page, table: 'trajectories'): Promise<{ runId: string; trajectory: Trajectory }[]>;
export function stored(page: Page, table: 'stages'): Promise<{ runId: string; stage: string; json: unknown }[]>;
export function stored(page: Page, table: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('reverie');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    table,
  );
}

/** Presses the button of that name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
