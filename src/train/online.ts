import type { Rng } from '../core/rng.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import type { Model } from '../model/model.ts';
import { reground } from './audit.ts';
import type { Config } from './config.ts';
import { type DreamedTrajectory, emitted, type Start } from './dreaming.ts';
import { type Played, playTogether, type Visit } from './together.ts';
import { drawSalt } from './trainer.ts';

/**
 * G attempts from every start on the true sites, judged by the checker: what a dream imitates. The same starts, lengths and
 * salts as in `dreamGroups`, so that online RL is dream training with another world.
 * @returns the groups, and every real step that they cost, those on the way to a start in the middle included.
 */
export async function playGroups(
  policy: Model,
  starts: readonly Start[],
  config: Config['dream'],
  rng: Rng,
): Promise<{ groups: DreamedTrajectory[][]; steps: number }> {
  const salts = starts.map(() => drawSalt(rng));
  const visits = starts.flatMap((start, g) =>
    Array.from({ length: config.group }, () => visitOf(start, config.length, salts[g])),
  );
  const played = await playTogether(policy, visits, {
    open: createFunctionsWorld,
    temperature: config.temperature,
    rng: rng.fork('play'),
  });
  const attempts = played.map((one, i) => attemptOf(one, starts[Math.floor(i / config.group)]));
  return {
    groups: starts.map((_, g) => attempts.slice(g * config.group, (g + 1) * config.group)),
    steps: played.reduce((sum, { trajectory }) => sum + trajectory.steps.length, 0),
  };
}

function visitOf({ task, from }: Start, length: number, salt: number): Visit {
  const before = from ? from.trajectory.steps.slice(0, from.step) : [];
  return {
    task: { ...task, horizon: before.length + length },
    meta: { world: 'functions', policy: 'online' },
    prefix: before.map(
      ({ observation, action }) =>
        (live) =>
          reground(action, observation.tree, live.tree),
    ),
    salt,
  };
}

function attemptOf({ trajectory, decisions }: Played, start: Start): DreamedTrajectory {
  const { steps, final, reward, terminated } = trajectory;
  const first = Math.max(
    0,
    decisions.findIndex((decision) => decision !== null),
  );
  const own = decisions.slice(first).flatMap((decision) => decision ?? []);
  return {
    start,
    sequences: own.map(emitted),
    logProbs: own.map(({ logProbs }) => logProbs),
    trees: [...steps.slice(first).map(({ observation }) => observation.tree), final.tree],
    actions: own.map(({ action }) => action),
    reward,
    terminated,
    missing: false,
    malformed: 0,
    belief: 0,
  };
}
