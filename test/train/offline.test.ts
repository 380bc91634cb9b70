// npx vitest run test/train/offline.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import type { Trajectory } from '../../src/core/types.ts';
import { decide } from '../../src/model/agent.ts';
import { decodeModel } from '../../src/model/persist.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { configure } from '../../src/train/config.ts';
import { viewAt } from '../../src/train/corpus.ts';
import { Learner } from '../../src/train/learner.ts';
import { offlineWeights, templateValues } from '../../src/train/offline.ts';
import { expertOn } from '../sites/pureWorld.ts';

const { offline, ...config } = configure('debug', { offline: { steps: 60 } });
let good: Trajectory[];
beforeAll(async () => {
  const tasks = listTasks('train', { families: ['desk'], sites: 1, instances: 1 });
  good = await Promise.all(tasks.map(expertOn));
});

const failed = (trajectory: Trajectory): Trajectory => ({ ...trajectory, reward: 0 });

/** Stops at once, and fails. */
const idle = (trajectory: Trajectory): Trajectory => {
  const [first] = trajectory.steps;
  return failed({
    ...trajectory,
    steps: [{ ...first, action: { verb: 'stop', answer: '' } }],
    final: first.observation,
  });
};

describe('offline RL', () => {
  it('takes the success rate of the template in the log for V', () => {
    const [a, b] = good;
    expect(a.task.template).not.toBe(b.task.template);
    const log = [a, failed(a), failed(a), b, failed(a)];
    expect(templateValues(log)).toEqual([0.25, 0.25, 0.25, 1, 0.25]);
    // (1 − .25)/.3 = 2.5 and −.25/.3 = −5/6; a template that always succeeds counts 1.
    const weights = offlineWeights(log, { ...offline, beta: 0.3 });
    [Math.exp(2.5), Math.exp(-5 / 6), Math.exp(-5 / 6), 1, Math.exp(-5 / 6)].forEach((expected, i) => {
      expect(weights[i]).toBeCloseTo(expected, 10);
    });
    expect(offlineWeights(log, { ...offline, weighting: 'signed' })).toEqual([0.75, -0.25, -0.25, 0, -0.25]);
  });

  it('does what succeeded, not what was done most; with a large β it is cloning and does the latter', async () => {
    const learner = new Learner();
    const backend = await learner.init('wasm');
    const log = good.flatMap((trajectory) => [trajectory, ...new Array<Trajectory>(9).fill(idle(trajectory))]);
    const stops = async (beta: number): Promise<number> => {
      const { bytes } = await learner.fitPolicy('offline', log, { ...config, offline: { ...offline, beta } });
      const { model } = decodeModel(bytes, backend);
      const views = good.map((trajectory) => viewAt(trajectory, 0));
      const decisions = await decide(model, views, { temperature: 0, uniform: () => 0 });
      model.dispose();
      return decisions.filter(({ action }) => action.verb === 'stop').length / good.length;
    };
    // Nine failures for a success: V = .1, so a success weighs e^(.9/.3) / e^(−.1/.3) = e^(1/.3) = 28 failures.
    expect(await stops(0.3)).toBeLessThan(0.1);
    expect(await stops(1e6)).toBeGreaterThan(0.9);
  });
});
