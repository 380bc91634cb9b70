import { ReverieError } from '../core/errors.ts';
import type { Service } from '../core/port.ts';
import type { Task, Trajectory, WorldName } from '../core/types.ts';
import type { BackendInfo } from '../engine/backend.ts';
import type { Environment } from '../env/environment.ts';
import type { Bytes } from '../model/persist.ts';
import type { Dreamer } from './dreamer.ts';
import type { Learner } from './learner.ts';

/** A place where episodes are played, several side by side. */
export interface Playground {
  world: WorldName;
  parallel: number;
  open(): Promise<Environment>;
}

/** Where the pipeline keeps what it must not lose. One run; every method is atomic. */
export interface RunKeeper {
  stage(name: string): Promise<unknown>;
  saveStage(name: string, json: unknown): Promise<void>;
  trajectories(): Promise<Trajectory[]>;
  putTrajectories(trajectories: readonly Trajectory[]): Promise<void>;
  checkpoint(name: string): Promise<Bytes | undefined>;
  /** Checkpoints and the note that an update is complete, together or not at all. */
  complete(
    checkpoints: Readonly<Record<string, Bytes>>,
    progress: { stage: string; update: number; done: boolean; state?: unknown },
  ): Promise<void>;
  progress(): Promise<{ stage: string; update: number; done: boolean; state?: unknown } | null>;
}

/** Makes a call to a worker again when the worker died under it; what it remembers was restored by then. */
export async function again<T>(call: () => Promise<T>, tries = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const died = error instanceof ReverieError && error.code === 'environment' && error.facts.who.endsWith('worker');
      if (!died || attempt >= tries) throw error;
    }
  }
}

/** Everything the pipeline needs from where it runs: threads, pages, storage, and a listener. */
export interface Host {
  policyLearner: Service<Learner>;
  worldLearner: Service<Learner>;
  dreamers: Service<Dreamer>[];
  /** Real pages with the least delay (frames of the tab): audits. */
  local: Playground;
  /** Real pages as they are measured (the harness's Chrome when there is one): rollouts, evaluation. */
  real: Playground;
  /** Expert trajectories on real pages. */
  recordExperts(tasks: readonly Task[], seed: number, progress: (done: number) => void): Promise<Trajectory[]>;
  keeper: RunKeeper;
  progress(event: { stage: string; done: number; total: number; unit: string; note?: string }): void;
  /** What the run computes on, and why; once, before anything is computed. */
  backend(info: BackendInfo): void;
  /** A point of a live curve. */
  metric(stage: string, x: number, values: Record<string, number>): void;
  /** Waits while paused; rejects when the run was stopped. Called between updates and episodes. */
  gate(): Promise<void>;
  browser: string;
}
