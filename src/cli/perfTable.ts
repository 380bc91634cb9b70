import type { PerfReport, PerfRow } from '../core/perf.ts';
import { columns } from './reportTable.ts';

const ms = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

const gpuCalls = ({ preset, backend, reverie, jax, stock }: PerfRow): string[][] =>
  Object.entries({ Reverie: reverie, 'jax-js': jax, 'stock tfjs': stock }).map(([name, step]) => [
    preset,
    backend,
    name,
    ...[step.dispatches, step.submits, step.readbacks].map(String),
    step.peakMB?.toFixed(1) ?? '',
  ]);

/** The measurements for a terminal. */
export function perfTable({ machine, rows, growth, memory, dream, real, dreamVsReal }: PerfReport): string {
  const times = rows.map((row) => [
    row.preset,
    row.backend,
    `${row.sequences} × ${(row.positions / row.sequences).toFixed(0)}`,
    ...[row.reverie, row.jax, row.stock].map(({ stepMs }) => ms(stepMs)),
    `${row.speedup.vsJax.toFixed(1)}×`,
    `${row.speedup.vsStock.toFixed(1)}×`,
    ((1000 * row.gflopPerStep) / row.reverie.stepMs).toFixed(1),
    `${(100 * row.shareOfPeak).toFixed(0)} % of ${row.matmulPeakGflops.toFixed(1)} (${row.matmulPeakOf})`,
    row.reverie.peakMB?.toFixed(0) ?? '',
    row.lossGap.toExponential(0),
  ]);
  const titles = ['ms per step', '', 'batch', 'Reverie', 'jax-js', 'stock tfjs', 'vs jax-js', 'vs stock', 'GFLOP/s'];
  const onGpu = rows.filter(({ backend }) => backend === 'webgpu');
  const gpu = columns([
    ['', '', 'per step', 'dispatches', 'submits', 'read-backs', 'peak MB'],
    ...onGpu.flatMap(gpuCalls),
  ]);
  const adapters = rows.map(
    ({ backend, adapter, fallback }) => `${backend}: ${adapter}${fallback ? ' (software)' : ''}`,
  );
  return [
    columns([[...titles, 'best product', 'MB', 'loss gap'], ...times]),
    ...(onGpu.length > 0 ? ['', gpu] : []),
    '',
    ...growth.map(
      ({ doubled, time, arithmetic }) =>
        `twice the ${doubled}: ${time.toFixed(2)} × the time, ${arithmetic.toFixed(2)} × the arithmetic`,
    ),
    ...memory.map(
      ({ backend, warm, steps, firstMB, lastMB }) =>
        `memory on ${backend}: ${firstMB.toFixed(1)} MB after ${warm} steps, ${lastMB.toFixed(1)} MB after ${steps}`,
    ),
    ...(dream && real && dreamVsReal
      ? [
          `dreams: ${dream.stepsPerS.toFixed(0)} steps/s (batch ${dream.batch}), real pages: ${real.stepsPerS.toFixed(1)} steps/s, ${dreamVsReal.toFixed(0)}×`,
        ]
      : []),
    '',
    ...new Set(adapters),
    `${machine.cpu}, ${machine.cores} cores, ${machine.browser}`,
  ].join('\n');
}
