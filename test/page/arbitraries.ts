import fc from 'fast-check';
import type { AXNode, AXTree, NodeStates } from '../../src/core/types.ts';

/** Texts that are hard to print: quotes, escapes, line breaks, tabs, control and format characters, astral planes. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '\n',
      '\t',
      '\r',
      '[',
      ']',
      ' to ',
      'value: ',
      '\u00a0',
      '\u200b',
      '😀',
      '\ud800',
    ),
    maxLength: 8,
  }),
);

export const anyStates: fc.Arbitrary<NodeStates> = fc.record(
  {
    focused: fc.boolean(),
    disabled: fc.boolean(),
    required: fc.boolean(),
    checked: fc.constantFrom(true, false, 'mixed' as const),
    selected: fc.boolean(),
    expanded: fc.boolean(),
    pressed: fc.boolean(),
    invalid: fc.boolean(),
    current: fc.boolean(),
  },
  { requiredKeys: [] },
);

const few = fc.constantFrom('a', 'b', 'c', '');

/** A node list in preorder, one root. With `names` from a small set, two lists have nodes in common. */
export const anyNodes = (names: fc.Arbitrary<string> = anyText, most = 14): fc.Arbitrary<AXNode[]> =>
  fc
    .array(
      fc.record({
        id: fc.nat(1e6),
        role: fc.constantFrom('link', 'button', 'textbox', 'StaticText', 'clickable'),
        name: names,
        down: fc.nat(3),
        value: fc.option(names, { nil: undefined }),
        states: fc.option(anyStates, { nil: undefined, freq: 2 }),
      }),
      { maxLength: most },
    )
    .map((list) => {
      const nodes: AXNode[] = [{ id: 1, role: 'RootWebArea', name: 'root', depth: 0 }];
      for (const { id, role, name, down, value, states } of list) {
        const depth = Math.max(1, nodes[nodes.length - 1].depth + 1 - down);
        const node: AXNode = { id: 10 * id + (nodes.length % 10), role, name, depth };
        if (value !== undefined) node.value = value;
        if (states !== undefined && Object.keys(states).length > 0) node.states = states;
        if (role === 'clickable') node.synthetic = true;
        nodes.push(node);
      }
      return nodes.filter((node, i) => nodes.findIndex((other) => other.id === node.id) === i || i === 0);
    })
    // Dropping a node with a taken id must not leave a gap in depth.
    .filter((nodes) => nodes.every((node, i) => i === 0 || node.depth <= nodes[i - 1].depth + 1));

export const similarNodes = anyNodes(few);

const line = fc.string({ maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));

export const anyTree: fc.Arbitrary<AXTree> = fc
  .record({
    tree: fc.record({ url: line, title: line, nodes: anyNodes(), omitted: fc.oneof(fc.constant(0), fc.nat(5000)) }),
    before: fc.array(line, { maxLength: 2 }),
    after: fc.array(line, { maxLength: 2 }),
  })
  .map(({ tree, before, after }) => {
    const titles = [...before, tree.title, ...after];
    return titles.length === 1 ? tree : { ...tree, tabs: { titles, current: before.length } };
  });
