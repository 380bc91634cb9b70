import { expose } from 'comlink';
import type { Contender, StepRecord } from './contender.ts';
import { countGpu } from './gpuCounters.ts';

/** A contender as the page sees it, timed inside its worker: the way through messages is nobody's step. */
export interface TimedContender {
  setup: Contender['setup'];
  step(): Promise<StepRecord>;
  /** Best of `times` square products of size n, GFLOP/s; 0 where the contender has no product of its own. */
  multiplyGflops(n: number, times: number): Promise<number>;
  /** Most bytes in GPU buffers so far. */
  peakGpuBytes(): number;
}

/** Answers the page from inside a contender's worker. */
export function serveContender(contender: Contender): void {
  const { counts, idle } = countGpu();
  /** Milliseconds of `work`, until the GPU has nothing left to do: work put off to after the read-back counts, too. */
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    await idle();
    return performance.now() - start;
  };
  const timed: TimedContender = {
    setup: (...args) => contender.setup(...args),
    async step() {
      const before = { ...counts };
      let loss = Number.NaN;
      const ms = await time(async () => {
        loss = await contender.step();
      });
      return {
        loss,
        ms,
        dispatches: counts.dispatches - before.dispatches,
        submits: counts.submits - before.submits,
        readbacks: counts.readbacks - before.readbacks,
      };
    },
    async multiplyGflops(n, times) {
      if (!contender.multiply) return 0;
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < times; i++) best = Math.min(best, await time(() => contender.multiply!(n)));
      return (2 * n ** 3) / best / 1e6;
    },
    peakGpuBytes: () => counts.peakBytes,
  };
  expose(timed);
}
