import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { listedTasks } from '../miniwob/tasks.ts';

export interface MiniwobCopy {
  /** The folder that holds `core`, `common` and `miniwob`. */
  root: string;
  /** The tasks of BrowserGym's list that the copy has, by name. */
  tasks: string[];
}

/** What is served of a copy. Not `flight`: saved pages of real airlines. */
export const SERVED = ['core', 'common', 'miniwob'] as const;

/** A user's copy of MiniWoB++: the folder itself, its `html` folder, or the whole repository. */
export function openCopy(dir: string | undefined): MiniwobCopy {
  if (dir === undefined) {
    const hint = 'Point it to a copy: git clone https://github.com/Farama-Foundation/miniwob-plusplus';
    throw new ReverieError('usage', { who: '--suite miniwob', rule: 'needs --miniwob-dir', hint });
  }
  const root = [dir, join(dir, 'html'), join(dir, 'miniwob', 'html')].find((folder) =>
    existsSync(join(folder, 'core', 'core.js')),
  );
  const pages = root === undefined ? undefined : join(root, 'miniwob');
  const tasks = pages !== undefined && existsSync(pages) ? listedTasks(readdirSync(pages)) : [];
  if (root === undefined || tasks.length === 0) {
    const expected = 'core/core.js and miniwob/*.html in it';
    throw new ReverieError('usage', { who: '--miniwob-dir', rule: 'this is no copy of MiniWoB++', got: dir, expected });
  }
  return { root, tasks };
}
