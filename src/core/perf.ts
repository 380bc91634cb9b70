import { z } from 'zod';

/** What `npm run perf` writes. Field by field: `docs/formats.md`. */

const positive = z.number().positive();
const count = z.int().min(0);

/** A training step of one contender; GPU counts and memory only on webgpu. */
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

export const perfSchema = z.object({
  schema: z.literal('reverie-perf'),
  version: z.literal(1),
  machine: z.object({ cpu: z.string(), cores: z.int().min(1), browser: z.string() }),
  date: z.iso.datetime(),
  rows: z.array(perfRowSchema).min(1),
});

export type PerfStep = z.infer<typeof stepSchema>;
export type PerfRow = z.infer<typeof perfRowSchema>;
export type PerfReport = z.infer<typeof perfSchema>;
