import { appendFileSync, existsSync, rmSync, truncateSync } from 'node:fs';
import { ReverieError } from '../core/errors.ts';
import { printHeader, printTrajectory } from '../core/jsonl.ts';
import { playEpisodes } from '../env/episodes.ts';
import { actorsOf, playOnPages } from './actors.ts';
import type { RecordOptions } from './commands/record.ts';
import { refuseExisting, scanTrajectories, writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { planTasks } from './plan.ts';
import { createProgress } from './progress.ts';
import { openRealPages } from './realPages.ts';

/** What a file says about how it was made; a resumed recording must say the same. `episodes` may grow. */
const madeFrom = ({ suite, split, policy, seed, families }: RecordOptions): Record<string, string> => ({
  suite,
  split,
  policy,
  seed: String(seed),
  ...(families && { families: families.join(',') }),
});

/** Prepares the file and says which tasks it holds already. */
async function openFile(options: RecordOptions): Promise<Set<string>> {
  const { out, resume, force } = options;
  const made = madeFrom(options);
  if (!resume || !existsSync(out)) {
    refuseExisting(out, '--out', force);
    rmSync(out, { force: true });
    writeAtomic(out, printHeader(made));
    return new Set();
  }
  const { header, tasks, end } = await scanTrajectories(out, { forgiveCut: true });
  const differing = Object.keys({ ...made, ...header.made }).filter((key) => made[key] !== header.made?.[key]);
  if (differing.length > 0) {
    const rule = `the file was recorded with another ${differing.join(' and ')}`;
    throw new ReverieError('usage', { who: '--resume', rule, got: header.made });
  }
  truncateSync(out, end);
  return tasks;
}

/** `reverie record`: appends every complete episode as it ends, so that Ctrl-C leaves a file to resume. */
export async function record(options: RecordOptions): Promise<void> {
  const { out, seed, parallel } = options;
  const tasks = planTasks(options);
  if (!options.resume) refuseExisting(out, '--out', options.force);
  const interrupt = watchInterrupt();
  const progress = createProgress();
  const pages = await openRealPages(progress.note);
  try {
    const present = await openFile(options);
    const missing = tasks.filter((task) => !present.has(task.id));
    let done = tasks.length - missing.length;
    let dropped = 0;
    const show = () => {
      const note = dropped > 0 ? `${dropped} lost to the environment` : undefined;
      progress.update({ stage: 'record', done, total: tasks.length, unit: 'episodes', note });
    };
    show();
    const totals = await playEpisodes({
      tasks: missing,
      seed,
      parallel,
      open: pages.open,
      play: playOnPages(await actorsOf(options.policy)),
      signal: interrupt.signal,
      onEpisode: (trajectory) => {
        done++;
        if (trajectory.failure?.kind === 'environment') dropped++;
        else appendFileSync(out, printTrajectory(trajectory));
        show();
      },
    });
    progress.stop();
    if (interrupt.signal.aborted) {
      process.stderr.write(`\nStopped with ${done - dropped} episodes in ${out}. Add --resume to go on.\n`);
      process.exitCode = INTERRUPTED;
      return;
    }
    const speed = (totals.steps / Math.max(totals.seconds, 1e-3)).toFixed(1);
    console.log(
      `${tasks.length - dropped} episodes in ${out}, ${totals.steps} steps, ${speed} steps/s, ${dropped} lost`,
    );
  } finally {
    progress.stop();
    interrupt.release();
    await pages.close();
  }
}
