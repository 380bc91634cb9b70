import type { Browser, Page } from 'puppeteer';
import { createServer } from 'vite';
import type { Trajectory } from '../core/types.ts';
import type { CaseRun, Device, DreamRun, GrowthRun, SteadyRun } from '../perf/contender.ts';
import type { PerfPage } from '../perf/page.ts';
import type { PerfCase, SteadyCase } from '../perf/shapes.ts';
import { PROJECT_ROOT } from './build.ts';
import { closeChrome, launchChrome } from './chrome.ts';

const PACKAGES = [
  '@tensorflow/tfjs',
  '@tensorflow/tfjs-backend-wasm',
  '@tensorflow/tfjs-backend-webgpu',
  '@jax-js/jax',
  'comlink',
];

/** Where steps are measured, in whatever runtime. */
export interface StepTab {
  /** The WebGPU adapter, or null where there is none, software included. */
  adapter: Device | null;
  browser: string;
  /** The methods of `PerfPage`; `onRound` hears of every round of steps. */
  measure(one: PerfCase, onRound: OnRound): Promise<CaseRun>;
  steady(one: SteadyCase, onRound: OnRound): Promise<SteadyRun>;
  close(): Promise<void>;
}

export interface PerfTab extends StepTab {
  grow(warm: number, steps: number, onRound: OnRound): Promise<GrowthRun[]>;
  dreams(trajectories: readonly Trajectory[], times: number, onRound: OnRound): Promise<DreamRun>;
}

export type OnRound = (done: number) => void;

interface Tab {
  browser: Browser;
  page: Page;
  adapter: Device | null;
}

/** The page of `src/perf`, straight from the sources, cross-origin isolated, in a Chrome of its own. */
export async function openPerfTab(note: (line: string) => void): Promise<PerfTab> {
  const server = await createServer({
    root: PROJECT_ROOT,
    appType: 'mpa',
    logLevel: 'error',
    cacheDir: 'node_modules/.vite/perf',
    // All are named here: one found late would make Vite reload the page under the measurement.
    optimizeDeps: { include: PACKAGES, noDiscovery: true },
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const address = `${server.resolvedUrls!.local[0]}src/perf/index.html`;
  let onRound: OnRound = () => {};

  const open = async (webgpu: 'default' | 'software'): Promise<Tab> => {
    const browser = await launchChrome({ webgpu, note });
    try {
      const page = await browser.newPage();
      page.on('pageerror', (error) => note(`page: ${error instanceof Error ? error.message : String(error)}`));
      await page.exposeFunction('perfProgress', (done: number) => onRound(done));
      await page.goto(address);
      await page.waitForFunction('window.perfPage');
      return { browser, page, adapter: (await page.evaluate('window.perfPage.adapter()')) as Device | null };
    } catch (error) {
      await closeChrome(browser);
      throw error;
    }
  };

  try {
    let tab = await open('default');
    if (tab.adapter === null) {
      await closeChrome(tab.browser);
      tab = await open('software');
    }
    const { browser, page, adapter } = tab;
    const ask = async <T>(hear: OnRound, method: keyof PerfPage, ...args: unknown[]): Promise<T> => {
      onRound = hear;
      return (await page.evaluate(`window.perfPage.${method}(${args.map((arg) => JSON.stringify(arg)).join()})`)) as T;
    };
    return {
      adapter,
      browser: await browser.version(),
      measure: (one, hear) => ask(hear, 'measure', one),
      grow: (warm, steps, hear) => ask(hear, 'grow', warm, steps),
      steady: (one, hear) => ask(hear, 'steady', one),
      dreams: (trajectories, times, hear) => ask(hear, 'dreams', trajectories, times),
      async close() {
        await closeChrome(browser);
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
