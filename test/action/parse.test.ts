import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure, parseAction, printAction } from '../../src/action/parse.ts';
import { ACTIONS, actionHelp, VERBS } from '../../src/action/table.ts';
import type { Action } from '../../src/core/types.ts';

const id = fc.nat();
const text = fc.string({ unit: 'binary' });
/** Keys, addresses cannot be empty. */
const filled = fc.string({ unit: 'binary', minLength: 1 });

/** Percent with at most two decimals. */
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ verb: fc.constantFrom('click' as const, 'hover' as const, 'note' as const), target: id }),
  fc.record({ verb: fc.constant('type' as const), target: id, text, enter: fc.boolean() }),
  fc.record({ verb: fc.constant('select' as const), target: id, option: text }),
  fc.record({ verb: fc.constant('drag' as const), target: id, to: id }),
  fc.record({ verb: fc.constant('click_at' as const), target: id, x: percent, y: percent }),
  fc.record({ verb: fc.constant('press' as const), key: filled }),
  fc.record({ verb: fc.constant('scroll' as const), direction: fc.constantFrom('up' as const, 'down' as const) }),
  fc.record({ verb: fc.constant('goto' as const), url: filled }),
  fc.record({
    verb: fc.constantFrom('go_back' as const, 'go_forward' as const, 'new_tab' as const, 'close_tab' as const),
  }),
  fc.record({ verb: fc.constant('tab_focus' as const), index: id }),
  fc.record({ verb: fc.constant('stop' as const), answer: text }),
);

describe('the WebArena grammar', () => {
  // Source of the forms: `create_id_based_action` of WebArena (brackets and spaces optional where its patterns say so).
  it.each<[string, Action]>([
    ['click [12]', { verb: 'click', target: 12 }],
    ['click[12]', { verb: 'click', target: 12 }],
    ['  hover [3] ', { verb: 'hover', target: 3 }],
    ['type [7] [blue mug] [0]', { verb: 'type', target: 7, text: 'blue mug', enter: false }],
    ['type [7] [blue mug] [1]', { verb: 'type', target: 7, text: 'blue mug', enter: true }],
    ['type [7] [blue mug]', { verb: 'type', target: 7, text: 'blue mug', enter: true }],
    ['type[7][blue mug][0]', { verb: 'type', target: 7, text: 'blue mug', enter: false }],
    ['type [7] [a [b] c]', { verb: 'type', target: 7, text: 'a [b] c', enter: true }],
    ['type [7] [2] [2]', { verb: 'type', target: 7, text: '2] [2', enter: true }],
    ['press [Ctrl+v]', { verb: 'press', key: 'Ctrl+v' }],
    ['scroll [down]', { verb: 'scroll', direction: 'down' }],
    ['scroll up', { verb: 'scroll', direction: 'up' }],
    ['goto [http://a.b/c?d=[e]]', { verb: 'goto', url: 'http://a.b/c?d=[e]' }],
    ['new_tab', { verb: 'new_tab' }],
    ['tab_focus [2]', { verb: 'tab_focus', index: 2 }],
    ['close_tab', { verb: 'close_tab' }],
    ['go_back', { verb: 'go_back' }],
    ['go_forward', { verb: 'go_forward' }],
    ['stop [N/A]', { verb: 'stop', answer: 'N/A' }],
    ['stop []', { verb: 'stop', answer: '' }],
    ['stop', { verb: 'stop', answer: '' }],
    ['select [9] [Price, low to high]', { verb: 'select', target: 9, option: 'Price, low to high' }],
    ['drag [14] [20]', { verb: 'drag', target: 14, to: 20 }],
    ['click_at [17] [50] [12.5]', { verb: 'click_at', target: 17, x: 50, y: 12.5 }],
    ['click_at[17][0][100]', { verb: 'click_at', target: 17, x: 0, y: 100 }],
    ['note [31]', { verb: 'note', target: 31 }],
  ])('%s', (written, action) => {
    expect(parseAction(written)).toEqual(action);
  });

  it.each([
    ['', 'unknown-verb'],
    ['fly [3]', 'unknown-verb'],
    ['toString', 'unknown-verb'],
    ['click', 'bad-argument'],
    ['click [x]', 'bad-argument'],
    ['click [-1]', 'bad-argument'],
    ['type [7]', 'bad-argument'],
    ['drag [3]', 'bad-argument'],
    ['click_at [3] [50]', 'bad-argument'],
    ['click_at [3] [50] [-2]', 'bad-argument'],
    ['click_at [3] [50] [1.234]', 'bad-argument'],
    ['click-at [3] [50] [50]', 'unknown-verb'],
    ['scroll [left]', 'bad-argument'],
    ['press []', 'bad-argument'],
    ['goto', 'bad-argument'],
  ])('refuses "%s"', (written, code) => {
    expect(parseAction(written)).toMatchObject({ kind: 'format', code });
  });

  it('reads back every action that it prints', () => {
    const same = fc.property(anyAction, (action) => {
      expect(parseAction(printAction(action))).toEqual(action);
    });
    fc.assert(same, { numRuns: 500 });
  });

  it('answers any text with an action or a format failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.constantFrom(...VERBS), fc.string()).map(([v, s]) => v + s),
        ),
        (written) => {
          const result = parseAction(written);
          expect(isFailure(result) ? result.kind : ACTIONS[result.verb].syntax).toBeTruthy();
        },
      ),
    );
  });
});

describe('the action table', () => {
  it.each(VERBS)('%s: its example is an action of that verb, and the help shows it', (verb) => {
    const { example, syntax } = ACTIONS[verb];
    const action = parseAction(example);
    expect(action).toMatchObject({ verb });
    expect(printAction(action as Action)).toBe(example);
    expect(actionHelp()).toContain(syntax);
  });
});
