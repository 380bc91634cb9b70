import type { PerfGrowth, PerfRow, PerfStep } from '../core/perf.ts';
import { type CaseRun, CONTENDERS, type ContenderRun, type GrowthRun } from './contender.ts';
import type { PerfCase } from './shapes.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Largest distance between the losses of any two contenders at the same step, relative to the smaller; NaN counts as ∞. */
export function lossGap(curves: readonly (readonly number[])[]): number {
  const gaps = curves[0].map((_, step) => {
    const losses = curves.map((curve) => curve[step]);
    const [low, high] = [Math.min(...losses), Math.max(...losses)];
    return Number.isNaN(high) ? Number.POSITIVE_INFINITY : (high - low) / Math.abs(low);
  });
  return Math.max(...gaps);
}

function summarizeSteps({ steps, peakBytes }: ContenderRun, { backend, warm }: PerfCase): PerfStep {
  const counted = steps.slice(warm);
  const stepMs = median(counted.map(({ ms }) => ms));
  const peakMB = peakBytes / 1e6;
  if (backend === 'wasm') return { stepMs, peakMB };
  const of = (key: 'dispatches' | 'submits' | 'readbacks') => Math.round(median(counted.map((step) => step[key])));
  return {
    stepMs,
    dispatches: of('dispatches'),
    submits: of('submits'),
    readbacks: of('readbacks'),
    peakMB,
  };
}

/** One row of the report. */
export function perfRow(one: PerfCase, { weights, positions, gflopPerStep, runs }: CaseRun): PerfRow {
  const [reverie, jax, stock] = CONTENDERS.map((name) => summarizeSteps(runs[name], one));
  const peaks = {
    Reverie: runs.reverie.multiplyGflops,
    'jax-js': runs.jax.multiplyGflops,
    tfjs: runs.stock.multiplyGflops,
  };
  const [matmulPeakOf, matmulPeakGflops] = Object.entries(peaks).sort((a, b) => b[1] - a[1])[0];
  return {
    preset: one.preset,
    backend: one.backend,
    ...runs.reverie.device,
    weights,
    sequences: one.sequences,
    positions,
    steps: one.steps,
    gflopPerStep,
    reverie,
    stock,
    jax,
    speedup: { vsJax: jax.stepMs / reverie.stepMs, vsStock: stock.stepMs / reverie.stepMs },
    lossGap: lossGap(CONTENDERS.map((name) => runs[name].steps.map(({ loss }) => loss))),
    matmulPeakGflops,
    matmulPeakOf,
    shareOfPeak: gflopPerStep / (reverie.stepMs / 1000) / matmulPeakGflops,
  };
}

/** Cost of a doubling: median step and arithmetic over those of the base. */
export function growthRows(runs: readonly GrowthRun[]): PerfGrowth[] {
  const [base, ...doubled] = runs.map((run) => ({ ...run, stepMs: median(run.ms) }));
  return doubled.map(({ what, stepMs, gflopPerStep }) => ({
    doubled: what,
    stepMs,
    time: stepMs / base.stepMs,
    arithmetic: gflopPerStep / base.gflopPerStep,
  }));
}
