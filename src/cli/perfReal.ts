import type { PerfReport } from '../core/perf.ts';
import type { Trajectory } from '../core/types.ts';
import { playEpisodes } from '../env/episodes.ts';
import { listTasks } from '../sites/tasks.ts';
import { DEFAULTS } from '../train/config.ts';
import { actorsOf, playOnPages } from './actors.ts';
import type { Progress } from './progress.ts';
import { openRealPages } from './realPages.ts';

/** Real pages side by side, as in a run. */
const PAGES = 4;

/** The rate of the harness: the scripted experts on one site of each family of a default run, whose pages the dreams are then made of. */
export async function playReal(progress: Progress): Promise<{ real: PerfReport['real']; experts: Trajectory[] }> {
  const tasks = listTasks('train', { families: DEFAULTS.families, sites: 1, instances: 1 });
  const experts: Trajectory[] = [];
  const pages = await openRealPages(progress.note);
  try {
    const { episodes, steps, seconds } = await playEpisodes({
      tasks,
      seed: 1,
      parallel: PAGES,
      open: pages.open,
      play: playOnPages(await actorsOf('expert')),
      onEpisode: (episode) => {
        experts.push(episode);
        progress.update({ stage: 'real pages', done: experts.length, total: tasks.length, unit: 'episodes' });
      },
    });
    return {
      real: { episodes, steps, stepsPerS: steps / seconds },
      experts: experts.filter(({ reward }) => reward === 1),
    };
  } finally {
    await pages.close();
  }
}
