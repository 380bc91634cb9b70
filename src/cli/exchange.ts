import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { FileError } from '../core/fileError.ts';
import type { Trajectory } from '../core/types.ts';
import { exportAdp } from '../exchange/adp.ts';
import { type Lost, printFlow } from '../exchange/flow.ts';
import { importFlow } from '../exchange/import.ts';
import { FILE_LIMITS } from '../exchange/json.ts';
import { flowOfTrajectory } from '../exchange/ofTrajectory.ts';
import { exportRecorder } from '../exchange/recorderExport.ts';
import { siteBase } from '../sites/site.ts';
import type { ExportOptions } from './commands/export.ts';
import type { ImportOptions } from './commands/import.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { scanTrajectories } from './trajectoryFile.ts';

/** Where the first bytes are that are not UTF-8. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString();
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    const byte = Buffer.byteLength(text.slice(0, at));
    if (bytes.toString('latin1', byte, byte + 3) !== '\xEF\xBF\xBD') return byte;
  }
  return bytes.length;
}

/** A foreign file as text: there, not absurdly large, UTF-8. */
function readText(path: string): string {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new ReverieError('usage', { who: 'import', rule: 'there is no such file', got: path });
  if (statSync(path).size > 4 * FILE_LIMITS.characters)
    throw new FileError('import', 'too-large', `the file has ${statSync(path).size} bytes`);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new FileError('import', 'malformed', `byte ${firstBadByte(bytes)}: this is not UTF-8`);
  return bytes.toString();
}

const lostLine = ({ step, what, why }: Lost): string =>
  step === 0 ? `${what}: ${why}` : `step ${step}, ${what}: ${why}`;

/** `reverie import`: a foreign recording as a flow, and one line for everything in it that cannot be said here. */
export function importFile(file: string, { out, force }: ImportOptions): void {
  refuseExisting(out, '--out', force);
  const { format, flow } = importFlow(readText(file));
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
