import type { Action, Trajectory } from '../../src/core/types.ts';
import type { Bytes } from '../../src/model/persist.ts';
import { configure } from '../../src/train/config.ts';
import { connect } from '../../workers/client.ts';

/** What became of a call, as plain data. */
type Outcome = 'finished' | { code: unknown; message: string };

export interface WorkerSpec {
  /** Kills the learner while it trains, then lets it train again, briefly. */
  learn(trajectories: Trajectory[]): Promise<{ killed: Outcome; weights: number }>;
  /** The same decision before a kill, during it, and after it. */
  act(trajectories: Trajectory[]): Promise<{ before: Action; killed: Outcome; after: Action }>;
  /** A call that the store refuses: its error comes from the worker, with its code. */
  refused(): Promise<Outcome>;
}

declare global {
  interface Window {
    spec: WorkerSpec;
  }
}

const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'finished' as const,
    (error: Error & { code?: unknown }) => ({ code: error.code, message: error.message }),
  );

async function train(trajectories: Trajectory[], steps: number, onReport?: (kill: () => void) => void) {
  const learner = connect('learner');
  await learner.remember('init', 'wasm');
  const teach = (n: number, progress?: () => void) =>
    learner.port.fitPolicy('sft', trajectories, configure('debug', { sft: { steps: n } }), progress);
  const killed = onReport ? await outcomeOf(teach(1_000_000, () => onReport(learner.kill))) : 'finished';
  const { bytes, weights } = await teach(steps);
  learner.close();
  return { killed, bytes, weights };
}

window.spec = {
  async learn(trajectories) {
    const { killed, weights } = await train(trajectories, 20, (kill) => kill());
    return { killed, weights };
  },
  async act(trajectories) {
    const { bytes }: { bytes: Bytes } = await train(trajectories, 20);
    const dreamer = connect('dreamer');
    await dreamer.remember('setPolicy', bytes);
    const [{ observation }] = trajectories[0].steps;
    const decide = () => dreamer.port.act(observation, [], { temperature: 0, seed: 1, draw: 0 });
    const before = await decide();
    const pending = outcomeOf(decide());
    dreamer.kill();
    const killed = await pending;
    const after = await decide();
    dreamer.close();
    return { before, killed, after };
  },
  async refused() {
    const store = connect('store');
    const outcome = await outcomeOf(store.port.exportRun('no such run'));
    store.close();
    return outcome;
  },
};
