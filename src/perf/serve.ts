import { expose } from 'comlink';
import type { Contender, StepRecord } from './contender.ts';
import { countGpu } from './gpuCounters.ts';
import { wasmBytes } from './wasmMemory.ts';

/** A contender as the page sees it, timed inside its worker: the way through messages is nobody's step. */
export interface TimedContender {
  setup: Contender['setup'];
  step(): Promise<StepRecord>;
  /** Best of some square products, GFLOP/s. */
  multiplyGflops(): Promise<number>;
  /** Bytes held now, and the most so far: WebAssembly memories and GPU buffers of this thread, and live tensors. */
  bytes(): { now: number; peak: number };
}

/** Products of a measurement take about this long, milliseconds. */
const PRODUCTS_MS = 300;
/** But there are at least so many, the first of which compile. */
const PRODUCTS = 8;

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
    async multiplyGflops() {
      const { n, multiply } = contender.product;
      let best = Number.POSITIVE_INFINITY;
      const begin = performance.now();
      for (let i = 0; i < PRODUCTS || performance.now() - begin < PRODUCTS_MS; i++)
        best = Math.min(best, await time(multiply));
      return (2 * n ** 3) / best / 1e6;
    },
    bytes() {
      const wasm = wasmBytes();
      return { now: wasm + counts.bytes + (contender.tensorBytes?.() ?? 0), peak: wasm + counts.peakBytes };
    },
  };
  expose(timed);
}
