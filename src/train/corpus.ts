import type { AXTree, Task, Trajectory } from '../core/types.ts';
import { type PageMemory, rememberPages, siteKey } from '../model/memory.ts';
import { agentView, historyOf } from '../model/view.ts';

interface Site {
  home: AXTree;
  visits: Trajectory[];
  memory: PageMemory;
}

/** Recorded trajectories and what follows from them: page memories, home pages, vocabulary. */
export class Corpus {
  private readonly recorded = new Map<string, Site>();
  private readonly memories = new WeakMap<Trajectory, PageMemory>();
  constructor(readonly trajectories: readonly Trajectory[]) {
    for (const trajectory of trajectories) {
      const { task, steps } = trajectory;
      if (steps.length === 0) continue;
      const key = siteKey(task.family, task.siteSeed);
      const site = this.recorded.get(key);
      if (site) site.visits.push(trajectory);
      else this.recorded.set(key, { home: steps[0].observation.tree, visits: [trajectory], memory: new Map() });
    }
    for (const site of this.recorded.values()) site.memory = rememberPages(site.visits);
  }

  /** Recorded sites, as [family, seed]. */
  get sites(): [string, number][] {
    return [...this.recorded.keys()].map((key) => {
      const [family, seed] = key.split('/');
      return [family, Number(seed)];
    });
  }

  /** What a dream on the task's site starts from. */
  memoryOf = (task: Task): { memory: PageMemory; home: AXTree } => this.site(task);

  /**
   * The site's pages as the other visits saw them. A visit must be learned from this memory: a dream of a new goal finds
   * bookings, orders and comments of other goals in its memory, never the very page that it is about to cause.
   */
  memoryWithout(trajectory: Trajectory): PageMemory {
    const known = this.memories.get(trajectory);
    if (known) return known;
    const memory = rememberPages(this.site(trajectory.task).visits.filter((other) => other !== trajectory));
    this.memories.set(trajectory, memory);
    return memory;
  }

  private site(task: Task): Site {
    const key = siteKey(task.family, task.siteSeed);
    const site = this.recorded.get(key);
    if (!site) throw new Error(`internal: site ${key} was never recorded`);
    return site;
  }
}

/** The agent's view before step `t` of a recorded trajectory. */
export const viewAt = (trajectory: Trajectory, t: number) =>
  agentView(trajectory.steps[t].observation, historyOf(trajectory).slice(0, t));
