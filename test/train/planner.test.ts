// npx vitest run test/train/planner.test.ts
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Action, Trajectory } from '../../src/core/types.ts';
import type { BackendInfo } from '../../src/engine/backend.ts';
import { DreamWorld } from '../../src/env/dream.ts';
import { createFunctionsWorld } from '../../src/env/functionsWorld.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { decide } from '../../src/model/agent.ts';
import { judge } from '../../src/model/imagine.ts';
import { startVisit } from '../../src/model/memory.ts';
import { Model } from '../../src/model/model.ts';
import { decodeModel } from '../../src/model/persist.ts';
import { agentView } from '../../src/model/view.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { configure } from '../../src/train/config.ts';
import { Corpus, viewAt } from '../../src/train/corpus.ts';
import { remembering } from '../../src/train/evaluate.ts';
import { Learner } from '../../src/train/learner.ts';
import { bestOf, Planner, type Situation } from '../../src/train/planner.ts';
import { expertOn } from '../sites/pureWorld.ts';

const config = configure('debug', { sft: { steps: 30 }, world: { steps: 30 }, judge: { steps: 30 } });
let recorded: Trajectory[];
let corpus: Corpus;
let models: { policy: Model; world: Model; judge: Model };

/** Counts for itself what the network decodes. */
const seen = { calls: 0, tokens: 0 };
function watched({ network, theta, vocabulary }: Model): Model {
  const counting = Object.create(network) as typeof network;
  counting.generate = async (...args) => {
    const decoded = await network.generate(...args);
    seen.calls += decoded.length;
    seen.tokens += decoded.flatMap(({ tokens }) => tokens).length;
    return decoded;
  };
  return new Model(counting, theta.dataSync() as Float32Array, vocabulary);
}

beforeAll(async () => {
  const tasks = listTasks('train', { families: ['shop', 'desk'], sites: 1, instances: 1 });
  recorded = await Promise.all(tasks.map(expertOn));
  corpus = new Corpus(recorded);
  const learner = new Learner();
  const backend: BackendInfo = await learner.init('wasm');
  const load = ({ bytes }: { bytes: Parameters<typeof decodeModel>[0] }): Model =>
    watched(decodeModel(bytes, backend).model);
  models = {
    policy: load(await learner.fitPolicy('sft', recorded, config)),
    world: load(await learner.fitWorld(recorded, config)),
    judge: load(await learner.fitJudge(recorded, config)),
  };
});
afterAll(() => {
  for (const model of Object.values(models)) model.dispose();
});

const situations = (count: number): Situation[] =>
  recorded.slice(0, count).map(({ task, steps }) => ({
    task,
    observation: steps[0].observation,
    past: [],
    visit: startVisit(corpus.memoryOf(task).memory),
  }));

const act: Action = { verb: 'go_back' };
const beliefs = (...list: (number | null)[]) => bestOf(list.map((belief) => ({ action: act, belief })));

describe('look-ahead', () => {
  it('does what the judge is surest of, and what the policy would do where nobody is sure', () => {
    expect(beliefs(0.3, 0.9, 0.85)).toBe(1);
    expect(beliefs(0.85, 0.82, 0.95)).toBe(2);
    expect(beliefs(0.9, 0.9)).toBe(0);
    // Better, but not believed in.
    expect(beliefs(0.1, 0.5, 0.69)).toBe(0);
    // Where the own choice leads is not known.
    expect(beliefs(null, 0.5, null)).toBe(0);
    expect(beliefs(null, 0.81, null)).toBe(1);
    expect(beliefs(null, null)).toBe(0);
  });

  it('with one candidate is the bare policy, at its price', async () => {
    const planner = new Planner(models, { ...config.plan, candidates: 1 });
    const views = recorded.map((trajectory) => viewAt(trajectory, 0));
    const bare = await decide(models.policy, views, { temperature: 0, uniform: () => 0 });
    const plans = await planner.plan(situations(recorded.length), () => 0.5);
    expect(plans.map(({ action }) => action)).toEqual(bare.map(({ action }) => action));
    const tokens = bare.reduce((sum, decision) => sum + decision.tokens.length, 0);
    const { planned, bare: price } = planner.cost;
    expect(planned).toMatchObject({ actions: recorded.length, calls: recorded.length, tokens });
    expect(price).toMatchObject({ actions: recorded.length, calls: recorded.length, tokens });
  });

  it('imagines each candidate as a dream of its own would go, and counts what that took', async () => {
    const planner = new Planner(models, { candidates: 3, depth: 2, temperature: 2 });
    Object.assign(seen, { calls: 0, tokens: 0 });
    const plans = await planner.plan(situations(6), createRng(5).next);
    expect(planner.cost.planned).toMatchObject({ actions: 6, ...seen });
    expect(planner.cost.bare).toMatchObject({ actions: 6, calls: 6 });
    expect(planner.cost.planned.ms).toBeGreaterThanOrEqual(planner.cost.bare.ms);
    const world = new DreamWorld(models, corpus.memoryOf, { length: 2 });
    let known = 0;
    for (const [i, { action, candidates }] of plans.entries()) {
      const { task, observation } = situations(6)[i];
      expect(new Set(candidates.map((one) => JSON.stringify(one.action))).size).toBe(candidates.length);
      expect(candidates.length).toBeLessThanOrEqual(3);
      expect(action).toBe(candidates[bestOf(candidates)].action);
      const [own] = await decide(models.policy, [agentView(observation, [])], { temperature: 0, uniform: () => 0 });
      expect(candidates[0].action).toEqual(own.action);
      for (const { action: first, belief } of candidates) {
        const dream = world.start(task);
        await world.advance([dream], [first], () => 0);
        if (!dream.terminated && !dream.truncated && dream.malformed === 0) {
          const view = agentView(dream.observation, dream.past);
          const [next] = await decide(models.policy, [view], { temperature: 0, uniform: () => 0 });
          await world.advance([dream], [next.action], () => 0);
        }
        const isKnown = !dream.missing && dream.malformed === 0;
        const view = agentView(dream.observation, dream.past);
        const expected = dream.terminated ? dream.belief : (await judge(models.judge, [{ view, answer: '' }]))[0];
        if (candidates.length > 1 && isKnown) expect(belief).toBeCloseTo(expected, 5);
        else expect(belief).toBeNull();
        if (belief !== null) known++;
      }
    }
    expect(known).toBeGreaterThan(0);
  });

  it('plays an episode on a site that nobody recorded, the same one for the same seed', async () => {
    const [task] = listTasks('test-seen', { families: ['shop'], sites: 1, instances: 1 });
    const play = async () => {
      const planner = new Planner(models, { candidates: 2, depth: 2, temperature: 2 });
      const act = remembering(planner.episode(task, createRng(1)));
      const short = { ...task, horizon: 5 };
      const meta = { world: 'functions', policy: 'planner' } as const;
      return { planner, episode: await runEpisode(createFunctionsWorld(), short, 1, act, meta) };
    };
    const [one, again] = [await play(), await play()];
    expect(one.episode.steps.length).toBeGreaterThan(0);
    expect(one.planner.cost.planned.actions).toBe(one.episode.steps.length);
    const deeds = ({ steps }: Trajectory) => steps.map(({ action }) => action);
    expect(deeds(again.episode)).toEqual(deeds(one.episode));
  });
});
