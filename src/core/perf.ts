import { z } from 'zod';

/** What `npm run perf` writes. Field by field: `docs/formats.md`. */

const positive = z.number().positive();
const count = z.int().min(0);

/** A training step of one contender; GPU counts only on webgpu. */
const stepSchema = z.object({
  stepMs: positive,
  dispatches: count.optional(),
  submits: count.optional(),
  readbacks: count.optional(),
  peakMB: positive.optional(),
});

export const perfRowSchema = z.object({
  preset: z.string(),
  backend: z.enum(['wasm', 'webgpu']),
  adapter: z.string(),
  fallback: z.boolean(),
  weights: count,
  sequences: count,
  positions: count,
  steps: count,
  gflopPerStep: positive,
  reverie: stepSchema,
  stock: stepSchema,
  jax: stepSchema,
  speedup: z.object({ vsJax: positive, vsStock: positive }),
  lossGap: z.number().min(0),
  matmulPeakGflops: positive,
  matmulPeakOf: z.string(),
  shareOfPeak: positive,
});

/** What a doubling of the batch, of the nodes of a page, or of the weights per layer costs: factors. */
const growthSchema = z.object({
  doubled: z.string(),
  stepMs: positive,
  time: positive,
  arithmetic: positive,
});

/** Memory of a training thread after the first steps and after the last. */
const steadySchema = z.object({
  backend: z.enum(['wasm', 'webgpu']),
  warm: count,
  steps: count,
  firstMB: positive,
  lastMB: positive,
});

export const perfSchema = z.object({
  schema: z.literal('reverie-perf'),
  version: z.literal(1),
  runtime: z.enum(['chrome', 'dawn']),
  machine: z.object({ cpu: z.string(), cores: z.int().min(1), browser: z.string() }),
  date: z.iso.datetime(),
  rows: z.array(perfRowSchema).min(1),
  growth: z.array(growthSchema),
  memory: z.array(steadySchema),
  /** Absent where there is no browser. */
  dream: z.object({ backend: z.literal('wasm'), batch: count, steps: count, stepsPerS: positive }).optional(),
  real: z.object({ episodes: count, steps: count, stepsPerS: positive }).optional(),
  dreamVsReal: positive.optional(),
});

export type PerfGrowth = z.infer<typeof growthSchema>;
export type PerfSteady = z.infer<typeof steadySchema>;
export type PerfStep = z.infer<typeof stepSchema>;
export type PerfRow = z.infer<typeof perfRowSchema>;
export type PerfReport = z.infer<typeof perfSchema>;
