import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { ReverieError } from '../core/errors.ts';
import { printHeader, printTrajectory } from '../core/jsonl.ts';
import { playEpisodes } from '../env/episodes.ts';
import { exportHar } from '../exchange/har.ts';
import { actorsOf, playOnPages } from './actors.ts';
import type { RecordOptions } from './commands/record.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { createNetworkRecorder } from './networkRecorder.ts';
import { createProgress } from './progress.ts';
import { planSuite } from './suite.ts';
import { type ReadTrajectories, scanTrajectories } from './trajectoryFile.ts';

/** What a file says about how it was made; a resumed recording must say the same. `episodes` may grow. */
const madeFrom = ({ suite, split, policy, seed, families, tasks }: RecordOptions): Record<string, string> => ({
  suite,
  split,
  policy,
  seed: String(seed),
  ...(families && { families: families.join(',') }),
  ...(tasks && { tasks: tasks.join(',') }),
});

/** The tasks that the file to resume holds already; null when a new file is to be begun. Touches nothing. */
async function findEarlier(options: RecordOptions): Promise<ReadTrajectories | null> {
  const { out, resume, force } = options;
  if (!resume || !existsSync(out)) {
    refuseExisting(out, '--out', force);
    return null;
  }
  const earlier = await scanTrajectories(out, { forgiveCut: true });
  const made = madeFrom(options);
  const recorded = earlier.header.made ?? {};
  const differing = Object.keys({ ...made, ...recorded }).filter((key) => made[key] !== recorded[key]);
  if (differing.length === 0) return earlier;
  const rule = `the file was recorded with another ${differing.join(' and ')}`;
  throw new ReverieError('usage', { who: '--resume', rule, got: recorded });
}

/** Begins the file, or cuts off what an interrupted write left at its end. */
function beginFile(options: RecordOptions, earlier: ReadTrajectories | null): void {
  if (earlier) truncateSync(options.out, earlier.end);
  else writeAtomic(options.out, printHeader(madeFrom(options)));
}

/** `reverie record`: appends every complete episode as it ends, so that Ctrl-C leaves a file to resume. */
export async function record(options: RecordOptions): Promise<void> {
  const { out, har, seed, parallel } = options;
  const { tasks, note, openPages } = await planSuite(options);
  refuseExisting(har, '--har', options.force);
  const earlier = await findEarlier(options);
  const missing = tasks.filter((task) => !earlier?.tasks.has(task.id));
  const interrupt = watchInterrupt();
  const progress = createProgress();
  if (note !== undefined) progress.note(note);
  // Browser and bundler are only loaded once the command line is known to be right.
  const network = har === undefined ? undefined : createNetworkRecorder();
  const pages = await openPages(progress.note, network?.watch);
  try {
    beginFile(options, earlier);
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
    if (har !== undefined && network) {
      writeAtomic(har, exportHar(await network.exchanges(), await pages.version()));
    }
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
