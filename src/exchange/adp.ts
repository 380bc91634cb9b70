import { maskSecrets } from '../core/secrets.ts';
import type { Observation, Trajectory } from '../core/types.ts';
import { printTree } from '../page/text.ts';
import type { Lost } from './flow.ts';

/** The version of the agent data protocol that is written. Its schema refuses fields that it does not know. */
const ADP_VERSION = '1.2.0';

type AdpItem =
  | { class_: 'text_observation'; content: string; source: 'user' | 'environment' }
  | { class_: 'web_observation'; html: null; axtree: string; url: string; image_observation: null; viewport_size: null }
  | { class_: 'api_action'; function: string; kwargs: Record<string, unknown>; reward: number }
  | { class_: 'message_action'; content: string; reward: number };

function seen({ feedback, tree }: Observation): AdpItem[] {
  const page: AdpItem = {
    class_: 'web_observation',
    html: null,
    axtree: printTree(tree),
    url: tree.url,
    image_observation: null,
    viewport_size: null,
  };
  return feedback === '' ? [page] : [{ class_: 'text_observation', content: feedback, source: 'environment' }, page];
}

/**
 * An episode in the agent data protocol, as one line: the goal as the user's text, then pages (WebArena text, the ids of
 * which the actions name) and actions in turn. `stop` is the message to the user. Secrets are masked; the privileged
 * state, notes and times stay behind.
 */
export function exportAdp(trajectory: Trajectory): { text: string; lost: Lost[] } {
  const { id, task, steps, final, seed, world, policy, reward, terminated, truncated, failure } =
    maskSecrets(trajectory);
  const content: AdpItem[] = [{ class_: 'text_observation', content: task.goal, source: 'user' }];
  for (const { observation, action, reward } of steps) {
    content.push(...seen(observation));
    if (action.verb === 'stop') {
      content.push({ class_: 'message_action', content: action.answer, reward });
    } else {
      const { verb, ...kwargs } = action;
      content.push({ class_: 'api_action', function: verb, kwargs, reward });
    }
  }
  // After the answer nobody looks any more.
  if (steps.at(-1)?.action.verb !== 'stop') content.push(...seen(final));
  const details = { task, seed, world, policy, reward, terminated, truncated, ...(failure && { failure }) };
  const hasState = trajectory.finalState !== undefined || steps.some(({ state }) => state !== undefined);
  const lost = hasState ? [{ step: 0, what: 'state', why: 'the privileged state is for checkers only' }] : [];
  return { text: `${JSON.stringify({ schema_version: ADP_VERSION, id, content, details })}\n`, lost };
}
