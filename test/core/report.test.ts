import { describe, expect, it } from 'vitest';
import { benchSchema, reportSchema } from '../../src/core/report.ts';
import { exampleBench, exampleReport } from './exampleReport.ts';

describe('report.json and bench --json', () => {
  it('accept a complete file and give it back unchanged', () => {
    expect(reportSchema.parse(exampleReport)).toEqual(exampleReport);
    expect(benchSchema.parse(exampleBench)).toEqual(exampleBench);
  });

  it('hold every field that other programs count on', () => {
    for (const key of [
      'preset',
      'seed',
      'backend',
      'adapter',
      'weights',
      'stages',
      'expert',
      'random',
      'world',
      'policy',
      'judge',
      'rates',
      'failures',
    ]) {
      const { [key]: _dropped, ...rest } = exampleReport as Record<string, unknown>;
      expect(reportSchema.safeParse(rest).success, key).toBe(false);
    }
    for (const key of [
      'suite',
      'split',
      'policy',
      'episodes',
      'success',
      'steps',
      'failures',
      'stepsPerS',
      'seconds',
      'browser',
    ]) {
      const { [key]: _dropped, ...rest } = exampleBench as Record<string, unknown>;
      expect(benchSchema.safeParse(rest).success, key).toBe(false);
    }
  });

  it('refuse shares outside 0 … 1, unknown splits and negative counts', () => {
    expect(benchSchema.safeParse({ ...exampleBench, success: { rate: 1.2, lo: 0, hi: 1 } }).success).toBe(false);
    expect(benchSchema.safeParse({ ...exampleBench, split: 'test' }).success).toBe(false);
    expect(reportSchema.safeParse({ ...exampleReport, judge: { tp: -1, fp: 0, tn: 0, fn: 0 } }).success).toBe(false);
  });
});
