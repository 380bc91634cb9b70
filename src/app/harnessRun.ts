import type { Harness } from '../../workers/harnessProtocol.ts';
import { ReverieError } from '../core/errors.ts';
import type { Port } from '../core/port.ts';
import type { Report } from '../core/report.ts';
import type { Bytes } from '../store/run.ts';
import type { Store } from '../store/store.ts';

/** A multiple of three, so that every chunk but the last encodes without padding. */
const CHUNK = 3 * 2 ** 18;
const SLICE = 3 * 2 ** 12;

function base64(bytes: Bytes): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary);
}

/** Hands the finished run to the harness: first the run as a file, then the report, which is the last word. */
export async function deliver(harness: Harness, store: Port<Store>, runId: string, report: Report): Promise<void> {
  const bytes = await store.exportRun(runId);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    await harness.artifact('run.reverie', base64(bytes.subarray(at, at + CHUNK)), at + CHUNK >= bytes.length);
  }
  await harness.report(report);
}

export const codeOf = (error: unknown): ReverieError['code'] =>
  error instanceof ReverieError ? error.code : 'internal';

/** What to tell a person about an error: ours are written for people, others at least say what they are. */
export function inWords(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return String(error);
}
