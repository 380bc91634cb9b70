// npx vitest run test/train/audit.test.ts
import { describe, expect, it } from 'vitest';
import { makeTask } from '../../src/sites/tasks.ts';
import { type Audit, beliefFor, praisedWrongly, rewardedByChecker } from '../../src/train/audit.ts';
import type { DreamedTrajectory } from '../../src/train/dreaming.ts';

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

describe('dreams that the checker rewards', () => {
  it('earn what their repetition earned, whatever the judge said, and nothing where there was none', () => {
    const dream = (reward: number): DreamedTrajectory => ({
      start: { task: makeTask('shop', 'price', 0, 0) },
      ...{ sequences: [], logProbs: [], trees: [], actions: [] },
      ...{ reward, terminated: true, missing: false, malformed: 0, belief: reward },
    });
    const audit = (real: number): Audit => ({ dreamed: 1 - real, real, belief: 1 - real, diverged: false, steps: 3 });
    const [praised, dispraised, lost] = [dream(1), dream(0), dream(1)];
    const audits = new Map([
      [praised, audit(0)],
      [dispraised, audit(1)],
    ]);
    const groups = rewardedByChecker([[praised, dispraised], [lost]], audits);
    expect(groups.map((group) => group.map(({ reward }) => reward))).toEqual([[0, 1], [0]]);
    // The dreams themselves are left as they were.
    expect(praised.reward).toBe(1);
  });
});
