import { openDB } from 'idb';
import { ReverieError } from '../../src/core/errors.ts';
import type { Report } from '../../src/core/report.ts';
import type { Task, Trajectory } from '../../src/core/types.ts';
import { counterExpert, counterTask, countOf } from '../../src/env/counter.ts';
import { findHarness, openRealPage, parseRunRequest, type RunRequest } from '../../workers/harnessProtocol.ts';

/** A page's half of the harness, bundled at test time. */
const harness = findHarness(window);

const codeOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'fine';
  } catch (error) {
    return error instanceof ReverieError ? `${error.code}: ${error.message}` : `untyped: ${error}`;
  }
};

const pageApi = {
  present: () => harness !== null,
  /** Plays a counter task on a page of the harness: the counts seen, and what a step after the end says. */
  async play(instance: number) {
    const page = await openRealPage(harness!);
    const task = counterTask(instance);
    let observation = await page.reset(task, 1);
    const counts = [countOf(observation.tree)];
    for (;;) {
      const result = await page.step(counterExpert(task, observation));
      observation = result.observation;
      if (result.terminated) {
        const afterEnd = await codeOf(() => page.step({ verb: 'go_back' }));
        await page.close();
        const afterClose = await codeOf(() => page.reset(task, 1));
        return { counts, reward: result.reward, afterEnd, afterClose };
      }
      counts.push(countOf(observation.tree));
    }
  },
  async record(tasks: Task[]) {
    const id = await harness!.record({ tasks, policy: 'expert', seed: 1, parallel: 2 });
    const got: Trajectory[] = [];
    for (;;) {
      const { trajectories, ended, done, dropped, total } = await harness!.recordNext(id);
      got.push(...trajectories);
      if (ended) return { got, done, dropped, total };
    }
  },
  unknownRecording: () => codeOf(() => harness!.recordNext('nobody')),
  artifact: (name: string, chunks: string[]) =>
    codeOf(async () => {
      for (const [i, chunk] of chunks.entries()) await harness!.artifact(name, btoa(chunk), i === chunks.length - 1);
    }),
  report: (report: Report) => codeOf(() => harness!.report(report)),
};

declare global {
  interface Window {
    pageApi: typeof pageApi;
  }
}
window.pageApi = pageApi;

/** Counts the visits of a run in the page's store, as durably as a run keeps its checkpoints. */
async function countVisit(run: string): Promise<number> {
  const db = await openDB('visits', 1, { upgrade: (store) => void store.createObjectStore('runs') });
  const visits = (((await db.get('runs', run)) as number | undefined) ?? 0) + 1;
  const tx = db.transaction('runs', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.put(visits, run), tx.done]);
  db.close();
  return visits;
}

/** A run: says its visit, and at the second one ends with file and report (at the first, its browser is killed). */
async function run(request: RunRequest): Promise<void> {
  const visits = await countVisit(request.name);
  await harness!.progress({ stage: 'visit', done: visits, total: 2, unit: 'visits' });
  if (request.preset === 'broken') return harness!.failed({ code: 'internal', message: 'the pipeline broke' });
  if (visits === 1 || request.preset === 'doomed') return;
  await harness!.artifact('run.reverie', btoa('packed'), true);
  const example = JSON.parse(document.body.dataset.report!) as Report;
  await harness!.report({ ...example, preset: request.preset, seed: request.seed });
}

const request = parseRunRequest(location.search);
if (request && harness) void run(request);
