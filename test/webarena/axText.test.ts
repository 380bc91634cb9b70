import { describe, expect, test } from 'vitest';
import { type Box, printAxNodes, printObservation, type RawAXNode } from '../../src/webarena/axText.ts';

/**
 * Goldens by hand from what `browser_env/processors.py` of WebArena does, rule by rule (the trees are ours). A node here is
 * `[id, role, name, properties, children]`; ids count as backend ids too.
 */
type Sketch = [id: number, role: string, name: string, properties?: Record<string, unknown>, children?: Sketch[]];

const rawNode = ([id, role, name, properties = {}, children = []]: Sketch): RawAXNode => ({
  nodeId: String(id),
  role: { value: role },
  name: { value: name },
  properties: Object.entries(properties).map(([key, value]) => ({ name: key, value: { value } })),
  childIds: children.map(([child]) => String(child)),
  backendDOMNodeId: id,
});
const flat = (sketch: Sketch): Sketch[] => [sketch, ...(sketch[4] ?? []).flatMap(flat)];
const nodes = (sketch: Sketch): RawAXNode[] => flat(sketch).map(rawNode);
const page = (...children: Sketch[]): Sketch => [1, 'RootWebArea', 'Shop', { focused: true }, children];
const text = (...children: Sketch[]): string => printAxNodes(nodes(page(...children)));

const ROOT = "[1] RootWebArea 'Shop' focused: True";

describe('the accessibility text of WebArena', () => {
  test('the frame: tabs, an empty line, the tree', () => {
    expect(printObservation(['Mugs', 'Help | FAQ'], 0, nodes(page()))).toBe(
      `Tab 0 (current): Mugs | Tab 1: Help | FAQ\n\n${ROOT}`,
    );
    expect(printObservation(['', 'Help'], 1, nodes(page()))).toBe(`Tab 0:  | Tab 1 (current): Help\n\n${ROOT}`);
  });

  test('the published sample of a search field and of a product', () => {
    // The prompt of WebArena shows these lines (`agent/prompts/raw/p_cot_id_actree_2s.py`).
    const product: Sketch[] = [
      [1749, 'StaticText', '$279.49'],
      [1757, 'button', 'Add to Cart'],
    ];
    expect(
      text(
        [164, 'textbox', 'Search', { focusable: true, editable: 'plaintext', focused: true, required: false }],
        [171, 'button', 'Go', { focusable: true }],
        [1744, 'link', 'HP CB782A#ABA 640 Inkjet Fax Machine (Renewed)', { focusable: true }, product],
      ),
    ).toBe(`${ROOT}
\t[164] textbox 'Search' focused: True required: False
\t[171] button 'Go'
\t[1744] link 'HP CB782A#ABA 640 Inkjet Fax Machine (Renewed)'
\t\t[1749] StaticText '$279.49'
\t\t[1757] button 'Add to Cart'`);
  });

  test('rule 1: names as `repr`, values of properties as `str` of Python', () => {
    expect(
      text(
        [2, 'button', "it's"],
        [3, 'button', `it's "both"`],
        [4, 'button', 'two\nlines\u00a0é'],
        [5, 'checkbox', 'all', { checked: 'mixed' }],
        [6, 'slider', 'zoom', { valuemin: 0, valuemax: 2.5, valuetext: '', hasPopup: 'menu', busy: false }],
        [7, 'slider', 'fine', { valuemin: 0.00001, valuemax: null }],
      ).split('\n\t'),
    ).toEqual([
      ROOT,
      `[2] button "it's"`,
      `[3] button 'it\\'s "both"'`,
      `[4] button 'two\\nlines\\xa0é'`,
      "[5] checkbox 'all' checked: mixed",
      "[6] slider 'zoom' valuemin: 0 valuemax: 2.5 valuetext:  hasPopup: menu busy: False",
      "[7] slider 'fine' valuemin: 1e-05 valuemax: None",
    ]);
  });

  test('rule 2: seven properties are dropped, and those without a value', () => {
    const [first, ...rest] = nodes(page([2, 'textbox', 'n', { required: true }]));
    const dropped = ['focusable', 'editable', 'readonly', 'level', 'settable', 'multiline', 'invalid'];
    const properties = [
      ...dropped.map((name) => ({ name, value: { value: 'x' } })),
      { name: 'labelledby', value: {} },
      { name: 'required', value: { value: true } },
    ];
    expect(printAxNodes([first, { ...rest[0], properties }])).toBe(`${ROOT}\n\t[2] textbox 'n' required: True`);
  });

  test.each([
    ...['generic', 'img', 'list', 'strong', 'paragraph', 'banner', 'navigation', 'Section', 'LabelText', 'Legend'],
    'listitem',
  ])('rule 3: a nameless %s is skipped and what is inside moves up', (role) => {
    const inside: Sketch[] = [[3, 'button', 'Go']];
    expect(text([2, role, ' \u00a0', {}, inside])).toBe(`${ROOT}\n\t[3] button 'Go'`);
    expect(text([2, role, 'n', {}, inside])).toBe(`${ROOT}\n\t[2] ${role} 'n'\n\t\t[3] button 'Go'`);
  });

  test('rule 3: with properties only a nameless listitem is skipped; other roles never are', () => {
    expect(text([2, 'listitem', '', { live: 'off' }])).toBe(ROOT);
    expect(text([2, 'list', '', { live: 'off' }])).toBe(`${ROOT}\n\t[2] list '' live: off`);
    expect(text([2, 'list', '', { focusable: true }])).toBe(ROOT);
    expect(text([2, 'main', ''])).toBe(`${ROOT}\n\t[2] main ''`);
    // U+FEFF is white space to JavaScript, not to Python; U+001C the other way round.
    expect(text([2, 'img', '\ufeff'])).toBe(`${ROOT}\n\t[2] img '\\ufeff'`);
    expect(text([2, 'img', '\u001c'])).toBe(ROOT);
  });

  test('an ignored node has no name: it is skipped and what is inside moves up', () => {
    const ignored = { nodeId: '2', role: { value: 'none' }, childIds: ['3'], backendDOMNodeId: 2 };
    const [root, button] = nodes(page([3, 'button', 'Go']));
    expect(printAxNodes([{ ...root, childIds: ['2'] }, ignored, button])).toBe(`${ROOT}\n\t[3] button 'Go'`);
  });

  test('rule 4: a text that one of the three lines before has is left out', () => {
    expect(text([2, 'link', 'Blue mug', {}, [[3, 'StaticText', 'Blue mug']]])).toBe(`${ROOT}\n\t[2] link 'Blue mug'`);
    const apart = (between: number): Sketch[] => [
      [2, 'link', 'Blue mug'],
      ...Array.from({ length: between }, (_, i): Sketch => [10 + i, 'button', 'x']),
      [3, 'StaticText', 'Blue mug'],
    ];
    expect(text(...apart(2))).not.toContain('[3]');
    expect(text(...apart(3))).toContain("\n\t[3] StaticText 'Blue mug'");
    // Lines that were left out do not count among the three.
    const texts: Sketch[] = ['zz', 'yy', 'qq', 'zz'].map((name, i) => [3 + i, 'StaticText', name]);
    expect(text([2, 'link', 'zz yy'], ...texts)).toBe(`${ROOT}\n\t[2] link 'zz yy'\n\t[5] StaticText 'qq'`);
  });

  test('rule 4, its traps: parts and ids count, empty texts go, and so do lines that only speak of StaticText', () => {
    expect(text([12, 'button', 'Go'], [13, 'StaticText', '2'])).not.toContain('[13]');
    expect(text([2, 'StaticText', ''])).toBe(ROOT);
    expect(text([2, 'link', 'About StaticText nodes'])).toBe(ROOT);
    // The line is searched, so this is taken for the text `x`.
    expect(text([2, 'link', '[9] StaticText "x"'])).toContain('[2] link');
  });

  test('rule 5: repeated ids count once, children that are not there not at all', () => {
    const [root, ...rest] = nodes(page([2, 'button', 'first'], [2, 'button', 'second']));
    expect(printAxNodes([{ ...root, childIds: ['2', '77'] }, ...rest])).toBe(`${ROOT}\n\t[2] button 'first'`);
  });

  test('a node without a DOM node has its line, but does not indent what is inside', () => {
    const [root, outer, inner] = nodes(page([2, 'ListMarker', '•', {}, [[3, 'button', 'Go']]]));
    expect(printAxNodes([root, { ...outer, backendDOMNodeId: undefined }, inner])).toBe(
      `${ROOT}\n\t[2] ListMarker '•'\n\t[3] button 'Go'`,
    );
  });

  test('a line break in a property splits the line', () => {
    expect(text([2, 'button', 'x', { roledescription: 'a\nstatictext b' }])).toBe(
      `${ROOT}\n\t[2] button 'x' roledescription: a`,
    );
  });
});

describe('rule 6: the current viewport only', () => {
  const inView = (box: Box | undefined, screen = { width: 1000, height: 500 }): boolean => {
    const boxes = new Map<number, Box>([[3, { x: 0, y: 0, width: 10, height: 10 }]]);
    if (box !== undefined) boxes.set(2, box);
    const tree = nodes(page([2, 'button', 'outer', {}, [[3, 'button', 'inner']]]));
    const printed = printAxNodes(tree, { screen, boxes });
    // What is inside stays, one level up.
    expect(printed).toContain(printed.includes('outer') ? "\n\t\t[3] button 'inner'" : "\n\t[3] button 'inner'");
    return printed.includes('outer');
  };

  test('no box, or one without area', () => {
    expect(inView(undefined)).toBe(false);
    expect(inView({ x: 10, y: 10, width: 0, height: 20 })).toBe(false);
    expect(inView({ x: 10, y: 10, width: 20, height: 0 })).toBe(false);
  });
  test('the share is overlap / width * height, without brackets', () => {
    expect(inView({ x: 10, y: 10, width: 20, height: 20 })).toBe(true);
    // 20 of 200 pixels across and 1 of 100 down: 20 / 200 * 100 = 10, although a thousandth is in view.
    expect(inView({ x: 980, y: 499, width: 200, height: 100 })).toBe(true);
    // One pixel high, 5 of 10 across: 5 / 10 * 1 = 0.5 < 0.6.
    expect(inView({ x: 995, y: 10, width: 10, height: 1 })).toBe(false);
    expect(inView({ x: 994, y: 10, width: 10, height: 1 })).toBe(true);
    expect(inView({ x: 10, y: 500, width: 20, height: 20 })).toBe(false);
    expect(inView({ x: 10, y: -20, width: 20, height: 20 })).toBe(false);
  });
  test('the root is always in view, a node without a DOM node never', () => {
    const [root, inner] = nodes(page([3, 'button', 'inner']));
    const viewport = {
      screen: { width: 100, height: 100 },
      boxes: new Map([[3, { x: 0, y: 0, width: 1, height: 1 }]]),
    };
    expect(printAxNodes([root, { ...inner, backendDOMNodeId: undefined }], viewport)).toBe(ROOT);
    expect(printAxNodes([root, inner], viewport)).toBe(`${ROOT}\n\t[3] button 'inner'`);
  });
});
