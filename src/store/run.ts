import { z } from 'zod';
import type { Trajectory } from '../core/types.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** What a run is: its name, and whatever JSON its owner wants back (preset, seed, options, …). */
export const runMetaSchema = z.looseObject({ name: z.string().min(1).max(200) });
export type RunMeta = z.infer<typeof runMetaSchema>;

/** How far a run has come: the last *completed* update. `done` runs are not offered for resuming. */
export const progressSchema = z.object({
  stage: z.string().max(200),
  update: z.int().min(0),
  done: z.boolean(),
  /** JSON of the trainer, whatever it needs to go on from here (random seeds, curves, …). */
  state: z.unknown().optional(),
});
export type Progress = z.infer<typeof progressSchema>;

/** One line of the list of runs. */
export interface RunRecord {
  id: string;
  meta: RunMeta;
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  /** Number of stored trajectories. */
  trajectories: number;
  progress: Progress | null;
}

/** A trajectory in one line: for lists, without its pages. */
export interface TrajectoryOutline {
  id: string;
  family: string;
  template: string;
  siteSeed: number;
  goal: string;
  policy: string;
  steps: number;
  reward: number;
}

/** A whole run in memory, as exported and imported. */
export interface Run {
  meta: RunMeta;
  created: number;
  progress: Progress | null;
  /** Results of finished stages, JSON, by stage name. */
  stages: Record<string, unknown>;
  trajectories: Trajectory[];
  /** Encoded checkpoints by name. */
  checkpoints: Record<string, Bytes>;
}

/** The runs worth offering "resume" for, latest first. */
export const unfinished = (runs: readonly RunRecord[]): RunRecord[] =>
  runs.filter((run) => run.progress !== null && !run.progress.done).sort((a, b) => b.changed - a.changed);

/** A readable id: the run's name in lower case, numbered when taken. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'run';
  if (!taken.has(slug)) return slug;
  let n = 2;
  while (taken.has(`${slug}-${n}`)) n++;
  return `${slug}-${n}`;
}
