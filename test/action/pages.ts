import type { AXNode, AXTree } from '../../src/core/types.ts';

/** A tree from `[id, role, name, depth, more]` rows, for tests of rules that only read trees. */
export function treeOf(rows: [number, string, string, number, Partial<AXNode>?][], url = '/'): AXTree {
  const nodes = rows.map(([id, role, name, depth, more]): AXNode => ({ id, role, name, depth, ...more }));
  return { url, title: 'Test', nodes, omitted: 0 };
}

/** One of everything that the action table tells apart. */
export const SHOP: AXTree = treeOf([
  [1, 'RootWebArea', 'Mugs', 0],
  [2, 'searchbox', 'Search', 1, { value: 'blue' }],
  [3, 'combobox', 'Sort', 1, { value: 'Name' }],
  [4, 'option', 'Name', 2, { states: { selected: true } }],
  [5, 'option', 'Price, low to high', 2],
  [6, 'option', 'Rating', 2, { states: { disabled: true } }],
  [7, 'link', 'Blue mug', 1],
  [8, 'StaticText', 'EUR 12.50', 1],
  [9, 'button', 'Add', 1],
  [10, 'button', 'Sold out', 1, { states: { disabled: true } }],
  [11, 'clickable', 'Remove', 1, { synthetic: true }],
  [12, 'combobox', 'City', 1, { value: '' }],
  [13, 'Date', 'Delivery', 1, { value: '' }],
  [14, 'heading', '', 1],
]);
