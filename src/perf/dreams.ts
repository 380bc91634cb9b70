import { connect } from '../../workers/client.ts';
import type { Trajectory } from '../core/types.ts';
import { configure } from '../train/config.ts';
import { dreamTogether } from '../train/dreamPool.ts';
import type { DreamRun } from './contender.ts';

/** Two cores are what every machine has. */
const DREAMERS = 2;
const PROMPTS = 8;
const GROUP = 8;
/** Updates whose dreams count, after one that warms up. */
const UPDATES = 6;

/** Trained for seconds, not minutes: enough to act and to imagine in the usual number of tokens. */
const CONFIG = configure('tiny', {
  sft: { steps: 150 },
  world: { steps: 250 },
  judge: { steps: 100 },
  dream: { prompts: PROMPTS, group: GROUP },
});

/**
 * Dream steps of two dreamers that share the dreams of an update: the batch. Policy, world model and judge have the size of the `tiny` preset and learnt from `experts`.
 */
export async function measureDreams(
  experts: Trajectory[],
  progress: (done: number) => Promise<void>,
): Promise<DreamRun> {
  const learners = [connect('learner'), connect('learner')];
  const dreamers = Array.from({ length: DREAMERS }, () => connect('dreamer'));
  try {
    for (const learner of learners) await learner.remember('init', 'wasm');
    for (const dreamer of dreamers) await dreamer.remember('init', 'wasm');
    const [left, right] = learners.map(({ port }) => port);
    const [world, [policy, judge]] = await Promise.all([
      left.fitWorld(experts, CONFIG),
      right
        .fitPolicy('sft', experts, CONFIG)
        .then(async (policy) => [policy, await right.fitJudge(experts, CONFIG)] as const),
    ]);
    for (const dreamer of dreamers) {
      await dreamer.remember('setCorpus', experts, experts);
      await dreamer.remember('setWorld', world.bytes, judge.bytes);
      await dreamer.remember('setPolicy', policy.bytes);
    }
    let steps = 0;
    let seconds = 0;
    for (let update = 0; update <= UPDATES; update++) {
      const dreamed = await dreamTogether(dreamers, CONFIG, update);
      if (update > 0) {
        steps += dreamed.steps;
        seconds += dreamed.seconds;
      }
      await progress(update + 1);
    }
    return { batch: PROMPTS * GROUP, steps, seconds };
  } finally {
    for (const worker of [...learners, ...dreamers]) worker.close();
  }
}
