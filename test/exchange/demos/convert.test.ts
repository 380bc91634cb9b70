import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAction } from '../../../src/action/table.ts';
import { parseTrajectories, printTrajectories } from '../../../src/core/jsonl.ts';
import type { Action, Trajectory } from '../../../src/core/types.ts';
import { convertRecording, type Refusal } from '../../../src/exchange/demos/convert.ts';
import { readRecording } from '../../../src/exchange/demos/recorded.ts';
import { parseTree, printTree } from '../../../src/page/text.ts';
import { type Doing, type Dom, drawForm, type Form, fileOf, record, type State } from './recorder.ts';

const NAME = { task: 'click-checkboxes', instance: 2, id: 'demo:one' };

const convert = (text: string): Trajectory | Refusal => convertRecording(readRecording(text), NAME);
function episode(text: string): Trajectory {
  const result = convert(text);
  if ('reason' in result) throw new Error(`${result.reason}: ${result.what}`);
  return result;
}

/** A target as the form knows it: by what it is and what it is called. */
const named = ({ steps }: Trajectory): string[] =>
  steps.map(({ action, observation }) => {
    if (!('target' in action)) return JSON.stringify(action);
    const { target, ...rest } = action;
    const { role, name } = observation.tree.nodes.find((node) => node.id === target)!;
    const same = observation.tree.nodes.filter((node) => node.role === role);
    return JSON.stringify({ ...rest, role, name, ordinal: same.findIndex((node) => node.id === target) });
  });

const wanted = (expected: readonly Action[], { boxes }: Form): string[] =>
  expected.map((action) => {
    if (!('target' in action)) return JSON.stringify(action);
    const { target, ...rest } = action;
    const i = target % 100;
    if (target < 200) return JSON.stringify({ ...rest, role: 'checkbox', name: boxes[i].name, ordinal: i });
    if (target < 400) return JSON.stringify({ ...rest, role: 'textbox', name: '', ordinal: i });
    return JSON.stringify({ ...rest, role: 'button', name: 'Submit', ordinal: 0 });
  });

const letters = fc.stringMatching(/^[a-z]{1,6}$/);
const form = fc.record({
  boxes: fc.array(fc.record({ name: letters, checked: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  fields: fc.array(fc.constantFrom('', 'old'), { minLength: 1, maxLength: 3 }),
});
const doing: fc.Arbitrary<Doing> = fc.oneof(
  fc.record({
    kind: fc.constant('box' as const),
    i: fc.nat(3),
    on: fc.constantFrom('box' as const, 'label' as const, 'space' as const),
  }),
  fc.record({ kind: fc.constant('field' as const), i: fc.nat(2), text: letters, enter: fc.boolean() }),
  fc.record({ kind: fc.constant('idle' as const), on: fc.constantFrom('frame' as const, 'shift' as const) }),
);

const visit = fc.tuple(form, fc.array(doing, { maxLength: 8 })).map(([start, some]) => ({
  start,
  // Typing the same text again changes nothing, which is no step: every text is new.
  doings: [
    ...some.map((one, k): Doing => {
      if (one.kind === 'box') return { ...one, i: one.i % start.boxes.length };
      return one.kind === 'field'
        ? { ...one, i: one.i % start.fields.length, text: `${one.text}${'z'.repeat(k + 7)}` }
        : one;
    }),
    { kind: 'submit' } as const,
  ],
}));

describe('demonstrations of known actions', () => {
  it('convert back to those actions, in episodes that are valid and survive a file', () => {
    fc.assert(
      fc.property(visit, ({ start, doings }) => {
        const { states, expected } = record(start, doings);
        const result = episode(fileOf(states));
        expect(named(result)).toEqual(wanted(expected, start));
        for (const { action, observation } of result.steps) {
          expect(checkAction(action, observation.tree)).toBeNull();
          expect(parseTree(printTree(observation.tree))).toEqual(observation.tree);
        }
        expect(parseTrajectories(printTrajectories([result])).trajectories).toEqual([result]);
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  it('show the page before each action, and what came of the one before', () => {
    const start = { boxes: [{ name: 'kale', checked: false }], fields: [''] };
    const { states } = record(start, [{ kind: 'box', i: 0, on: 'label' }, { kind: 'submit' }]);
    const { steps, final, task, reward, policy } = episode(fileOf(states));
    expect(printTree(steps[0].observation.tree).split('\n').slice(3)).toEqual([
      "[1] RootWebArea 'Click Checkboxes Task'",
      "\t[2] checkbox 'kale' checked: False",
      "\t[3] textbox '' value: ''",
      "\t[4] button 'Submit'",
    ]);
    expect(steps[1].observation.tree.nodes[1]).toMatchObject({ id: 2, states: { checked: true } });
    expect(steps[1].observation.feedback).toBe('clicked checkbox "kale"');
    expect(final.feedback).toBe('clicked button "Submit"; no visible change');
    expect({ reward, policy, rewards: steps.map((step) => step.reward) }).toEqual({
      reward: 1,
      policy: 'human',
      rewards: [0, 0, 1],
    });
    expect(task).toMatchObject({ id: 'miniwob/click-checkboxes/demo/2', siteSeed: 0, goal: 'Tick them', instance: 2 });
  });

  it('are a success at a raw reward of 1 only', () => {
    const { states } = record({ boxes: [], fields: [] }, [{ kind: 'submit' }]);
    expect(episode(fileOf(states, { rawReward: 0.8 }))).toMatchObject({ reward: 0, terminated: true });
  });
});

/** States of a hand-made page: `tell` adds an event on the element with this ref. */
function script(page: (shown: number) => Dom[]) {
  let shown = 0;
  const states: State[] = [];
  const draw = (hit?: number): Dom => {
    const dom = drawForm({ boxes: [], fields: [] });
    dom.children[0].children[0].children = page(shown);
    const mark = (node: Dom): void => {
      if (node.ref === hit) node.recordingTarget = true;
      node.children.forEach(mark);
    };
    mark(dom);
    return dom;
  };
  states.push({ time: 0, action: null, dom: draw() });
  return {
    states,
    show: (next: number) => {
      shown = next;
    },
    tell: (type: string, ref: number, more: Record<string, number> = { x: 20, y: 70 }) => {
      for (const timing of type === 'scroll' ? [1] : [1, 3])
        states.push({ time: states.length, action: { type, timing, ...more }, dom: draw(ref) });
    },
  };
}

const box = (tag: string, ref: number, rest: Partial<Dom>): Dom => ({
  ...{ tag, ref, left: 10, top: 60, width: 50, height: 10, id: '', classes: '', children: [], ...rest },
});

describe('what people do besides', () => {
  it('a click on something without a role counts when it had an effect, and its likes are clickable then', () => {
    const { states, tell, show } = script((shown) => [
      box('SPAN', 10, { classes: 'coin', text: 'heads' }),
      box('SPAN', 11, { classes: 'coin', text: 'tails', top: 80 }),
      box('P', 12, { text: shown ? 'You win' : 'Toss', top: 100 }),
    ]);
    tell('mousedown', 12);
    tell('mouseup', 12);
    tell('click', 12);
    tell('mousedown', 10);
    show(1);
    tell('mouseup', 10);
    tell('click', 10);
    const { steps, final } = episode(fileOf(states));
    expect(steps.map(({ action }) => action)).toEqual([{ verb: 'click', target: 2 }]);
    expect(steps[0].observation.tree.nodes.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'RootWebArea Click Checkboxes Task',
      'clickable heads',
      'clickable tails',
      'StaticText Toss',
    ]);
    expect(final.tree.nodes.at(-1)?.name).toBe('You win');
  });

  it('keys that change the page are pressed, choices in lists selected, scrolling has a direction', () => {
    const { states, tell, show } = script((shown) => [
      box('SELECT', 10, {
        children: ['Peru', 'Chad'].map((text, i) => box('OPTION', 11 + i, { text, top: 60 + 10 * i })),
      }),
      box('P', 13, { text: shown === 1 ? 'moved' : 'still', top: shown === 2 ? 40 : 100 }),
    ]);
    tell('mousedown', 12);
    tell('mouseup', 12);
    tell('click', 12);
    tell('keydown', 1, { keyCode: 40, charCode: 0 });
    show(1);
    tell('keyup', 1, { keyCode: 40, charCode: 0 });
    tell('keydown', 1, { keyCode: 27, charCode: 0 });
    show(0);
    tell('keydown', 1, { keyCode: 16, charCode: 0 });
    show(2);
    tell('scroll', 3, {});
    const { steps } = episode(fileOf(states));
    expect(steps.map(({ action }) => action)).toEqual([
      { verb: 'select', target: 2, option: 'Chad' },
      { verb: 'press', key: 'ArrowDown' },
      { verb: 'press', key: 'Escape' },
      { verb: 'scroll', direction: 'down' },
    ]);
  });

  it('a page whose elements are numbered anew keeps its ids', () => {
    const { states } = record({ boxes: [{ name: 'kale', checked: false }], fields: ['x'] }, [{ kind: 'submit' }]);
    let next = 1000;
    const renumber = (dom: Dom): void => {
      if (dom.ref > 0) dom.ref = next++;
      dom.children.forEach(renumber);
    };
    renumber(states[states.length - 1].dom);
    const { steps, final } = episode(fileOf(states));
    expect(final.tree).toEqual(steps[0].observation.tree);
  });

  it.each<[string, (s: ReturnType<typeof script>) => void, string]>([
    ['nothing', () => {}, 'nothing was done'],
    [
      'a closed list',
      ({ tell }) => {
        tell('mousedown', 10);
        tell('mouseup', 10);
        tell('click', 10);
      },
      'a choice in a list, which is not recorded',
    ],
    [
      'a drag',
      ({ tell, show }) => {
        tell('mousedown', 11, { x: 20, y: 85 });
        show(1);
        tell('mouseup', 12, { x: 20, y: 125 });
      },
      'a drag',
    ],
  ])('%s is no episode, and the reason is said', (_, act, reason) => {
    const made = script((shown) => [
      box('SELECT', 10, {}),
      box('P', 11, { top: 80, text: shown ? 'b' : 'a' }),
      box('P', 12, { top: 120, text: shown ? 'a' : 'b' }),
    ]);
    act(made);
    expect(convert(fileOf(made.states))).toMatchObject({ reason });
  });

  it('a wrong type is an error with state and field', () => {
    const { states } = record({ boxes: [], fields: [] }, [{ kind: 'submit' }]);
    const text = fileOf(states).replace('"left":10', '"left":"x"');
    expect(() => readRecording(text)).toThrow(/state 1, left: this is not a number/);
  });

  it('nor is a file without states', () => {
    expect(convert(fileOf([]))).toEqual({ reason: 'nothing was recorded', state: 0, what: '' });
  });
});
