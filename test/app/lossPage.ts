import type { Trajectory } from '../../src/core/types.ts';
import type { BackendInfo } from '../../src/engine/backend.ts';
import { WordRows } from '../../src/model/features.ts';
import { type Bytes, openCheckpoint } from '../../src/model/persist.ts';
import { CONTROL_TOKENS } from '../../src/model/tokens.ts';
import { type Config, configure } from '../../src/train/config.ts';
import type { DreamedTrajectory } from '../../src/train/dreaming.ts';
import { again } from '../../src/train/host.ts';
import type { Learner } from '../../src/train/learner.ts';
import { stepSequence } from '../../src/train/sft.ts';
import { type Client, connect } from '../../workers/client.ts';

/** A training whose learner loses its GPU device twice, beside the same training on wasm. */
export interface LossResult {
  /** What it ran on at the start and after every update. */
  engines: BackendInfo[];
  /** What `onDeath` heard. */
  deaths: string[];
  /** Steps of the optimiser in the last checkpoint, with the losses and without. */
  steps: [number, number];
  /** Largest distance between the weights of both, and how far training has moved any. */
  apart: number;
  moved: number;
}

declare global {
  interface Window {
    loseDevice(trajectories: Trajectory[]): Promise<LossResult>;
    /** The test's: ends Chrome's GPU process. */
    crashGpu(): Promise<void>;
  }
}

const UPDATES = 4;
const config: Config = configure('debug', { sft: { steps: 20 }, dream: { passes: 2, expertShare: 0 } });

/** Two attempts at every task, one praised and one not, as if they had been dreamed. */
function attempts(trajectories: readonly Trajectory[], policy: Bytes): DreamedTrajectory[][] {
  const lex = { rows: new WordRows(openCheckpoint(policy).meta.vocabulary, CONTROL_TOKENS), salt: 0, dropout: 0 };
  const attempt = (trajectory: Trajectory, reward: number): DreamedTrajectory => {
    const sequences = trajectory.steps.flatMap((_, t) => stepSequence(trajectory, t, lex) ?? []).slice(reward);
    const logProbs = sequences.map(({ tokens }) => new Array<number>(tokens.length).fill(-1));
    const rest = { trees: [], actions: [], terminated: true, missing: false, malformed: 0, belief: reward };
    return { start: { task: trajectory.task }, sequences, logProbs, reward, ...rest };
  };
  return trajectories.map((trajectory) => [attempt(trajectory, 0), attempt(trajectory, 1)]);
}

/** Trains as `dreamTraining` does. `onUpdate` is called while an update is on its way, and after it. */
async function train(
  learner: Client<Learner>,
  policy: Bytes,
  groups: DreamedTrajectory[][],
  onUpdate: (update: number, when: 'during' | 'after') => Promise<void>,
): Promise<Bytes> {
  let bytes = policy;
  await learner.remember('begin', bytes);
  for (let update = 0; update < UPDATES; update++) {
    const pending = again(() => learner.port.update(groups, config, update));
    await onUpdate(update, 'during');
    ({ bytes } = await pending);
    await learner.remember('begin', bytes);
    await onUpdate(update, 'after');
  }
  return bytes;
}

window.loseDevice = async (trajectories) => {
  const deaths: string[] = [];
  const [safe, doomed] = [connect('learner'), connect('learner', ({ message }) => deaths.push(message))];
  await safe.remember('init', 'wasm');
  await doomed.remember('init', 'webgpu');
  const engines = [await doomed.port.init()];
  const { bytes: policy } = await safe.port.fitPolicy('sft', trajectories, config);
  const groups = attempts(trajectories, policy);
  const undisturbed = openCheckpoint(await train(safe, policy, groups, async () => {}));
  const disturbed = openCheckpoint(
    await train(doomed, policy, groups, async (update, when) => {
      if (when === 'after') engines.push(await doomed.port.init());
      // Once in the middle of an update, once between two.
      if ((update === 1 && when === 'during') || (update === 2 && when === 'after')) await window.crashGpu();
    }),
  );
  for (const { close } of [safe, doomed]) close();
  const distance = (a: Float32Array, b: Float32Array) =>
    a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
  return {
    engines,
    deaths,
    steps: [disturbed.step, undisturbed.step],
    apart: distance(disturbed.theta, undisturbed.theta),
    moved: distance(undisturbed.theta, openCheckpoint(policy).theta),
  };
};
