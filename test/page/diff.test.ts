import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReverieError } from '../../src/core/errors.ts';
import type { AXNode } from '../../src/core/types.ts';
import { nodeDiff, nodeF1, sameTree } from '../../src/page/compare.ts';
import { type Change, parseDelta, printDelta } from '../../src/page/delta.ts';
import { diffTrees } from '../../src/page/diff.ts';
import { applyChanges } from '../../src/page/patch.ts';
import { anyNodes, anyText, similarNodes } from './arbitraries.ts';

const counter = (from = 1e9) => {
  let id = from;
  return () => id++;
};
/** A short way to write pages: `link a`, `textbox b=value`, indented by depth. */
const page = (...lines: string[]): AXNode[] =>
  [`RootWebArea page`, ...lines].map((line, i) => {
    const [, role, name, , value] = /^ *(\w+) ([^=]*)(=(.*))?$/.exec(line)!;
    const node: AXNode = { id: 100 + i, role, name, depth: i === 0 ? 0 : 1 + line.search(/\S/) };
    return value === undefined ? node : { ...node, value };
  });
const pair = fc.oneof(fc.tuple(similarNodes, similarNodes), fc.tuple(anyNodes(), anyNodes()));

describe('diffTrees and applyChanges', () => {
  test('lead from any page to any other, keeping the ids of kept nodes and giving new ones to added nodes', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const changes = diffTrees(before, after);
        const patched = applyChanges(before, changes, counter());
        expect(sameTree(patched, after)).toBe(true);
        const deleted = new Set(changes.flatMap((change) => (change.op === 'delete' ? [change.at] : [])));
        const kept = before.filter((_, i) => !deleted.has(i)).map((node) => node.id);
        expect(patched.map((node) => node.id).filter((id) => id < 1e9)).toEqual(kept);
      }),
      { numRuns: 400 },
    );
  });

  test('find nothing between equal pages', () => {
    fc.assert(
      fc.property(anyNodes(), (nodes) => {
        expect(diffTrees(nodes, structuredClone(nodes))).toEqual([]);
      }),
    );
  });

  test('never take more changes than writing the page anew', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(diffTrees(before, after).length).toBeLessThanOrEqual(before.length - 1 + after.length - 1);
      }),
    );
  });

  test.each<[string, AXNode[], AXNode[], Change[]]>([
    [
      'a typed value',
      page('textbox q=', 'link a'),
      page('textbox q=mug', 'link a'),
      [{ op: 'value', at: 1, value: 'mug' }],
    ],
    [
      'one text for another',
      page('heading a', 'link x'),
      page('heading b', 'link x'),
      [{ op: 'name', at: 1, name: 'b' }],
    ],
    [
      'a list that moved on by one: loss and arrival, not renames',
      page('link a', 'link b', 'link c'),
      page('link b', 'link c', 'link d'),
      [
        { op: 'delete', at: 1 },
        { op: 'add', after: 3, node: { role: 'link', name: 'd', depth: 1 } },
      ],
    ],
    [
      'several additions in one place, in order',
      page('link a', 'link z'),
      page('link a', ' link b', 'link c', 'link z'),
      [
        { op: 'add', after: 1, node: { role: 'link', name: 'b', depth: 2 } },
        { op: 'add', after: 1, node: { role: 'link', name: 'c', depth: 1 } },
      ],
    ],
    [
      'a replaced node: anchored at what stays',
      page('link a', 'button b', 'link c'),
      page('link a', 'textbox b=', 'link c'),
      [
        { op: 'delete', at: 2 },
        { op: 'add', after: 1, node: { role: 'textbox', name: 'b', depth: 1, value: '' } },
      ],
    ],
  ])('describe %s', (_, before, after, changes) => {
    expect(diffTrees(before, after)).toEqual(changes);
  });

  test('describe a new first node, before everything', () => {
    const after = page('link a').map((node, i) => (i === 0 ? { ...node, role: 'Iframe' } : node));
    expect(diffTrees(page('link a'), after)).toEqual([
      { op: 'delete', at: 0 },
      { op: 'add', after: -1, node: { role: 'Iframe', name: 'page', depth: 0 } },
    ]);
  });

  test('replace states as a whole', () => {
    const [root, box] = page('checkbox a');
    const before = [root, { ...box, states: { checked: false, focused: true } }];
    const changes: Change[] = [{ op: 'states', at: 1, states: { checked: true } }];
    expect(diffTrees(before, [root, { ...box, states: { checked: true } }])).toEqual(changes);
    expect(applyChanges(before, [{ op: 'states', at: 1, states: {} }], counter())).toEqual([root, box]);
    expect(before[1].states).toEqual({ checked: false, focused: true });
  });
});

describe('applyChanges refuses', () => {
  const before = page('link a', ' link b', 'textbox c=1');
  test.each<[string, Change[]]>([
    ['a node that is not there', [{ op: 'delete', at: 4 }]],
    ['a negative index', [{ op: 'name', at: -1, name: 'x' }]],
    ['an addition after nothing', [{ op: 'add', after: -2, node: { role: 'link', name: 'x', depth: 1 } }]],
    ['a fraction', [{ op: 'delete', at: 1.5 }]],
    [
      'deleting twice',
      [
        { op: 'delete', at: 2 },
        { op: 'delete', at: 2 },
      ],
    ],
    [
      'renaming twice',
      [
        { op: 'name', at: 1, name: 'x' },
        { op: 'name', at: 1, name: 'y' },
      ],
    ],
    [
      'changing what is deleted',
      [
        { op: 'delete', at: 3 },
        { op: 'value', at: 3, value: 'x' },
      ],
    ],
    [
      'deleting what is changed',
      [
        { op: 'value', at: 3, value: 'x' },
        { op: 'delete', at: 3 },
      ],
    ],
    ['a value for a node without one', [{ op: 'value', at: 1, value: 'x' }]],
    ['a child without its parent', [{ op: 'delete', at: 0 }]],
    ['a depth that is too deep', [{ op: 'add', after: 3, node: { role: 'link', name: 'x', depth: 3 } }]],
    ['a second root', [{ op: 'add', after: 3, node: { role: 'link', name: 'x', depth: 0 } }]],
  ])('%s', (_, changes) => {
    expect(() => applyChanges(before, changes, counter())).toThrow(ReverieError);
  });
});

describe('the text of a change', () => {
  const nodes = page('searchbox Search=', 'link a', 'button Go');
  const tree = { url: '/', title: 'page', nodes, omitted: 0 };
  const CHANGES: Change[] = [
    { op: 'value', at: 1, value: 'mug' },
    { op: 'states', at: 1, states: { focused: true } },
    { op: 'name', at: 2, name: "b's" },
    { op: 'delete', at: 3 },
    { op: 'add', after: 2, node: { role: 'checkbox', name: 'x', depth: 2, states: { checked: false } } },
    { op: 'add', after: -1, node: { role: 'clickable', name: '', depth: 1, synthetic: true } },
    { op: 'states', at: 0, states: {} },
  ];
  const TEXT = `1. set value of [101] searchbox 'Search' to 'mug'
2. set states of [101] searchbox 'Search' to focused: True
3. rename [102] link 'a' to "b's"
4. delete [103] button 'Go'
5. add checkbox 'x' checked: False at depth 2 after [102] link 'a'
6. add clickable '' at depth 1 at the start
7. set states of [100] RootWebArea 'page' to none`;

  test('is one numbered, readable line each', () => {
    expect(printDelta(tree, CHANGES)).toBe(TEXT);
    expect(parseDelta(TEXT, tree)).toEqual(CHANGES);
    expect(printDelta(tree, [])).toBe('');
    expect(parseDelta('', tree)).toEqual([]);
  });

  test('parses back to the same changes, whatever they are', () => {
    const both = fc.tuple(anyNodes(), anyNodes());
    fc.assert(
      fc.property(fc.oneof(pair, both), anyText, ([before, after], title) => {
        const page = { url: '/', title, nodes: before, omitted: 0 };
        const changes = diffTrees(before, after);
        expect(parseDelta(printDelta(page, changes), page)).toEqual(changes);
      }),
    );
  });

  test.each([
    ["2. delete [103] button 'Go'", 1],
    ["1. remove [103] button 'Go'", 1],
    ["1. delete [999] button 'Go'", 1],
    ["1. delete [103] link 'Go'", 1],
    ["1. delete [103] button 'Stop'", 1],
    ["1. delete [103] button 'Go' now", 1],
    ["1. delete [103] button 'Go'\n2. rename [102] link 'a'", 2],
    ["1. add link 'x' at depth 1", 1],
    ["1. set states of [102] link 'a' to happy: True", 1],
    ["1. set value of [101] searchbox 'Search' to mug", 1],
  ])('%j is refused, naming line %i', (text, number) => {
    expect(() => parseDelta(text, tree)).toThrow(ReverieError);
    expect(() => parseDelta(text, tree)).toThrow(`line ${number},`);
  });

  test('a change outside the page cannot be printed', () => {
    expect(() => printDelta(tree, [{ op: 'delete', at: 4 }])).toThrow(ReverieError);
  });
});

describe('comparing a dreamed page with the real one', () => {
  test('ids do not count, everything else does', () => {
    const a = page('textbox q=1', 'link b');
    const renumbered = a.map((node) => ({ ...node, id: node.id + 1000 }));
    expect(sameTree(a, renumbered)).toBe(true);
    expect(sameTree(a, [a[0], { ...a[1], states: {} }, a[2]])).toBe(true);
    expect(sameTree(a, a.slice(0, 2))).toBe(false);
    for (const changed of [
      { role: 'searchbox' },
      { name: 'x' },
      { value: '2' },
      { depth: 2 },
      { states: { focused: true } },
    ])
      expect(sameTree(a, [a[0], { ...a[1], ...changed }, a[2]])).toBe(false);
  });

  test('F1 by hand: 3 of 4 real and of 5 dreamed lines in common, 2·3/9', () => {
    const real = page('link a', 'link a', 'textbox q=1');
    const dreamed = page('link a', 'link c', 'link d', 'textbox q=1');
    expect(nodeF1(real, dreamed)).toBeCloseTo(6 / 9, 12);
    expect(nodeF1(real, real)).toBe(1);
    expect(nodeF1(real, [])).toBe(0);
    expect(nodeF1([], [])).toBe(1);
    expect(nodeF1(page('link a', 'link b'), page('link b', ' link a'))).toBe(1);
  });

  test('F1 is symmetric, in [0, 1], and 1 for equal pages', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const f1 = nodeF1(a, b);
        expect(f1).toBe(nodeF1(b, a));
        expect(f1).toBeGreaterThanOrEqual(0);
        expect(f1).toBeLessThanOrEqual(1);
        expect(nodeF1(a, structuredClone(a))).toBe(1);
      }),
    );
  });

  test('each node is matched, wrong in a part, missing or invented', () => {
    const real = page('textbox q=1', 'link a', 'button go');
    const dreamed = page('textbox q=2', 'button go', 'heading new');
    expect(nodeDiff(real, dreamed)).toEqual([
      { kind: 'matched', real: 0, dreamed: 0 },
      { kind: 'wrong-attribute', real: 1, dreamed: 1, parts: ['value'] },
      { kind: 'missing', real: 2 },
      { kind: 'matched', real: 3, dreamed: 2 },
      { kind: 'invented', dreamed: 3 },
    ]);
  });

  test('every node of both pages is classified once, in order', () => {
    fc.assert(
      fc.property(pair, ([real, dreamed]) => {
        const lines = nodeDiff(real, dreamed);
        expect(lines.flatMap((line) => ('real' in line ? [line.real] : []))).toEqual(real.map((_, i) => i));
        expect(lines.flatMap((line) => ('dreamed' in line ? [line.dreamed] : []))).toEqual(dreamed.map((_, i) => i));
        for (const line of lines)
          if (line.kind === 'matched')
            expect(sameTree([{ ...real[line.real], depth: 0 }], [{ ...dreamed[line.dreamed], depth: 0 }])).toBe(true);
      }),
    );
  });
});
