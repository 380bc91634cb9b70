import type { Browser } from 'puppeteer';
import { ReverieError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import type { Task } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import { createMiniwobWorld } from '../env/miniwob.ts';
import { playSideBySide, type SideBySide } from '../env/sideBySide.ts';
import { EXPERTS } from '../miniwob/experts/index.ts';
import { planVisits } from '../miniwob/tasks.ts';
import { actorsOf } from './actors.ts';
import { closeChrome, launchChrome } from './chrome.ts';
import type { CheckOptions } from './commands/check.ts';
import { serveFolder } from './folderServer.ts';
import { watchInterrupt } from './interrupt.ts';
import { openCopy, SERVED } from './miniwobCopy.ts';
import { openTabWorld, serveTab } from './miniwobTab.ts';
import { createProgress } from './progress.ts';
import { columns } from './reportTable.ts';

/** The same actor in both worlds: the scripted expert where there is one, unless random actions are asked for. */
async function actorFor(task: Task, policy: CheckOptions['policy'], seed: number) {
  const expert = policy === 'expert' || (policy === undefined && Object.hasOwn(EXPERTS, task.template));
  const actors = await actorsOf(expert ? 'expert' : 'random');
  return actors.actor(task, createRng(seed).fork(task.id));
}

interface Worlds {
  harness: Environment;
  tab: Environment;
}

/** Plays a task in both worlds; a fault of either is a difference, too. */
async function compare({ harness, tab }: Worlds, task: Task, options: CheckOptions): Promise<SideBySide> {
  try {
    return await playSideBySide([harness, tab], task, 0, await actorFor(task, options.policy, options.seed));
  } catch (error) {
    if (!(error instanceof ReverieError) || error.code !== 'environment') throw error;
    const parting = { step: 0, action: '', what: 'fault', one: error.message, other: '' };
    return { task, pages: 0, reward: 0, parting };
  }
}

const SHOWN = 60;

/** Two texts from shortly before the place where they part. */
function whereApart(one: string, other: string): [string, string] {
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  const from = Math.max(0, (at < 0 ? one.length : at) - SHOWN / 2);
  const cut = (text: string): string => (from > 0 ? '…' : '') + text.slice(from, from + SHOWN);
  return [cut(one), cut(other)];
}

/** One line a visit that differs, and the sum of all. */
export function checkTable(visits: readonly SideBySide[]): string {
  const rows = visits.flatMap(({ task, parting }) => {
    if (!parting) return [];
    const { step, action, what, one, other } = parting;
    return [[task.template, String(step), action.slice(0, SHOWN), what, ...whereApart(one, other)]];
  });
  const pages = visits.reduce((sum, visit) => sum + visit.pages, 0);
  const same = visits.length - rows.length;
  const sum = `${same} of ${visits.length} visits are the same in harness and tab (${pages} pages compared, ${visits.filter(({ reward }) => reward === 1).length} solved)`;
  return rows.length === 0
    ? sum
    : `${columns([['task', 'step', 'after', 'what', 'harness', 'tab'], ...rows])}\n\n${sum}`;
}

/** Runs `play` for all tasks, in `parallel` lanes with worlds of their own. */
async function inLanes(
  browser: Browser,
  tasks: readonly Task[],
  parallel: number,
  open: () => Promise<Worlds>,
  play: (worlds: Worlds, task: Task) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    const worlds = await open();
    while (next < tasks.length && browser.connected) await play(worlds, tasks[next++]);
    await Promise.all([worlds.harness.close(), worlds.tab.close()]);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, tasks.length) }, lane));
}

/** `reverie check`. Sets exit code 1 when a visit differs. */
export async function checkTab(options: CheckOptions): Promise<void> {
  const copy = openCopy(options.miniwobDir);
  const unknown = options.tasks?.find((name) => !copy.tasks.includes(name));
  if (unknown !== undefined)
    throw new ReverieError('usage', { who: '--tasks', rule: 'the copy has no such task', got: unknown });
  const names = options.tasks ?? copy.tasks;
  const tasks = planVisits(names, 'test-seen', names.length * options.rounds, options.seed);
  const interrupt = watchInterrupt();
  const progress = createProgress();
  const [plain, around] = await Promise.all([serveFolder(copy.root, SERVED), serveTab(copy)]);
  const browser = await launchChrome({ driven: true, handleSignals: false, note: progress.note });
  interrupt.signal.addEventListener('abort', () => void closeChrome(browser), { once: true });
  const visits: SideBySide[] = [];
  try {
    const open = async (): Promise<Worlds> => ({
      harness: createMiniwobWorld({ base: plain.url, mode: 'test', browser }),
      tab: await openTabWorld(browser, around.url, 'test'),
    });
    await inLanes(browser, tasks, options.parallel, open, async (worlds, task) => {
      visits.push(await compare(worlds, task, options));
      progress.update({ stage: 'check', done: visits.length, total: tasks.length, unit: 'visits' });
    });
  } finally {
    progress.stop();
    interrupt.release();
    await closeChrome(browser);
    await Promise.all([plain.close(), around.close()]);
  }
  visits.sort((a, b) => tasks.indexOf(a.task) - tasks.indexOf(b.task));
  console.log(checkTable(visits));
  const differing = [...new Set(visits.flatMap(({ task, parting }) => (parting ? [task.template] : [])))];
  if (differing.length === 0) return;
  process.stderr.write(`different: ${differing.join(', ')}\n`);
  process.exitCode = 1;
}
