import type { Page } from 'puppeteer';
import {
  globalName,
  HARNESS_METHODS,
  type Harness,
  type HarnessMethod,
  type ProgressEvent,
  type Reply,
} from '../../workers/harnessProtocol.ts';
import { ReverieError } from '../core/errors.ts';
import { type Report, reportSchema } from '../core/report.ts';
import type { Environment } from '../env/environment.ts';
import { type Carrier, serveEnvironment } from '../env/remote.ts';
import { atMost } from './chrome.ts';
import { startRecording } from './recording.ts';

export interface HarnessHost {
  /** A new real page to act on. */
  openWorld(): Promise<Environment>;
  onProgress(event: ProgressEvent): void;
  /** A complete file for the run's folder. */
  onArtifact(name: string, bytes: Buffer): void;
  onReport(report: Report): void;
  onFailed(error: ReverieError): void;
}

const ARTIFACT_NAME = /^[a-z0-9][a-z0-9._-]{0,60}$/;
const MAX_ARTIFACT = 1 << 30;

const refuse = (rule: string, got: unknown): never => {
  throw new ReverieError('format', { who: 'harness', rule, got });
};

/** The harness side of `workers/harnessProtocol.ts`: worlds and recordings by name, closed together. */
export function createHarness(host: HarnessHost): Harness & { dispose(): Promise<void> } {
  const worlds: Environment[] = [];
  const idle: Environment[] = [];
  const carriers = new Map<string, Carrier>();
  const recordings = new Map<string, ReturnType<typeof startRecording>>();
  const artifacts = new Map<string, Buffer[]>();
  let serial = 0;

  /** A page costs more to open than to keep: closing one leaves it for the next `open`. */
  async function lend(): Promise<Environment> {
    let world = idle.pop();
    if (world === undefined) {
      world = await host.openWorld();
      worlds.push(world);
    }
    return { ...world, close: async () => void idle.push(world) };
  }

  return {
    record: async (request) => {
      const id = `recording-${++serial}`;
      recordings.set(id, startRecording(request, lend));
      return id;
    },
    recordNext: async (id) => {
      const chunk = await (recordings.get(id) ?? refuse('there is no such recording', id)).next();
      if (chunk.ended) recordings.delete(id);
      return chunk;
    },
    open: async () => {
      const id = `page-${++serial}`;
      carriers.set(id, serveEnvironment(await lend()));
      return id;
    },
    carry: async (id, request) => {
      const reply = await (carriers.get(id) ?? refuse('there is no such page', id))(request);
      if (request.call === 'close') carriers.delete(id);
      return reply;
    },
    progress: async (event) => host.onProgress(event),
    artifact: async (name, base64, last) => {
      if (!ARTIFACT_NAME.test(name)) refuse('this is no name for a file', name);
      const chunks = artifacts.get(name) ?? [];
      chunks.push(Buffer.from(base64, 'base64'));
      artifacts.set(name, chunks);
      if (chunks.reduce((sum, chunk) => sum + chunk.length, 0) > MAX_ARTIFACT) refuse('the file is too large', name);
      if (!last) return;
      artifacts.delete(name);
      host.onArtifact(name, Buffer.concat(chunks));
    },
    report: async (report) => {
      const { data, error } = reportSchema.safeParse(report);
      if (!data) {
        const [issue] = error.issues;
        return refuse(`the report is incomplete at ${issue.path.join('.')}`, issue.message);
      }
      host.onReport(data);
    },
    failed: async ({ code, message }) => host.onFailed(new ReverieError(code, { who: 'run', rule: message })),
    dispose: async () => {
      for (const recording of recordings.values()) recording.stop();
      carriers.clear();
      // Pages that hang are closed with their browser.
      await atMost(3_000, Promise.allSettled(worlds.map((world) => world.close())));
    },
  };
}

/** Puts the harness on the page's `window`; before the page's own scripts run, and again after each navigation. */
export async function exposeHarness(page: Page, harness: Harness): Promise<void> {
  const answer = async (method: HarnessMethod, args: unknown[]): Promise<Reply> => {
    try {
      const run = harness[method] as (...args: unknown[]) => Promise<unknown>;
      return { value: await run(...args) };
    } catch (error) {
      if (error instanceof ReverieError) return { error: { code: error.code, facts: error.facts } };
      const rule = error instanceof Error ? error.message : String(error);
      return { error: { code: 'internal', facts: { who: `harness.${method}`, rule } } };
    }
  };
  for (const method of HARNESS_METHODS) {
    await page.exposeFunction(globalName(method), (...args: unknown[]) => answer(method, args));
  }
}
