import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import type { Task } from '../core/types.ts';
import type { OpenVisit } from '../env/webarena.ts';
import { exportHar } from '../exchange/har.ts';
import { fillBases, parseBases } from '../webarena/bases.ts';
import { createJudge, type Judge } from '../webarena/judge.ts';
import { readStorageState, type StorageState } from '../webarena/storageState.ts';
import type { WebTask } from '../webarena/task.ts';
import { readTasks } from '../webarena/taskFile.ts';
import { REPLAY, WEBARENA_STEPS } from './actors.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import type { NotRun } from './junit.ts';
import { createNetworkRecorder, type NetworkRecorder } from './networkRecorder.ts';
import { readText } from './readText.ts';
import { readActionLists } from './replayActors.ts';
import { misuse, type PlayPlan, type SuiteOptions, type WebOptions } from './suite.ts';

/** A task of the file as an episode. Nobody knows how many facts it needs; its last action is a stop at the limit. */
const taskOf = ({ suite, id, sites, goal }: WebTask): Task => ({
  id: `${suite}/${id}`,
  suite: 'webarena',
  family: sites.join('+'),
  template: id,
  siteSeed: 0,
  instance: 0,
  goal,
  tier: 3,
  horizon: WEBARENA_STEPS + 1,
  slots: {},
});

function chooseTasks(options: SuiteOptions): WebTask[] {
  const { tasks: files = [], web, policy, families, miniwobDir, protocol } = options;
  if (files.length !== 1) misuse('--suite webarena', 'needs --tasks with one task file', files.join(',') || undefined);
  if (policy === 'expert')
    misuse('--policy', 'tasks of others have no expert', policy, 'random, a run, or replay:FILE');
  if (families !== undefined) misuse('--families', 'belongs to --suite sites');
  if (miniwobDir !== undefined || protocol !== undefined)
    misuse(miniwobDir === undefined ? '--protocol' : '--miniwob-dir', 'belongs to --suite miniwob');
  const all = readTasks(readText('--tasks', files[0]));
  const unknown = web?.only?.find((id) => !all.some((task) => task.id === id));
  if (unknown !== undefined) misuse('--only', 'the file has no such task', unknown);
  return web?.only === undefined ? all : all.filter(({ id }) => web.only!.includes(id));
}

/** What a task's user has stored: the one file, or the one of a folder that the task names. */
function storageFor(path: string | undefined): (task: WebTask) => StorageState | undefined {
  if (path === undefined) return () => undefined;
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const read = new Map<string, StorageState>();
  return ({ id, storageState }) => {
    if (isFolder && storageState === null) return undefined;
    const file = isFolder ? join(path, basename(storageState!)) : path;
    if (isFolder && !existsSync(file)) misuse(`task ${id}`, 'its storage state is not in the folder', file);
    const known = read.get(file) ?? readStorageState(readText('--storage-state', file));
    read.set(file, known);
    return known;
  };
}

function judgeOf({ judge: url, judgeModel: model }: WebOptions): Judge | undefined {
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined)
    return misuse('--judge', 'needs --judge-model, and the other way round');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return misuse('--judge', 'not the address of a service', url);
  return createJudge({ url, model, key: process.env['REVERIE_JUDGE_KEY'] });
}

/** One HAR a task, up to its stop: what the evaluators ask for afterwards is not the agent's. */
function harWriter(folder: string, version: () => Promise<string>) {
  const recorders = new Map<string, NetworkRecorder>();
  const written = new Set<string>();
  return {
    async onTab(session: Parameters<NetworkRecorder['watch']>[0], { id }: Task): Promise<void> {
      if (written.has(id)) return;
      const recorder = recorders.get(id) ?? createNetworkRecorder();
      recorders.set(id, recorder);
      await recorder.watch(session);
    },
    async write({ id }: Task): Promise<void> {
      const recorder = recorders.get(id);
      if (recorder === undefined) return;
      recorders.delete(id);
      written.add(id);
      writeAtomic(
        join(folder, `${encodeURIComponent(id)}.har`),
        exportHar(await recorder.exchanges(), await version()),
      );
    },
  };
}

/** Tasks in WebArena's format, on sites that the user has. */
export function planWebArena(options: SuiteOptions): PlayPlan {
  const web: WebOptions = options.web ?? { force: false };
  const chosen = chooseTasks(options);
  const bases = parseBases(web.base ?? []);
  const origins = [...bases.values()].map((url) => new URL(url).origin);
  const storage = storageFor(web.storageState);
  const judge = judgeOf(web);
  refuseExisting(web.har, '--har', web.force);
  const lists = options.policy.startsWith(REPLAY) ? readActionLists(options.policy.slice(REPLAY.length)) : undefined;

  const visits = new Map<string, OpenVisit>();
  const tasks: Task[] = [];
  const notRun: NotRun[] = [];
  for (const web of chosen) {
    const task = taskOf(web);
    try {
      visits.set(task.id, { task: fillBases(web, bases), origins, storage: storage(web) });
      if (lists !== undefined && !lists.has(web.id)) misuse('replay', 'there are no actions for this task');
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof ReverieError && error.code === 'usage')) throw error;
      notRun.push({ id: task.id, reason: error.message });
    }
  }
  if (tasks.length === 0) misuse('--suite webarena', 'no task of the file can be run', notRun[0].reason);

  let har: ReturnType<typeof harWriter> | undefined;
  return {
    tasks,
    notRun,
    note: notRun.length === 0 ? undefined : `${notRun.length} tasks are not run`,
    ended: async ({ task }) => har?.write(task),
    async openPages(note) {
      const [{ createRealPages }, { createWebArenaWorld }, { findChrome }] = await Promise.all([
        import('./realPages.ts'),
        import('../env/webarena.ts'),
        import('./chrome.ts'),
      ]);
      await findChrome({ note });
      const visitOf = ({ id }: Task): OpenVisit => visits.get(id)!;
      const pages = createRealPages((browser) =>
        createWebArenaWorld({ browser, visitOf, judge, onTab: har?.onTab, onStop: har?.write }),
      );
      har = web.har === undefined ? undefined : harWriter(web.har, pages.version);
      return pages;
    },
  };
}
