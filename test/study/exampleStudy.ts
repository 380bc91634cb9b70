import { createRng, type Rng } from '../../src/core/rng.ts';
import { ARMS, type DepthRow, type Study, type StudyRun } from '../../src/study/schema.ts';

/** A made-up study with every row, arm and field: the shape, not a result. Chances of success are written below. */

const TASKS: Study['tasks'] = Object.fromEntries(
  (['test-seen', 'test-unseen-style', 'test-unseen-family'] as const).map((split, k) => [
    split,
    Array.from({ length: 24 }, (_, i) => ({
      id: `${split}/${i}`,
      family: k === 2 ? 'forum' : i % 2 ? 'shop' : 'mail',
      template: `template ${i % 4}`,
      tier: ((i % 3) + 1) as 1 | 2 | 3,
      site: 100 * k + (i >> 1),
    })),
  ]),
);

/** Harder from split to split. */
const outcomes = (p: number, rng: Rng): StudyRun['outcomes'] =>
  Object.fromEntries(
    Object.entries(TASKS).map(([split, tasks], k) => [
      split,
      tasks.map((_, i) => (rng.chance(p - 0.12 * k + (i % 2 ? 0.1 : -0.1)) ? '1' : '0')).join(''),
    ]),
  );

const fidelity: DepthRow[] = Array.from({ length: 10 }, (_, i) => ({
  depth: i + 1,
  nodeF1: 0.99 - 0.004 * i ** 2,
  deltaPrecision: 0.97 - 0.03 * i,
  deltaRecall: 0.95 - 0.035 * i,
  targetExists: 0.99 - 0.01 * i,
  malformed: 0.005 * i,
  missing: 0.02 * i,
  judged: 40,
  judgeAgreement: 0.93 - 0.02 * i,
  n: 120 - 10 * i,
}));

interface Made {
  row: string;
  arm: string;
  p: number;
  realSteps: number;
  dreamSteps?: number;
  x?: number;
  more?: Partial<StudyRun>;
  facts?: StudyRun['facts'];
}

const SEEDS = [1, 2, 3, 4, 5];

function runs({ row, arm, p, realSteps, dreamSteps = 0, x, facts = {}, more }: Made): StudyRun[] {
  return (row === 'D-1' ? SEEDS : SEEDS.slice(0, 3)).map((seed) => {
    const rng = createRng(seed).fork(JSON.stringify([row, arm, x]));
    const run = { row, arm, seed, realSteps: realSteps + 10 * seed, dreamSteps, seconds: 60 * seed, weights: 221_760 };
    return { ...run, ...(x !== undefined && { x }), outcomes: outcomes(p, rng), facts, ...more };
  });
}

const verdicts = { audited: 90, truePositives: 40, falsePositives: 2, falseNegatives: 8 };
const audits = { audited: 90, falsePositives: 2, clipShare: 0.21, keptGroups: 0.31, missingShare: 0.12 };

const onTheWay = (to: number, p: number): StudyRun['curve'] =>
  [0.1, 0.25, 0.5, 1].map((part) => ({
    realSteps: Math.round(to * part),
    dreamSteps: 0,
    outcomes: outcomes(p * (0.6 + 0.4 * part), createRng(to).fork(part)),
  }));

export const exampleStudy: Study = {
  schema: 'reverie-study',
  version: 1,
  name: 'dynaweb',
  quick: false,
  world: 'functions',
  backend: 'wasm',
  adapter: 'none',
  machine: '2 cores',
  date: '2026-12-01',
  command: 'reverie study dynaweb',
  families: ['shop', 'mail', 'forum'],
  seeds: SEEDS,
  tasks: TASKS,
  sizes: { 'D-1': { dreams: 8000, updates: 8000 }, 'D-3': { dreams: 4000, updates: 3000 } },
  runs: [
    { row: 'D-1', arm: ARMS.start, p: 0.4, realSteps: 1500 },
    { row: 'D-1', arm: ARMS.filtered, p: 0.55, realSteps: 8600 },
    { row: 'D-1', arm: ARMS.iterated, p: 0.6, realSteps: 12_000 },
    { row: 'D-1', arm: ARMS.iteratedLonger, p: 0.58, realSteps: 12_000 },
    { row: 'D-1', arm: ARMS.offline, p: 0.57, realSteps: 8600 },
    { row: 'D-1', arm: ARMS.dreamed, p: 0.78, realSteps: 9900, dreamSteps: 300_000, facts: audits, more: { fidelity } },
    { row: 'D-1', arm: ARMS.iteratedDreams, p: 0.85, realSteps: 12_400, dreamSteps: 400_000, facts: audits },
    { row: 'D-1', arm: ARMS.onlineEqual, p: 0.5, realSteps: 9900 },
    { row: 'D-1', arm: ARMS.online, p: 0.93, realSteps: 110_000, more: { curve: onTheWay(110_000, 0.93) } },
    { row: 'D-2', arm: ARMS.untrained, p: 0.45, realSteps: 9900, dreamSteps: 300_000, facts: audits },
    { row: 'D-2', arm: ARMS.otherSite, p: 0.6, realSteps: 9900, dreamSteps: 300_000, facts: audits },
    ...[1, 2, 3, 4, 5, 7, 10].map((x) => ({
      ...{ row: 'D-3', arm: ARMS.dreamed, x, realSteps: 9900, dreamSteps: 60_000 * x },
      p: 0.8 - 0.02 * (x - 4.5) ** 2,
    })),
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => ({
      ...{ row: 'D-4', arm: ARMS.dreamed, x, realSteps: 9900, dreamSteps: 300_000 },
      p: 0.3 + 0.45 * Math.min(1, x / 0.4),
    })),
    { row: 'D-5', arm: ARMS.dreamed, p: 0.78, realSteps: 9900, facts: { msPerAction: 1.9, callsPerAction: 1 } },
    { row: 'D-5', arm: ARMS.lookAhead, p: 0.62, realSteps: 9900, facts: { msPerAction: 61.5, callsPerAction: 24 } },
    { row: 'D-6', arm: ARMS.dreamed, p: 0.7, realSteps: 9900, dreamSteps: 30_000, facts: verdicts },
    { row: 'D-6', arm: ARMS.selfJudged, p: 0.65, realSteps: 9900, dreamSteps: 30_000, facts: verdicts },
    { row: 'D-6', arm: ARMS.checked, p: 0.75, realSteps: 30_000, dreamSteps: 30_000, facts: verdicts },
  ].flatMap(runs),
};
