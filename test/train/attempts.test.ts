// npx vitest run test/train/attempts.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { initBackend } from '../../src/engine/backend.ts';
import type { Model } from '../../src/model/model.ts';
import { decodeModel } from '../../src/model/persist.ts';
import { attemptsOf } from '../../src/train/attempts.ts';
import { configure } from '../../src/train/config.ts';
import type { DreamedTrajectory, Start } from '../../src/train/dreaming.ts';
import { Learner } from '../../src/train/learner.ts';
import { experts } from '../model/recorded.ts';

type Dream = ReturnType<typeof configure>['dream'];

let model: Model;
let recorded: Trajectory[];
beforeAll(async () => {
  recorded = (await experts(1)).slice(0, 3);
  const learner = new Learner();
  const backend = await initBackend('wasm');
  const { bytes } = await learner.fitPolicy('sft', recorded, configure('debug', { sft: { steps: 1 } }));
  ({ model } = decodeModel(bytes, backend));
});

/** Dreams without steps, which the rules do not look at; `log π` tells them apart. */
const group = (start: Start, rewards: readonly number[], missing: readonly number[] = []): DreamedTrajectory[] =>
  rewards.map((reward, i) => ({
    start,
    sequences: [],
    logProbs: [[i]],
    trees: [],
    actions: [],
    reward,
    terminated: true,
    missing: missing.includes(i),
    malformed: 0,
    belief: reward,
  }));

const attempts = (groups: DreamedTrajectory[][], dream: Partial<Dream>, seed = 1) =>
  attemptsOf(model, groups, recorded, { ...configure('debug').dream, ...dream }, createRng(seed));

/** A task that no expert did. */
const foreign = (): Start => ({ task: { ...recorded[0].task, id: 'new goal' } });
const half = 0.5 / (0.5 + 1e-4);

describe('mixing', () => {
  it('beside: experts join as a share of the whole, with the fixed advantage, whatever the start', () => {
    const { attempts: all, counts } = attempts([group(foreign(), [0, 1, 0, 1])], {
      expertShare: 0.5,
      expertWeight: 0.7,
    });
    expect(all.map(({ old, advantage }) => [old, advantage])).toEqual([
      [[0], -half],
      [[1], half],
      [[2], -half],
      [[3], half],
      ...Array.from({ length: 4 }, () => [null, 0.7]),
    ]);
    expect(counts).toEqual({ kept: 1, zeroVariance: 0, mostlyMissing: 0 });
    const share = (expertShare: number) => {
      const { attempts: mix } = attempts([group(foreign(), [0, 1, 0, 1])], { expertShare });
      return [mix.length, mix.filter(({ old }) => old === null).length];
    };
    // 4 dreams: 4·0.2/0.8 = 1 expert more; 1 leaves the experts alone.
    expect([share(0), share(0.2), share(1)]).toEqual([
      [4, 0],
      [5, 1],
      [4, 4],
    ]);
  });

  it('replace: a share of the dreams whose start has an expert becomes that expert, reward 1, normalised with the group', () => {
    const groups = [group({ task: recorded[1].task }, [0, 0, 0, 0]), group(foreign(), [0, 1, 0, 1])];
    const { attempts: all, counts } = attempts(groups, { expertMix: 'replace', expertShare: 0.5 });
    expect(counts.kept).toBe(2);
    expect(all).toHaveLength(8);
    const [own, other] = [all.slice(0, 4), all.slice(4)];
    // Two of the four failures are now successes: ± ½/(½ + 1e-4).
    expect(own.map(({ old }) => old === null).sort()).toEqual([false, false, true, true]);
    for (const { old, advantage } of own) expect(advantage).toBeCloseTo(old === null ? half : -half, 12);
    for (const { old, sequences } of own) if (old === null) expect(sequences).toHaveLength(recorded[1].steps.length);
    expect(other.every(({ old }) => old !== null)).toBe(true);
  });

  it('replace: a start in the middle of a recording gets what the expert did from there on', () => {
    const [trajectory] = recorded;
    const step = trajectory.steps.length - 1;
    const start = { task: trajectory.task, from: { trajectory, step } };
    const { attempts: all } = attempts([group(start, [0, 0])], { expertMix: 'replace', expertShare: 0.5 });
    expect(all.find(({ old }) => old === null)!.sequences).toHaveLength(1);
    const { attempts: whole } = attempts([group({ task: trajectory.task }, [0, 0])], {
      expertMix: 'replace',
      expertShare: 0.5,
    });
    expect(whole.find(({ old }) => old === null)!.sequences).toHaveLength(trajectory.steps.length);
  });

  it('replace: share 0 changes nothing, share 1 leaves a group without signal', () => {
    const groups = [group({ task: recorded[0].task }, [0, 1, 0, 1])];
    const none = attempts(groups, { expertMix: 'replace', expertShare: 0 });
    expect(none.attempts.map(({ old }) => old)).toEqual([[0], [1], [2], [3]]);
    const all = attempts(groups, { expertMix: 'replace', expertShare: 1 });
    expect(all).toEqual({ attempts: [], counts: { kept: 0, zeroVariance: 1, mostlyMissing: 0 } });
  });

  it('one-per-group: exactly one expert in each group that has one, so that failures alone have signal', () => {
    const failed = [0, 0, 0, 0, 0, 0, 0, 0];
    const groups = [group({ task: recorded[0].task }, failed), group(foreign(), failed)];
    for (let seed = 1; seed < 6; seed++) {
      const { attempts: all, counts } = attempts(groups, { expertMix: 'one-per-group' }, seed);
      expect(counts).toEqual({ kept: 1, zeroVariance: 1, mostlyMissing: 0 });
      expect(all).toHaveLength(8);
      const [expert] = all.filter(({ old }) => old === null);
      // mean ⅛, std √7/8 = 0.3307189: (1 − ⅛)/0.3308189 = 2.6449516
      expect(expert.advantage).toBeCloseTo(2.6449516, 6);
    }
  });

  it('in a group that began in a recording only that recording joins, not another one of the same task', () => {
    const start = { task: recorded[0].task, from: { trajectory: { ...recorded[0], id: 'someone else' }, step: 0 } };
    const { attempts: all } = attempts([group(start, [0, 1])], { expertMix: 'one-per-group' });
    expect(all.every(({ old }) => old !== null)).toBe(true);
  });
});

describe('groups', () => {
  it('lose members that met a missing page, and are dropped when most did', () => {
    const two = attempts([group(foreign(), [0, 1, 0, 1], [2, 3])], { expertShare: 0 });
    expect(two.attempts.map(({ old }) => old)).toEqual([[0], [1]]);
    const one = attempts([group(foreign(), [0, 1, 0, 1], [1, 2, 3])], { expertShare: 0 });
    expect(one).toEqual({ attempts: [], counts: { kept: 0, zeroVariance: 0, mostlyMissing: 1 } });
  });

  it('of equal rewards are dropped by the filter; without it they stay with advantage 0', () => {
    const groups = [group(foreign(), [1, 1]), group(foreign(), [0, 1])];
    const filtered = attempts(groups, { expertShare: 0 });
    expect(filtered.counts).toEqual({ kept: 1, zeroVariance: 1, mostlyMissing: 0 });
    expect(filtered.attempts.map(({ advantage }) => advantage)).toEqual([-half, half]);
    const kept = attempts(groups, { expertShare: 0, zeroVarianceFilter: false });
    expect(kept.counts).toEqual({ kept: 2, zeroVariance: 1, mostlyMissing: 0 });
    expect(kept.attempts.map(({ advantage }) => advantage)).toEqual([0, 0, -half, half]);
  });

  it('have the advantages that the objective asks for: Dr. GRPO’s are not divided by the std', () => {
    const { attempts: all } = attempts([group(foreign(), [0, 0, 0, 1])], { objective: 'dr-grpo', expertShare: 0 });
    expect(all.map(({ advantage }) => advantage)).toEqual([-0.25, -0.25, -0.25, 0.75]);
  });
});
