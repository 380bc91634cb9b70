import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Trajectory } from '../core/types.ts';
import { exportAdp } from '../exchange/adp.ts';
import { type Lost, printFlow } from '../exchange/flow.ts';
import { importFlow } from '../exchange/import.ts';
import { flowOfTrajectory } from '../exchange/ofTrajectory.ts';
import { exportRecorder } from '../exchange/recorderExport.ts';
import { siteBase } from '../sites/site.ts';
import type { ExportOptions } from './commands/export.ts';
import type { ImportOptions } from './commands/import.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { readText } from './readText.ts';
import { scanTrajectories } from './trajectoryFile.ts';

const lostLine = ({ step, what, why }: Lost): string =>
  step === 0 ? `${what}: ${why}` : `step ${step}, ${what}: ${why}`;

/** `reverie import`: a foreign recording as a flow, and one line for everything in it that cannot be said here. */
export function importFile(file: string, { out, force }: ImportOptions): void {
  refuseExisting(out, '--out', force);
  const { format, flow } = importFlow(readText('import', file));
  writeAtomic(out, printFlow(flow));
  console.log(`${format}: ${flow.steps.length} steps in ${out}${flow.lost.length > 0 ? ', not or not quite:' : ''}`);
  for (const lost of flow.lost) console.log(lostLine(lost));
}

/** `reverie export`: recorded episodes in another tool's format, and one line for everything it cannot say. */
export async function exportFile(file: string, { to, out, origin, force }: ExportOptions): Promise<void> {
  refuseExisting(out, '--out', force);
  const written: string[] = [];
  const lines = new Set<string>();
  const convert = (trajectory: Trajectory): { text: string; lost: Lost[] } => {
    if (to === 'adp') return exportAdp(trajectory);
    const { family, siteSeed } = trajectory.task;
    return exportRecorder(flowOfTrajectory(trajectory, origin.replace(/\/$/, '') + siteBase(0, family, siteSeed)));
  };
  await scanTrajectories(file, {
    each: (trajectory) => {
      const { text, lost } = convert(trajectory);
      written.push(text);
      // What holds for every episode alike is said once.
      for (const one of lost) lines.add(one.step === 0 ? lostLine(one) : `episode ${written.length}, ${lostLine(one)}`);
    },
  });
  if (to === 'adp') writeAtomic(out, written.join(''));
  else {
    mkdirSync(out, { recursive: true });
    written.forEach((text, i) => {
      writeAtomic(join(out, `${i + 1}.json`), text);
    });
  }
  console.log(`${written.length} episodes in ${out}${lines.size > 0 ? ', without:' : ''}`);
  for (const line of lines) console.log(line);
}
