import { wrap } from 'comlink';
import { ReverieError } from '../core/errors.ts';
import type { Trajectory } from '../core/types.ts';
import { findAdapter } from '../engine/backend.ts';
import { layout } from '../engine/layout.ts';
import type { NetworkShape, Sequence } from '../engine/network.ts';
import {
  type CaseRun,
  CONTENDERS,
  type ContenderName,
  type ContenderRun,
  type Device,
  type DreamRun,
  type GrowthRun,
  type SteadyRun,
  type StepRecord,
} from './contender.ts';
import { measureDreams } from './dreams.ts';
import type { TimedContender } from './serve.ts';
import { GROWTH, gflopPerStep, type PerfCase, perfBatch, perfShape, positionsOf, type SteadyCase } from './shapes.ts';

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
  /** Steps of Reverie alone on the sizes of `GROWTH`, in turn; wasm. */
  grow(warm: number, steps: number): Promise<GrowthRun[]>;
  /** Memory after `warm` of `steps` training steps, and after all. */
  steady(one: SteadyCase): Promise<SteadyRun>;
  /** Dreams of a policy and a world model trained on these recorded pages, `times` as long as the shortest training. */
  dreams(trajectories: Trajectory[], times: number): Promise<DreamRun>;
}

declare global {
  interface Window {
    perfPage: PerfPage;
    perfProgress(done: number): Promise<void>;
  }
}

type TimedRemote = {
  [K in keyof TimedContender]: (
    ...args: Parameters<TimedContender[K]>
  ) => Promise<Awaited<ReturnType<TimedContender[K]>>>;
};

/** A contender in a worker of its own. Calls reject when the worker breaks: comlink alone would wait for ever. */
interface Running {
  name: ContenderName;
  call<T>(work: (remote: TimedRemote) => Promise<T>): Promise<T>;
  end(): void;
}

function start(name: ContenderName): Running {
  const worker = WORKERS[name]();
  const remote = wrap<TimedContender>(worker) as unknown as TimedRemote;
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) =>
      reject(
        new ReverieError('environment', { who: `${name} worker`, rule: 'it broke', got: message || 'at its start' }),
      );
  });
  broken.catch(() => {});
  return { name, call: (work) => Promise.race([work(remote), broken]), end: () => worker.terminate() };
}

/** Runs `work` with these contenders, and ends them. */
async function among<T>(names: readonly ContenderName[], work: (running: Running[]) => Promise<T>): Promise<T> {
  const running = names.map(start);
  try {
    return await work(running);
  } finally {
    for (const { end } of running) end();
  }
}

/** One step each, in turn: a disturbance of the machine meets all of them, and no two ever run at once. */
async function inTurn(running: readonly Running[], rounds: number): Promise<StepRecord[][]> {
  const steps: StepRecord[][] = running.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { call }] of running.entries()) steps[i].push(await call((remote) => remote.step()));
    await window.perfProgress(round + 1);
  }
  return steps;
}

const twoAtOnce = (shape: NetworkShape, batch: readonly Sequence[]): Promise<number> =>
  among(['reverie', 'reverie'], async (both) => {
    for (const { call } of both) await call((remote) => remote.setup('wasm', shape, batch));
    const rates = await Promise.all(both.map(({ call }) => call((remote) => remote.multiplyGflops())));
    return rates.reduce((sum, rate) => sum + rate, 0);
  });

const measure = ({ preset, backend, sequences, warm, steps }: PerfCase): Promise<CaseRun> =>
  among(CONTENDERS, async (running) => {
    const shape = perfShape(preset);
    const batch = perfBatch(shape, sequences);
    const devices: Device[] = [];
    for (const { call } of running) devices.push(await call((remote) => remote.setup(backend, shape, batch)));
    const records = await inTurn(running, warm + steps);
    const runs: [ContenderName, ContenderRun][] = [];
    for (const [i, { name, call }] of running.entries()) {
      const { peak } = await call((remote) => remote.bytes());
      // A step on wasm has two threads, and the product of its kernels one: two at once, because cores share what they have.
      const multiplyGflops =
        name === 'reverie' && backend === 'wasm'
          ? await twoAtOnce(shape, batch)
          : await call((remote) => remote.multiplyGflops());
      runs.push([name, { device: devices[i], steps: records[i], peakBytes: peak, multiplyGflops }]);
    }
    return {
      weights: layout(shape).size,
      positions: positionsOf(batch),
      gflopPerStep: gflopPerStep(shape, batch),
      runs: Object.fromEntries(runs) as Record<ContenderName, ContenderRun>,
    };
  });

const grow = (warm: number, steps: number): Promise<GrowthRun[]> =>
  among(
    GROWTH.map(() => 'reverie'),
    async (running) => {
      const sizes = GROWTH.map(({ sequences, items, layers }) => {
        const shape = perfShape('tiny', { layers });
        return { shape, batch: perfBatch(shape, sequences, items) };
      });
      for (const [i, { call }] of running.entries()) {
        const { shape, batch } = sizes[i];
        await call((remote) => remote.setup('wasm', shape, batch));
      }
      const records = await inTurn(running, warm + steps);
      return GROWTH.map(({ what }, i) => ({
        what,
        gflopPerStep: gflopPerStep(sizes[i].shape, sizes[i].batch),
        ms: records[i].slice(warm).map(({ ms }) => ms),
      }));
    },
  );

const steady = ({ backend, sequences, warm, steps }: SteadyCase): Promise<SteadyRun> =>
  among(['reverie'], async (running) => {
    const [{ call }] = running;
    const shape = perfShape('tiny');
    await call((remote) => remote.setup(backend, shape, perfBatch(shape, sequences, 0.5)));
    await inTurn(running, warm);
    const first = (await call((remote) => remote.bytes())).now;
    await inTurn(running, steps - warm);
    return { first, last: (await call((remote) => remote.bytes())).now };
  });

window.perfPage = {
  async adapter() {
    const found = await findAdapter();
    return 'missing' in found ? null : { adapter: found.name, fallback: found.fallback };
  },
  measure,
  grow,
  steady,
  dreams: (trajectories, times) => measureDreams(trajectories, times, window.perfProgress),
};
