import type { Rng } from '../core/rng.ts';
import type { Task } from '../core/types.ts';
import type { PlayEpisode } from '../env/episodes.ts';
import { type Actor, runEpisode } from '../env/rollout.ts';
import { miniwobExpert } from '../miniwob/experts/index.ts';
import { randomDecision } from '../model/randomPolicy.ts';
import { agentView } from '../model/view.ts';
import { expertAction } from '../sites/tasks.ts';
import { remembering } from '../train/evaluate.ts';

/** Who acts: makes the actor of one episode. `rng` is the episode's own. */
export interface ActorFactory {
  /** As it appears in trajectories and reports. */
  name: string;
  /** Site families that it was trained on; absent: it needs no training. */
  families?: readonly string[];
  actor(task: Task, rng: Rng): Actor;
  close?(): Promise<void>;
}

const expert: ActorFactory = {
  name: 'expert',
  actor: (task) =>
    task.suite === 'miniwob'
      ? (observation) => miniwobExpert(task.template, observation)
      : (observation, state) => expertAction(task, state, observation),
};

/** Random legal actions in the policy's own grammar. */
const random: ActorFactory = {
  name: 'random',
  actor: (_, rng) => remembering((observation, past) => randomDecision(agentView(observation, past), rng)),
};

/** Before the name of a file: plays the actions that are written in it. */
export const REPLAY = 'replay:';

/** WebArena stops for an agent that has done so many actions, and scores what it left. */
export const WEBARENA_STEPS = 30;

const stopping =
  (act: Actor, limit: number): Actor =>
  (observation, state) =>
    observation.step >= limit ? { verb: 'stop', answer: '' } : act(observation, state);

/** The actor of that name. Throws a `usage` error for a name that is neither a policy nor a run. */
export async function actorsOf(policy: string): Promise<ActorFactory> {
  if (policy === 'expert') return expert;
  if (policy === 'random') return random;
  if (policy.startsWith(REPLAY)) return (await import('./replayActors.ts')).replayActors(policy.slice(REPLAY.length));
  // The engine is only loaded for those who need it.
  const { actorsFromRun } = await import('./runActor.ts');
  return actorsFromRun(policy);
}

/** Plays an episode on a real page with this actor. */
export const playOnPages =
  (factory: ActorFactory): PlayEpisode =>
  (env, task, seed, rng) => {
    const actor = factory.actor(task, rng);
    const acting = task.suite === 'webarena' ? stopping(actor, WEBARENA_STEPS) : actor;
    return runEpisode(env, task, seed, acting, { world: 'browser', policy: factory.name });
  };
