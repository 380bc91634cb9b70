import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FileError } from '../../src/core/fileError.ts';
import { readJson, shaped } from '../../src/exchange/json.ts';
import { problemOf } from './problem.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('foreign JSON', () => {
  it('is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (text, indent) => {
        expect(readJson('x', text)).toEqual(JSON.parse(text));
        const spread = JSON.stringify(JSON.parse(text), null, indent);
        expect(readJson('x', `\uFEFF${spread}\r\n`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused exactly when JSON.parse refuses it, with one error that has a place', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      '\\',
      '\n',
      ' ',
      '\u0007',
      '\u007f',
      '\\u12',
    );
    const damaged = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(3), pieces).map(([text, at, cut, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + cut);
    });
    const soup = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(fc.oneof(damaged, soup), (text) => {
        const isFine = parses(text);
        if (isFine) expect(readJson('x', text)).toEqual(JSON.parse(text));
        else if (text.trim() === '') expect(problemOf(() => readJson('x', text)).problem).toBe('empty');
        else expect(problemOf(() => readJson('x', text)).message).toMatch(/^x: line \d+, column \d+: /);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"a": 1,\n "b": tru}', 'malformed', 'line 2, column 7: this is not JSON: a value is due here'],
    ['{"a" 1}', 'malformed', "line 1, column 6: this is not JSON: ':' is due here"],
    ['[1, 2', 'truncated', "line 1, column 6: the file ends where ',' or ']' is due"],
    ['{"a": "bc', 'truncated', 'line 1, column 10: the file ends where a value is due'],
    ['{}\n{}', 'malformed', 'line 2, column 1: this is not JSON: the end of the file is due here'],
  ])('%j: %s', (text, problem, message) => {
    expect(problemOf(() => readJson('x', text))).toEqual({ problem, message: `x: ${message}` });
  });

  it('has limits', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(problemOf(() => readJson('x', deep)).message).toBe(
      'x: line 1, column 101: the file is nested deeper than 100 levels',
    );
    expect(readJson('x', `${'['.repeat(100)}${']'.repeat(100)}`)).toBeInstanceOf(Array);
    const small = { characters: 10, nesting: 3 };
    expect(readJson('x', '"12345678"', small)).toBe('12345678');
    expect(problemOf(() => readJson('x', '"123456789"', small)).problem).toBe('too-large');
    // A picture inside: five million characters in one string.
    expect(readJson('x', JSON.stringify({ picture: 'iVBORw0KGgo='.repeat(420_000) }))).toHaveProperty('picture');
  });

  it('names the step and the field that is not as it should be', () => {
    const schema = z.object({ selectors: z.array(z.string()) });
    expect(() => shaped('x', 'step 3', schema, { selectors: ['a', 7] })).toThrow(FileError);
    expect(() => shaped('x', 'step 3', schema, { selectors: ['a', 7] })).toThrow(/^x: step 3, selectors\.1: /);
    expect(() => shaped('x', 'step 3', schema, null)).toThrow(/^x: step 3: /);
  });
});
