// npx vitest run test/train/together.test.ts
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Task, Trajectory } from '../../src/core/types.ts';
import type { BackendInfo } from '../../src/engine/backend.ts';
import { createFunctionsWorld } from '../../src/env/functionsWorld.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { decide } from '../../src/model/agent.ts';
import type { Model } from '../../src/model/model.ts';
import { type Bytes, decodeModel, softened } from '../../src/model/persist.ts';
import { agentView } from '../../src/model/view.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { configure } from '../../src/train/config.ts';
import { viewAt } from '../../src/train/corpus.ts';
import { trajectoryOf } from '../../src/train/dreamTrajectory.ts';
import { givingUp, remembering, unless } from '../../src/train/evaluate.ts';
import { Learner } from '../../src/train/learner.ts';
import { playGroups } from '../../src/train/online.ts';
import { beside, type StepRef } from '../../src/train/sft.ts';
import { playTogether } from '../../src/train/together.ts';
import { expertOn } from '../sites/pureWorld.ts';

const config = configure('debug', { sft: { steps: 40 } });
let recorded: Trajectory[];
let bytes: Bytes;
let info: BackendInfo;
let policy: Model;
beforeAll(async () => {
  const tasks = listTasks('train', { families: ['shop'], sites: 1, instances: 1 });
  recorded = await Promise.all(tasks.map(expertOn));
  const learner = new Learner();
  info = await learner.init('wasm');
  ({ bytes } = await learner.fitPolicy('sft', recorded, config));
  policy = decodeModel(bytes, info).model;
});
afterAll(() => policy.dispose());

const tasks: Task[] = listTasks('test-seen', { families: ['shop'], sites: 1, instances: 1 }).slice(0, 5);
const greedy = { open: createFunctionsWorld, temperature: 0 };
const meta = { world: 'functions', policy: 'x' } as const;
const told = ({ steps, final, reward, terminated }: Trajectory) => ({
  steps: steps.map(({ observation, action, state }) => ({ observation, action, state })),
  final,
  reward,
  terminated,
});

describe('visits in lockstep', () => {
  it('are those that the policy makes one by one, however many go together', async () => {
    const alone: Trajectory[] = [];
    for (const task of tasks) {
      const act = remembering(
        unless(givingUp(), async (observation, past) => {
          const [{ action }] = await decide(policy, [agentView(observation, past)], {
            temperature: 0,
            uniform: () => 0,
          });
          return action;
        }),
      );
      alone.push(await runEpisode(createFunctionsWorld(), task, 1, act, meta));
    }
    const visits = tasks.map((task) => ({ task, meta, instead: givingUp() }));
    for (const parallel of [1, 2, 5]) {
      const played = await playTogether(policy, visits, { ...greedy, parallel, rng: createRng(1) });
      expect(played.map(({ trajectory }) => told(trajectory))).toEqual(alone.map(told));
      expect(played.every(({ trajectory, decisions }) => decisions.length === trajectory.steps.length)).toBe(true);
    }
  });

  it('follow a recorded prefix on their own page, and need no policy where everything is given', async () => {
    const [expert] = recorded;
    const prefix = expert.steps.slice(0, -1).map(
      ({ action }) =>
        () =>
          action,
    );
    const instead = () => expert.steps[expert.steps.length - 1].action;
    const [{ trajectory, decisions }] = await playTogether(null, [{ task: expert.task, meta, prefix, instead }], {
      ...greedy,
      rng: createRng(1),
    });
    expect(told(trajectory)).toEqual(told(expert));
    expect(decisions).toEqual(expert.steps.map(() => null));
    await expect(playTogether(null, [{ task: expert.task, meta }], { ...greedy, rng: createRng(1) })).rejects.toThrow(
      'nobody decides',
    );
  });
});

describe('attempts on the true sites', () => {
  it('are groups like those of dreams, told by the checker, and count every step', async () => {
    const dream = { ...config.dream, group: 3, length: 4 };
    const middle = { trajectory: recorded[1], step: 1 };
    const starts = [{ task: tasks[0] }, { task: recorded[1].task, from: middle }];
    const { groups, steps } = await playGroups(policy, starts, dream, createRng(3));
    expect(groups.map((group) => group.length)).toEqual([3, 3]);
    const own = groups.flat().reduce((sum, { actions }) => sum + actions.length, 0);
    expect(steps).toBe(own + 3);
    for (const attempt of groups.flat()) {
      expect(attempt.actions.length).toBeLessThanOrEqual(4);
      expect(attempt.trees).toHaveLength(attempt.actions.length + 1);
      expect(attempt.sequences.map(({ tokens }) => tokens.length)).toEqual(
        attempt.logProbs.map(({ length }) => length),
      );
    }
    // What was emitted has the log-probabilities that were written down.
    const [{ sequences, logProbs }] = groups[1];
    const again = policy.network.logProbs(policy.theta, sequences);
    const values = await again.data();
    again.dispose();
    for (const [i, value] of logProbs.flat().entries()) expect(values[i]).toBeCloseTo(value, 4);
  });
});

describe('an attempt as a trajectory', () => {
  it('shows its steps as the recorded visit does', () => {
    // One that notes what it has seen.
    const visit = recorded.find(({ steps }) => steps.some(({ action }) => action.verb === 'note')) ?? recorded[0];
    const attempt = {
      ...{ start: { task: visit.task }, sequences: [], logProbs: [], reward: 1, terminated: true },
      ...{ missing: false, malformed: 0, belief: 1 },
      trees: [...visit.steps.map(({ observation }) => observation.tree), visit.final.tree],
      actions: visit.steps.map(({ action }) => action),
    };
    const made = trajectoryOf(attempt, 'dream', 'a dream');
    expect(made.steps.map((_, t) => viewAt(made, t))).toEqual(visit.steps.map((_, t) => viewAt(visit, t)));
    expect([made.reward, made.terminated, made.truncated]).toEqual([1, true, false]);
  });
});

describe('dreams beside real steps', () => {
  it('leave real steps their share, and count a template by the root of its dreams', () => {
    const step = (template: string): StepRef => ({
      trajectory: { ...recorded[0], task: { ...recorded[0].task, template } },
      t: 0,
      weight: 1,
    });
    function* real(): Generator<StepRef, never> {
      for (;;) yield step('real');
    }
    const dreams = [...new Array<StepRef>(9).fill(step('easy')), step('hard')];
    const counts: Record<string, number> = {};
    const order = beside(real(), dreams, 0.4, createRng(1));
    const n = 3000;
    for (let i = 0; i < n; i++) {
      const { template } = order.next().value.trajectory.task;
      counts[template] = (counts[template] ?? 0) + 1;
    }
    // Nine dreams and one: √9 : √1 of what real steps leave. Three standard errors of a share in 3,000 draws are at most 0.028.
    expect(Math.abs(counts['real'] / n - 0.4)).toBeLessThan(0.028);
    expect(Math.abs(counts['easy'] / n - 0.45)).toBeLessThan(0.028);
    expect(Math.abs(counts['hard'] / n - 0.15)).toBeLessThan(0.028);
  });
});

describe('a softened policy', () => {
  it('decides the same greedily, and is less sure of it', async () => {
    const soft = decodeModel(await softened(bytes, 2), info).model;
    const views = recorded.flatMap((visit) => visit.steps.map((_, t) => viewAt(visit, t)));
    const options = { temperature: 0, uniform: () => 0 };
    const [before, after] = [await decide(policy, views, options), await decide(soft, views, options)];
    expect(after.map(({ action }) => action)).toEqual(before.map(({ action }) => action));
    const total = (decisions: typeof before): number =>
      decisions.flatMap(({ logProbs }) => logProbs).reduce((sum, value) => sum + value, 0);
    expect(total(after)).toBeLessThan(total(before));
    // Softened and sharpened again it is what it was, to the bit: 2 and ½ are exact.
    expect(await softened(await softened(bytes, 2), 0.5)).toEqual(bytes);
    soft.dispose();
  });
});
