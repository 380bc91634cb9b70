import { createRng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { type BackendInfo, createNetwork, initBackend } from '../engine/backend.ts';
import { initTheta } from '../engine/layout.ts';
import { startMate } from '../engine/mate.ts';
import { networkShape } from '../model/features.ts';
import { Model } from '../model/model.ts';
import { type Bytes, decodeModel, encodeModel } from '../model/persist.ts';
import type { Vocabulary } from '../model/words.ts';
import { positionsOf, WORLD_FORM } from '../model/worldForm.ts';
import { CLIP_PRESETS, calibrate, EPSILON_START } from '../rl/clip.ts';
import type { Config } from './config.ts';
import { Corpus } from './corpus.ts';
import type { DreamedTrajectory } from './dreaming.ts';
import { fitJudge } from './fitJudge.ts';
import { fitWorld } from './fitWorld.ts';
import { JudgeSamples } from './judgeSamples.ts';
import { offlineWeights } from './offline.ts';
import { fitPolicy } from './sft.ts';
import { cosine, type Progress, Trainer } from './trainer.ts';
import { type UpdateStats, updatePolicy } from './update.ts';
import { vocabularyOf } from './vocabulary.ts';
import { learntFrom } from './worldSource.ts';

/** Updates of warm-up (the optimiser knows nothing of this gradient yet), and the last learning rate as a share of the peak. */
const WARMUP = 4;
const FLOOR = 0.05;

/** Gradient steps for policy and world model. Runs in the learner worker, or in-process under Node. */
export class Learner {
  private backend: BackendInfo | null = null;
  private trainer: Trainer | null = null;
  private experts: Trajectory[] = [];
  /** ε of a calibrated clip, from update to update. */
  private epsilon = EPSILON_START;

  async init(prefer?: 'webgpu' | 'wasm'): Promise<BackendInfo> {
    this.backend ??= await initBackend(prefer);
    return this.backend;
  }

  /**
   * A policy from scratch by behaviour cloning: on experts it is the supervised start, with successful rollouts filtered BC, with
   * all rollouts and weights offline RL.
   */
  async fitPolicy(
    name: 'sft' | 'bc' | 'offline',
    trajectories: readonly Trajectory[],
    config: Config,
    progress?: Progress,
  ): Promise<{ bytes: Bytes; inexpressible: number; total: number; weights: number }> {
    const rng = createRng(config.seed).fork(name);
    const trainer = await this.fresh(config, `init:${name}`, vocabularyOf(new Corpus(trajectories)));
    const weights = name === 'offline' ? offlineWeights(trajectories, config.offline) : undefined;
    const result = await fitPolicy(trainer, trajectories, config[name], rng, progress, { weights });
    const bytes = await encodeModel(trainer.model, { kind: 'policy', name });
    this.release(trainer);
    return { ...result, bytes, weights: trainer.model.network.size };
  }

  /** A policy from scratch by cloning dreams that were praised beside real trajectories that succeeded. */
  async cloneDreams(
    real: readonly Trajectory[],
    dreams: readonly Trajectory[],
    config: Config,
    progress?: Progress,
  ): Promise<{ bytes: Bytes }> {
    const rng = createRng(config.seed).fork('dreams');
    const trainer = await this.fresh(config, 'init:dreams', vocabularyOf(new Corpus(real)));
    const share = { trajectories: dreams, realShare: config.dreams.realShare };
    await fitPolicy(trainer, real, config.dreams, rng, progress, { dreams: share });
    const bytes = await encodeModel(trainer.model, { kind: 'policy', name: 'dreamed' });
    this.release(trainer);
    return { bytes };
  }

  /** The world model. `unsayable`: transitions per kind that its grammar cannot express. */
  async fitWorld(
    trajectories: readonly Trajectory[],
    config: Config,
    progress?: Progress,
  ): Promise<{ bytes: Bytes; exact: number; similar: number; missing: number; unsayable: [string, number][] }> {
    const { source, target, apply, rationale } = config.world;
    const corpus = new Corpus(learntFrom(source, trajectories));
    const trainer = await this.fresh(config, 'init:world', vocabularyOf(corpus), { target, apply, rationale });
    const { unsayable, ...coverage } = await fitWorld(
      trainer,
      corpus,
      source === 'none' ? { ...config.world, steps: 0 } : config.world,
      createRng(config.seed).fork('world'),
      progress,
      config.dream.reward === 'self'
        ? new JudgeSamples(trajectories, createRng(config.seed).fork('verdicts'))
        : undefined,
    );
    const bytes = await encodeModel(trainer.model, { kind: 'world', name: 'world' });
    this.release(trainer);
    return { ...coverage, unsayable: [...unsayable], bytes };
  }

  /** The judge, with weights of its own. */
  async fitJudge(trajectories: readonly Trajectory[], config: Config, progress?: Progress): Promise<{ bytes: Bytes }> {
    const trainer = await this.fresh(config, 'init:judge', vocabularyOf(new Corpus(trajectories)));
    await fitJudge(trainer, trajectories, config.judge, createRng(config.seed).fork('judge'), progress);
    const bytes = await encodeModel(trainer.model, { kind: 'judge', name: 'judge' });
    this.release(trainer);
    return { bytes };
  }

  /** Real expert trajectories to mix with dreams. */
  async setExperts(experts: readonly Trajectory[]): Promise<void> {
    this.experts = [...experts];
  }

  /** Loads the policy that dreams will improve, with its optimiser's state if the checkpoint has one. */
  async begin(policy: Bytes): Promise<void> {
    if (this.trainer) this.release(this.trainer);
    const backend = await this.ready();
    const { model, meta, checkpoint } = decodeModel(policy, backend);
    this.trainer = new Trainer(model);
    this.epsilon = meta.epsilon ?? EPSILON_START;
    if (checkpoint.m && checkpoint.v)
      this.trainer.optimizer.restore({ step: checkpoint.step, m: checkpoint.m, v: checkpoint.v });
  }

  /** One update on dreamed groups; the returned checkpoint holds weights, optimiser and a calibrated ε, so any update can be resumed. */
  async update(
    groups: readonly DreamedTrajectory[][],
    config: Config,
    update: number,
  ): Promise<{ stats: UpdateStats; bytes: Bytes }> {
    const trainer = this.trainer;
    if (!trainer) throw new Error('internal: begin comes before update');
    const { updates, learningRate, clip } = config.dream;
    const calibrated = clip === 'calibrated';
    const stats = await updatePolicy(
      trainer,
      groups,
      this.experts,
      {
        ...config.dream,
        learningRate: cosine(update, updates, learningRate, WARMUP, FLOOR),
        clip: calibrated
          ? { low: this.epsilon, high: this.epsilon }
          : typeof clip === 'string'
            ? CLIP_PRESETS[clip]
            : clip,
      },
      createRng(config.seed).fork(`update:${update}`),
    );
    if (calibrated) this.epsilon = calibrate(this.epsilon, stats.fittingEpsilon);
    const bytes = await encodeModel(
      trainer.model,
      { kind: 'policy', name: `dreamed@${update + 1}`, ...(calibrated ? { epsilon: this.epsilon } : {}) },
      await trainer.optimizer.state(),
    );
    return { stats, bytes };
  }

  private async fresh(config: Config, label: string, vocabulary: Vocabulary, form = WORLD_FORM): Promise<Trainer> {
    const backend = await this.ready();
    const shape = networkShape(config.size, positionsOf(form));
    const theta = initTheta(shape, createRng(config.seed).fork(label));
    return new Trainer(new Model(createNetwork(shape, backend), theta, vocabulary, form));
  }

  /** Before training, and not at the start of the page: a second thread is of no use to those who only look. */
  private async ready(): Promise<BackendInfo> {
    const backend = await this.init();
    if (backend.backend === 'wasm') await startMate();
    return backend;
  }

  private release(trainer: Trainer): void {
    trainer.dispose();
    trainer.model.dispose();
    if (trainer === this.trainer) this.trainer = null;
  }
}
