import { z } from 'zod';
import { createRng } from '../core/rng.ts';
import { bootstrapMean, type Rate, wilson } from '../core/stats.ts';
import type { Task, Trajectory } from '../core/types.ts';
import { planVisits } from '../miniwob/tasks.ts';
import { type Config, configure } from '../train/config.ts';

const count = z.int().min(0);

/** What a study is asked for; one that goes on must be asked the same. */
const wishSchema = z.object({
  tasks: z.array(z.string()),
  seed: count,
  /** Expert visits a task. */
  visits: count,
  /** Evaluated visits a task, on pages that no training saw. */
  rounds: count,
  /** Updates of cloning. */
  steps: count,
});

const outcomeSchema = z.object({ round: count, pageSeed: count, success: z.boolean(), steps: count });

/** `study.json`: written as the study grows, complete when `done`. Field by field: `docs/formats.md`. */
export const miniwobStudySchema = z.object({
  schema: z.literal('reverie-miniwob-study'),
  version: z.literal(1),
  wish: wishSchema,
  policy: z
    .object({
      weights: count,
      backend: z.string(),
      adapter: z.string(),
      /** Seconds of cloning. */
      seconds: z.number().min(0),
      /** Expert visits that succeeded, their steps, and those of them that the policy's grammar cannot say. */
      experts: count,
      expertSteps: count,
      inexpressible: count,
    })
    .optional(),
  browser: z.string().optional(),
  /** Scored visits by task, in the order in which they ended. */
  outcomes: z.record(z.string(), z.array(outcomeSchema)),
  /** Visits lost to the environment: not scored. */
  lost: count,
  done: z.boolean(),
});

export type MiniwobWish = z.infer<typeof wishSchema>;
export type MiniwobStudy = z.infer<typeof miniwobStudySchema>;

export const beginStudy = (wish: MiniwobWish): MiniwobStudy => ({
  ...{ schema: 'reverie-miniwob-study', version: 1, wish },
  ...{ outcomes: {}, lost: 0, done: false },
});

/** One policy of the usual size for all tasks. */
export const configOf = ({ seed, steps }: MiniwobWish): Config => configure('tiny', { seed, sft: { steps } });

/** Visits of the experts, round after round: page seeds of the split that nobody is measured on. */
export const expertVisits = ({ tasks, visits, seed }: MiniwobWish): Task[] =>
  planVisits(tasks, 'train', visits * tasks.length, seed);

/** Visits that decide. */
export const testVisits = ({ tasks, rounds, seed }: MiniwobWish): Task[] =>
  planVisits(tasks, 'test-seen', rounds * tasks.length, seed);

/** The visits that still are to be played. */
export function missingVisits(study: MiniwobStudy): Task[] {
  const known = new Set(
    Object.entries(study.outcomes).flatMap(([name, list]) => list.map(({ round }) => `${name}/${round}`)),
  );
  return testVisits(study.wish).filter(({ template, instance }) => !known.has(`${template}/${instance}`));
}

/** Books an evaluated visit. Success is a raw reward of 1, which is what `reward` 1 means on these pages. */
export function book(study: MiniwobStudy, { task, reward, failure, steps }: Trajectory): void {
  if (failure?.kind === 'environment') {
    study.lost++;
    return;
  }
  const list = (study.outcomes[task.template] ??= []);
  list.push({ round: task.instance, pageSeed: task.siteSeed, success: reward === 1, steps: steps.length });
}

export interface MiniwobSummary {
  /** Success of each task with its Wilson interval. */
  byTask: Record<string, Rate>;
  /** Mean over the tasks, which count alike; its interval by resampling tasks, which are its n. */
  mean: Rate;
}

export function summarise({ wish, outcomes }: MiniwobStudy): MiniwobSummary {
  const played = wish.tasks.filter((name) => outcomes[name]?.length);
  const groups = played.map((name) => outcomes[name].map(({ success }) => Number(success)));
  const rates = groups.map((group) =>
    wilson(
      group.reduce((sum, one) => sum + one, 0),
      group.length,
    ),
  );
  const byTask = Object.fromEntries(played.map((name, i) => [name, rates[i]]));
  const means = rates.map(({ rate }) => [rate]);
  return { byTask, mean: bootstrapMean(means, createRng(wish.seed).fork('study:mean')) };
}
