import type { Action, AXNode, AXTree } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import type { DreamedTrajectory } from './dreaming.ts';

/**
 * Finds on the live page what an action meant on the page it was decided on: the node of the same role and name that
 * stands nearest to the old place. Null when there is none.
 */
export function reground(action: Action, seen: AXTree, live: AXTree): Action | null {
  if (!('target' in action)) return action;
  const at = seen.nodes.findIndex(({ id }) => id === action.target);
  const node: AXNode | undefined = seen.nodes[at];
  if (!node) return null;
  let best = -1;
  live.nodes.forEach(({ role, name }, i) => {
    if (role === node.role && name === node.name && (best < 0 || Math.abs(i - at) < Math.abs(best - at))) best = i;
  });
  return best < 0 ? null : { ...action, target: live.nodes[best].id };
}

export interface Audit {
  /** What the judge said in the dream, and the checker after doing the same for real. */
  dreamed: number;
  real: number;
  /** Some action had no counterpart on the real page. */
  diverged: boolean;
  /** Real steps this replay cost. */
  steps: number;
}

/** Repeats a finished dream on real pages and asks the checker. Null when the environment failed. */
export async function auditDream(env: Environment, dream: DreamedTrajectory, seed: number): Promise<Audit | null> {
  const { task, from } = dream.start;
  const prefix = from ? from.trajectory.steps.slice(0, from.step) : [];
  const script = [
    ...prefix.map(({ observation, action }) => ({ tree: observation.tree, action })),
    ...dream.actions.map((action, t) => ({ tree: dream.trees[t], action })),
  ];
  let observation = await env.reset({ ...task, horizon: Math.max(task.horizon, script.length + 1) }, seed);
  let diverged = false;
  let steps = 0;
  for (const { tree, action } of script) {
    const live = reground(action, tree, observation.tree);
    if (!live) {
      diverged = true;
      continue;
    }
    const transition = await env.step(live);
    steps++;
    if (transition.failure?.kind === 'environment') return null;
    observation = transition.observation;
    if (transition.terminated) return { dreamed: dream.reward, real: transition.reward, diverged, steps };
    if (transition.truncated) break;
  }
  return { dreamed: dream.reward, real: 0, diverged, steps };
}
