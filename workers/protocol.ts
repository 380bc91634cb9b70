import type { Store } from '../src/store/store.ts';
import type { Dreamer } from '../src/train/dreamer.ts';
import type { Learner } from '../src/train/learner.ts';

/**
 * Everything that crosses between page and workers: the public methods of three classes, arguments and results
 * structured-cloneable (progress callbacks travel as comlink proxies). Bytes cross threads, tensors never do.
 */
export interface Services {
  /** Gradient steps on policy and world model. */
  learner: Learner;
  /** Inference: dreams, live acting, fidelity. */
  dreamer: Dreamer;
  /** IndexedDB: runs, checkpoints, trajectories. */
  store: Store;
}

export type ServiceName = keyof Services;

/** The lock a worker holds as long as it lives: whoever gets it next knows that the worker is dead. */
export const lifeLock = (worker: string): string => `reverie-worker-${worker}`;
