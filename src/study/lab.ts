import { createRng } from '../core/rng.ts';
import type { SplitName, Task, Trajectory } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { runEpisode } from '../env/rollout.ts';
import type { Model } from '../model/model.ts';
import { type Bytes, decodeModel } from '../model/persist.ts';
import { expertAction, listTasks } from '../sites/tasks.ts';
import type { Config } from '../train/config.ts';
import { Dreamer } from '../train/dreamer.ts';
import { givingUp, noisy } from '../train/evaluate.ts';
import { Learner } from '../train/learner.ts';
import { stepsOf } from '../train/pipeline.ts';
import { type Cast, capped } from '../train/rollouts.ts';
import { type Played, playTogether } from '../train/together.ts';
import type { Progress } from '../train/trainer.ts';

/** Keeps what takes minutes to make, so that an interrupted study goes on where it was. Writes are atomic. */
export interface Shelf {
  get(name: string): Bytes | undefined;
  put(name: string, bytes: Bytes): void;
}

/** How far a stage is. */
export type Listen = (event: { stage: string; done: number; total: number; unit: string }) => void;

/** How the logs of a study are collected. */
export interface Collection {
  /** Rounds of rollouts, each on other sites, by what was cloned from the rounds before; `sites` per family and round. */
  rounds: number;
  sites: number;
  /** Held-out visits on the recorded sites, per family, for measuring the world model. They are not counted as real steps. */
  validation: number;
}

/** What all arms of a seed share: recordings, and the models that were fitted to them. */
export interface Start {
  experts: Trajectory[];
  /** By round. */
  rounds: Trajectory[][];
  logs: Trajectory[];
  validation: Trajectory[];
  sft: Bytes;
  /** The clone of the experts and of all that succeeded in all rounds. */
  cloned: Bytes;
  /** Fitted when an arm asks for them. */
  world: () => Promise<Bytes>;
  judge: () => Promise<Bytes>;
  /** Real steps of the experts, and of the recorded rollouts. */
  expertSteps: number;
  logSteps: number;
}

/** Instances of goals that no expert showed, and of those that are never trained on. */
const FRESH = 100;
const HELD_OUT = 1000;

/**
 * One seed of a study in one thread: data, models and worlds in the same process. The sites are played as the pure functions that
 * they are, thousands of steps a second; that Chrome shows the same pages is tested in `test/env`.
 */
export class Lab {
  readonly learner = new Learner();
  readonly dreamer = new Dreamer();
  private readonly policies = new Map<Bytes, Model>();
  private newest: { policy: Bytes; settings: string; made: unknown } | null = null;

  constructor(
    readonly config: Config,
    readonly collection: Collection,
    private readonly shelf: Shelf,
    private readonly listen: Listen,
  ) {}

  /** Records and fits what the arms share. Recordings are functions of the seed, so only models are kept. */
  async start(): Promise<Start> {
    const { config, learner, collection } = this;
    const experts = await this.recordExperts();
    const sft = await this.kept('sft', () =>
      learner.fitPolicy('sft', experts, config, this.progress('supervised start')),
    );
    const rounds: Trajectory[][] = [];
    let cloned = sft;
    for (let round = 0; round < collection.rounds; round++) {
      rounds.push(await this.collect(cloned, round));
      cloned = await this.clone(`cloned-${round + 1}`, [...experts, ...successes(rounds.flat())]);
    }
    const logs = rounds.flat();
    const corpus = [...experts, ...logs];
    const world = () => this.kept('world', () => learner.fitWorld(corpus, config, this.progress('world model')));
    const judge = () => this.kept('judge', () => learner.fitJudge(corpus, config, this.progress('judge')));
    const validation = await this.validate(cloned);
    const [expertSteps, logSteps] = [stepsOf(experts), stepsOf(logs)];
    return { experts, rounds, logs, validation, sft, cloned, world, judge, expertSteps, logSteps };
  }

  /** One round of rollouts: every template once on every site of the round, at temperature 1, some with random actions mixed in. */
  async collect(policy: Bytes, round: number): Promise<Trajectory[]> {
    const { config, collection } = this;
    const { firstSite, expertSites, noise } = config.data;
    const { sites } = collection;
    const at = firstSite + expertSites + round * sites;
    const tasks = listTasks('train', {
      families: config.families,
      firstSite: at,
      sites,
      instances: 1,
      firstInstance: FRESH,
    });
    return this.visits(policy, tasks, `rollouts ${round + 1}`, 'log', noise);
  }

  private validate(policy: Bytes): Promise<Trajectory[]> {
    const { config, collection } = this;
    const { firstSite, expertSites } = config.data;
    const sites = { families: config.families, firstSite: firstSite + expertSites, sites: collection.validation };
    const tasks = listTasks('train', { ...sites, instances: 1, firstInstance: HELD_OUT });
    const rng = createRng(config.seed).fork('validation');
    const chosen = config.families.flatMap((family) =>
      rng.sample(
        tasks.filter((task) => task.family === family),
        collection.validation,
      ),
    );
    return this.visits(policy, chosen, 'validation', 'validation', [0, 0.2]);
  }

  private async visits(
    policy: Bytes,
    tasks: readonly Task[],
    stage: string,
    kind: string,
    noise: readonly number[],
  ): Promise<Trajectory[]> {
    const played = await this.play(policy, tasks.map(capped), stage, (_, rng) => {
      const share = rng.pick(noise);
      return {
        meta: { world: 'functions', policy: `${kind}:noise${share}` },
        temperature: 1,
        instead: givingUp(noisy(share, rng.fork('noise'))),
      };
    });
    return played.map(({ trajectory }) => trajectory);
  }

  /** A policy cloned from these trajectories, kept under that name. */
  clone(name: string, trajectories: readonly Trajectory[]): Promise<Bytes> {
    const { learner, config } = this;
    return this.kept(name, () => learner.fitPolicy('bc', trajectories, config, this.progress(name)));
  }

  /** The checkpoint of that name, made when there is none. */
  async kept(name: string, make: () => Promise<{ bytes: Bytes }>): Promise<Bytes> {
    const known = this.shelf.get(name);
    if (known) return known;
    const { bytes } = await make();
    this.shelf.put(name, bytes);
    return bytes;
  }

  /** What arms that follow each other share: made once for a policy and settings. Only the newest is remembered. */
  async once<T>(policy: Bytes, settings: string, make: () => Promise<T>): Promise<T> {
    if (this.newest?.policy !== policy || this.newest.settings !== settings)
      this.newest = { policy, settings, made: await make() };
    return this.newest.made as T;
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

  /** Greedy success on tasks: `1` or `0` for each. Adds what it took to `cost`. */
  async outcomes(
    policy: Bytes,
    tasks: readonly Task[],
    stage = 'evaluation',
    cost = { ms: 0, actions: 0 },
  ): Promise<string> {
    const began = performance.now();
    const played = await this.play(policy, tasks, stage, () => ({
      meta: { world: 'functions', policy: stage },
      temperature: 0,
      instead: givingUp(),
    }));
    cost.ms += performance.now() - began;
    cost.actions += stepsOf(played.map(({ trajectory }) => trajectory));
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
