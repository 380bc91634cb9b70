import { MASK } from '../core/mask.ts';
import { maskSecrets } from '../core/secrets.ts';
import type { Action, AXTree, Trajectory } from '../core/types.ts';
import type { Flow, FlowAction } from './flow.ts';
import { describeTarget } from './target.ts';

/** A flow's address: whole, so that it means the same elsewhere. */
const whole = (base: string, url: string): string => (url.startsWith('/') ? base + url : url);

function flowAction(action: Action, tree: AXTree, base: string): FlowAction | null {
  if (action.verb === 'goto') return { ...action, url: whole(base, action.url) };
  if (!('target' in action)) return action;
  const target = describeTarget(tree, action.target);
  if (action.verb !== 'drag') return target && { ...action, target };
  const to = describeTarget(tree, action.to);
  return target && to && { ...action, target, to };
}

/**
 * What was done in an episode, secrets masked. Steps that failed changed nothing and are left out.
 *
 * @param base address of the site, without slash at its end.
 */
export function flowOfTrajectory(trajectory: Trajectory, base: string): Flow {
  const { task, steps, final } = maskSecrets(trajectory);
  const pages = [...steps.map((step) => step.observation.tree), final.tree];
  const flow: Flow = { title: task.goal, start: whole(base, pages[0].url), steps: [], lost: [] };
  steps.forEach(({ action, failure }, i) => {
    const lose = (why: string) => flow.lost.push({ step: i + 1, what: action.verb, why });
    const said = failure ? null : flowAction(action, pages[i], base);
    if (said === null) {
      lose(failure ? `it failed and changed nothing (${failure.code})` : 'its target is not on the page');
      return;
    }
    if ('text' in said && said.text.includes(MASK)) lose('the text was a secret and is masked');
    const arrives = pages[i + 1].url === pages[i].url ? {} : { arrives: whole(base, pages[i + 1].url) };
    flow.steps.push({ from: i + 1, action: said, ...arrives });
  });
  return flow;
}
