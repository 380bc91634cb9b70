import { feedbackLine } from '../action/feedback.ts';
import { checkAction, noteText } from '../action/table.ts';
import { ReverieError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import type { Action, AXNode, AXTree, Failure, Observation, Task, Transition } from '../core/types.ts';
import type { Environment } from './environment.ts';

/**
 * The smallest world: one number, moved by buttons, a field and a list, to be brought to a goal. It proves the plumbing:
 * every observation follows from the one before and the action (`nextCount`), so a lost, doubled or reordered message
 * cannot go unseen.
 */
const ID = { root: 1, count: 2, plus: 3, minus: 4, field: 5, list: 6, half: 7, double: 8, locked: 9 } as const;
const OPTIONS: Record<string, (count: number) => number> = {
  half: (count) => Math.floor(count / 2),
  double: (count) => count * 2,
};

export function counterTask(instance: number): Task {
  const rng = createRng(instance).fork('counter');
  const start = rng.int(10);
  const goal = start + 1 + rng.int(8);
  return {
    id: `counter/reach/0/${instance}`,
    suite: 'counter',
    family: 'counter',
    template: 'reach',
    siteSeed: 0,
    instance,
    goal: `Bring the counter from ${start} to ${goal}, then stop.`,
    tier: 1,
    horizon: 10,
    slots: { start: String(start), goal: String(goal) },
  };
}

/** The count that an observation shows. */
export const countOf = (tree: AXTree): number => Number(tree.nodes.find(({ id }) => id === ID.count)!.name);

/** The count after an action, or a failure when there is no such number. */
function nextCount(count: number, action: Action): number | Failure {
  if (action.verb === 'click') {
    if (action.target === ID.plus) return count + 1;
    if (action.target === ID.minus) return count - 1;
    if (action.target === ID.field) return count;
  }
  if (action.verb === 'type') {
    if (/^-?\d{1,6}$/.test(action.text)) return Number(action.text);
    return { kind: 'policy', code: 'bad-value', message: `The field takes a whole number, not "${action.text}".` };
  }
  if (action.verb === 'select') return OPTIONS[action.option](count);
  if (action.verb === 'hover' || action.verb === 'note' || action.verb === 'stop') return count;
  return { kind: 'policy', code: 'no-effect', message: `${action.verb} does nothing here.` };
}

function page(count: number): AXTree {
  const node = (id: number, role: string, name: string, depth = 1, more: Partial<AXNode> = {}): AXNode => ({
    id,
    role,
    name,
    depth,
    ...more,
  });
  const nodes = [
    node(ID.root, 'RootWebArea', 'Counter', 0),
    node(ID.count, 'heading', String(count)),
    node(ID.plus, 'button', 'plus'),
    node(ID.minus, 'button', 'minus'),
    node(ID.field, 'textbox', 'Set to', 1, { value: String(count) }),
    node(ID.list, 'combobox', 'Change', 1, { value: '' }),
    node(ID.half, 'option', 'half', 2),
    node(ID.double, 'option', 'double', 2),
    node(ID.locked, 'button', 'Locked', 1, { states: { disabled: true } }),
  ];
  return { url: '/', title: 'Counter', nodes, omitted: 0 };
}

/** Reaches the goal by one click at a time. */
export function counterExpert(task: Task, { tree }: Observation): Action {
  const distance = Number(task.slots.goal) - countOf(tree);
  if (distance === 0) return { verb: 'stop', answer: '' };
  return { verb: 'click', target: distance > 0 ? ID.plus : ID.minus };
}

export function createCounterWorld(): Environment {
  let visit: { task: Task; count: number; observation: Observation; over: boolean } | null = null;
  let closed = false;
  const guard = (who: string): void => {
    if (closed) throw new ReverieError('closed', { who, rule: 'this environment was closed' });
  };
  return {
    async reset(task) {
      guard('counter.reset');
      const count = Number(task.slots.start);
      const observation = { goal: task.goal, tree: page(count), feedback: '', notes: [], step: 0 };
      visit = { task, count, observation, over: false };
      return observation;
    },
    async step(action): Promise<Transition> {
      guard('counter.step');
      if (!visit || visit.over) {
        throw new ReverieError('ended', { who: 'counter.step', rule: 'no episode is going on', hint: 'Call reset.' });
      }
      const { tree, notes, step, goal } = visit.observation;
      const outcome = checkAction(action, tree) ?? nextCount(visit.count, action);
      const failure = typeof outcome === 'number' ? undefined : outcome;
      if (typeof outcome === 'number') visit.count = outcome;
      const after = failure ? tree : page(visit.count);
      const noted =
        action.verb === 'note' && !failure ? [noteText(tree.nodes.find(({ id }) => id === action.target)!)] : [];
      visit.observation = {
        goal,
        tree: after,
        feedback: failure?.message ?? feedbackLine(action, tree, after),
        notes: [...notes, ...noted],
        step: step + 1,
      };
      const terminated = action.verb === 'stop' && !failure;
      visit.over = terminated;
      const reward = terminated && visit.count === Number(visit.task.slots.goal) ? 1 : 0;
      const { observation, count } = visit;
      return { observation, reward, terminated, truncated: false, state: { count }, ...(failure ? { failure } : {}) };
    },
    async close() {
      closed = true;
      visit = null;
    },
  };
}
