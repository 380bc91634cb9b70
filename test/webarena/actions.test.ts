import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/types.ts';
import { parseWebArenaAction, printWebArenaAction } from '../../src/webarena/actions.ts';

// What `create_id_based_action` of WebArena (`browser_env/actions.py`) makes of these strings.
describe('actions as WebArena reads them', () => {
  test.each<[string, Action]>([
    ['click [12]', { verb: 'click', target: 12 }],
    ['  click[12]\n', { verb: 'click', target: 12 }],
    ['click [12] now', { verb: 'click', target: 12 }],
    ['hover [3]', { verb: 'hover', target: 3 }],
    ['type [7] [blue mug]', { verb: 'type', target: 7, text: 'blue mug', enter: true }],
    ['type [7] [blue mug] [0]', { verb: 'type', target: 7, text: 'blue mug', enter: false }],
    ['type[7][blue mug][1]', { verb: 'type', target: 7, text: 'blue mug', enter: true }],
    ['type [7] [a] b [c] [0]', { verb: 'type', target: 7, text: 'a] b [c', enter: false }],
    ['press [Ctrl+v]', { verb: 'press', key: 'Ctrl+v' }],
    ['scroll [down]', { verb: 'scroll', direction: 'down' }],
    ['scroll up', { verb: 'scroll', direction: 'up' }],
    ['goto [http://localhost:7770/a?b=[1]]', { verb: 'goto', url: 'http://localhost:7770/a?b=[1]' }],
    ['new_tab', { verb: 'new_tab' }],
    ['tab_focus [2]', { verb: 'tab_focus', index: 2 }],
    ['close_tab', { verb: 'close_tab' }],
    ['go_back', { verb: 'go_back' }],
    ['go_forward', { verb: 'go_forward' }],
    ['stop [EUR 12.50]', { verb: 'stop', answer: 'EUR 12.50' }],
    ['stop [N/A]', { verb: 'stop', answer: 'N/A' }],
    ['stop []', { verb: 'stop', answer: '' }],
    ['stop', { verb: 'stop', answer: '' }],
  ])('%j', (text, action) => {
    expect(parseWebArenaAction(text)).toEqual(action);
  });

  test.each<[string, string, Action]>([
    ['patterns are searched, not anchored', 'click  [3] click [4]', { verb: 'click', target: 4 }],
    ['any flag but 0 and 1 becomes text', 'type [7] [a] [2]', { verb: 'type', target: 7, text: 'a] [2', enter: true }],
    ['two spaces lose the answer', 'stop  [yes]', { verb: 'stop', answer: '' }],
    ['a line break loses the answer', 'stop [a\nb]', { verb: 'stop', answer: '' }],
    ['words after a verb are not read', 'go_back please', { verb: 'go_back' }],
  ])('traps: %s', (_, text, action) => {
    expect(parseWebArenaAction(text)).toEqual(action);
  });

  test.each([
    ['', 'unknown-verb'],
    ['Click [1]', 'unknown-verb'],
    ['select [4] [Blue]', 'unknown-verb'],
    ['scroll down [1]', 'unknown-verb'],
    ['constructor', 'unknown-verb'],
    ['click [one]', 'bad-argument'],
    ['click [-1]', 'bad-argument'],
    ['scroll [left]', 'bad-argument'],
    ['tab_focus', 'bad-argument'],
    ['press []', 'bad-argument'],
    ['type [7] []', 'bad-argument'],
    // The text is taken for the flag.
    ['type [7] [1]', 'bad-argument'],
    ['type [7] [a\nb] [1]', 'bad-argument'],
    // `browser_env/constants.py` knows the characters up to U+03E7.
    ['type [7] [漢] [1]', 'bad-argument'],
    ['type [7] [😀]', 'bad-argument'],
  ])('errors: %j', (text, code) => {
    expect(parseWebArenaAction(text)).toMatchObject({ kind: 'format', code });
  });
});

describe('actions as WebArena says them', () => {
  const id = fc.nat();
  const line = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\n'));
  const typable = fc.string({ minLength: 1, unit: 'grapheme-ascii' });
  const verb = <V extends Action['verb']>(...verbs: V[]) => fc.constantFrom(...verbs);
  const sayable: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ verb: verb('click'), target: id }),
    fc.record({ verb: verb('hover'), target: id }),
    fc.record({ verb: verb('type'), target: id, text: typable, enter: fc.boolean() }),
    fc.record({ verb: verb('press'), key: line }),
    fc.record({ verb: verb('scroll'), direction: fc.constantFrom<'up' | 'down'>('up', 'down') }),
    fc.record({ verb: verb('goto'), url: line }),
    fc.record({ verb: verb('tab_focus'), index: id }),
    fc.constantFrom<Action>({ verb: 'new_tab' }, { verb: 'close_tab' }, { verb: 'go_back' }, { verb: 'go_forward' }),
    fc.record({ verb: verb('stop'), answer: fc.oneof(line, fc.constant('')) }),
  );
  test('what is said is read as meant', () => {
    fc.assert(
      fc.property(sayable, (action) => {
        const text = printWebArenaAction(action);
        expect(typeof text).toBe('string');
        expect(parseWebArenaAction(text as string)).toEqual(action);
      }),
    );
  });

  test.each<Action>([
    { verb: 'select', target: 4, option: 'Blue' },
    { verb: 'note', target: 4 },
    { verb: 'type', target: 4, text: '', enter: true },
    { verb: 'type', target: 4, text: 'two\nlines', enter: true },
    { verb: 'type', target: 4, text: '漢', enter: true },
    { verb: 'stop', answer: 'two\nlines' },
    { verb: 'click', target: -1 },
  ])('what cannot be said is reported: %j', (action) => {
    expect(printWebArenaAction(action)).toMatchObject({ kind: 'format', code: 'not-sayable' });
  });
});
