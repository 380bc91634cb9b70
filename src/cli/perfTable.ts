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
export function perfTable({ machine, rows }: PerfReport): string {
  const times = rows.map((row) => [
    row.preset,
    row.backend,
    `${row.sequences} × ${(row.positions / row.sequences).toFixed(0)}`,
    ...[row.reverie, row.jax, row.stock].map(({ stepMs }) => ms(stepMs)),
    `${row.speedup.vsJax.toFixed(1)}×`,
    `${row.speedup.vsStock.toFixed(1)}×`,
    ((1000 * row.gflopPerStep) / row.reverie.stepMs).toFixed(1),
    `${row.matmulPeakGflops.toFixed(1)} (${row.matmulPeakOf})`,
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
    columns([[...titles, '512³ product', 'loss gap'], ...times]),
    ...(onGpu.length > 0 ? ['', gpu] : []),
    '',
    ...new Set(adapters),
    `${machine.cpu}, ${machine.cores} cores, ${machine.browser}`,
  ].join('\n');
}
