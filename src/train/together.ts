import type { Rng } from '../core/rng.ts';
import type { Action, Observation, Task, Trajectory } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import { startState } from '../env/rollout.ts';
import { type EpisodeMeta, startTrajectory, withTimeLimit } from '../env/wrappers.ts';
import { type Decision, decide } from '../model/agent.ts';
import type { Model } from '../model/model.ts';
import { agentView, type PastAction, pastOf, samePage } from '../model/view.ts';
import type { Instead } from './evaluate.ts';

/** One episode to be played. */
export interface Visit {
  task: Task;
  meta: EpisodeMeta;
  /** What is done before the policy takes over, in order: the real steps of a recorded visit, found again on the live page. */
  prefix?: readonly ((live: Observation) => Action | null)[];
  /** Decides instead of the policy where it gives an action: noise, a crawl, giving up. */
  instead?: Instead;
  /** Hash of rare words in a training rollout; absent: as at test time. */
  salt?: number;
}

export interface Played {
  trajectory: Trajectory;
  /** The policy's own decisions with what training needs, by step; null where something else decided. */
  decisions: (Decision | null)[];
}

export interface PlayOptions {
  open: () => Environment;
  /** 0 is greedy. */
  temperature: number;
  rng: Rng;
  /** Episodes at a time. */
  parallel?: number;
  onEpisodes?: (done: number) => void | Promise<void>;
}

const PARALLEL = 128;

/**
 * Plays episodes in lockstep: one forward pass of the policy decides for all that are still going on. For worlds that answer
 * at once; a page in Chrome would make all others wait. Without a policy everything must be decided by the visits. The same
 * visits, `parallel` and rng give the same episodes.
 */
export async function playTogether(
  policy: Model | null,
  visits: readonly Visit[],
  { open, temperature, rng, parallel = PARALLEL, onEpisodes }: PlayOptions,
): Promise<Played[]> {
  const out: Played[] = [];
  for (let from = 0; from < visits.length; from += parallel) {
    const chunk = visits.slice(from, from + parallel);
    const draws = rng.fork(from);
    const going = await Promise.all(chunk.map((visit, i) => begin(visit, open(), draws.fork(i).int(2 ** 31))));
    const isLive = ({ over }: Going): boolean => !over;
    for (let live = going.filter(isLive); live.length > 0; live = live.filter(isLive))
      await stepAll(policy, live, temperature, draws.next);
    for (const { env, recorder, decisions } of going) {
      await env.close();
      out.push({ trajectory: recorder.finish(), decisions });
    }
    await onEpisodes?.(out.length);
  }
  return out;
}

interface Going {
  visit: Visit;
  env: Environment;
  recorder: ReturnType<typeof startTrajectory>;
  observation: Observation;
  past: PastAction[];
  decisions: (Decision | null)[];
  over: boolean;
}

async function begin(visit: Visit, world: Environment, seed: number): Promise<Going> {
  const env = withTimeLimit(world);
  const { task, meta, prefix = [] } = visit;
  const observation = await env.reset(task, seed);
  const recorder = startTrajectory(task, seed, observation, meta, startState(task, meta));
  const going: Going = { visit, env, recorder, observation, past: [], decisions: [], over: false };
  for (const find of prefix) {
    const action = going.over ? null : find(going.observation);
    if (action) await act(going, action, null);
  }
  return going;
}

async function stepAll(
  policy: Model | null,
  live: readonly Going[],
  temperature: number,
  uniform: () => number,
): Promise<void> {
  const given = live.map(({ visit, observation, past }) => visit.instead?.(observation, past) ?? null);
  const asked = live.filter((_, i) => given[i] === null);
  if (asked.length > 0 && !policy) throw new Error('internal: nobody decides');
  const decisions =
    asked.length === 0 || !policy
      ? []
      : await decide(
          policy,
          asked.map(({ observation, past }) => agentView(observation, past)),
          { temperature, uniform, salts: saltsOf(asked) },
        );
  const decided = new Map(asked.map((going, i) => [going, decisions[i]]));
  for (const [i, going] of live.entries()) {
    const decision = decided.get(going) ?? null;
    await act(going, given[i] ?? decision!.action, decision);
  }
}

/** All visits of a call are rollouts for training, or none is. */
const saltsOf = (asked: readonly Going[]): number[] | undefined =>
  asked[0].visit.salt === undefined ? undefined : asked.map(({ visit }) => visit.salt ?? 0);

async function act(going: Going, action: Action, decision: Decision | null): Promise<void> {
  const before = going.observation.tree;
  const result = await going.env.step(action);
  going.recorder.add(action, result, 0);
  going.decisions.push(decision);
  const { tree } = result.observation;
  going.past = [...going.past, pastOf(before, action, action.verb !== 'note' && samePage(before, tree))];
  going.observation = result.observation;
  going.over = result.terminated || result.truncated;
}
