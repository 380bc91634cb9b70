import { expect, test } from 'vitest';
import type { RawAXNode } from '../../src/webarena/axText.ts';
import { printBrowserGym } from '../../src/webarena/browserGymText.ts';

// By hand from `flatten_axtree_to_str` of BrowserGym (`browsergym/core/src/browsergym/utils/obs.py`); the tree is ours.
const node = (
  id: number,
  role: string,
  name: string | null,
  more: { value?: unknown; properties?: Record<string, unknown>; children?: number[] } = {},
): RawAXNode => ({
  nodeId: String(id),
  role: { value: role },
  ...(name !== null && { name: { value: name } }),
  ...('value' in more && { value: { value: more.value } }),
  properties: Object.entries(more.properties ?? {}).map(([key, value]) => ({ name: key, value: { value } })),
  childIds: (more.children ?? []).map(String),
  backendDOMNodeId: id,
});

const NODES = [
  node(1, 'RootWebArea', 'Mugs', { properties: { focusable: true, focused: true }, children: [2, 3, 9] }),
  node(2, 'searchbox', ' Search ', { value: "it's", properties: { required: true, focused: false, settable: true } }),
  node(3, 'generic', '', { children: [4, 5, 8] }),
  node(4, 'checkbox', 'all', { properties: { checked: 'true', expanded: false, atomic: false } }),
  node(5, 'link', 'Blue mug', { properties: { url: 'http://h/' }, children: [6, 7] }),
  node(6, 'StaticText', 'mug'),
  node(7, 'StaticText', 'red'),
  node(8, 'LineBreak', '\n'),
  node(9, 'none', null, { children: [10] }),
  node(10, 'generic', '', { properties: { live: 'polite' } }),
];

test('names, values and properties; skipped nodes; texts that their parent says', () => {
  expect(printBrowserGym(NODES, { bids: new Map() })).toBe(`RootWebArea 'Mugs', focused
\tsearchbox 'Search' value="it's", required
\tcheckbox 'all', checked='true', expanded=False
\tlink 'Blue mug', url='http://h/'
\t\tStaticText 'red'
\tgeneric, live='polite'`);
});

test('bids, and the marks that depend on them', () => {
  const bids = new Map([2, 4, 5].map((id) => [id, `a${id}`]));
  const marks = { bids, clickable: new Set(['a4', 'a5']), visible: new Set(['a2', 'a4']) };
  expect(printBrowserGym(NODES.slice(0, 5), marks)).toBe(`RootWebArea 'Mugs', focused
\t[a2] searchbox 'Search' value="it's", visible, required
\t[a4] checkbox 'all', clickable, visible, checked='true', expanded=False
\t[a5] link 'Blue mug', clickable, url='http://h/'`);
});
