import { createRng } from '../core/rng.ts';
import type { SplitName, Task, Trajectory } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { runEpisode } from '../env/rollout.ts';
import type { Model } from '../model/model.ts';
import { type Bytes, decodeModel } from '../model/persist.ts';
import { expertAction, listTasks } from '../sites/tasks.ts';
import type { Config } from '../train/config.ts';
import { Dreamer } from '../train/dreamer.ts';
import { givingUp } from '../train/evaluate.ts';
import { Learner } from '../train/learner.ts';
import { isLog, isValidation } from '../train/pipeline.ts';
import { type Cast, rolloutCast, rolloutTasks } from '../train/rollouts.ts';
import { type Played, playTogether } from '../train/together.ts';
import type { Progress } from '../train/trainer.ts';

/** Keeps what takes minutes to make, so that an interrupted study goes on where it was. Writes are atomic. */
export interface Shelf {
  get(name: string): Bytes | undefined;
  put(name: string, bytes: Bytes): void;
}

/** How far a stage is. */
export type Listen = (event: { stage: string; done: number; total: number; unit: string }) => void;

/** What all arms of a seed share: recordings, and the models that were fitted to them. */
export interface Start {
  experts: Trajectory[];
  logs: Trajectory[];
  validation: Trajectory[];
  sft: Bytes;
  bc: Bytes;
  world: Bytes;
  judge: Bytes;
  /** Real steps of the experts, and of the recorded rollouts. */
  expertSteps: number;
  logSteps: number;
}

export const stepsOf = (trajectories: readonly Trajectory[]): number =>
  trajectories.reduce((sum, { steps }) => sum + steps.length, 0);

/**
 * One seed of a study in one thread: data, models and worlds in the same process. The sites are played as the pure functions that
 * they are, thousands of steps a second; that Chrome shows the same pages is tested in `test/env`.
 */
export class Lab {
  readonly learner = new Learner();
  readonly dreamer = new Dreamer();
  private readonly policies = new Map<Bytes, Model>();

  constructor(
    readonly config: Config,
    private readonly shelf: Shelf,
    private readonly listen: Listen,
  ) {}

  /** Records and fits what the arms share. Recordings are functions of the seed, so only models are kept. */
  async start(): Promise<Start> {
    const { config, learner } = this;
    const experts = await this.recordExperts();
    const sft = await this.kept('sft', () =>
      learner.fitPolicy('sft', experts, config, this.progress('supervised start')),
    );
    const rollouts = await this.play(sft, rolloutTasks(config), 'rollouts', rolloutCast(config, 'functions'));
    const recorded = rollouts.map(({ trajectory }) => trajectory);
    const logs = recorded.filter(isLog);
    const corpus = [...experts, ...logs];
    const bc = await this.kept('bc', () =>
      learner.fitPolicy('bc', [...experts, ...successes(logs)], config, this.progress('filtered cloning')),
    );
    const world = await this.kept('world', () => learner.fitWorld(corpus, config, this.progress('world model')));
    const judge = await this.kept('judge', () => learner.fitJudge(corpus, config, this.progress('judge')));
    return {
      experts,
      logs,
      validation: recorded.filter(isValidation),
      sft,
      bc,
      world,
      judge,
      expertSteps: stepsOf(experts),
      logSteps: stepsOf(logs),
    };
  }

  /** The checkpoint of that name, made when there is none. */
  async kept(name: string, make: () => Promise<{ bytes: Bytes }>): Promise<Bytes> {
    const known = this.shelf.get(name);
    if (known) return known;
    const { bytes } = await make();
    this.shelf.put(name, bytes);
    return bytes;
  }

  /** Plays tasks in lockstep with a policy. */
  async play(policy: Bytes, tasks: readonly Task[], stage: string, cast: Cast): Promise<Played[]> {
    const rng = createRng(this.config.seed).fork(stage);
    const parts = tasks.map((task) => ({ task, ...cast(task, rng.fork(task.id)) }));
    const model = await this.policy(policy);
    return playTogether(model, parts, {
      open: createFunctionsWorld,
      temperature: parts[0]?.temperature ?? 0,
      rng: rng.fork('play'),
      onEpisodes: (done) => this.listen({ stage, done, total: tasks.length, unit: 'episodes' }),
    });
  }

  /** Greedy success on tasks: `1` or `0` for each. */
  async outcomes(policy: Bytes, tasks: readonly Task[], stage = 'evaluation'): Promise<string> {
    const played = await this.play(policy, tasks, stage, () => ({
      meta: { world: 'functions', policy: stage },
      temperature: 0,
      instead: givingUp(),
    }));
    return played.map(({ trajectory }) => (trajectory.reward === 1 ? '1' : '0')).join('');
  }

  progress =
    (stage: string, unit = 'updates'): Progress =>
    (done, total) =>
      this.listen({ stage, done, total, unit });

  /** A policy's model; the newest two are kept, because arms take turns between old and new weights. */
  async policy(bytes: Bytes): Promise<Model> {
    const known = this.policies.get(bytes);
    if (known) return known;
    const { model } = decodeModel(bytes, await this.learner.init());
    this.policies.set(bytes, model);
    for (const [old, stale] of this.policies) {
      if (this.policies.size <= 2) break;
      this.policies.delete(old);
      stale.dispose();
    }
    return model;
  }

  private async recordExperts(): Promise<Trajectory[]> {
    const { families, data, seed } = this.config;
    const tasks = listTasks('train', { families, firstSite: data.firstSite, sites: data.expertSites, instances: 1 });
    const env = createFunctionsWorld();
    const out: Trajectory[] = [];
    for (const task of tasks) {
      const act = (observation: Parameters<typeof expertAction>[2], state: unknown) =>
        expertAction(task, state, observation);
      out.push(await runEpisode(env, task, seed, act, { world: 'functions', policy: 'expert' }));
    }
    await env.close();
    return successes(out);
  }
}

export const successes = (trajectories: readonly Trajectory[]): Trajectory[] =>
  trajectories.filter(({ reward }) => reward === 1);

/** The tasks that a study measures on, by split. */
export function studyTasks(
  families: readonly string[],
  sites: Partial<Record<SplitName, number>>,
): Record<string, Task[]> {
  return Object.fromEntries(
    (Object.entries(sites) as [SplitName, number][]).map(([split, count]) => [
      split,
      // No policy is trained on a family of that split.
      listTasks(split, { families: split === 'test-unseen-family' ? undefined : families, sites: count, instances: 1 }),
    ]),
  );
}
