// npx vitest run test/train/learn.test.ts
import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Trajectory } from '../../src/core/types.ts';
import { createFunctionsWorld } from '../../src/env/functionsWorld.ts';
import { auditDream } from '../../src/train/audit.ts';
import { configure } from '../../src/train/config.ts';
import { Dreamer } from '../../src/train/dreamer.ts';
import { score } from '../../src/train/evaluate.ts';
import { Learner } from '../../src/train/learner.ts';
import { experts } from '../model/recorded.ts';
import { expertOn } from '../sites/pureWorld.ts';

const config = configure('debug', {
  sft: { steps: 30 },
  world: { steps: 20 },
  judge: { steps: 20 },
  dream: { prompts: 3, group: 4, length: 5, audit: 1 },
});
let learner: Learner;
let recorded: Trajectory[];
beforeAll(async () => {
  recorded = await experts(1);
  learner = new Learner();
  await learner.init('wasm');
});

describe('learning', () => {
  it('lowers the loss of cloning, and the same seed gives the same weights bit for bit', async () => {
    const curves: number[][] = [[], []];
    const [a, b] = [
      await learner.fitPolicy('sft', recorded, config, (_, __, { loss }) => void curves[0].push(loss)),
      await learner.fitPolicy('sft', recorded, config, (_, __, { loss }) => void curves[1].push(loss)),
    ];
    expect(curves[0].length).toBeGreaterThan(1);
    expect(curves[0].at(-1)).toBeLessThan(curves[0][0]);
    expect(curves[1]).toEqual(curves[0]);
    expect(b.bytes).toEqual(a.bytes);
    expect(a.inexpressible, 'the grammar says every expert action').toBe(0);
    const other = await learner.fitPolicy('sft', recorded, { ...config, seed: 2 });
    expect(other.bytes).not.toEqual(a.bytes);
  });

  it('dreams, audits and updates, reproducibly and without leaking tensors', async () => {
    const { bytes: policy } = await learner.fitPolicy('sft', recorded, config);
    const { bytes: world } = await learner.fitWorld(recorded, config);
    const dreamer = new Dreamer();
    await dreamer.setPolicy(policy);
    const { bytes: judge } = await learner.fitJudge(recorded, config);
    await dreamer.setWorld(world, judge);
    await dreamer.setCorpus(recorded, recorded);
    const first = await dreamer.dream(config, 0, 0, 1);
    const before = tf.memory().numTensors;
    const second = await dreamer.dream(config, 0, 0, 1);
    expect(tf.memory().numTensors).toBe(before);
    const shape = (groups: typeof first.groups) =>
      groups.map((group) => group.map(({ actions, reward }) => ({ verbs: actions.map(({ verb }) => verb), reward })));
    expect(shape(second.groups)).toEqual(shape(first.groups));
    expect(first.groups.length).toBe(3);
    expect(first.groups.every((group) => group.length === 4)).toBe(true);

    const finished = first.groups.flat().filter(({ terminated }) => terminated);
    for (const dream of finished.slice(0, 3)) {
      const audit = await auditDream(createFunctionsWorld(), dream, 1);
      expect(audit?.dreamed).toBe(dream.reward);
    }

    // Rewards that differ within a group, so that there is something to learn whatever the judge said.
    const groups = first.groups.map((group) => group.map((dream, i) => ({ ...dream, missing: false, reward: i % 2 })));
    await learner.setExperts(recorded);
    await learner.begin(policy);
    const one = await learner.update(groups, config, 0);
    expect(one.stats).toMatchObject({ groups: 3, kept: 3, zeroVariance: 0, mostlyMissing: 0 });
    await learner.begin(policy);
    const again = await learner.update(groups, config, 0);
    expect(again.bytes).toEqual(one.bytes);
    // A resumed run goes on from the checkpoint, optimiser included: the same as never having stopped.
    const straight = await learner.update(groups, config, 1);
    await learner.begin(one.bytes);
    expect((await learner.update(groups, config, 1)).bytes).toEqual(straight.bytes);
    // Equal rewards: no signal, nothing moves.
    const flat = groups.map((group) => group.map((dream) => ({ ...dream, reward: 1 })));
    await learner.begin(policy);
    expect((await learner.update(flat, config, 0)).stats).toMatchObject({ kept: 0, zeroVariance: 3 });
  });

  it('scores episodes by tier and keeps lost ones apart', async () => {
    const good = await expertOn(recorded[0].task);
    const lost: Trajectory = { ...good, reward: 0, failure: { kind: 'environment', code: 'crashed', message: 'gone' } };
    const bad: Trajectory = { ...good, reward: 0 };
    // 1 of 2 scored: Wilson 95 % of 1/2 is 0.0945 … 0.9055 (Newcombe 1998).
    expect(score([good, lost, bad])).toMatchObject({
      rate: 0.5,
      n: 2,
      failures: { environment: 1, format: 0, policy: 0 },
    });
    expect(score([good, bad]).lo).toBeCloseTo(0.0945, 3);
  });
});
