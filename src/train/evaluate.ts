import type { Rng } from '../core/rng.ts';
import { type Rate, wilson } from '../core/stats.ts';
import type { Action, Observation, Task, Tier, Trajectory } from '../core/types.ts';
import type { Actor } from '../env/rollout.ts';
import { randomDecision } from '../model/randomPolicy.ts';
import { agentView, type PastAction, pastOf, samePage } from '../model/view.ts';

/** A policy that decides from observation and past actions. */
export type Decide = (observation: Observation, past: PastAction[]) => Promise<Action> | Action;

/** Keeps the memory of past actions around a stateless policy; one actor per episode. */
export function remembering(decide: Decide): Actor {
  let past: PastAction[] = [];
  let last: { observation: Observation; action: Action } | null = null;
  return async (observation) => {
    if (last) {
      const { observation: before, action } = last;
      past = [...past, pastOf(before.tree, action, action.verb !== 'note' && samePage(before.tree, observation.tree))];
    }
    const action = await decide(observation, past);
    last = { observation, action };
    return action;
  };
}

/** What is done instead of what the policy would; null leaves it to the policy. */
export type Instead = (observation: Observation, past: readonly PastAction[]) => Action | null;

/** Decides by `instead` where it has something to say. */
export const unless =
  (instead: Instead | undefined, decide: Decide): Decide =>
  (observation, past) =>
    instead?.(observation, past) ?? decide(observation, past);

/** Actions in a row without any visible effect after which an agent gives up: a greedy one would go on for ever. */
const PATIENCE = 4;

/** Ends a hopeless episode with `stop []`; the checker still decides. The same rule for every policy, baselines included. */
export const givingUp =
  (instead: Instead = () => null): Instead =>
  (observation, past) =>
    past.length >= PATIENCE && past.slice(-PATIENCE).every(({ still }) => still)
      ? { verb: 'stop', answer: '' }
      : instead(observation, past);

/** Random legal actions and nothing else. */
export const random =
  (rng: Rng) =>
  (observation: Observation, past: readonly PastAction[]): Action =>
    randomDecision(agentView(observation, [...past]), rng);

/** Random legal actions, as often as `share` says. */
export const noisy =
  (share: number, rng: Rng): Instead =>
  (observation, past) =>
    rng.chance(share) ? random(rng)(observation, past) : null;

/** What a set of episodes says: success with interval, by tier; episodes lost to the environment are counted, not scored. */
export interface Score extends Rate {
  tiers: Partial<Record<`${Tier}`, Rate>>;
  meanSteps: number;
  failures: { environment: number; format: number; policy: number };
  templates: Record<string, [successes: number, episodes: number]>;
}

export function score(episodes: readonly Trajectory[]): Score {
  const failures = { environment: 0, format: 0, policy: 0 };
  const scored: Trajectory[] = [];
  for (const episode of episodes) {
    for (const { failure } of episode.steps) if (failure && failure.kind !== 'environment') failures[failure.kind]++;
    if (episode.failure?.kind === 'environment') failures.environment++;
    else scored.push(episode);
  }
  const rateOf = (list: readonly Trajectory[]): Rate =>
    wilson(list.filter(({ reward }) => reward === 1).length, list.length);
  const tiers: Score['tiers'] = {};
  for (const tier of [1, 2, 3] as const) {
    const list = scored.filter(({ task }: { task: Task }) => task.tier === tier);
    if (list.length > 0) tiers[`${tier}`] = rateOf(list);
  }
  const templates: Score['templates'] = {};
  for (const { task, reward } of scored) {
    const entry = (templates[`${task.family}/${task.template}`] ??= [0, 0]);
    if (reward === 1) entry[0]++;
    entry[1]++;
  }
  const steps = scored.reduce((sum, episode) => sum + episode.steps.length, 0);
  return { ...rateOf(scored), tiers, meanSteps: scored.length ? steps / scored.length : 0, failures, templates };
}
