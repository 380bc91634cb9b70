import { expect, it } from 'vitest';
import { openPerfDawn } from '../../src/cli/perfDawn.ts';
import { perfRowSchema } from '../../src/core/perf.ts';
import type { PerfCase } from '../../src/perf/shapes.ts';
import { perfRow } from '../../src/perf/summary.ts';

it('times three contenders on WebGPU without a browser, and they compute the same', async () => {
  const tab = await openPerfDawn();
  try {
    expect(tab.adapter).toMatchObject({ adapter: expect.stringMatching(/\S/) });
    const one: PerfCase = { preset: 'tiny', backend: 'webgpu', sequences: 1, warm: 0, steps: 1 };
    const rounds: number[] = [];
    const row = perfRow(one, await tab.measure(one, (done) => rounds.push(done)));
    expect(rounds).toEqual([1]);
    expect(row.lossGap).toBeLessThan(1e-3);
    expect(row.reverie.dispatches).toBeGreaterThan(0);
    expect(perfRowSchema.parse(row)).toEqual(row);
  } finally {
    await tab.close();
  }
}, 300_000);
