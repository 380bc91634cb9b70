import { ReverieError } from '../core/errors.ts';
import type { SplitName, Task } from '../core/types.ts';
import type { BrowserWorldOptions } from '../env/browser.ts';
import { EXPERTS } from '../miniwob/experts/index.ts';
import { browserGymVisits, LISTED, type MiniwobSplit, planVisits } from '../miniwob/tasks.ts';
import { type MiniwobCopy, openCopy, SERVED } from './miniwobCopy.ts';
import { planTasks } from './plan.ts';
import type { RealPages } from './realPages.ts';

export const SUITES = ['sites', 'miniwob'] as const;

export interface SuiteOptions {
  suite: (typeof SUITES)[number];
  split: SplitName;
  policy: string;
  episodes: number;
  seed: number;
  families?: readonly string[];
  miniwobDir?: string;
  tasks?: string[];
  protocol?: 'browsergym';
}

/** What is played, and where. */
export interface PlayPlan {
  tasks: Task[];
  /** What the user should know before it begins. */
  note?: string;
  openPages(note: (line: string) => void, onPage?: BrowserWorldOptions['onPage']): Promise<RealPages>;
}

const misuse = (who: string, rule: string, got?: unknown, expected?: string): never => {
  throw new ReverieError('usage', { who, rule, got, expected });
};

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
  return { names, note: `${without.length} tasks without a scripted expert are not played: ${without.join(', ')}` };
}

function planMiniwob(options: SuiteOptions): PlayPlan {
  const { split, episodes, seed, miniwobDir, families, protocol, policy } = options;
  if (families !== undefined) misuse('--families', 'belongs to --suite sites; use --tasks');
  if (split !== 'train' && split !== 'test-seen')
    misuse('--split', 'MiniWoB++ has no such split', split, 'train or test-seen');
  if (protocol !== undefined && policy === 'expert') misuse('--protocol', 'is for agents, not for experts');
  const copy = openCopy(miniwobDir);
  const { names, note } = chooseTasks(copy, options);
  const tasks =
    protocol === undefined ? planVisits(names, split as MiniwobSplit, episodes, seed) : browserGymVisits(names);
  return {
    tasks,
    note,
    async openPages(note, onPage) {
      const [{ createRealPages }, { serveFolder }, { createMiniwobWorld }, { findChrome }] = await Promise.all([
        import('./realPages.ts'),
        import('./folderServer.ts'),
        import('../env/miniwob.ts'),
        import('./chrome.ts'),
      ]);
      await findChrome({ note });
      const server = await serveFolder(copy.root, SERVED);
      const mode = protocol !== undefined ? 'default' : split === 'train' ? 'train' : 'test';
      const pages = createRealPages((browser) => createMiniwobWorld({ base: server.url, mode, browser, onPage }));
      const close = async () => {
        await pages.close();
        await server.close();
      };
      return { ...pages, close };
    },
  };
}

/** What the command line asks for. Throws a `usage` error when it does not fit together. */
export function planSuite(options: SuiteOptions): PlayPlan {
  if (options.suite === 'miniwob') return planMiniwob(options);
  const foreign = (['miniwobDir', 'tasks', 'protocol'] as const).find((name) => options[name] !== undefined);
  if (foreign !== undefined) misuse(`--${foreign.replace('D', '-d')}`, 'belongs to --suite miniwob');
  return {
    tasks: planTasks(options),
    openPages: async (note, onPage) => (await import('./realPages.ts')).openRealPages(note, onPage),
  };
}
