import { connect } from '../../workers/client.ts';
import type { Trajectory } from '../core/types.ts';
import { configure } from '../train/config.ts';
import { dreamTogether } from '../train/dreamPool.ts';
import type { DreamRun } from './contender.ts';
import { DREAM_FIT, DREAM_UPDATES } from './shapes.ts';

/** Two cores are what every machine has. */
const DREAMERS = 2;
const PROMPTS = 8;
const GROUP = 8;
const configOf = (times: number) =>
  configure('tiny', {
    sft: { steps: times * DREAM_FIT.policy },
    world: { steps: times * DREAM_FIT.world },
    judge: { steps: times * DREAM_FIT.judge },
    dream: { prompts: PROMPTS, group: GROUP },
  });

/**
 * Dream steps of two dreamers that share the dreams of an update: the batch. Policy, world model and judge have the size of the `tiny` preset and learnt from `experts`; `progress` hears of `dreamRounds` rounds.
 */
export async function measureDreams(
  experts: Trajectory[],
  times: number,
  progress: (done: number) => Promise<void>,
): Promise<DreamRun> {
  const config = configOf(times);
  const learners = [connect('learner'), connect('learner')];
  const dreamers = Array.from({ length: DREAMERS }, () => connect('dreamer'));
  try {
    for (const learner of learners) await learner.remember('init', 'wasm');
    for (const dreamer of dreamers) await dreamer.remember('init', 'wasm');
    const [left, right] = learners.map(({ port }) => port);
    const [world, [policy, judge]] = await Promise.all([
      left.fitWorld(experts, config, (done) => progress(done)),
      right
        .fitPolicy('sft', experts, config)
        .then(async (policy) => [policy, await right.fitJudge(experts, config)] as const),
    ]);
    for (const dreamer of dreamers) {
      await dreamer.remember('setCorpus', experts, experts);
      await dreamer.remember('setWorld', world.bytes, judge.bytes);
      await dreamer.remember('setPolicy', policy.bytes);
    }
    let steps = 0;
    let seconds = 0;
    for (let update = 0; update <= DREAM_UPDATES; update++) {
      const dreamed = await dreamTogether(dreamers, config, update);
      if (update > 0) {
        steps += dreamed.steps;
        seconds += dreamed.seconds;
      }
      await progress(config.world.steps + update + 1);
    }
    return { batch: PROMPTS * GROUP, steps, seconds };
  } finally {
    for (const worker of [...learners, ...dreamers]) worker.close();
  }
}
