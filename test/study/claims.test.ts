import { describe, expect, it } from 'vitest';
import {
  ask,
  compare,
  curveOf,
  falsePositives,
  fidelityOf,
  pooled,
  runsOf,
  scopesOf,
} from '../../src/study/analysis.ts';
import { above, bestLogged, claimsOf } from '../../src/study/claims.ts';
import { BEGIN, END, studyMarkdown } from '../../src/study/markdown.ts';
import { missingOf } from '../../src/study/missing.ts';
import { ARMS, type Study, type StudyRun } from '../../src/study/schema.ts';
import { exampleStudy } from './exampleStudy.ts';

/** A study of two seeds with given outcomes on eight tasks, each on a site of its own. */
function small(arms: Record<string, { won: [string, string]; realSteps: number; facts?: StudyRun['facts'] }>): Study {
  const tasks = Array.from({ length: 8 }, (_, i) => ({ ...exampleStudy.tasks['test-seen'][0], id: `${i}`, site: i }));
  return {
    ...exampleStudy,
    seeds: [1, 2],
    tasks: { 'test-seen': tasks },
    runs: Object.entries(arms).flatMap(([arm, { won, realSteps, facts = {} }]) =>
      won.map((text, i) => ({
        ...{ row: 'D-1', arm, seed: i + 1, realSteps, dreamSteps: 0, seconds: 1, weights: 1, facts },
        outcomes: { 'test-seen': text },
      })),
    ),
  };
}

const study = small({
  [ARMS.start]: { won: ['10000000', '10000000'], realSteps: 100 },
  [ARMS.filtered]: { won: ['11100000', '11100000'], realSteps: 1000 },
  [ARMS.offline]: { won: ['11000000', '11000000'], realSteps: 1000 },
  [ARMS.dreamed]: {
    won: ['11111110', '1111111-'],
    realSteps: 1200,
    facts: { audited: 200, falsePositives: 2, msPerAction: 1 },
  },
  [ARMS.online]: { won: ['11111111', '11111111'], realSteps: 9000 },
});

const verdict = (of: Study, claim: RegExp) => claimsOf(of).filter((c) => claim.test(c.claim))[0];

describe('numbers of a study', () => {
  it('are means over what was played, and paired where two arms played', () => {
    const scope = pooled(study);
    const ref = (arm: string) => ({ row: 'D-1', arm });
    // 14 of the 15 that were not lost.
    expect(ask(study, scope, 'mean', ref(ARMS.dreamed))).toMatchObject({ value: 14 / 15, seeds: 2, tasks: 8, lost: 1 });
    // On those 15 the cloned policy won 6.
    expect(compare(study, scope, ref(ARMS.dreamed), ref(ARMS.filtered))).toMatchObject({
      difference: { value: 14 / 15 - 6 / 15 },
      better: 2,
      worse: 0,
      // Four sites differ, all the same way: 2 of 16 patterns are as far.
      p: 0.125,
    });
    expect(bestLogged(study)).toEqual(ref(ARMS.filtered));
    // 4 audited wrongly of 400.
    expect(falsePositives(runsOf(study, ref(ARMS.dreamed)))).toMatchObject({ rate: 0.01, n: 400, wrong: 4 });
  });

  it('take the arms of D-1 where a row has none of its own', () => {
    const [first] = runsOf(exampleStudy, { row: 'D-2', arm: ARMS.start });
    expect(first).toMatchObject({ row: 'D-1', arm: ARMS.start });
    expect(runsOf(exampleStudy, { row: 'D-2', arm: ARMS.untrained })[0].row).toBe('D-2');
    expect(runsOf(exampleStudy, { row: 'D-3', arm: ARMS.dreamed, x: 99 })).toEqual([]);
    // Paired on the three seeds of D-2.
    const pair = [ARMS.untrained, ARMS.start].map((arm) => ({ row: 'D-2', arm }));
    expect(ask(exampleStudy, pooled(exampleStudy), 'difference', ...pair)?.seeds).toBe(3);
  });

  it('do not depend on the order of the runs, nor on what else is asked', () => {
    const turned = { ...exampleStudy, runs: exampleStudy.runs.toReversed() };
    const refs = [ARMS.dreamed, ARMS.filtered].map((arm) => ({ row: 'D-1', arm }));
    for (const scope of scopesOf(exampleStudy).slice(0, 2)) {
      expect(ask(turned, scope, 'ratio', ...refs)).toEqual(ask(exampleStudy, scope, 'ratio', ...refs));
    }
  });

  it('average checkpoints over seeds as far as all have them, and fidelity by episodes', () => {
    const point = (realSteps: number, text: string) => ({ realSteps, dreamSteps: 0, outcomes: { 'test-seen': text } });
    const withCurves = structuredClone(study);
    const online = withCurves.runs.filter(({ arm }) => arm === ARMS.online);
    online[0].curve = [point(100, '10000000'), point(300, '11110000'), point(900, '11111111')];
    online[1].curve = [point(300, '110000--'), point(500, '00000000')];
    // (1/8 + 2/6) / 2 at 200 steps, (4/8 + 0) / 2 at 400.
    const curve = curveOf(withCurves, pooled(withCurves), { row: 'D-1', arm: ARMS.online });
    expect(curve.map(({ realSteps }) => realSteps)).toEqual([200, 400]);
    expect(curve[0].success).toBeCloseTo(11 / 48, 12);
    expect(curve[1].success).toBe(0.25);
    const row = { ...exampleStudy.runs.find(({ fidelity }) => fidelity)!.fidelity![0], depth: 1 };
    online[0].fidelity = [{ ...row, nodeF1: 1, n: 30 }];
    online[1].fidelity = [{ ...row, nodeF1: 0.6, n: 10 }];
    expect(fidelityOf(withCurves, 'D-3')).toMatchObject([{ depth: 1, nodeF1: 0.9, n: 40 }]);
  });
});

describe('claims', () => {
  it('are decided by the interval alone', () => {
    expect(above({ lo: 0.01, hi: 0.2 }, 0)).toBe('holds');
    expect(above({ lo: -0.2, hi: -0.01 }, 0)).toBe('does not hold');
    expect(above({ lo: 0, hi: 0.2 }, 0)).toBe('undecided');
    expect(above({ lo: -Infinity, hi: Infinity }, 0)).toBe('undecided');
    expect(above(null, 0)).toBe('not measured');
  });

  it('of the small study, one by one', () => {
    expect(verdict(study, /^Dreamed is better than the best of the logged data \(filtered/)).toMatchObject({
      verdict: 'holds',
      because: expect.stringMatching(/^\+53\.3 \[.*1,200 against 1,000 real steps: not at equal real steps$/),
    });
    // Two of eight sites differ: (6/8)⁸ = 10 % of the draws have neither, and a difference of 0.
    expect(verdict(study, /better than the supervised start/).verdict).toBe('undecided');
    // 1,200 of 9,000 real steps are 13.3 %, more than an eighth.
    expect(verdict(study, /an eighth/)).toMatchObject({
      verdict: 'does not hold',
      because: expect.stringContaining('13.3 %'),
    });
    // 4 of 400: Wilson's upper end is 2.5 %.
    expect(verdict(study, /praised wrongly/)).toMatchObject({
      verdict: 'holds',
      because: '4 of 400, 1.0 % [0.4, 2.5]',
    });
    expect(verdict(study, /at equal real steps/).verdict).toBe('not measured');
    for (const row of ['D-2', 'D-3', 'D-4', 'D-5']) {
      const of = claimsOf(study).filter((claim) => claim.row === row);
      expect(of.length).toBeGreaterThan(0);
      // Dreamed and supervised start are in D-1; what else a row needs is not.
      expect(new Set(of.map((claim) => claim.verdict))).toEqual(new Set(['not measured']));
    }
  });

  it('turn round when the numbers do', () => {
    const swapped = structuredClone(study);
    for (const run of swapped.runs) {
      if (run.arm === ARMS.filtered) run.outcomes = { 'test-seen': '11111110' };
      if (run.arm === ARMS.dreamed) run.outcomes = { 'test-seen': '00000000' };
      if (run.facts.audited) run.facts.falsePositives = 30;
    }
    expect(verdict(swapped, /^Dreamed is better than the best/).verdict).toBe('does not hold');
    expect(verdict(swapped, /as good as online RL/).verdict).toBe('does not hold');
    expect(verdict(swapped, /praised wrongly/).verdict).toBe('does not hold');
  });

  it('see the inverted U, its end, and a share of reality that saturates', () => {
    const sweeps = {
      ...exampleStudy,
      runs: exampleStudy.runs.filter(({ x, fidelity }) => x !== undefined || fidelity),
    };
    expect(verdict(sweeps, /best at 4 or 5/).verdict).toBe('holds');
    // Node F1 .99 − .004 (d − 1)²: below .9405 first at depth 5 (.926).
    expect(verdict(sweeps, /fidelity starts to fall/)).toMatchObject({
      verdict: 'holds',
      because: expect.stringContaining('at depth 5'),
    });
    expect(verdict(sweeps, /^Dreams alone are worse/).verdict).toBe('holds');
    const rising = structuredClone(sweeps);
    for (const run of rising.runs) {
      if (run.x === 10) run.outcomes = Object.fromEntries(Object.keys(run.outcomes).map((s) => [s, '1'.repeat(24)]));
    }
    expect(verdict(rising, /best at 4 or 5/).verdict).toBe('does not hold');
  });
});

describe('what is missing', () => {
  it('is nothing in a whole study, else arms, seeds and rows by name', () => {
    expect(missingOf(exampleStudy)).toEqual([]);
    const lines = missingOf({ ...study, seeds: [1, 2, 3] });
    expect(lines).toContain(
      `D-1: no runs of ${ARMS.iterated}, ${ARMS.iteratedLonger}, ${ARMS.iteratedDreams}, ${ARMS.onlineEqual}`,
    );
    expect(lines).toContain('D-1, supervised start: no run with seed 3');
    expect(lines).toContain('D-3: no runs');
  });
});

describe('the text of the results', () => {
  it('is a function of the study, with every table and verdict between its marks', () => {
    const text = studyMarkdown(study);
    expect(studyMarkdown(structuredClone(study))).toBe(text);
    expect(text.startsWith(BEGIN)).toBe(true);
    expect(text.trimEnd().endsWith(END)).toBe(true);
    for (const { claim, verdict: said } of claimsOf(study)) expect(text).toContain(`${claim}: **${said}**`);
    // On the 15 tasks that all played: 14 to 2 successes, and (14 − 6) / (15 − 6) of the gap.
    expect(text).toMatch(/dreamed \/ supervised start +\| 7\.00 ×/);
    expect(text).toMatch(/share of the gap from filtered cloning to online RL that dreamed closes +\| 88\.9 %/);
    expect(text).toContain('- D-3: no runs');
    // Sizes are the file's own, and only said where they differ.
    const sized = studyMarkdown(exampleStudy);
    expect(sized.match(/Runs of this row have/g)).toHaveLength(1);
    expect(sized).toContain('4,000 dreams and 3,000 updates of cloning, where D-1 has 8,000 and 8,000.');
    // Every row of a table has the columns of its head.
    const tables = text.split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables.length).toBeGreaterThanOrEqual(5);
    for (const table of tables) {
      const widths = table.split('\n').map((line) => line.split(/(?<!\\)\|/).length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it('says nothing about an empty study but that', () => {
    const text = studyMarkdown({ ...study, runs: [] });
    expect(text).toContain('**not measured**');
    expect(text).not.toMatch(/\*\*(holds|does not hold|undecided)\*\*/);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
});
