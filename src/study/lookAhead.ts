import type { Rng } from '../core/rng.ts';
import type { Action, Task } from '../core/types.ts';
import { createFunctionsWorld } from '../env/functionsWorld.ts';
import { withTimeLimit } from '../env/wrappers.ts';
import { startVisit, travel } from '../model/memory.ts';
import { pastOf, samePage } from '../model/view.ts';
import { givingUp } from '../train/evaluate.ts';
import type { Planner, Situation } from '../train/planner.ts';

/** Visits that are planned for together. */
const TOGETHER = 64;

/** Greedy success with look-ahead at every step, on sites that nobody recorded: what a visit has seen is all that it imagines from. */
export async function lookAheadOutcomes(planner: Planner, tasks: readonly Task[], rng: Rng): Promise<string> {
  const gaveUp = givingUp();
  let out = '';
  for (let from = 0; from < tasks.length; from += TOGETHER) {
    const visits = await Promise.all(
      tasks.slice(from, from + TOGETHER).map(async (task) => {
        const env = withTimeLimit(createFunctionsWorld());
        const observation = await env.reset(task, 0);
        const situation: Situation = { task, observation, past: [], visit: startVisit(new Map()) };
        return { env, situation, over: false, reward: 0 };
      }),
    );
    const draws = rng.fork(from);
    for (;;) {
      const live = visits.filter(({ over }) => !over);
      if (live.length === 0) break;
      const plans = await planner.plan(
        live.map(({ situation }) => situation),
        draws.next,
      );
      for (const [i, visit] of live.entries()) {
        const { observation, past } = visit.situation;
        const action = gaveUp(observation, past) ?? plans[i].action;
        const result = await visit.env.step(action);
        visit.over = result.terminated || result.truncated;
        visit.reward = result.reward;
        visit.situation = after(visit.situation, action, result.observation);
      }
    }
    for (const { env, reward } of visits) {
      out += reward === 1 ? '1' : '0';
      await env.close();
    }
  }
  return out;
}

function after(
  { task, observation: seen, past, visit }: Situation,
  action: Action,
  observation: Situation['observation'],
): Situation {
  const still = action.verb !== 'note' && samePage(seen.tree, observation.tree);
  travel(visit, seen.tree, observation.tree.url, action.verb);
  return { task, observation, past: [...past, pastOf(seen.tree, action, still)], visit };
}
