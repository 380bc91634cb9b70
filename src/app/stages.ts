import type { Host } from '../train/host.ts';

type ProgressEvent = Parameters<Host['progress']>[0];

/** The stages as the page lists them, the name under which the pipeline keeps each, and one line about it. */
export const STAGES = [
  { name: 'record experts', kept: 'record experts', about: 'Scripted experts solve tasks on real pages.' },
  { name: 'supervised start', kept: 'supervised start', about: 'A first policy imitates them.' },
  { name: 'record rollouts', kept: 'record rollouts', about: 'It tries more sites, with some random actions.' },
  { name: 'filtered cloning', kept: 'clone and fit world model', about: 'A new policy imitates what succeeded.' },
  {
    name: 'world model',
    kept: 'clone and fit world model',
    about: 'Which page follows which action?',
  },
  { name: 'judge', kept: 'clone and fit world model', about: 'When is a task done?' },
  { name: 'fidelity', kept: 'fidelity', about: 'How true are dreams, step by step?' },
  { name: 'dream training', kept: 'dream training', about: 'The policy improves inside the world model.' },
  { name: 'evaluate', kept: 'evaluate', about: 'All policies on real pages, new tasks and new sites.' },
] as const;

export interface StageRow {
  name: string;
  about: string;
  state: 'waiting' | 'active' | 'done';
  done: number;
  total: number;
  unit: string;
  note?: string;
  /** Per second; absent until two reports were seen. */
  rate?: number;
  /** Seconds left at that rate. */
  left?: number;
  /** Seconds it took, once done. */
  seconds?: number;
}

/** Rates are taken over the reports of the last seconds only: stages speed up and slow down. */
const WINDOW_MS = 20_000;

/** Turns progress reports into rows with rates. `now` in milliseconds. */
export function createLedger(now: () => number = () => performance.now()) {
  let rows: StageRow[] = [];
  const samples = new Map<string, { at: number; done: number }[]>();

  const change = (name: string, fields: Partial<StageRow>): void => {
    rows = rows.map((row) => (row.name === name ? { ...row, ...fields } : row));
  };

  /** Marks what a finished stage covers; `saved` is what the pipeline keeps of it. */
  const finish = (kept: string, saved: unknown): void => {
    const seconds = (saved as { seconds?: unknown } | undefined)?.seconds;
    for (const stage of STAGES) {
      if (stage.kept !== kept) continue;
      change(stage.name, {
        state: 'done',
        rate: undefined,
        left: undefined,
        seconds: typeof seconds === 'number' ? seconds : undefined,
      });
    }
  };

  return {
    rows: () => rows,
    /** Starts over, with the stages that a stored run has behind it. */
    load(saved: Readonly<Record<string, unknown>>): void {
      samples.clear();
      rows = STAGES.map(({ name, about }) => ({ name, about, state: 'waiting', done: 0, total: 0, unit: '' }));
      for (const kept of Object.keys(saved)) finish(kept, saved[kept]);
    },
    report({ stage, done, total, unit, note }: ProgressEvent): void {
      const at = now();
      const window = [...(samples.get(stage) ?? []), { at, done }].filter((sample) => at - sample.at <= WINDOW_MS);
      samples.set(stage, window);
      const first = window[0];
      const rate = at > first.at && done > first.done ? ((done - first.done) * 1000) / (at - first.at) : undefined;
      const over = done >= total;
      change(stage, {
        state: over ? 'done' : 'active',
        done,
        total,
        unit,
        note,
        rate,
        left: rate && !over ? (total - done) / rate : undefined,
      });
    },
    finish,
    /** Time that passes while paused must not count. */
    forgetRates(): void {
      samples.clear();
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
