import type { BenchReport, Report } from '../../src/core/report.ts';

/** A made-up report with every field: the shape, not a result. */
export const exampleReport: Report = {
  schema: 'reverie-report',
  version: 1,
  preset: 'debug',
  seed: 7,
  backend: 'wasm',
  adapter: 'none',
  browser: 'Chromium 156',
  weights: 200_000,
  stages: [
    { name: 'record', seconds: 12.5 },
    { name: 'dream', seconds: 30 },
  ],
  expert: { success: 1, n: 15 },
  random: { success: 0.05, n: 20 },
  world: {
    byDepth: [
      { depth: 1, deltaExact: 0.8, nodeF1: 0.97, malformed: 0 },
      { depth: 2, deltaExact: 0.6, nodeF1: 0.9, malformed: 0.01 },
    ],
  },
  policy: {
    sft: { 'test-seen': { rate: 0.4, lo: 0.25, hi: 0.57, n: 30, realSteps: 600 } },
    bc: { 'test-seen': { rate: 0.5, lo: 0.33, hi: 0.67, n: 30, realSteps: 900 } },
    dreamed: {
      'test-seen': { rate: 0.6, lo: 0.42, hi: 0.75, n: 30, realSteps: 900 },
      'test-unseen-style': { rate: 0.5, lo: 0.33, hi: 0.67, n: 30, realSteps: 900 },
    },
  },
  judge: { tp: 10, fp: 2, tn: 15, fn: 1 },
  audit: { n: 16, agree: 14 },
  rates: { dreamStepsPerS: 800, realStepsPerS: 25 },
  failures: { environment: 1, format: 0, policy: 12 },
  notes: ['No adapter: WASM.'],
};

export const exampleBench: BenchReport = {
  schema: 'reverie-bench',
  version: 1,
  suite: 'sites',
  split: 'test-seen',
  policy: 'expert',
  seed: 1,
  episodes: 15,
  success: { rate: 1, lo: 0.8, hi: 1 },
  steps: { mean: 6.2 },
  failures: { environment: 0, format: 0, policy: 0 },
  stepsPerS: 20,
  seconds: 4.6,
  browser: 'Chromium 156',
};
