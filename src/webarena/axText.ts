import { quote } from '../page/text.ts';
import { str, strip } from './python.ts';

/**
 * The text that WebArena shows of a page, equal to the character to what its `browser_env/processors.py` prints:
 *
 *   Tab 0 (current): Mugs | Tab 1: Help
 *
 *   [1] RootWebArea 'Mugs' focused: True
 *   	[7] searchbox 'Search' focused: True required: False
 *
 * Made from the nodes that Chrome gives, not from our pruned tree. Only the main frame is in them.
 */

/** A node of `Accessibility.getFullAXTree`, as far as it is read. */
export interface RawAXNode {
  nodeId: string;
  role?: { value?: unknown };
  name?: { value?: unknown };
  /** Of a field; WebArena does not print it. */
  value?: { value?: unknown };
  properties?: readonly { name: string; value?: { value?: unknown } }[];
  childIds?: readonly string[];
  backendDOMNodeId?: number;
}

/** CSS pixels from the corner of the window, as `getBoundingClientRect` says. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  /** WebArena reads `window.screen`, not the window. */
  screen: { width: number; height: number };
  /** By backend node id; a node without a box is left out. */
  boxes: ReadonlyMap<number, Box>;
}

const DROPPED_PROPERTIES = new Set(['focusable', 'editable', 'readonly', 'level', 'settable', 'multiline', 'invalid']);

/** Without a name and properties these say nothing. */
const SILENT_ROLES = new Set([
  ...['generic', 'img', 'list', 'strong', 'paragraph', 'banner', 'navigation'],
  ...['Section', 'LabelText', 'Legend', 'listitem'],
]);

/** The line of a node, without indent; null when it has none. */
function lineOf(node: RawAXNode): string | null {
  const role = node.role?.value;
  const name = node.name?.value;
  // An ignored node has no name at all.
  if (typeof role !== 'string' || typeof name !== 'string') return null;
  const properties = (node.properties ?? [])
    .filter(({ name, value }) => !DROPPED_PROPERTIES.has(name) && value?.value !== undefined)
    .map(({ name, value }) => `${name}: ${str(value?.value)}`);
  if (strip(name) === '' && (properties.length === 0 ? SILENT_ROLES.has(role) : role === 'listitem')) return null;
  return [`[${node.nodeId}] ${role} ${quote(name)}`, ...properties].join(' ');
}

/** A share of this much of the box must be in view. */
const SHARE_IN_VIEW = 0.6;

/**
 * In view, as WebArena sees it. The share is overlap / width * height: without the brackets it is height² times too
 * large, so that one pixel in view is enough for all but flat boxes. Kept, since it decides which lines there are.
 */
function inView(node: RawAXNode, { screen, boxes }: Viewport): boolean {
  if (node.backendDOMNodeId === undefined) return false;
  if (node.role?.value === 'RootWebArea') return true;
  const box = boxes.get(node.backendDOMNodeId);
  if (box === undefined || box.width === 0 || box.height === 0) return false;
  const across = Math.max(0, Math.min(box.x + box.width, screen.width) - Math.max(box.x, 0));
  const down = Math.max(0, Math.min(box.y + box.height, screen.height) - Math.max(box.y, 0));
  return ((across * down) / box.width) * box.height >= SHARE_IN_VIEW;
}

const STATIC_TEXT = /\[\p{Nd}+\] StaticText (.+)/su;

/**
 * Leaves out texts that one of the three lines before already has. As in WebArena, "has" means anywhere in the line, so
 * a text `1` is lost after `[12] …`, and any other line that says "statictext" somewhere is lost too.
 */
function withoutRepeats(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) {
    if (!line.toLowerCase().includes('statictext')) {
      kept.push(line);
      continue;
    }
    // What follows the role, without its first and last character: the quotes, when the text has no properties.
    const text = STATIC_TEXT.exec(line)?.[1].slice(1, -1);
    if (text && !kept.slice(-3).some((before) => before.includes(text))) kept.push(line);
  }
  return kept;
}

/** The lines of a page. `viewport`: only what is in view ("current viewport only"). */
export function printAxNodes(nodes: readonly RawAXNode[], viewport?: Viewport): string {
  // Chrome repeats some nodes; the first counts.
  const byId = new Map<string, RawAXNode>();
  for (const node of nodes) if (!byId.has(node.nodeId)) byId.set(node.nodeId, node);
  const lines: string[] = [];
  const walk = (node: RawAXNode, depth: number): void => {
    const line = viewport === undefined || inView(node, viewport) ? lineOf(node) : null;
    if (line !== null) lines.push('\t'.repeat(depth) + line);
    // Without a DOM node WebArena stumbles after it has written the line, and does not indent what is inside.
    const inner = line !== null && node.backendDOMNodeId !== undefined ? depth + 1 : depth;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child !== undefined) walk(child, inner);
    }
  };
  if (nodes.length > 0) walk(nodes[0], 0);
  // Values are not quoted, so a line may hold line breaks: WebArena splits there.
  return withoutRepeats(lines.join('\n').split('\n')).join('\n');
}

/** The whole observation. `current`: index of the tab that is shown. */
export function printObservation(
  tabs: readonly string[],
  current: number,
  nodes: readonly RawAXNode[],
  viewport?: Viewport,
): string {
  const titles = tabs.map((title, i) => `Tab ${i}${i === current ? ' (current)' : ''}: ${title}`);
  return `${titles.join(' | ')}\n\n${printAxNodes(nodes, viewport)}`;
}
