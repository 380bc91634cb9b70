import { expect } from 'vitest';
import type { Rng } from '../../src/core/rng.ts';
import type { Action, Observation, Task } from '../../src/core/types.ts';
import { goalWords } from '../../src/model/words.ts';
import type { MiniBrowser } from './miniBrowser.ts';

export interface Drive {
  answer: string;
  /** Every observation, the last one (before `stop`) included. */
  seen: Observation[];
}

/** Can the agent copy this text from the goal, its notes or the page? */
const copyable = (text: string, { goal, notes, tree }: Observation): boolean =>
  [goalWords(goal).join(' '), ...notes, ...tree.nodes.map((node) => node.name)].some((source) =>
    ` ${source} `.includes(` ${text} `),
  );

/** Lets the expert act until it stops. Fails when it types or answers what the agent could not copy, or takes too long. */
export function solve<W, S>(task: Task, browser: MiniBrowser<W, S>, limit: number, anyText = false): Drive {
  const seen: Observation[] = [];
  while (seen.length < limit) {
    const observation = browser.observation();
    seen.push(observation);
    const action = browser.family.expert(browser.world, task, browser.state, observation);
    const text = action.verb === 'type' ? action.text : action.verb === 'stop' ? action.answer : '';
    if (text !== '' && !anyText) expect(copyable(text, observation), `${task.id} may copy: ${text}`).toBe(true);
    if (action.verb === 'stop') return { answer: action.answer, seen };
    browser.step(action);
  }
  throw new Error(`${task.id}: not finished after ${limit} steps, at ${browser.url}`);
}

/** A legal action chosen by chance. */
export function wander(rng: Rng, { tree, goal }: Observation): Action {
  if (rng.chance(0.1)) return { verb: 'go_back' };
  const { nodes } = tree;
  const node = rng.pick(
    nodes.filter((n) =>
      /^(link|button|clickable|checkbox|radio|textbox|searchbox|Date|InputTime|combobox)$/.test(n.role),
    ),
  );
  if (node.role === 'combobox') {
    const after = nodes.slice(nodes.indexOf(node) + 1);
    const end = after.findIndex((option) => option.role !== 'option');
    return { verb: 'select', target: node.id, option: rng.pick(after.slice(0, end < 0 ? undefined : end)).name };
  }
  if (/^(textbox|searchbox|Date|InputTime)$/.test(node.role))
    return { verb: 'type', target: node.id, text: rng.pick(goal.split(' ')), enter: rng.chance(0.3) };
  return { verb: 'click', target: node.id };
}
