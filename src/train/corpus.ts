import type { AXTree, Task, Trajectory } from '../core/types.ts';
import { type PageMemory, rememberPages, siteKey } from '../model/memory.ts';
import { agentView, historyOf } from '../model/view.ts';

/** Recorded trajectories and what follows from them: page memories, home pages, vocabulary. */
export class Corpus {
  readonly memories: Map<string, PageMemory>;
  private readonly homes = new Map<string, AXTree>();
  constructor(readonly trajectories: readonly Trajectory[]) {
    const usable = trajectories.filter((trajectory) => trajectory.steps.length > 0);
    this.memories = rememberPages(usable);
    for (const { task, steps } of usable) {
      const key = siteKey(task.family, task.siteSeed);
      if (!this.homes.has(key)) this.homes.set(key, steps[0].observation.tree);
    }
  }

  /** Recorded sites, as [family, seed]. */
  get sites(): [string, number][] {
    return [...this.homes.keys()].map((key) => {
      const [family, seed] = key.split('/');
      return [family, Number(seed)];
    });
  }

  /** What a dream on the task's site starts from. */
  memoryOf = (task: Task): { memory: PageMemory; home: AXTree } => {
    const key = siteKey(task.family, task.siteSeed);
    const memory = this.memories.get(key);
    const home = this.homes.get(key);
    if (!memory || !home) throw new Error(`internal: site ${key} was never recorded`);
    return { memory, home };
  };
}

/** The agent's view before step `t` of a recorded trajectory. */
export const viewAt = (trajectory: Trajectory, t: number) =>
  agentView(trajectory.steps[t].observation, historyOf(trajectory).slice(0, t));
