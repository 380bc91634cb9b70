import { wrap } from 'comlink';
import { ReverieError } from '../core/errors.ts';
import { findAdapter } from '../engine/backend.ts';
import { layout } from '../engine/layout.ts';
import {
  type CaseRun,
  CONTENDERS,
  type ContenderName,
  type ContenderRun,
  type Device,
  type StepRecord,
} from './contender.ts';
import type { TimedContender } from './serve.ts';
import { gflopPerStep, type PerfCase, perfBatch, perfShape, positionsOf } from './shapes.ts';

/* One `new Worker(new URL(…))` per entry: the form that the bundler recognises. */
const WORKERS: Record<ContenderName, () => Worker> = {
  reverie: () => new Worker(new URL('./reverie.worker.ts', import.meta.url), { type: 'module' }),
  jax: () => new Worker(new URL('./jax.worker.ts', import.meta.url), { type: 'module' }),
  stock: () => new Worker(new URL('./stock.worker.ts', import.meta.url), { type: 'module' }),
};

/** What the command line calls; `perfProgress` is its answer after every round of steps. */
export interface PerfPage {
  /** The WebGPU adapter here, or null. */
  adapter(): Promise<Device | null>;
  measure(one: PerfCase): Promise<CaseRun>;
}

declare global {
  interface Window {
    perfPage: PerfPage;
    perfProgress(done: number): Promise<void>;
  }
}

/** A call of a worker that rejects when the worker breaks: comlink alone would wait for ever. */
function start(name: ContenderName): {
  worker: Worker;
  call<T>(work: (remote: TimedRemote) => Promise<T>): Promise<T>;
} {
  const worker = WORKERS[name]();
  const remote = wrap<TimedContender>(worker) as unknown as TimedRemote;
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) =>
      reject(
        new ReverieError('environment', { who: `${name} worker`, rule: 'it broke', got: message || 'at its start' }),
      );
  });
  broken.catch(() => {});
  return { worker, call: (work) => Promise.race([work(remote), broken]) };
}

type TimedRemote = {
  [K in keyof TimedContender]: (
    ...args: Parameters<TimedContender[K]>
  ) => Promise<Awaited<ReturnType<TimedContender[K]>>>;
};

const MATRIX = 512;
const PRODUCTS = 8;

async function measure({ preset, backend, sequences, warm, steps }: PerfCase): Promise<CaseRun> {
  const shape = perfShape(preset);
  const batch = perfBatch(shape, sequences);
  const contenders = CONTENDERS.map((name) => ({ name, ...start(name), steps: [] as StepRecord[] }));
  try {
    const devices: Device[] = [];
    for (const { call } of contenders) devices.push(await call((remote) => remote.setup(backend, shape, batch)));
    // One step each, in turn: a disturbance of the machine meets all of them, and no two ever run at once.
    for (let round = 0; round < warm + steps; round++) {
      for (const contender of contenders) contender.steps.push(await contender.call((remote) => remote.step()));
      await window.perfProgress(round + 1);
    }
    const runs: [ContenderName, ContenderRun][] = [];
    for (const [i, { name, call, steps }] of contenders.entries()) {
      const peakGpuBytes = await call((remote) => remote.peakGpuBytes());
      const multiplyGflops = await call((remote) => remote.multiplyGflops(MATRIX, PRODUCTS));
      runs.push([name, { device: devices[i], steps, peakGpuBytes, multiplyGflops }]);
    }
    return {
      weights: layout(shape).size,
      positions: positionsOf(batch),
      gflopPerStep: gflopPerStep(shape, batch),
      runs: Object.fromEntries(runs) as Record<ContenderName, ContenderRun>,
    };
  } finally {
    for (const { worker } of contenders) worker.terminate();
  }
}

window.perfPage = {
  async adapter() {
    const found = await findAdapter();
    return 'missing' in found ? null : { adapter: found.name, fallback: found.fallback };
  },
  measure,
};
