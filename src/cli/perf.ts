import { availableParallelism, cpus } from 'node:os';
import { type PerfReport, perfSchema } from '../core/perf.ts';
import type { Device } from '../perf/contender.ts';
import { dreamRounds, type PerfCase, type PerfPreset, type SteadyCase } from '../perf/shapes.ts';
import { growthRows, perfRow } from '../perf/summary.ts';
import type { PerfOptions } from './commands/perf.ts';
import { writeAtomic } from './files.ts';
import { openPerfDawn } from './perfDawn.ts';
import { openPerfTab, type StepTab } from './perfPage.ts';
import { playReal } from './perfReal.ts';
import { perfTable } from './perfTable.ts';
import { createProgress, type Progress } from './progress.ts';

/** Most the losses of two contenders may differ, relative: they would not be the same network. */
const MAX_LOSS_GAP = 1e-2;

/** What is timed here: wasm always, webgpu where there is an adapter; `quick` only the small network, in fewer steps. */
export function perfCases(adapter: Device | null, quick: boolean): PerfCase[] {
  const presets: PerfPreset[] = quick ? ['tiny'] : ['tiny', 'small'];
  // Beside each other the contenders are slower for some twenty steps, Reverie most of all (docs/log.md).
  const wasm = { backend: 'wasm', sequences: 24, warm: 20, steps: quick ? 12 : 16 } as const;
  // On a software GPU stock operations take seconds a step, most of it to start kernels: a small batch says the same.
  const slow = adapter?.fallback ?? false;
  const webgpu = quick
    ? ({ backend: 'webgpu', sequences: slow ? 2 : 24, warm: 1, steps: 10 } as const)
    : ({ backend: 'webgpu', sequences: slow ? 4 : 24, warm: 4, steps: 16 } as const);
  const backends = adapter === null ? [wasm] : [wasm, webgpu];
  return backends.flatMap((backend) => presets.map((preset) => ({ preset, ...backend })));
}

function steadyCases(adapter: Device | null, quick: boolean): SteadyCase[] {
  const size = { sequences: 4, warm: 20, steps: 500 };
  const backends = adapter === null || quick ? (['wasm'] as const) : (['wasm', 'webgpu'] as const);
  return backends.map((backend) => ({ backend, ...size }));
}

/** Shows the rounds of a stage as they are done. */
const rounds = (progress: Progress, stage: string, total: number, unit = 'rounds of steps') => {
  const show = (done: number): void => progress.update({ stage, done, total, unit });
  show(0);
  return show;
};

type Measured = Omit<PerfReport, 'schema' | 'version' | 'runtime' | 'date'>;

/** What every runtime can measure: steps and memory, on these backends. */
async function measureSteps(
  tab: StepTab,
  quick: boolean,
  progress: Progress,
  backends: readonly PerfCase['backend'][],
): Promise<Pick<Measured, 'machine' | 'rows' | 'memory'>> {
  const here = ({ backend }: Pick<PerfCase, 'backend'>): boolean => backends.includes(backend);
  const rows: Measured['rows'] = [];
  for (const one of perfCases(tab.adapter, quick).filter(here)) {
    const { preset, backend, warm, steps } = one;
    rows.push(perfRow(one, await tab.measure(one, rounds(progress, `${preset} on ${backend}`, warm + steps))));
  }
  const memory: Measured['memory'] = [];
  for (const one of steadyCases(tab.adapter, quick).filter(here)) {
    const { backend, warm, steps } = one;
    const { first, last } = await tab.steady(one, rounds(progress, `memory on ${backend}`, steps));
    memory.push({ backend, warm, steps, firstMB: first / 1e6, lastMB: last / 1e6 });
  }
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), browser: tab.browser };
  return { machine, rows, memory };
}

async function inChrome(quick: boolean, progress: Progress): Promise<Measured> {
  const tab = await openPerfTab(progress.note);
  try {
    const { real, experts } = await playReal(progress);
    // As long as in a run, or briefly: then attempts differ more, and less of the work is shared between them.
    const times = quick ? 1 : 8;
    const heard = rounds(progress, 'dreams', dreamRounds(times), 'rounds');
    const { batch, steps, seconds } = await tab.dreams(experts, times, heard);
    const dream = { backend: 'wasm' as const, batch, steps, stepsPerS: steps / seconds };
    const measured = await measureSteps(tab, quick, progress, ['wasm', 'webgpu']);
    const [warm, counted] = [4, 12];
    const growth = growthRows(await tab.grow(warm, counted, rounds(progress, 'growth', warm + counted)));
    return { ...measured, growth, dream, real, dreamVsReal: real && dream.stepsPerS / real.stepsPerS };
  } finally {
    await tab.close();
  }
}

/** WASM trains in Chrome, whose instructions Node may lack: only WebGPU is measured here. */
async function onDawn(quick: boolean, progress: Progress): Promise<Measured> {
  const tab = await openPerfDawn();
  try {
    return { ...(await measureSteps(tab, quick, progress, ['webgpu'])), growth: [] };
  } finally {
    await tab.close();
  }
}

const RUNTIMES = { chrome: inChrome, dawn: onDawn };

/** `reverie perf`. Sets exit code 1, and writes nothing, when the contenders do not compute the same. */
export async function perf({ runtime, quick, json }: PerfOptions): Promise<void> {
  const progress = createProgress();
  progress.note('Alone on the machine the numbers mean most.');
  try {
    const report: PerfReport = {
      schema: 'reverie-perf',
      version: 1,
      runtime,
      date: new Date().toISOString(),
      ...(await RUNTIMES[runtime](quick, progress)),
    };
    progress.stop();
    console.log(perfTable(report));
    const apart = report.rows.filter(({ lossGap }) => !(lossGap <= MAX_LOSS_GAP));
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
  }
}
