import type { SplitName } from '../core/types.ts';
import type { SizePreset } from '../model/features.ts';
import { SURE } from '../model/judge.ts';
import { WORLD_FORM, type WorldForm } from '../model/worldForm.ts';
import type { Clip, ClipName } from '../rl/clip.ts';
import type { MixRule } from '../rl/expertMix.ts';
import type { ObjectiveName } from '../rl/objectives.ts';
import type { WorldSource } from './worldSource.ts';

/** Everything a run can vary, in one object; presets are patches on it. Units are in the names or the comments. */
export interface Config {
  preset: string;
  seed: number;
  families: string[];
  size: SizePreset;
  data: {
    /** The first recorded site, counted from the first of the split. */
    firstSite: number;
    /** Sites per family with expert trajectories, one per task template. */
    expertSites: number;
    /** Further recorded sites per family (no labels needed). */
    logSites: number;
    /** Rollouts of the supervised policy per template and site, and the instance of their first goal. */
    rolloutsPerTemplate: number;
    firstInstance: number;
    /** Steps of the crawl that visits each recorded site once. */
    crawlSteps: number;
    /** Share of random legal actions in a rollout, drawn per episode. */
    noise: number[];
    /** Held-out rollouts on recorded sites for the world model's fidelity. */
    validationPerFamily: number;
  };
  sft: FitConfig;
  bc: FitConfig;
  /** Cloning of dreams that the judge praised, beside real trajectories: `realShare` of the steps drawn are real ones. */
  dreams: FitConfig & { realShare: number };
  /** Offline RL on all logged trajectories; a baseline, no part of a run. */
  offline: FitConfig & {
    weighting: 'awr' | 'signed';
    /** β and ω_max of advantage-weighted regression. */
    beta: number;
    cap: number;
  };
  /** What the world model says, and of what (`WorldForm`), and on what it is fitted. */
  world: FitConfig &
    WorldForm & {
      /** Which recordings it is fitted on. */
      source: WorldSource;
      /** Share of transition samples drawn uniformly over transition kinds instead of over transitions. */
      balanced: number;
      /** Probability that the true next page is hidden from memory: trains MISSING and "similar page + edits". */
      memoryDropout: number;
    };
  judge: FitConfig;
  dream: {
    updates: number;
    /** Start states per update and attempts per start state (GSPO's G). */
    prompts: number;
    group: number;
    temperature: number;
    /** What the logits of the cloned policy are divided by before it dreams: a clone is too sure for attempts that differ. */
    soften: number;
    /** Steps a dream may last. */
    length: number;
    /** Its peak: it rises over the first updates and falls along a cosine, so that the last updates settle. */
    learningRate: number;
    passes: number;
    /** Gradient steps in a pass, each on another part of its trajectories. */
    minibatches: number;
    /** One file of src/rl each. */
    objective: ObjectiveName;
    /** `wide` (0.2), `paper` (3e-4 / 4e-4), `calibrated`, or ε_lo and ε_hi as numbers. */
    clip: ClipName | Clip;
    /** Share of ratios that a calibrated clip aims to clip after the first pass; for the others it says what ε that would take. */
    clipTarget: number;
    /** Leaves out groups of equal rewards, which have no gradient but count in the objective's 1/M (and for `expertShare`). */
    zeroVarianceFilter: boolean;
    /**
     * How real expert trajectories join an update. `beside`: outside the groups, any task, with the fixed advantage
     * `expertWeight`, until they are `expertShare` of the update. `replace` (DynaWeb §3.3): they replace `expertShare` of the dreams at
     * random. `one-per-group` (its authors' code): one dream of each group, whatever `expertShare` says. By these two only groups whose start has an expert
     * can get one, so that the real share of an update is at most `expertPrompts`.
     */
    expertMix: MixRule;
    expertShare: number;
    expertWeight: number;
    /** Share of start states that come from expert trajectories, and of those the share that starts in the middle. */
    expertPrompts: number;
    midStart: number;
    /** Share of finished dreams replayed on the real page. */
    audit: number;
    /**
     * Who rewards a finished dream (DynaWeb §3.3 lets the world model judge itself):
     * - `judge`: a network of its own, from its `belief` on;
     * - `self`: the world model, which learns verdicts beside changes;
     * - `checker`: the site's own, after every finished dream was repeated for real. That costs real steps.
     */
    reward: 'judge' | 'self' | 'checker';
    /** The judge's belief from which on a dream is praised, at first: audits that find too much false praise raise it. */
    belief: number;
    /**
     * Share of audited dreams that may be praised by the judge but not by the checker. Dreaming stops when it is surely (95 %)
     * more, however far the judge is believed.
     */
    maxFalsePositives: number;
  };
  /** Look-ahead at test time; a baseline, no part of a run. */
  plan: {
    /** Distinct actions that are imagined at each step, the policy's own choice among them; 1 is the bare policy. */
    candidates: number;
    /** Imagined steps, the candidate included. */
    depth: number;
    /** Of the draws that candidates come from. */
    temperature: number;
  };
  evaluation: {
    /** Sites per family; every template is tried once on each. */
    sites: Record<SplitName, number>;
    /** The same for sampled instead of greedy decisions. */
    sampledSites: Record<SplitName, number>;
    /** Only every so-manyth of these tasks: 1 is all. */
    every: number;
    temperature: number;
  };
}

export interface FitConfig {
  steps: number;
  batch: number;
  learningRate: number;
}

export const DEFAULTS: Config = {
  preset: 'tiny',
  seed: 1,
  families: ['shop', 'desk', 'booking'],
  size: { dim: 64, layers: 3, heads: 4, hidden: 128 },
  data: {
    firstSite: 0,
    expertSites: 6,
    logSites: 8,
    rolloutsPerTemplate: 1,
    firstInstance: 100,
    crawlSteps: 60,
    noise: [0, 0.15, 0.3, 0.6],
    validationPerFamily: 16,
  },
  sft: { steps: 2400, batch: 16, learningRate: 1e-3 },
  bc: { steps: 4000, batch: 16, learningRate: 1e-3 },
  dreams: { steps: 8000, batch: 16, learningRate: 1e-3, realShare: 0.5 },
  offline: { steps: 4000, batch: 16, learningRate: 1e-3, weighting: 'awr', beta: 0.3, cap: 20 },
  world: {
    steps: 3000,
    batch: 24,
    learningRate: 1.5e-3,
    balanced: 0.25,
    memoryDropout: 0.2,
    source: 'dreamed',
    ...WORLD_FORM,
  },
  judge: { steps: 3000, batch: 24, learningRate: 1.5e-3 },
  dream: {
    updates: 40,
    prompts: 16,
    group: 8,
    temperature: 1,
    soften: 1,
    length: 14,
    learningRate: 6e-4,
    passes: 2,
    minibatches: 1,
    objective: 'gspo',
    clip: 'wide',
    clipTarget: 0.15,
    zeroVarianceFilter: true,
    expertMix: 'beside',
    expertShare: 0.5,
    expertWeight: 1,
    expertPrompts: 0.3,
    midStart: 0.7,
    audit: 0.08,
    reward: 'judge',
    belief: SURE,
    maxFalsePositives: 0.05,
  },
  plan: { candidates: 4, depth: 8, temperature: 1.5 },
  evaluation: {
    sites: { train: 1, 'test-seen': 2, 'test-unseen-style': 1, 'test-unseen-family': 0 },
    sampledSites: { train: 0, 'test-seen': 1, 'test-unseen-style': 0, 'test-unseen-family': 0 },
    every: 1,
    temperature: 1,
  },
};

export type Patch<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Patch<T[K]> : T[K] };

/** `debug` shrinks everything so that the whole loop runs while you wait; its numbers mean nothing. */
export const PRESETS: Record<string, Patch<Config>> = {
  debug: {
    size: { dim: 32, layers: 2, heads: 2, hidden: 64 },
    data: { expertSites: 1, logSites: 1, rolloutsPerTemplate: 1, crawlSteps: 20, validationPerFamily: 3 },
    sft: { steps: 60 },
    bc: { steps: 80 },
    offline: { steps: 80 },
    world: { steps: 80, batch: 16 },
    judge: { steps: 80, batch: 16 },
    dream: { updates: 3, prompts: 6, group: 4, length: 6 },
    evaluation: {
      sites: { train: 0, 'test-seen': 1, 'test-unseen-style': 0 },
      sampledSites: { 'test-seen': 0 },
      every: 3,
    },
  },
  tiny: {},
};

/** A copy with some settings changed. */
export function merge<T extends object>(base: T, patch: Patch<T>): T {
  const out = { ...base };
  for (const key of Object.keys(patch) as (keyof T)[]) {
    const value = patch[key];
    if (value === undefined) continue;
    const old = out[key];
    out[key] = (
      typeof old === 'object' && old !== null && !Array.isArray(old) ? merge(old, value as Patch<typeof old>) : value
    ) as T[keyof T];
  }
  return out;
}

/** The configuration of a preset with overrides; unknown presets are named in the error by the caller's validation. */
export const configure = (preset: string, overrides: Patch<Config> = {}): Config =>
  merge(merge({ ...DEFAULTS, preset }, PRESETS[preset] ?? {}), overrides);
