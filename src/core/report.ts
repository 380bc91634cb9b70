import { z } from 'zod';

/** The files that Reverie hands to people and to other programs. Field by field: `docs/formats.md`. */

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const positive = z.number().min(0);

/** A success rate with its 95 % interval over `n` episodes. */
export const rateSchema = z.object({ rate: share, lo: share, hi: share, n: count });

export const failuresSchema = z.object({ environment: count, format: count, policy: count });

export const splitNameSchema = z.enum(['train', 'test-seen', 'test-unseen-style', 'test-unseen-family']);

/** One policy on one split; `realSteps`: real page steps it took to make this policy, recordings included. */
export const splitResultSchema = rateSchema.extend({
  realSteps: count,
  tiers: z.partialRecord(z.enum(['1', '2', '3']), rateSchema).optional(),
  sampled: rateSchema.optional(),
});

const bySplit = z.partialRecord(splitNameSchema, splitResultSchema);

export const reportSchema = z.object({
  schema: z.literal('reverie-report'),
  version: z.literal(1),
  preset: z.string(),
  seed: z.int(),
  backend: z.string(),
  adapter: z.string(),
  browser: z.string().optional(),
  weights: count,
  stages: z.array(z.object({ name: z.string(), seconds: positive })),
  expert: z.object({ success: share, n: count.optional() }),
  random: z.object({ success: share, n: count.optional() }),
  world: z.object({
    byDepth: z.array(
      z.object({
        depth: z.int().min(1),
        deltaExact: share,
        nodeF1: share,
        malformed: share,
        n: count.optional(),
        deltaPrecision: share.optional(),
        deltaRecall: share.optional(),
        targetExists: share.optional(),
        missing: share.optional(),
        judgeAgreement: share.optional(),
      }),
    ),
  }),
  policy: z.object({ sft: bySplit, bc: bySplit, dreamed: bySplit }),
  judge: z.object({ tp: count, fp: count, tn: count, fn: count }),
  /** Dreams replayed on the real page: how often the judge's verdict was the checker's. */
  audit: z.object({ n: count, agree: count }).optional(),
  rates: z.object({ dreamStepsPerS: positive, realStepsPerS: positive }),
  failures: failuresSchema,
  notes: z.array(z.string()).optional(),
});

export const benchSchema = z.object({
  schema: z.literal('reverie-bench'),
  version: z.literal(1),
  suite: z.string(),
  /** Null for task files, which have none. */
  split: splitNameSchema.nullable(),
  policy: z.string(),
  seed: z.int(),
  /** Episodes that were scored; those lost to the environment are in `failures.environment` only. */
  episodes: count,
  /** Null when no episode was scored. */
  success: z.object({ rate: share, lo: share, hi: share }).nullable(),
  /** MiniWoB++ only: what the pages paid. `positive`: share of episodes with any reward, which some harnesses call success. */
  raw: z
    .object({
      protocol: z.enum(['browsergym']).optional(),
      positive: z.object({ rate: share, lo: share, hi: share }),
      mean: z.number(),
      byTask: z.record(z.string(), z.object({ episodes: count, success: share, positive: share })),
    })
    .optional(),
  /** Task files only, in their order. */
  tasks: z
    .array(
      z.object({
        id: z.string(),
        outcome: z.enum(['passed', 'failed', 'not-scored', 'lost', 'not-run']),
        /** What the visit was stopped with. */
        answer: z.string().optional(),
        /** Why there is no score. */
        reasons: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  steps: z.object({ mean: positive }),
  failures: failuresSchema,
  stepsPerS: positive,
  seconds: positive,
  browser: z.string(),
});

export type RateReport = z.infer<typeof rateSchema>;
export type FailureCounts = z.infer<typeof failuresSchema>;
export type SplitResult = z.infer<typeof splitResultSchema>;
export type Report = z.infer<typeof reportSchema>;
export type TaskOutcome = NonNullable<BenchReport['tasks']>[number];
export type BenchReport = z.infer<typeof benchSchema>;

/** The policies of a report in the order in which they are made. */
export const POLICY_STAGES = ['sft', 'bc', 'dreamed'] as const;
