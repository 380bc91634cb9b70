// npx vitest run test/train/audit.test.ts
import { describe, expect, it } from 'vitest';
import { beliefFor, praisedWrongly } from '../../src/train/audit.ts';

/** Ten replayed dreams. Wrong ones were believed to .72, .81 and .99. */
const VERDICTS = [
  { belief: 0.1, real: 0 },
  { belief: 0.72, real: 0 },
  { belief: 0.75, real: 1 },
  { belief: 0.81, real: 0 },
  { belief: 0.85, real: 1 },
  { belief: 0.88, real: 1 },
  { belief: 0.9, real: 1 },
  { belief: 0.93, real: 1 },
  { belief: 0.97, real: 1 },
  { belief: 0.99, real: 0 },
];
const BELIEFS = [0.7, 0.8, 0.9, 0.95];

describe('how far the judge is believed', () => {
  it('counts what would be praised wrongly from a belief on', () => {
    expect(BELIEFS.map((belief) => praisedWrongly(VERDICTS, belief))).toEqual([3, 2, 1, 1]);
    expect(praisedWrongly(VERDICTS, 0.99)).toBe(1);
  });

  it('is the lowest belief at which false praise is rare enough, the last where none is', () => {
    expect(beliefFor(VERDICTS, 0.3, BELIEFS)).toBe(0.7);
    expect(beliefFor(VERDICTS, 0.29, BELIEFS)).toBe(0.8);
    expect(beliefFor(VERDICTS, 0.1, BELIEFS)).toBe(0.9);
    expect(beliefFor(VERDICTS, 0.05, BELIEFS)).toBe(0.95);
  });
});
