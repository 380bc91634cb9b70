import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { decodeRun } from '../store/runFile.ts';
import { Dreamer } from '../train/dreamer.ts';
import { givingUp, remembering, unless } from '../train/evaluate.ts';
import type { ActorFactory } from './actors.ts';
import { trainedOn } from './plan.ts';

/** The best-trained policy that a run got to. */
const POLICIES = ['dreamed', 'bc', 'sft'] as const;

/** The policy in a run file (`run.reverie`) or in the folder of a finished run. */
export async function actorsFromRun(path: string): Promise<ActorFactory> {
  const file = (await stat(path).catch(() => null))?.isDirectory() ? join(path, 'run.reverie') : path;
  const bytes = await readFile(file).catch(() => {
    throw new ReverieError('usage', {
      who: '--policy',
      rule: 'this is neither a known policy nor a run',
      got: path,
      expected: 'expert, random, or a run file or folder',
    });
  });
  const { checkpoints, meta } = await decodeRun(new Uint8Array(bytes));
  const name = POLICIES.find((candidate) => checkpoints[candidate]);
  if (!name)
    throw new ReverieError('usage', { who: '--policy', rule: 'this run has not trained a policy yet', got: path });
  const dreamer = new Dreamer();
  await dreamer.setPolicy(checkpoints[name]);
  return { ...greedyActors(`${name} of ${path}`, dreamer), families: trainedOn(meta) };
}

/** Greedy decisions of the policy that the dreamer holds. */
export const greedyActors = (name: string, dreamer: Dreamer): ActorFactory => ({
  name,
  actor: () =>
    remembering(
      unless(givingUp(), (observation, past) => dreamer.act(observation, past, { temperature: 0, seed: 0, draw: 0 })),
    ),
});
