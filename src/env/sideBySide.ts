import { printAction } from '../action/parse.ts';
import type { Observation, Task, Transition } from '../core/types.ts';
import { printTree } from '../page/text.ts';
import type { Environment } from './environment.ts';
import type { Actor } from './rollout.ts';

/** Where two worlds part: the first thing that they say differently. */
export interface Parting {
  /** Number of actions before it; 0 is the first page. */
  step: number;
  /** The last of them as written; '' on the first page. */
  action: string;
  what: string;
  /** What each world says, the first line that differs. */
  one: string;
  other: string;
}

export interface SideBySide {
  task: Task;
  /** Pages that were compared. */
  pages: number;
  reward: number;
  /** Absent when both worlds said the same throughout. */
  parting?: Parting;
}

/** What decides the score, and all that an agent sees; the page after a verdict is not waited for, so nobody can rely on it. */
const facts = ({ goal, tree, feedback }: Observation, result?: Transition): [what: string, text: string][] => {
  const over = result?.terminated === true;
  return [
    ['goal', goal],
    ['verdict', JSON.stringify([result?.reward, over, result?.state])],
    ['page', over ? '' : printTree(tree)],
    ['feedback', over ? '' : feedback],
  ];
};

function difference(one: [string, string][], other: [string, string][]): Omit<Parting, 'step' | 'action'> | undefined {
  const at = one.findIndex(([, text], i) => text !== other[i][1]);
  if (at < 0) return undefined;
  const [lines, others] = [one[at][1].split('\n'), other[at][1].split('\n')];
  const line = lines.findIndex((text, i) => text !== others[i]);
  const from = line < 0 ? lines.length : line;
  return { what: one[at][0], one: (lines[from] ?? '').trim(), other: (others[from] ?? '').trim() };
}

/**
 * Plays one episode in two worlds at once: `act` chooses from what the first shows, both do it, and all that they say is compared
 * to the character until they part or the episode ends. Faults of a world are thrown.
 */
export async function playSideBySide(
  [first, second]: readonly [Environment, Environment],
  task: Task,
  seed: number,
  act: Actor,
): Promise<SideBySide> {
  let [one, other] = await Promise.all([first.reset(task, seed), second.reset(task, seed)]);
  let results: [Transition?, Transition?] = [];
  let action = '';
  for (let step = 0; ; step++) {
    const [a, b] = results;
    const compared = { task, pages: step + 1, reward: a?.reward ?? 0 };
    const parting = difference(facts(one, a), facts(other, b));
    if (parting) return { ...compared, parting: { step, action, ...parting } };
    if (a?.terminated || a?.truncated || step === task.horizon) return compared;
    const next = await act(one, a?.state);
    action = printAction(next);
    results = await Promise.all([first.step(next), second.step(next)]);
    [one, other] = results.map((result) => result!.observation);
  }
}
