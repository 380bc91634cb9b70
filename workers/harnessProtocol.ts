import { type ErrorFacts, ReverieError } from '../src/core/errors.ts';
import type { Report } from '../src/core/report.ts';
import type { Task, Trajectory } from '../src/core/types.ts';
import type { Environment } from '../src/env/environment.ts';
import { type EnvironmentReply, type EnvironmentRequest, remoteEnvironment } from '../src/env/remote.ts';

/**
 * Everything that crosses between the page and the harness (the command line with its real Chrome). The harness puts one
 * function per name on the page's `window`; payloads are JSON. A plain visit has none of them: `findHarness()` is null.
 */

/** The `run` parameter of the page's address: what the harness asks the page to do at once. */
export interface RunRequest {
  /** Names the run in the page's store. The same name again resumes an unfinished run. */
  name: string;
  preset: string;
  seed: number;
  /** Site families to train on; default: the usual ones. */
  families?: string[];
}

/** A step forward in one stage of the pipeline. `done === total` ends the stage. */
export interface ProgressEvent {
  stage: string;
  done: number;
  total: number;
  unit: string;
  note?: string;
}

export interface RecordRequest {
  tasks: Task[];
  policy: 'expert' | 'random';
  seed: number;
  /** Pages at work side by side. */
  parallel: number;
}

export interface RecordChunk {
  /** Complete episodes since the last call, in the order in which they ended. */
  trajectories: Trajectory[];
  /** Episodes ended so far, and those of them lost to the environment (dropped, not in `trajectories`). */
  done: number;
  dropped: number;
  total: number;
  /** True with the last chunk. */
  ended: boolean;
  /** Real page steps per second so far. */
  stepsPerS: number;
}

export interface Harness {
  /** Starts recording on real pages; poll the recording with `recordNext`. */
  record(request: RecordRequest): Promise<string>;
  /** Waits until there is something new. */
  recordNext(recording: string): Promise<RecordChunk>;
  /** Opens a real page (pooled) and names it; `openRealPage` makes an environment of it. */
  open(): Promise<string>;
  carry(page: string, request: EnvironmentRequest): Promise<EnvironmentReply>;
  progress(event: ProgressEvent): Promise<void>;
  /** A file for the run's folder, in base64 chunks; `last` with the final one. */
  artifact(name: string, base64: string, last: boolean): Promise<void>;
  /** The run's last word: everything else has been sent. */
  report(report: Report): Promise<void>;
  /** The run cannot go on. */
  failed(error: { code: ReverieError['code']; message: string }): Promise<void>;
}

export type HarnessMethod = keyof Harness;

export const HARNESS_METHODS = [
  'record',
  'recordNext',
  'open',
  'carry',
  'progress',
  'artifact',
  'report',
  'failed',
] as const satisfies readonly HarnessMethod[];

/** `record` → `harnessRecord`: the name on `window`. */
export const globalName = (method: HarnessMethod): string => `harness${method[0].toUpperCase()}${method.slice(1)}`;

/** What a function on `window` resolves to: errors keep their code, which a rejected binding would lose. */
export type Reply = { value?: unknown } | { error: { code: ReverieError['code']; facts: ErrorFacts } };

type Binding = (...args: unknown[]) => Promise<Reply>;

/** The harness of this page, or null on a plain visit. `scope` is the page's `window`. */
export function findHarness(scope: object = globalThis): Harness | null {
  const functions = scope as Record<string, Binding | undefined>;
  if (HARNESS_METHODS.some((method) => typeof functions[globalName(method)] !== 'function')) return null;
  const call = async (method: HarnessMethod, args: unknown[]): Promise<unknown> => {
    const reply = await functions[globalName(method)]!(...args);
    if ('error' in reply) throw new ReverieError(reply.error.code, reply.error.facts);
    return reply.value;
  };
  const entries = HARNESS_METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)]);
  return Object.fromEntries(entries) as Harness;
}

/** A page of the harness's Chrome as an environment: the `remote` world over the harness. */
export async function openRealPage(harness: Harness): Promise<Environment> {
  const page = await harness.open();
  return remoteEnvironment((request) => harness.carry(page, request));
}

/** The address of a run, relative to the server. */
export const runAddress = (request: RunRequest): string => `/?run=${encodeURIComponent(JSON.stringify(request))}`;

/** Reads `?run=…`; null when there is none or it is not a request. */
export function parseRunRequest(search: string): RunRequest | null {
  const text = new URLSearchParams(search).get('run');
  if (text === null) return null;
  try {
    const { name, preset, seed, families } = JSON.parse(text) as Partial<RunRequest>;
    if (typeof name !== 'string' || typeof preset !== 'string' || !Number.isInteger(seed)) return null;
    if (families !== undefined && !(Array.isArray(families) && families.every((one) => typeof one === 'string')))
      return null;
    return { name, preset, seed: seed as number, ...(families ? { families } : {}) };
  } catch {
    return null;
  }
}
