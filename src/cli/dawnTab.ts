import { expose } from 'comlink';
import { keepErrorFacts } from '../../workers/errors.ts';
import type { PerfPage } from '../perf/page.ts';
import { startDawn } from './dawn.ts';
import { endpointOf, ProcessWorker } from './processWorker.ts';

/*
 * The page of `src/perf` in a process instead of a tab: it finds WebGPU, workers and a `window` to answer on as it does in
 * Chrome. `open` comes first. It ends with its parent.
 */

/** What this process says beside its answers. */
export interface Rounds {
  rounds: number;
}

const tab = {
  /** @throws what `startDawn` throws. */
  async open(): Promise<void> {
    await startDawn('default');
    const perfProgress = async (rounds: number) => void process.send?.({ rounds } satisfies Rounds);
    Object.assign(globalThis, { window: { perfProgress }, Worker: ProcessWorker });
    await import('../perf/page.ts');
  },
  adapter: () => window.perfPage.adapter(),
  measure: (...args: Parameters<PerfPage['measure']>) => window.perfPage.measure(...args),
  steady: (...args: Parameters<PerfPage['steady']>) => window.perfPage.steady(...args),
};

export type DawnTab = typeof tab;

process.on('disconnect', () => process.exit());
keepErrorFacts();
expose(tab, endpointOf(process));
