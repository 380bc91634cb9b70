import { ACTIONS, legalTargets, optionsOf } from '../action/table.ts';
import { ReverieError } from '../core/errors.ts';
import type { Rng } from '../core/rng.ts';
import type { Action, Task, Verb } from '../core/types.ts';
import type { PlayEpisode } from '../env/episodes.ts';
import { type Actor, runEpisode } from '../env/rollout.ts';
import { expertAction } from '../sites/tasks.ts';

/** Who acts: makes the actor of one episode. `rng` is the episode's own. */
export interface ActorFactory {
  /** As it appears in trajectories and reports. */
  name: string;
  actor(task: Task, rng: Rng): Actor;
  close?(): Promise<void>;
}

const expert: ActorFactory = {
  name: 'expert',
  actor: (task) => (observation, state) => expertAction(task, state, observation),
};

/** What random agents do: everything that a goal on one site can need. */
const RANDOM_VERBS = [
  'click',
  'type',
  'select',
  'note',
  'scroll',
  'go_back',
  'stop',
] as const satisfies readonly Verb[];

/** Uniform over the verbs that can do something here, then over their targets; texts are slots of the task. */
const random: ActorFactory = {
  name: 'random',
  actor: (task, rng) => {
    const words = ['', ...Object.values(task.slots)];
    return ({ tree }): Action => {
      const verbs = RANDOM_VERBS.filter(
        (verb) => !('target' in ACTIONS[verb].args) || legalTargets(verb, tree).length > 0,
      );
      const verb = rng.pick(verbs);
      if (verb === 'scroll') return { verb, direction: rng.pick(['up', 'down']) };
      if (verb === 'go_back') return { verb };
      if (verb === 'stop') return { verb, answer: rng.pick(words) };
      const index = rng.pick(legalTargets(verb, tree));
      const target = tree.nodes[index].id;
      if (verb === 'type') return { verb, target, text: rng.pick(words), enter: rng.chance(0.5) };
      if (verb === 'select') return { verb, target, option: tree.nodes[rng.pick(optionsOf(tree, index))].name };
      return { verb, target };
    };
  },
};

/** The policy in a run file (`run.reverie`) or in the folder of a finished run. */
async function fromRun(path: string): Promise<ActorFactory> {
  throw new ReverieError('usage', {
    who: '--policy',
    rule: 'this is neither a known policy nor a run',
    got: path,
    expected: 'expert, random, or a run file or folder',
  });
}

/** The actor of that name. Throws a `usage` error for a name that is neither a policy nor a run. */
export async function actorsOf(policy: string): Promise<ActorFactory> {
  if (policy === 'expert') return expert;
  if (policy === 'random') return random;
  return fromRun(policy);
}

/** Plays an episode on a real page with this actor. */
export const playOnPages =
  (factory: ActorFactory): PlayEpisode =>
  (env, task, seed, rng) =>
    runEpisode(env, task, seed, factory.actor(task, rng), { world: 'browser', policy: factory.name });
