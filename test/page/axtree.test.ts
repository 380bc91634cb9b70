import { describe, expect, test } from 'vitest';
import { pageUrl, pruneTree, type RawNode } from '../../src/page/axtree.ts';
import { printNode } from '../../src/page/text.ts';

type Raw = RawNode<string>;
const node = (role: string, name: string, ...children: Raw[]): Raw => ({
  key: `${role} ${name}`,
  role,
  name,
  children,
});
const text = (name: string): Raw => node('StaticText', name);

/** Prints what is kept of a page with this content, one line per node, indented by depth. */
function kept(content: Raw[], budget?: number, inView: (key: string) => boolean = () => true): string[] {
  let id = 0;
  const { nodes, omitted } = pruneTree(node('RootWebArea', 'page', ...content), { budget, idOf: () => ++id, inView });
  const lines = nodes.slice(1).map((one) => ' '.repeat(one.depth - 1) + printNode(one));
  return omitted > 0 ? [...lines, `${omitted} omitted`] : lines;
}

describe('pruning', () => {
  test('lifts the children of wrappers, however deep', () => {
    const wrapped = node('none', '', node('list', '', node('listitem', 'title', node('main', '', node('link', 'a')))));
    expect(kept([wrapped])).toEqual(["link 'a'"]);
    expect(kept([node('navigation', 'Main', node('none', '', node('link', 'a')))])).toEqual([
      "navigation 'Main'",
      " link 'a'",
    ]);
  });

  test('keeps controls without a name, but no pictures and headings without one', () => {
    expect(kept([node('button', '', node('image', '')), node('heading', ''), node('image', '')])).toEqual([
      "button ''",
    ]);
  });

  test('drops text that the control around it, the label’s field or the picture before it already says', () => {
    expect(kept([node('link', 'two words', text('two'), node('none', '', text('words')))])).toEqual([
      "link 'two words'",
    ]);
    const label: Raw = { ...node('LabelText', '', text('Name'), node('textbox', 'Name')), labels: 'Name' };
    expect(kept([label])).toEqual(["textbox 'Name'"]);
    expect(kept([node('image', 'mug'), text('mug'), text('cup')])).toEqual(["image 'mug'", "StaticText 'cup'"]);
  });

  test('keeps equal texts that mean different things', () => {
    expect(kept([node('link', 'mug'), text('in stock'), node('link', 'cup'), text('in stock')])).toEqual([
      "link 'mug'",
      "StaticText 'in stock'",
      "link 'cup'",
      "StaticText 'in stock'",
    ]);
    expect(kept([node('option', 'open'), text('open')])).toEqual(["option 'open'", "StaticText 'open'"]);
  });

  test('prints a cell as one line, or as what it holds', () => {
    expect(kept([node('cell', '4 left', text('4 left'))])).toEqual(["cell '4 left'"]);
    expect(kept([node('cell', '4 buy', text('4'), node('button', 'buy'))])).toEqual(["StaticText '4'", "button 'buy'"]);
    expect(kept([{ ...node('cell', '4 buy', text('4'), node('button', 'buy')), clickable: true }])).toEqual([
      "clickable '4 buy'",
      " button 'buy'",
    ]);
  });

  test('keeps alerts and dialogs that say something', () => {
    expect(kept([node('alert', '', text('Saved')), node('alert', ''), node('dialog', 'Sure?')])).toEqual([
      "alert ''",
      " StaticText 'Saved'",
      "dialog 'Sure?'",
    ]);
  });

  test('names a clickable wrapper by its text', () => {
    const row: Raw = { ...node('row', '', node('none', '', text('a'), text('b')), node('link', 'c')), clickable: true };
    expect(kept([row])).toEqual(["clickable 'a b c'", " link 'c'"]);
    expect(kept([{ ...node('heading', 'h'), clickable: true }])).toEqual(["heading 'h'"]);
  });

  test('keeps to the budget: what is in view first, never without the nodes above it', () => {
    const content = [text('a'), node('region', 'r', text('b'), text('c')), text('d'), text('e')];
    expect(kept(content, 7)).toHaveLength(6);
    expect(kept(content, 4, (key) => /[cd]$/.test(key))).toEqual([
      "region 'r'",
      " StaticText 'c'",
      "StaticText 'd'",
      '3 omitted',
    ]);
    expect(kept(content, 5, (key) => /[cd]$/.test(key))).toEqual([
      "StaticText 'a'",
      "region 'r'",
      " StaticText 'c'",
      "StaticText 'd'",
      '2 omitted',
    ]);
    expect(kept(content, 1)).toEqual(['6 omitted']);
  });
});

describe('pageUrl', () => {
  test.each([
    ['http://h/site/0/shop/7/list/mugs?sort=price', '/site/0/shop/7', '/list/mugs?sort=price'],
    ['http://h/site/0/shop/7/', '/site/0/shop/7', '/'],
    ['http://h/site/0/shop/7', '/site/0/shop/7/', '/'],
    ['http://h/site/0/shop/7/a#b', 'http://h/site/0/shop/7', '/a#b'],
    ['http://h/site/0/shop/77/a', '/site/0/shop/7', 'http://h/site/0/shop/77/a'],
    ['http://other/site/0/shop/7/a', 'http://h/site/0/shop/7', 'http://other/site/0/shop/7/a'],
    ['http://h/x?y', undefined, 'http://h/x?y'],
  ])('%s below %s is %s', (href, base, expected) => {
    expect(pageUrl(href, base)).toBe(expected);
  });
});
