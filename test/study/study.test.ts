import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStudyFolder } from '../../src/cli/studyFolder.ts';
import { type Scale, scaleOf, UNITS } from '../../src/study/dynaweb.ts';
import { ARMS, parseStudy, type StudyRun } from '../../src/study/schema.ts';
import { openUnits, runStudy } from '../../src/study/study.ts';

/** So little of everything that the whole row takes seconds; its numbers mean nothing. */
const SCALE: Scale = {
  config: {
    families: ['shop'],
    size: { dim: 32, layers: 1, heads: 2, hidden: 32 },
    data: { expertSites: 2, noise: [0.5] },
    sft: { steps: 20 },
    bc: { steps: 20 },
    dreams: { steps: 20 },
    offline: { steps: 20 },
    world: { steps: 20, batch: 4 },
    judge: { steps: 20, batch: 4 },
    dream: { prompts: 2, group: 2, updates: 2, length: 3, audit: 1 },
    plan: { candidates: 2, depth: 2 },
  },
  collection: { rounds: 2, sites: 1, validation: 2 },
  effort: { dreams: { rounds: 1, episodes: 4 }, online: { rounds: 2, episodes: 4 }, missing: 3 },
  sizes: {
    'D-3': { patch: { dreams: { steps: 2 }, dream: { length: 10 } }, dreams: { rounds: 1, episodes: 4 } },
    'D-6': { patch: { dream: { length: 10, audit: 0.5 } }, dreams: { rounds: 1, episodes: 4 } },
  },
  sites: { 'test-seen': 1, 'test-unseen-family': 1 },
  seeds: { 'D-1': [1, 2], 'D-2': [1], 'D-3': [1], 'D-5': [1], 'D-6': [1] },
  rows: ['D-1', 'D-2', 'D-3', 'D-5', 'D-6'],
  without: [],
};

const folder = mkdtempSync(join(tmpdir(), 'study-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (name: string) =>
  openStudyFolder(join(folder, name), {
    quick: false,
    scale: SCALE,
    command: 'test',
    backend: 'wasm',
    adapter: 'none',
  });

const job = (name: string, seeds: number[], rows = ['D-1']) => ({
  scale: SCALE,
  rows,
  seeds,
  keeper: open(name).keeper,
  listen: () => {},
  onUnit: () => {},
});

const untimed = ({ seconds, facts: { msPerAction, ...facts }, ...run }: StudyRun) => ({ ...run, facts });

describe('a study', () => {
  it('has every arm of its rows for every seed, and measures what its tasks are', async () => {
    await runStudy(job('whole', [1], ['D-1', 'D-5']));
    const study = parseStudy(readFileSync(join(folder, 'whole', 'study.json'), 'utf8'));
    const wanted = UNITS.filter(({ row }) => row === 'D-1' || row === 'D-5').map(({ arm }) => arm);
    expect(study.runs.map(({ arm }) => arm).sort()).toEqual([...wanted].sort());
    expect(study.tasks['test-seen']).toHaveLength(10);
    const of = (arm: string) => study.runs.find((run) => run.arm === arm)!;
    const [start, cloned, dreams, online] = [ARMS.start, ARMS.iterated, ARMS.dreamed, ARMS.online].map(of);
    // What is built on what: experts, then rollouts, then audits or true attempts.
    expect(start.realSteps).toBeLessThan(cloned.realSteps);
    expect(dreams.realSteps).toBeGreaterThanOrEqual(cloned.realSteps);
    expect(dreams.dreamSteps).toBeGreaterThan(0);
    expect(online.realSteps).toBeGreaterThan(cloned.realSteps);
    // What the first of two rounds gave, at what it cost.
    expect(online.curve).toHaveLength(1);
    expect(online.curve![0].realSteps).toBeGreaterThan(cloned.realSteps);
    expect(online.curve![0].realSteps).toBeLessThan(online.realSteps);
    expect(of(ARMS.filtered).realSteps).toBeGreaterThan(start.realSteps);
    expect(of(ARMS.lookAhead).facts.callsPerAction).toBeGreaterThan(1);
    expect(openUnits(job('whole', [1], ['D-1', 'D-5']))).toEqual([]);
  }, 60_000);

  it('dreams in three world models on one half of the sites', async () => {
    const worlds = job('worlds', [1], ['D-2']);
    await runStudy(worlds);
    const steps = worlds.keeper.runs().map(({ arm, dreamSteps }) => [arm, dreamSteps] as const);
    expect(steps.map(([arm]) => arm).sort()).toEqual([ARMS.dreamed, ARMS.otherSite, ARMS.untrained].sort());
    for (const [, dreamSteps] of steps) expect(dreamSteps).toBeGreaterThan(0);
  }, 60_000);

  it('gives every dream length the beginnings of the same dreams', async () => {
    const sweep = job('sweep', [1], ['D-3']);
    await runStudy(sweep);
    const runs = sweep.keeper.runs().sort((a, b) => a.x! - b.x!);
    expect(runs.map(({ x }) => x)).toEqual([1, 2, 3, 4, 5, 7, 10, 20]);
    // One step of each of the 128 dreams that are made at a time.
    expect(runs[0].dreamSteps).toBe(128);
    expect(runs[1].dreamSteps).toBeGreaterThan(128);
    for (const [i, { dreamSteps, facts }] of runs.entries()) {
      expect(dreamSteps).toBeLessThanOrEqual(128 * runs[i].x!);
      if (i === 0) continue;
      expect(dreamSteps).toBeGreaterThanOrEqual(runs[i - 1].dreamSteps);
      expect(facts.cloned).toBeGreaterThanOrEqual(runs[i - 1].facts.cloned);
    }
    // None is longer than the row's dreams.
    expect(runs[7].dreamSteps).toBe(runs[6].dreamSteps);
  }, 60_000);

  it('has dreams rewarded by a judge, by the world model itself, and by the checker, who repeats them all', async () => {
    const rewards = job('rewards', [1], ['D-6']);
    await runStudy(rewards);
    const [judged, own, checked] = [ARMS.dreamed, ARMS.selfJudged, ARMS.checked].map(
      (arm) => rewards.keeper.runs().find((run) => run.arm === arm)!,
    );
    // Half of the finished dreams are repeated by the audit's share, all of them where the checker rewards.
    expect(checked.facts.audited).toBeGreaterThan(judged.facts.audited);
    expect(checked.realSteps).toBeGreaterThan(judged.realSteps);
    // The same dreams, whoever rewards them; the world model that learnt verdicts, too, is another.
    expect(checked.dreamSteps).toBe(judged.dreamSteps);
    expect(own.dreamSteps).not.toBe(judged.dreamSteps);
    // What the checker praised is cloned, whatever the judge said of it.
    const { cloned, truePositives, falseNegatives } = checked.facts;
    expect(cloned).toBe(truePositives + falseNegatives);
  }, 60_000);

  it('goes on where it was interrupted, and comes to the same numbers', async () => {
    const interrupted = job('cut', [1]);
    let begun = 0;
    const stop = new Error('interrupted');
    const onUnit = (): void => {
      if (begun++ === 3) throw stop;
    };
    await expect(runStudy({ ...interrupted, onUnit })).rejects.toBe(stop);
    expect(readdirSync(join(folder, 'cut', 'runs'))).toHaveLength(3);
    await runStudy(interrupted);
    const [whole, cut] = ['whole', 'cut'].map((name) =>
      open(name)
        .keeper.runs()
        .filter(({ row }) => row === 'D-1')
        .map(untimed),
    );
    expect(cut).toEqual(whole);
  }, 60_000);

  it('goes on from its file alone', () => {
    const moved = join(folder, 'moved');
    mkdirSync(moved);
    copyFileSync(join(folder, 'whole', 'study.json'), join(moved, 'study.json'));
    expect(openUnits(job('moved', [1], ['D-1', 'D-5']))).toEqual([]);
    expect(open('moved').study().runs).toEqual(open('whole').study().runs);
  });

  it('refuses a folder of something else, or of another study, and leaves it alone', () => {
    expect(() => open('..')).toThrow('holds no study');
    const quick = { quick: true, scale: SCALE, command: 'test', backend: 'wasm', adapter: 'none' };
    expect(() => openStudyFolder(join(folder, 'whole'), quick)).toThrow('holds a full study');
    const other = { ...quick, quick: false, scale: { ...SCALE, sites: { 'test-seen': 2 } } };
    expect(() => openStudyFolder(join(folder, 'whole'), other)).toThrow('other tasks');
    expect(existsSync(join(folder, 'whole', 'study.json'))).toBe(true);
  });

  it('has rows whose arms and seeds are in its two sizes', () => {
    for (const scale of [scaleOf(false), scaleOf(true)])
      for (const row of scale.rows) {
        expect(scale.seeds[row].length).toBeGreaterThan(0);
        expect(UNITS.some((unit) => unit.row === row)).toBe(true);
      }
    expect(scaleOf(false).seeds['D-1']).toHaveLength(5);
  });
});
