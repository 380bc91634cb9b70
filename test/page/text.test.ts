import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReverieError } from '../../src/core/errors.ts';
import type { AXTree } from '../../src/core/types.ts';
import { parseTree, printTree, quote } from '../../src/page/text.ts';
import { anyTree } from './arbitraries.ts';

describe('quote', () => {
  // What `repr` of CPython 3.11 prints for these strings.
  test.each([
    ['', "''"],
    ['Search', "'Search'"],
    ["it's", '"it\'s"'],
    ['say "hi"', `'say "hi"'`],
    [`it's "both"`, `'it\\'s "both"'`],
    ['a\\b', "'a\\\\b'"],
    ['two\nlines\tand\rmore', "'two\\nlines\\tand\\rmore'"],
    ['\u0000\u001b\u007f', "'\\x00\\x1b\\x7f'"],
    ['\u00a0\u00ad', "'\\xa0\\xad'"],
    ['\u200b\u2028', "'\\u200b\\u2028'"],
    ['\ud800', "'\\ud800'"],
    ['é ß 漢 😀', "'é ß 漢 😀'"],
    ['\u{e0001}', "'\\U000e0001'"],
  ])('%j', (text, printed) => {
    expect(quote(text)).toBe(printed);
  });
});

const TREE: AXTree = {
  url: '/list/mugs?sort=price',
  title: 'Mugs',
  omitted: 12,
  nodes: [
    { id: 1, role: 'RootWebArea', name: 'Mugs', depth: 0 },
    { id: 4, role: 'searchbox', name: 'Search', depth: 1, value: '', states: { focused: true } },
    { id: 5, role: 'list', name: "Today's", depth: 1 },
    { id: 9, role: 'checkbox', name: 'blue', depth: 2, states: { checked: 'mixed', disabled: false } },
    { id: 7, role: 'clickable', name: '+', depth: 2, synthetic: true },
  ],
};
const TEXT = `Tab 0 (current): Mugs
URL: /list/mugs?sort=price

[1] RootWebArea 'Mugs'
\t[4] searchbox 'Search' value: '' focused: True
\t[5] list "Today's"
\t\t[9] checkbox 'blue' disabled: False checked: mixed
\t\t[7] clickable '+'
… 12 nodes left out`;

describe('the text of a page', () => {
  test('is in the dialect of WebArena', () => {
    expect(printTree(TREE)).toBe(TEXT);
    expect(parseTree(TEXT)).toEqual(TREE);
    expect(printTree({ ...TREE, omitted: 1 })).toContain('… 1 node left out');
    expect(printTree({ ...TREE, omitted: 0 })).not.toContain('…');
  });

  test('has a line for each of several tabs', () => {
    const tabs = { titles: ['Home', 'Mugs', 'Help | Tab 3: x'], current: 1 };
    const text = TEXT.replace(
      'Tab 0 (current): Mugs\n',
      'Tab 0: Home\nTab 1 (current): Mugs\nTab 2: Help | Tab 3: x\n',
    );
    expect(printTree({ ...TREE, tabs })).toBe(text);
    expect(parseTree(text)).toEqual({ ...TREE, tabs });
    for (const [broken, line] of [
      [text.replace(' (current)', ''), 4],
      [text.replace('Tab 2:', 'Tab 2 (current):'), 3],
      [text.replace('Tab 2:', 'Tab 4:'), 3],
    ] as const)
      expect(() => parseTree(broken)).toThrow(`line ${line},`);
  });

  test('parses back to the same tree, whatever the tree', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(parseTree(printTree(tree))).toEqual(tree);
      }),
    );
  });

  const broken = (change: (lines: string[]) => void): string => {
    const lines = TEXT.split('\n');
    change(lines);
    return lines.join('\n');
  };
  test.each<[string, number, (lines: string[]) => void]>([
    ['no title', 1, (l) => l.shift()],
    ['no address', 2, (l) => l.splice(1, 1)],
    ['no empty line', 3, (l) => l.splice(2, 1)],
    ['no nodes', 3, (l) => l.splice(3)],
    ['no id', 5, (l) => (l[4] = "\tsearchbox 'Search'")],
    ['an id twice', 6, (l) => (l[5] = "\t[4] list 'x'")],
    ['two levels down at once', 5, (l) => (l[4] = "\t\t[4] searchbox 'Search'")],
    ['a second root', 6, (l) => (l[5] = "[5] list 'x'")],
    ['an open quote', 6, (l) => (l[5] = "\t[5] list 'x")],
    ['an unknown escape', 6, (l) => (l[5] = "\t[5] list '\\q'")],
    ['an unknown state', 6, (l) => (l[5] = "\t[5] list 'x' hovered: True")],
    ['a state that is no flag', 6, (l) => (l[5] = "\t[5] list 'x' focused: mixed")],
    ['more after the end', 6, (l) => (l[5] = "\t[5] list 'x' focused: True!")],
    ['a bad count', 9, (l) => (l[8] = '… many nodes left out')],
  ])('with %s is refused, naming line %i', (_, number, change) => {
    const parse = () => parseTree(broken(change));
    expect(parse).toThrow(ReverieError);
    expect(parse).toThrow(`line ${number},`);
  });
});
