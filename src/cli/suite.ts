import { ReverieError } from '../core/errors.ts';
import type { SplitName, Task, Trajectory } from '../core/types.ts';
import type { BrowserWorldOptions } from '../env/browser.ts';
import { EXPERTS } from '../miniwob/experts/index.ts';
import { browserGymVisits, LISTED, type MiniwobSplit, planVisits } from '../miniwob/tasks.ts';
import type { NotRun } from './junit.ts';
import { type MiniwobCopy, openCopy } from './miniwobCopy.ts';
import { planTasks } from './plan.ts';
import type { RealPages } from './realPages.ts';

export const SUITES = ['sites', 'miniwob', 'webarena'] as const;

export interface SuiteOptions {
  suite: (typeof SUITES)[number];
  split: SplitName;
  policy: string;
  episodes: number;
  seed: number;
  families?: readonly string[];
  miniwobDir?: string;
  tasks?: string[];
  /** Episodes of each task of MiniWoB++; `episodes` does not count then. */
  rounds?: number;
  protocol?: 'browsergym';
  /** For `webarena`. */
  web?: WebOptions;
}

export interface WebOptions {
  base?: string[];
  only?: string[];
  storageState?: string;
  judge?: string;
  judgeModel?: string;
  har?: string;
  force: boolean;
}

/** What is played, and where. */
export interface PlayPlan {
  tasks: Task[];
  /** What the user should know before it begins. */
  note?: string;
  /** Tasks of a file that are not played. */
  notRun?: NotRun[];
  /** Hears of every episode as it ends, with its pages still open. */
  ended?(episode: Trajectory): Promise<void>;
  openPages(note: (line: string) => void, onPage?: BrowserWorldOptions['onPage']): Promise<RealPages>;
}

export const misuse = (who: string, rule: string, got?: unknown, expected?: string): never => {
  throw new ReverieError('usage', { who, rule, got, expected });
};

const optionName = (field: string): string => `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The tasks to choose from: those asked for, for an expert those that it can do, else all. */
function chooseTasks({ tasks }: MiniwobCopy, { tasks: asked, policy, protocol }: SuiteOptions) {
  const unknown = asked?.find((name) => !tasks.includes(name));
  if (unknown !== undefined) misuse('--tasks', 'the copy has no such task', unknown, 'names as in miniwob/*.html');
  if (protocol !== undefined && asked !== undefined) misuse('--protocol', 'plays all tasks; leave out --tasks');
  if (protocol !== undefined && tasks.length !== LISTED) {
    misuse('--protocol', 'needs a copy with all listed tasks', tasks.length, String(LISTED));
  }
  if (policy !== 'expert') return { names: asked ?? tasks };
  const names = (asked ?? tasks).filter((name) => Object.hasOwn(EXPERTS, name));
  const without = (asked ?? tasks).filter((name) => !Object.hasOwn(EXPERTS, name));
  if (names.length === 0 || (asked !== undefined && without.length > 0)) {
    misuse('--policy expert', 'there is no scripted expert for', without.join(', '), Object.keys(EXPERTS).join(', '));
  }
  if (without.length === 0) return { names };
  return { names, note: `${without.length} tasks without a scripted expert are not played: ${without.join(', ')}` };
}

function planMiniwob(options: SuiteOptions): PlayPlan {
  const { split, episodes, rounds, seed, miniwobDir, families, protocol, policy } = options;
  if (families !== undefined) misuse('--families', 'belongs to --suite sites; use --tasks');
  if (split !== 'train' && split !== 'test-seen')
    misuse('--split', 'MiniWoB++ has no such split', split, 'train or test-seen');
  if (protocol !== undefined && policy === 'expert') misuse('--protocol', 'is for agents, not for experts');
  const copy = openCopy(miniwobDir);
  const { names, note } = chooseTasks(copy, options);
  const visits = rounds === undefined ? episodes : rounds * names.length;
  const tasks =
    protocol === undefined ? planVisits(names, split as MiniwobSplit, visits, seed) : browserGymVisits(names);
  return {
    tasks,
    note,
    async openPages(note, onPage) {
      const { openMiniwobPages } = await import('./miniwobPages.ts');
      const mode = protocol !== undefined ? 'default' : split === 'train' ? 'train' : 'test';
      return openMiniwobPages(copy, mode, note, onPage);
    },
  };
}

/** What the command line asks for. Throws a `usage` error when it does not fit together. */
export async function planSuite(options: SuiteOptions): Promise<PlayPlan> {
  if (options.suite === 'webarena') return (await import('./webarenaPlan.ts')).planWebArena(options);
  const { force: _, ...web } = options.web ?? { force: false };
  const webOnly = Object.entries(web).find(([, value]) => value !== undefined);
  if (webOnly !== undefined) misuse(optionName(webOnly[0]), 'belongs to --suite webarena');
  if (options.suite === 'miniwob') return planMiniwob(options);
  const foreign = (['miniwobDir', 'tasks', 'rounds', 'protocol'] as const).find((name) => options[name] !== undefined);
  if (foreign !== undefined) misuse(optionName(foreign), 'belongs to --suite miniwob');
  return {
    tasks: planTasks(options),
    openPages: async (note, onPage) => (await import('./realPages.ts')).openRealPages(note, onPage),
  };
}
