import { ReverieError } from '../core/errors.ts';

interface Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

/** Where the pipeline waits between updates and episodes while a run is paused. */
export interface Gate {
  /** Resolves while open, else when opened or let through; rejects with `ended` once stopped. */
  pass(): Promise<void>;
  open(): void;
  shut(): void;
  /** Lets exactly one through a shut gate: whoever waits longest, or else the next to come. */
  letOneThrough(): void;
  stop(): void;
  isShut(): boolean;
}

export function createGate(shut = false): Gate {
  let mode: 'open' | 'shut' | 'stopped' = shut ? 'shut' : 'open';
  let credit = 0;
  let waiting: Waiting[] = [];
  const ended = (): ReverieError => new ReverieError('ended', { who: 'run', rule: 'it was stopped' });
  const release = (act: (one: Waiting) => void): void => {
    const all = waiting;
    waiting = [];
    all.forEach(act);
  };
  return {
    pass() {
      if (mode === 'stopped') return Promise.reject(ended());
      if (mode === 'open') return Promise.resolve();
      if (credit > 0) {
        credit--;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    open() {
      if (mode === 'stopped') return;
      mode = 'open';
      credit = 0;
      release((one) => one.resolve());
    },
    shut() {
      if (mode === 'open') mode = 'shut';
    },
    letOneThrough() {
      const next = waiting.shift();
      if (next) next.resolve();
      else if (mode === 'shut') credit = 1;
    },
    stop() {
      mode = 'stopped';
      release((one) => one.reject(ended()));
    },
    isShut: () => mode === 'shut',
  };
}
