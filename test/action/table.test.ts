import { describe, expect, it } from 'vitest';
import { parseKey } from '../../src/action/keys.ts';
import { checkAction, legalTargets, optionsOf } from '../../src/action/table.ts';
import type { Action, Verb } from '../../src/core/types.ts';
import { SHOP } from './pages.ts';

const idsOf = (verb: Verb) => legalTargets(verb, SHOP).map((i) => SHOP.nodes[i].id);

describe('legalTargets', () => {
  it.each<[Verb, number[]]>([
    // In a field a click puts the caret; a combobox without options may be a list that it opens.
    ['click', [2, 7, 9, 11, 12]],
    // A combobox with options takes a choice, one without takes text.
    ['type', [2, 12, 13]],
    ['select', [3]],
    ['note', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
    ['hover', [2, 3, 7, 9, 10, 11, 12, 13]],
    // Anything but the page itself, where it is not disabled.
    ['drag', [2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14]],
    ['click_at', [2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14]],
    ['stop', []],
    ['go_back', []],
  ])('%s', (verb, ids) => {
    expect(idsOf(verb)).toEqual(ids);
  });

  it('takes the options of a combobox from the nodes below it', () => {
    expect(optionsOf(SHOP, 2)).toEqual([3, 4, 5]);
    expect(optionsOf(SHOP, 11)).toEqual([]);
  });
});

describe('checkAction', () => {
  it.each<[string, Action]>([
    ['a button', { verb: 'click', target: 9 }],
    ['a clickable without a role', { verb: 'click', target: 11 }],
    ['a field to click', { verb: 'click', target: 2 }],
    ['a field', { verb: 'type', target: 2, text: '', enter: false }],
    ['a combobox that is a field', { verb: 'type', target: 12, text: 'Par', enter: false }],
    ['an option', { verb: 'select', target: 3, option: 'Price, low to high' }],
    ['any text for a note', { verb: 'note', target: 8 }],
    ['a disabled button to point at', { verb: 'hover', target: 10 }],
    ['a text dragged onto a disabled button', { verb: 'drag', target: 8, to: 10 }],
    ['a place with a fraction', { verb: 'click_at', target: 8, x: 0, y: 99.95 }],
    ['a key', { verb: 'press', key: 'Ctrl+a' }],
    ['an empty answer', { verb: 'stop', answer: '' }],
  ])('allows %s', (_, action) => {
    expect(checkAction(action, SHOP)).toBeNull();
  });

  it.each<[string, Action, 'format' | 'policy', string]>([
    ['an id that is not there', { verb: 'click', target: 99 }, 'format', 'unknown-id'],
    ['an option that is not there', { verb: 'select', target: 3, option: 'Newest' }, 'format', 'unknown-option'],
    ['a key that is not there', { verb: 'press', key: 'Hyper+q' }, 'format', 'bad-argument'],
    ['an id that is no number', { verb: 'click', target: '9' as unknown as number }, 'format', 'bad-argument'],
    ['a missing text', { verb: 'type', target: 2, enter: true } as unknown as Action, 'format', 'bad-argument'],
    ['a verb that is not there', { verb: 'constructor' } as unknown as Action, 'format', 'unknown-verb'],
    ['a disabled button', { verb: 'click', target: 10 }, 'policy', 'disabled'],
    ['a disabled option', { verb: 'select', target: 3, option: 'Rating' }, 'policy', 'disabled'],
    ['typing into a link', { verb: 'type', target: 7, text: 'x', enter: false }, 'policy', 'not-editable'],
    ['typing into a list', { verb: 'type', target: 3, text: 'Name', enter: false }, 'policy', 'not-editable'],
    ['clicking on text', { verb: 'click', target: 8 }, 'policy', 'wrong-role'],
    ['clicking on a list of options', { verb: 'click', target: 3 }, 'policy', 'wrong-role'],
    ['dragging to what is not there', { verb: 'drag', target: 8, to: 99 }, 'format', 'unknown-id'],
    ['dragging nowhere', { verb: 'drag', target: 8 } as unknown as Action, 'format', 'bad-argument'],
    ['dragging onto itself', { verb: 'drag', target: 8, to: 8 }, 'policy', 'wrong-role'],
    ['dragging onto the page', { verb: 'drag', target: 8, to: 1 }, 'policy', 'wrong-role'],
    ['a place outside', { verb: 'click_at', target: 8, x: 50, y: 100.5 }, 'format', 'bad-argument'],
    ['a place left of it', { verb: 'click_at', target: 8, x: -1, y: 0 }, 'format', 'bad-argument'],
    ['a place finer than a pixel', { verb: 'click_at', target: 8, x: 1e-7, y: 0 }, 'format', 'bad-argument'],
    ['no place', { verb: 'click_at', target: 8, x: Number.NaN, y: 0 }, 'format', 'bad-argument'],
    ['choosing in a field', { verb: 'select', target: 12, option: 'x' }, 'policy', 'wrong-role'],
    ['noting what says nothing', { verb: 'note', target: 14 }, 'policy', 'wrong-role'],
  ])('refuses %s', (_, action, kind, code) => {
    const failure = checkAction(action, SHOP);
    expect(failure).toMatchObject({ kind, code });
    expect(failure!.message).toMatch(/^\S.*\S$/);
  });

  it('says in one sentence what is wrong', () => {
    expect(checkAction({ verb: 'click', target: 10 }, SHOP)!.message).toBe('button "Sold out" is disabled.');
    expect(checkAction({ verb: 'select', target: 3, option: 'Newest' }, SHOP)!.message).toBe(
      'combobox "Sort" has no option "Newest".',
    );
  });
});

describe('parseKey', () => {
  // Codes and key codes: UI Events KeyboardEvent key, code and legacy keyCode tables.
  it.each([
    ['Enter', { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' }],
    ['a', { key: 'a', code: 'KeyA', keyCode: 65, text: 'a' }],
    ['Ctrl+v', { key: 'v', code: 'KeyV', keyCode: 86, ctrl: true, text: undefined }],
    ['Shift+Tab', { key: 'Tab', code: 'Tab', keyCode: 9, shift: true }],
    ['Space', { key: ' ', code: 'Space', keyCode: 32, text: ' ' }],
    ['7', { key: '7', code: 'Digit7', keyCode: 55, text: '7' }],
    ['+', { key: '+', text: '+' }],
    ['Ctrl++', { key: '+', ctrl: true }],
    ['Cmd+Shift+z', { key: 'z', meta: true, shift: true }],
  ])('%s', (written, press) => {
    expect(parseKey(written)).toMatchObject(press);
  });

  it.each(['', 'Foo', 'a+', 'Ctrl+', 'b+c', '++++'])('knows no "%s"', (written) => {
    expect(parseKey(written)).toBeNull();
  });
});
