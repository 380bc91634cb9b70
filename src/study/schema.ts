import { z } from 'zod';
import { FileError } from '../core/fileError.ts';

/** `study.json`: everything that a study measured, one run per arm, seed and setting. Numbers and pictures come from it alone. */

export const STUDY_VERSION = 1;

/** Far above the largest study (8 arms, 5 seeds, 400 tasks, 20 curve points: 0.4 MB), low enough that a hostile file stays harmless. */
export const STUDY_LIMITS = { characters: 64_000_000 };

/** The arms, by what they are called in the file and in every table. */
export const ARMS = {
  start: 'supervised start',
  filtered: 'filtered cloning',
  iterated: 'iterated cloning',
  iteratedLonger: 'iterated cloning, as many updates',
  offline: 'offline RL',
  dreamed: 'dreamed',
  iteratedDreams: 'iterated dreaming',
  onlineEqual: 'online RL, equal steps',
  online: 'online RL',
  untrained: 'dreamed, untrained world model',
  otherSite: 'dreamed, other-site world model',
  grouped: 'dreamed, GSPO',
  lookAhead: 'look-ahead',
  selfJudged: 'dreamed, world model as judge',
  checked: 'dreamed, true checker',
} as const;

const name = z.string().min(1).max(200);
const count = z.int().min(0);
const share = z.number().min(0).max(1);

/** One character per task of the split, in its order: `1` success, `0` not, `-` lost to the environment. */
const outcomes = z.record(name, z.string().regex(/^[01-]*$/));

const taskSchema = z.object({
  id: name,
  family: name,
  template: name,
  tier: z.literal([1, 2, 3]),
  /** Seed of the site: tasks on one site are not independent. */
  site: z.number(),
});

const pointSchema = z.object({ realSteps: count, dreamSteps: count, outcomes });

/** The world model against the real page after `depth` imagined steps, over `n` episodes. */
const depthSchema = z.object({
  depth: z.int().min(1),
  nodeF1: share,
  deltaPrecision: share,
  deltaRecall: share,
  targetExists: share,
  malformed: share,
  missing: share,
  /** Dreams that reached `stop` there, and how often judge and checker agreed on them; null where there were none. */
  judged: count,
  judgeAgreement: share.nullable(),
  n: count,
});

const runSchema = z.object({
  /** Of the comparison table: `D-1` … `D-6`. */
  row: name,
  arm: name,
  seed: z.int(),
  /** Place on the sweep's axis: dream length (steps) or real share (0 … 1). */
  x: z.number().optional(),
  /** Actions on real pages, and in dreams, that went into this policy. */
  realSteps: count,
  dreamSteps: count,
  seconds: z.number().min(0),
  weights: count,
  outcomes,
  /** `clipShare`, `audited`, `truePositives`, `falsePositives` and `falseNegatives` (counts), `missingShare`, `keptGroups`, `msPerAction`, `callsPerAction` … */
  facts: z.record(name, z.number()),
  /** Checkpoints on the way. */
  curve: z.array(pointSchema).max(10_000).optional(),
  fidelity: z.array(depthSchema).max(100).optional(),
});

const shape = z.object({
  schema: z.literal('reverie-study'),
  version: z.literal(STUDY_VERSION),
  name,
  /** The short version of D-1. */
  quick: z.boolean(),
  /** `functions` (the sites' pure functions) or `browser`. */
  world: name,
  backend: name,
  adapter: name,
  machine: name,
  date: name,
  command: z.string().min(1).max(2000),
  families: z.array(name).max(1000),
  seeds: z.array(z.int()).max(1000),
  tasks: z.record(name, z.array(taskSchema).max(100_000)),
  /** By row: dreams in a round, and the updates in which they are cloned. */
  sizes: z.record(name, z.object({ dreams: count, updates: count })).optional(),
  runs: z.array(runSchema).max(100_000),
});

export type Study = z.infer<typeof shape>;
export type StudyTask = z.infer<typeof taskSchema>;
export type StudyRun = z.infer<typeof runSchema>;
export type CurvePoint = z.infer<typeof pointSchema>;
export type DepthRow = z.infer<typeof depthSchema>;
export type Outcomes = z.infer<typeof outcomes>;

/** What makes a run the only one of its kind. */
export const runKey = ({ row, arm, seed, x }: Pick<StudyRun, 'row' | 'arm' | 'seed' | 'x'>): string =>
  JSON.stringify([row, arm, seed, x ?? null]);

export const studySchema = shape.superRefine((study, context) => {
  const seen = new Set<string>();
  study.runs.forEach((run, i) => {
    const complain = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path: ['runs', i, ...path] });
    if (seen.has(runKey(run))) complain('the same row, arm, seed and x as an earlier run');
    seen.add(runKey(run));
    const check = (of: Outcomes, ...path: (string | number)[]) => {
      for (const [split, text] of Object.entries(of)) {
        const tasks = Object.hasOwn(study.tasks, split) ? study.tasks[split] : null;
        if (!tasks) complain('no such split in tasks', ...path, split);
        else if (tasks.length !== text.length)
          complain(`${text.length} outcomes for ${tasks.length} tasks`, ...path, split);
      }
    };
    check(run.outcomes, 'outcomes');
    for (const [k, point] of (run.curve ?? []).entries()) check(point.outcomes, 'curve', k, 'outcomes');
  });
});

/** Reads `study.json`. Throws `FileError` with the place of the first fault. */
export function parseStudy(text: string): Study {
  const who = 'study';
  if (text.length > STUDY_LIMITS.characters) throw new FileError(who, 'too-large', 'the file is too long');
  if (text.trim() === '') throw new FileError(who, 'empty', 'the file is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError(who, 'malformed', `this is not JSON (${(error as Error).message.slice(0, 200)})`);
  }
  const facts = z.object({ schema: z.literal('reverie-study'), version: z.number() }).safeParse(value);
  if (!facts.success) throw new FileError(who, 'foreign', 'this is not a study of Reverie');
  if (facts.data.version > STUDY_VERSION) {
    const rule = `the file has format version ${facts.data.version}, this Reverie reads version ${STUDY_VERSION}`;
    throw new FileError(who, 'future-version', rule, 'Update Reverie.');
  }
  const result = studySchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue.path.map(String).join('.').slice(0, 200);
  throw new FileError(who, 'malformed', `this is not a whole study (${issue.message} at ${where})`);
}
