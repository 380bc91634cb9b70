import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/core/fileError.ts';
import { parseStudy, runKey, type Study } from '../../src/study/schema.ts';
import { exampleStudy } from './exampleStudy.ts';

const problem = (text: string): [string, string] => {
  try {
    parseStudy(text);
  } catch (error) {
    if (error instanceof FileError) return [error.problem, error.message];
    throw error;
  }
  throw new Error('it was read');
};

const changed = (change: (study: Study) => void): string => {
  const study = structuredClone(exampleStudy);
  change(study);
  return JSON.stringify(study);
};

describe('study.json', () => {
  it('comes back as it was written', () => {
    expect(parseStudy(JSON.stringify(exampleStudy))).toEqual(exampleStudy);
  });

  it('says what kind of file it cannot read', () => {
    expect(problem(' ')[0]).toBe('empty');
    expect(problem('{"schema":"reverie-report","version":1}')[0]).toBe('foreign');
    expect(problem('null')[0]).toBe('foreign');
    expect(problem('{"schema":"reverie-study","version":2}')).toEqual([
      'future-version',
      expect.stringContaining('version 2'),
    ]);
    expect(problem(JSON.stringify(exampleStudy).slice(0, 5000))).toEqual([
      'malformed',
      expect.stringContaining('not JSON'),
    ]);
  });

  it('names the place of the first fault', () => {
    const cases: [(study: Study) => void, string][] = [
      [(study) => delete (study.runs[3] as Partial<Study['runs'][0]>).seconds, 'runs.3.seconds'],
      // One outcome too few, an unknown character, a split without tasks.
      [(study) => (study.runs[2].outcomes['test-seen'] = '01'), 'runs.2.outcomes.test-seen'],
      [(study) => (study.runs[2].outcomes['test-seen'] = 'x'.repeat(24)), 'runs.2.outcomes.test-seen'],
      [(study) => (study.runs[0].outcomes['constructor'] = '0'), 'runs.0.outcomes.constructor'],
      [(study) => (study.runs.find(({ curve }) => curve)!.curve![1].outcomes['test-seen'] = ''), 'curve.1.outcomes'],
      // The same seed of the same arm twice.
      [(study) => study.runs.push(study.runs[0]), `runs.${exampleStudy.runs.length}`],
    ];
    for (const [change, place] of cases) {
      expect(problem(changed(change))).toEqual(['malformed', expect.stringContaining(place)]);
    }
  });

  it('tells runs apart by row, arm, seed and x', () => {
    expect(new Set(exampleStudy.runs.map(runKey)).size).toBe(exampleStudy.runs.length);
    expect(runKey({ row: 'D-3', arm: 'dreamed', seed: 1 })).not.toBe(
      runKey({ row: 'D-3', arm: 'dreamed', seed: 1, x: 0 }),
    );
  });
});
