import { describe, expect, it } from 'vitest';
import type { Action, Trajectory } from '../../src/core/types.ts';
import { counterExpert, counterTask, countOf, createCounterWorld } from '../../src/env/counter.ts';
import { remoteEnvironment, serveEnvironment } from '../../src/env/remote.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { withRecording, withTimeLimit } from '../../src/env/wrappers.ts';

const task = counterTask(5);
const distance = Number(task.slots.goal) - Number(task.slots.start);
const meta = { world: 'counter', policy: 'expert' } as const;
const idle: Action = { verb: 'hover', target: 3 };

describe('withTimeLimit', () => {
  it('truncates at the task horizon, not earlier', async () => {
    const env = withTimeLimit(createCounterWorld());
    await env.reset(task, 0);
    const ends: boolean[] = [];
    for (let i = 0; i < task.horizon; i++) ends.push((await env.step(idle)).truncated);
    expect(ends).toEqual([...Array(task.horizon - 1).fill(false), true]);
  });

  it('leaves a stop in the last step terminated', async () => {
    const env = withTimeLimit(createCounterWorld(), 2);
    await env.reset(task, 0);
    await env.step(idle);
    expect(await env.step({ verb: 'stop', answer: '' })).toMatchObject({ terminated: true, truncated: false });
  });

  it('counts anew after reset', async () => {
    const env = withTimeLimit(createCounterWorld(), 2);
    await env.reset(task, 0);
    await env.step(idle);
    await env.reset(task, 0);
    expect((await env.step(idle)).truncated).toBe(false);
  });
});

describe('runEpisode', () => {
  it('records what was seen before each action, and what came last', async () => {
    const episode = await runEpisode(createCounterWorld(), task, 7, (seen) => counterExpert(task, seen), meta);
    expect(episode).toMatchObject({ task, seed: 7, ...meta, reward: 1, terminated: true, truncated: false });
    const start = Number(task.slots.start);
    expect(episode.steps.map((step) => countOf(step.observation.tree))).toEqual(
      Array.from({ length: distance + 1 }, (_, i) => start + i),
    );
    expect(episode.steps.map((step) => step.state)).toEqual([
      undefined,
      ...Array.from({ length: distance }, (_, i) => ({ count: start + 1 + i })),
    ]);
    expect(episode.steps.map((step) => step.reward)).toEqual([...Array(distance).fill(0), 1]);
    expect(countOf(episode.final.tree)).toBe(Number(task.slots.goal));
    expect(JSON.parse(JSON.stringify(episode))).toEqual(episode);
  });

  it('stops an actor that never stops', async () => {
    const episode = await runEpisode(createCounterWorld(), task, 0, () => idle, meta);
    expect(episode).toMatchObject({ reward: 0, terminated: false, truncated: true });
    expect(episode.steps.length).toBe(task.horizon);
    expect(episode.failure).toBeUndefined();
  });

  it('keeps failed actions with their failure, and goes on', async () => {
    const actions: Action[] = [{ verb: 'click', target: 99 }, { verb: 'go_back' }, { verb: 'stop', answer: '' }];
    const episode = await runEpisode(createCounterWorld(), task, 0, () => actions.shift()!, meta);
    expect(episode.steps.map((step) => step.failure?.kind)).toEqual(['format', 'policy', undefined]);
    expect(episode).toMatchObject({ terminated: true, reward: 0 });
    expect(episode.failure).toBeUndefined();
  });

  it.each([0, 2])('gives what there is when the world is lost after %i steps', async (alive) => {
    const serve = serveEnvironment(createCounterWorld());
    let asked = 0;
    const env = remoteEnvironment((request) => (asked++ > alive ? Promise.reject(new Error('gone')) : serve(request)));
    const episode = await runEpisode(env, task, 0, () => idle, meta);
    expect(episode.failure).toMatchObject({ kind: 'environment', code: 'lost' });
    expect(episode).toMatchObject({ truncated: true, terminated: false, reward: 0 });
    expect(episode.steps.length).toBe(alive);
  });

  it('does not hide a bug of the actor behind an environment failure', async () => {
    const bug = () => {
      throw new TypeError('no such field');
    };
    await expect(runEpisode(createCounterWorld(), task, 0, bug, meta)).rejects.toThrow(TypeError);
  });
});

describe('withRecording', () => {
  it('hands over finished episodes only, whoever acts', async () => {
    const episodes: Trajectory[] = [];
    const env = withRecording(createCounterWorld(), { world: 'counter', policy: 'human' }, (episode) =>
      episodes.push(episode),
    );
    await env.reset(task, 1);
    await env.step(idle);
    const first = await env.reset(task, 2);
    await env.step(idle);
    await env.step({ verb: 'stop', answer: '' });
    expect(episodes).toHaveLength(1);
    expect(episodes[0]).toMatchObject({ seed: 2, policy: 'human', terminated: true });
    expect(episodes[0].steps.map((step) => step.action.verb)).toEqual(['hover', 'stop']);
    expect(episodes[0].steps[0].observation).toEqual(first);
  });
});
