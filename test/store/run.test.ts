import { describe, expect, test } from 'vitest';
import { ReverieError } from '../../src/core/errors.ts';
import { inPlainWords } from '../../src/store/plainWords.ts';
import { freeId, type RunRecord, unfinished } from '../../src/store/run.ts';

const run = (id: string, changed: number, done?: boolean): RunRecord => ({
  id,
  meta: { name: id },
  created: 0,
  changed,
  trajectories: 0,
  progress: done === undefined ? null : { stage: 'dream', update: 1, done },
});

test('only runs with a completed update that are not done are offered, latest first', () => {
  const runs = [run('old', 1, false), run('done', 9, true), run('empty', 8), run('new', 5, false)];
  expect(unfinished(runs).map(({ id }) => id)).toEqual(['new', 'old']);
});

test('ids are readable, and numbered when taken', () => {
  expect(freeId('Tiny, seed 7!', new Set())).toBe('tiny-seed-7');
  expect(freeId('tiny', new Set(['tiny']))).toBe('tiny-2');
  expect(freeId('tiny', new Set(['tiny', 'tiny-2']))).toBe('tiny-3');
  expect(freeId('…', new Set())).toBe('run');
});

describe('errors of the storage in plain words', () => {
  test('a full disk says how full, what was kept and what to do', () => {
    const error = inPlainWords(new DOMException('x', 'QuotaExceededError'), 41e6);
    expect(error).toBeInstanceOf(ReverieError);
    expect(error).toMatchObject({ code: 'environment' });
    expect(error.message).toMatch(/no room left.*41 MB stored.*delete old runs/);
  });

  test('the name of the exception decides, never its text', () => {
    expect(inPlainWords(new DOMException('QuotaExceededError', 'VersionError')).message).toMatch(/newer Reverie/);
    expect(inPlainWords(new DOMException('', 'DataCloneError'))).toMatchObject({ code: 'internal' });
    expect(inPlainWords('strange')).toMatchObject({ code: 'environment' });
  });

  test('our own errors pass unchanged', () => {
    const own = new ReverieError('usage', { who: 'store', rule: 'there is no such run' });
    expect(inPlainWords(own)).toBe(own);
  });
});
