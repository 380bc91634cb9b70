import type { RawAXNode } from './axText.ts';
import { repr, strip } from './python.ts';

/**
 * The text that BrowserGym shows of a page (`flatten_axtree_to_str` with its default filters):
 *
 *   RootWebArea 'Mugs', focused
 *   	[a12] searchbox 'Search' value='tea', clickable, required
 *
 * BrowserGym numbers elements itself ("bid"); so the caller says which element has which.
 */
export interface Marks {
  /** Bid of an element, by backend node id. */
  bids: ReadonlyMap<number, string>;
  /** Bids to mark as `clickable` and `visible`, where that is wanted. */
  clickable?: ReadonlySet<string>;
  visible?: ReadonlySet<string>;
}

const DROPPED_PROPERTIES = new Set(['editable', 'readonly', 'level', 'settable', 'multiline', 'invalid', 'focusable']);

/** Printed as a word when they hold, not at all when they do not. */
const FLAGS = new Set(['required', 'focused', 'atomic']);

function attributesOf(node: RawAXNode): string[] {
  return (node.properties ?? []).flatMap(({ name, value }) => {
    if (value?.value === undefined || DROPPED_PROPERTIES.has(name)) return [];
    if (!FLAGS.has(name)) return [`${name}=${repr(value.value)}`];
    return value.value ? [name] : [];
  });
}

/** The line of a node, without indent; null when it is skipped and what is inside moves up. */
function lineOf(node: RawAXNode, name: string, parentName: string, { bids, clickable, visible }: Marks): string | null {
  const role = String(node.role?.value);
  if (role === 'LineBreak' || node.name === undefined) return null;
  const attributes = attributesOf(node);
  if (role === 'generic' && attributes.length === 0) return null;
  const bid = node.backendDOMNodeId === undefined ? undefined : bids.get(node.backendDOMNodeId);
  if (role === 'StaticText') {
    if (parentName.includes(name)) return null;
  } else if (bid !== undefined) {
    if (visible?.has(bid)) attributes.unshift('visible');
    if (clickable?.has(bid)) attributes.unshift('clickable');
  }
  const value = node.value?.value;
  const said = role === 'generic' && name === '' ? role : `${role} ${repr(strip(name))}`;
  const first = `${bid === undefined ? '' : `[${bid}] `}${said}${value === undefined ? '' : ` value=${repr(value)}`}`;
  return [first, ...attributes].join(', ');
}

/** The lines of a page. Nodes of frames are the caller's to join. */
export function printBrowserGym(nodes: readonly RawAXNode[], marks: Marks): string {
  // Of nodes with the same id the last counts.
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: RawAXNode, depth: number, parentName: string): void => {
    const ownName = node.role?.value === 'LineBreak' ? '' : String(node.name?.value ?? '');
    const line = lineOf(node, ownName, parentName, marks);
    if (line !== null) lines.push('\t'.repeat(depth) + line);
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child !== undefined && id !== node.nodeId) walk(child, line === null ? depth : depth + 1, ownName);
    }
  };
  if (nodes.length > 0) walk(nodes[0], 0, '');
  return lines.join('\n');
}
