import type { BenchReport } from '../core/report.ts';
import { mean, wilson } from '../core/stats.ts';
import type { Trajectory } from '../core/types.ts';
import type { MiniwobState } from '../miniwob/page.ts';
import { whyOutOfReach } from '../miniwob/tasks.ts';
import { columns } from './reportTable.ts';

/** What the page paid in the end: nothing for a visit that it had not ended. */
function rawReward({ finalState }: Trajectory): number {
  const state = finalState as MiniwobState | undefined;
  return state?.done ? state.raw : 0;
}

/** The rewards of MiniWoB++ pages as they are. Success is a raw reward of 1; above 0 is how BrowserGym counts. */
export function rawReport(
  scored: readonly Trajectory[],
  protocol: 'browsergym' | undefined,
): NonNullable<BenchReport['raw']> {
  const isPositive = (episode: Trajectory): boolean => rawReward(episode) > 0;
  const share = (episodes: readonly Trajectory[], test: (episode: Trajectory) => boolean): number =>
    episodes.filter(test).length / episodes.length;
  const { rate, lo, hi } = wilson(scored.filter(isPositive).length, scored.length);
  const names = [...new Set(scored.map(({ task }) => task.template))];
  return {
    protocol,
    positive: { rate, lo, hi },
    mean: mean(scored.map(rawReward)),
    byTask: Object.fromEntries(
      names.map((name) => {
        const own = scored.filter(({ task }) => task.template === name);
        const success = share(own, ({ reward }) => reward > 0);
        return [name, { episodes: own.length, success, positive: share(own, isPositive) }];
      }),
    ),
  };
}

/** Every task that was played, with its episodes of each kind, and what keeps it out of reach. */
export const rawTable = ({ byTask }: NonNullable<BenchReport['raw']>): string =>
  columns([
    ['task', 'episodes', 'raw = 1', 'raw > 0', 'out of reach'],
    ...Object.entries(byTask).map(([name, { episodes, success, positive }]) => [
      name,
      String(episodes),
      String(Math.round(success * episodes)),
      String(Math.round(positive * episodes)),
      whyOutOfReach(name) ?? '',
    ]),
  ]);
