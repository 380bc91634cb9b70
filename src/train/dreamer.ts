import { createRng } from '../core/rng.ts';
import type { Action, AXTree, Observation, Trajectory } from '../core/types.ts';
import { type BackendInfo, initBackend } from '../engine/backend.ts';
import { type Dream, type DreamOptions, type DreamStart, DreamWorld, isOver } from '../env/dream.ts';
import { decide } from '../model/agent.ts';
import type { Model } from '../model/model.ts';
import { type Bytes, decodeModel } from '../model/persist.ts';
import { agentView, type PastAction } from '../model/view.ts';
import { reground } from './audit.ts';
import type { Config } from './config.ts';
import { Corpus } from './corpus.ts';
import { type DreamedTrajectory, drawStarts, dreamGroups } from './dreaming.ts';
import { type Confusion, type Fidelity, judgeConfusion, measureFidelity } from './fidelity.ts';

/** What the viewer shows of one imagined step. */
export interface DreamView {
  tree: AXTree;
  missing: boolean;
  /** Nobody recorded the page: another of its kind tells it. */
  madeUp: boolean;
  malformed: boolean;
  over: boolean;
  feedback: string;
}

/** Policy and world model inference: dreams, live acting, fidelity. Runs in the dreamer worker, or in-process under Node. */
export class Dreamer {
  private backend: BackendInfo | null = null;
  private policy: Model | null = null;
  private world: Model | null = null;
  private judging: Model | null = null;
  private corpus: Corpus | null = null;
  private experts: Trajectory[] = [];

  async init(prefer?: 'webgpu' | 'wasm'): Promise<BackendInfo> {
    this.backend ??= await initBackend(prefer);
    return this.backend;
  }

  async setPolicy(bytes: Bytes): Promise<void> {
    const { model } = decodeModel(bytes, await this.init());
    this.policy?.dispose();
    this.policy = model;
  }

  async setWorld(world: Bytes, judge: Bytes): Promise<void> {
    const backend = await this.init();
    this.world?.dispose();
    this.judging?.dispose();
    this.world = decodeModel(world, backend).model;
    this.judging = decodeModel(judge, backend).model;
  }

  /** What dreams recall (all recorded pages) and which trajectories are experts. */
  async setCorpus(trajectories: readonly Trajectory[], experts: readonly Trajectory[]): Promise<void> {
    this.corpus = new Corpus(trajectories);
    this.experts = [...experts];
  }

  /** Portion `part` of `parts` of the dreams of one update. */
  async dream(
    config: Config,
    update: number,
    part: number,
    parts: number,
  ): Promise<{ groups: DreamedTrajectory[][]; steps: number }> {
    const { policy, corpus } = this.ready();
    const rng = createRng(config.seed).fork(`dream:${update}`);
    const starts = drawStarts(corpus, this.experts, config.dream, rng.fork('starts')).filter(
      (_, i) => i % parts === part,
    );
    const { length, belief } = config.dream;
    const world = this.dreamWorld({ length, belief });
    let steps = 0;
    const groups = await dreamGroups(policy, world, starts, config.dream, rng.fork(`part:${part}`), (n) => {
      steps += n;
    });
    return { groups, steps };
  }

  /** One live decision. `draw` numbers the decisions of an episode, so that sampling is a function of seed and draw. */
  async act(
    observation: Observation,
    past: PastAction[],
    options: { temperature: number; seed: number; draw: number },
  ): Promise<Action> {
    if (!this.policy) throw new Error('internal: setPolicy comes before act');
    const { temperature, seed, draw } = options;
    const uniform = createRng(seed).fork(`act:${draw}`).next;
    const [decision] = await decide(this.policy, [agentView(observation, past)], { temperature, uniform });
    return decision.action;
  }

  async fidelity(episodes: readonly Trajectory[], depths: number): Promise<Fidelity> {
    const { world, judge, corpus } = this.ready();
    return measureFidelity({ world, judge }, corpus, episodes, depths);
  }

  async judge(episodes: readonly Trajectory[]): Promise<Confusion> {
    return judgeConfusion(this.ready().judge, episodes);
  }

  /**
   * Dreams from a recorded step on with the actions that were really taken (dream beside real): one view per action, up to
   * the first dead end; that is also an action on a node that the dreamed page does not have.
   */
  async follow({ trajectory, step }: DreamStart): Promise<DreamView[]> {
    const world = this.dreamWorld();
    const dream = world.start({ ...trajectory.task, horizon: 1000 }, { trajectory, step });
    const out: DreamView[] = [];
    for (const { action, observation } of trajectory.steps.slice(step)) {
      if (isOver(dream)) break;
      const here = reground(action, observation.tree, dream.observation.tree);
      if (!here) break;
      await world.advance([dream], [here], () => 0);
      out.push(viewOfDream(dream));
    }
    return out;
  }

  /** Lets the policy itself dream on from a recorded step, greedily. */
  async dreamFrom(
    start: DreamStart,
    length: number,
    options: { temperature: number; seed: number },
  ): Promise<{ actions: Action[]; views: DreamView[]; belief: number | null }> {
    const { policy } = this.ready();
    const world = this.dreamWorld({ length });
    const dream = world.start(start.trajectory.task, start);
    const uniform = createRng(options.seed).fork('dreamFrom').next;
    const actions: Action[] = [];
    const views: DreamView[] = [];
    while (!isOver(dream)) {
      const [{ action }] = await decide(policy, [agentView(dream.observation, dream.past)], {
        temperature: options.temperature,
        uniform,
      });
      await world.advance([dream], [action], uniform);
      actions.push(action);
      views.push(viewOfDream(dream));
    }
    return { actions, views, belief: dream.terminated ? dream.belief : null };
  }

  private dreamWorld(options: DreamOptions = {}): DreamWorld {
    const { world, judge, corpus } = this.ready();
    return new DreamWorld({ world, judge }, corpus.memoryOf, options);
  }

  private ready(): { policy: Model; world: Model; judge: Model; corpus: Corpus } {
    const { policy, world, judging: judge, corpus } = this;
    if (!policy || !world || !judge || !corpus) throw new Error('internal: models and corpus come before dreams');
    return { policy, world, judge, corpus };
  }
}

const viewOfDream = (dream: Dream): DreamView => ({
  tree: dream.observation.tree,
  missing: dream.missing,
  madeUp: dream.last?.madeUp ?? false,
  malformed: dream.last?.malformed ?? false,
  over: isOver(dream),
  feedback: dream.observation.feedback,
});
