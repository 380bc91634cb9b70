import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ReverieError } from '../core/errors.ts';
import { FileError } from '../core/fileError.ts';
import { printHeader, printTrajectory } from '../core/jsonl.ts';
import { convertRecording } from '../exchange/demos/convert.ts';
import { DEMO_LIMITS, readRecording, taskNameOf } from '../exchange/demos/recorded.ts';
import type { ImportOptions } from './commands/import.ts';
import { createDemoReport, type DemoReport } from './demoReport.ts';
import { refuseExisting } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { createProgress } from './progress.ts';

const WHO = 'import miniwob-demos';

/** Largest file, in bytes; the largest demonstration has 0.4 million, compressed. */
const LARGEST = 16_000_000;

const DEMO_FILE = /\.json(\.gz)?$/;

/** The demonstrations below folders, and files, in the order of their names. */
function listFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    if (!existsSync(path)) throw new ReverieError('usage', { who: WHO, rule: 'there is no such file', got: path });
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, withFileTypes: true });
    return found.filter((one) => one.isFile() && DEMO_FILE.test(one.name)).map((one) => join(one.parentPath, one.name));
  });
  if (files.length > 0) return [...new Set(files)].sort();
  throw new ReverieError('usage', {
    who: WHO,
    rule: 'no demonstration there',
    got: paths.join(' '),
    expected: '*.json.gz',
  });
}

/** The text of a file, whatever it claims to be. Throws `FileError`. */
async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  const unpacked = path.endsWith('.gz') ? unpack(bytes) : bytes;
  if (!isUtf8(unpacked)) throw new FileError(WHO, 'malformed', 'this is not UTF-8');
  return unpacked.toString();
}

/** One file that cannot be opened, or has gone since it was listed, does not end the import of the others. */
async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = statSync(path);
    if (size > LARGEST) throw new FileError(WHO, 'too-large', `the file has ${size} bytes`);
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof FileError || code === undefined) throw error;
    throw new FileError(WHO, 'malformed', `the file cannot be read: ${code}`);
  }
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: DEMO_LIMITS.characters });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileError(WHO, 'too-large', `unpacked it has more than ${DEMO_LIMITS.characters} bytes`);
    if (code === 'Z_BUF_ERROR') throw new FileError(WHO, 'truncated', 'the compressed file is cut');
    throw new FileError(WHO, 'malformed', 'this is not gzip');
  }
}

/** Converts one file; what comes of it goes into the report. Returns the line to write, if any. */
async function convertFile(path: string, report: DemoReport): Promise<string | null> {
  try {
    const recording = readRecording(await readText(path));
    const stem = basename(path).replace(DEMO_FILE, '');
    const task = taskNameOf(recording, stem);
    if (/^flight\b/.test(task)) {
      report.skip();
      return null;
    }
    const instance = report.begin(task);
    const result = convertRecording(recording, { task, instance, id: `demo:${stem}` });
    if ('reason' in result) {
      report.refuse(task, path, result);
      return null;
    }
    report.convert(task, result.steps.length);
    return printTrajectory(result);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    report.spoil(path, error);
    return null;
  }
}

/** `reverie import miniwob-demos`: human demonstrations as episodes of ours, and what could not be converted. */
export async function importDemos(paths: readonly string[], { out, force }: ImportOptions): Promise<void> {
  refuseExisting(out, '--out', force);
  const files = listFiles(paths);
  const report = createDemoReport();
  const progress = createProgress();
  const interrupt = watchInterrupt();
  mkdirSync(dirname(out), { recursive: true });
  const temporary = `${out}.${randomUUID()}.tmp`;
  const handle = openSync(temporary, 'w');
  try {
    writeSync(handle, printHeader({ suite: 'miniwob', policy: 'human', source: 'miniwob-plusplus-demos' }));
    let done = 0;
    const tell = (): void => progress.update({ stage: 'import', done, total: files.length, unit: 'files' });
    tell();
    for (; done < files.length && !interrupt.signal.aborted; tell()) {
      const line = await convertFile(files[done++], report);
      if (line !== null) writeSync(handle, line);
    }
    progress.stop();
    // Whole episodes all the same: what was done so far is kept.
    const isStopped = done < files.length;
    if (isStopped) process.exitCode = INTERRUPTED;
    if (isStopped && report.isEmpty()) {
      process.stderr.write('\nStopped; nothing was written.\n');
      return;
    }
    report.check();
    renameSync(temporary, out);
    if (isStopped)
      process.stderr.write(`\nStopped after ${done} of ${files.length} files; the rest is not in ${out}.\n`);
    console.log(report.lines(out).join('\n'));
  } finally {
    progress.stop();
    interrupt.release();
    closeSync(handle);
    rmSync(temporary, { force: true });
  }
}
