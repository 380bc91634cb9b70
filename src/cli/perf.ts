import { availableParallelism, cpus } from 'node:os';
import { type PerfReport, type PerfRow, perfSchema } from '../core/perf.ts';
import type { Device } from '../perf/contender.ts';
import type { PerfCase, PerfPreset } from '../perf/shapes.ts';
import { perfRow } from '../perf/summary.ts';
import type { PerfOptions } from './commands/perf.ts';
import { writeAtomic } from './files.ts';
import { openPerfTab } from './perfPage.ts';
import { perfTable } from './perfTable.ts';
import { createProgress } from './progress.ts';

/** Most the losses of two contenders may differ, relative: they would not be the same network. */
const MAX_LOSS_GAP = 1e-2;

/** What is timed here: wasm always, webgpu where there is an adapter; `quick` only the small network, in fewer steps. */
export function perfCases(adapter: Device | null, quick: boolean): PerfCase[] {
  const presets: PerfPreset[] = quick ? ['tiny'] : ['tiny', 'small'];
  const wasm = { backend: 'wasm', sequences: 24, warm: 4, steps: 16 } as const;
  // On a software GPU stock operations take seconds a step, most of it to start kernels: a small batch says the same.
  const slow = adapter?.fallback ?? false;
  const webgpu = quick
    ? ({ backend: 'webgpu', sequences: slow ? 2 : 24, warm: 1, steps: 10 } as const)
    : ({ backend: 'webgpu', sequences: slow ? 4 : 24, warm: 4, steps: 16 } as const);
  const backends = adapter === null ? [wasm] : [wasm, webgpu];
  return backends.flatMap((backend) => presets.map((preset) => ({ preset, ...backend })));
}

/** `reverie perf`. Sets exit code 1, and writes nothing, when the contenders do not compute the same. */
export async function perf({ quick, json }: PerfOptions): Promise<void> {
  const progress = createProgress();
  progress.note('Alone on the machine the numbers mean most.');
  const tab = await openPerfTab(progress.note);
  try {
    const rows: PerfRow[] = [];
    for (const one of perfCases(tab.adapter, quick)) {
      const show = (done: number) =>
        progress.update({
          stage: `${one.preset} on ${one.backend}`,
          done,
          total: one.warm + one.steps,
          unit: 'rounds of 3 steps',
        });
      show(0);
      rows.push(perfRow(one, await tab.measure(one, show)));
    }
    progress.stop();
    const report: PerfReport = {
      schema: 'reverie-perf',
      version: 1,
      machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), browser: tab.browser },
      date: new Date().toISOString(),
      rows,
    };
    console.log(perfTable(report));
    const apart = rows.filter(({ lossGap }) => !(lossGap <= MAX_LOSS_GAP));
    if (apart.length > 0) {
      const where = apart.map(({ preset, backend, lossGap }) => `${preset} on ${backend} by ${lossGap.toPrecision(2)}`);
      process.stderr.write(
        `the loss curves differ (${where.join(', ')}): these are not the same network; nothing was written\n`,
      );
      process.exitCode = 1;
      return;
    }
    writeAtomic(json, `${JSON.stringify(perfSchema.parse(report), null, 2)}\n`);
    console.log(`written to ${json}`);
  } finally {
    progress.stop();
    await tab.close();
  }
}
