import type { AXTree } from '../core/types.ts';
import { collapse, pageUrl, pruneTree } from './axtree.ts';
import type { CdpNodeIds } from './ids.ts';
import { type DomSnapshot, readSnapshot, SNAPSHOT_STYLES, type SnapshotNode, type SnapshotResult } from './snapshot.ts';
import { type NativeStates, type PageView, type ReadOptions, rawTree } from './view.ts';

/** The part of a DevTools protocol session that is needed; a puppeteer `CDPSession` is one. */
export interface CdpSession {
  send(method: string, params?: object): Promise<unknown>;
}

interface AXValue {
  value?: unknown;
  relatedNodes?: { backendDOMNodeId: number }[];
}
interface AXNode {
  ignored: boolean;
  ignoredReasons?: { name: string }[];
  role?: AXValue;
  name?: AXValue;
  value?: AXValue;
  properties?: { name: string; value: AXValue }[];
  backendDOMNodeId?: number;
}
interface FrameTree {
  frame: { id: string; loaderId: string };
  childFrames?: FrameTree[];
}

const text = (value: AXValue | undefined): string => (value?.value === undefined ? '' : String(value.value));
const property = (node: AXNode | undefined, name: string): AXValue | undefined =>
  node?.properties?.find((p) => p.name === name)?.value;
const is = (node: AXNode | undefined, name: string): boolean => property(node, name)?.value === true;

/** Backend node ids are unique within a process, so one map serves the main document and its frames. */
function cdpView(dom: DomSnapshot, axNodes: AXNode[]): PageView<SnapshotNode> {
  const exposed = new Map<number, AXNode>();
  for (const node of axNodes)
    if (node.backendDOMNodeId !== undefined && !node.ignored) exposed.set(node.backendDOMNodeId, node);
  const of = (node: SnapshotNode): AXNode | undefined => exposed.get(node.backendNodeId);

  // While a modal dialog is open, only what is inside it can be reached.
  const modal = axNodes.some((node) => node.ignoredReasons?.some((reason) => reason.name === 'activeModalDialog'));
  const isReachable = (node: SnapshotNode | undefined): boolean =>
    !modal || (node !== undefined && (is(of(node), 'modal') || isReachable(node.parent)));

  const fieldByLabel = new Map<number, SnapshotNode>();
  const findLabels = (node: SnapshotNode): void => {
    for (const label of property(of(node), 'labelledby')?.relatedNodes ?? [])
      fieldByLabel.set(label.backendDOMNodeId, node);
    node.children.forEach(findLabels);
  };
  findLabels(dom.root);

  return {
    tag: (node) => (node.type === 1 ? node.tag : node.type === 3 ? '' : '#other'),
    children: (node) =>
      node.tag === 'select'
        ? node.children.filter((child) => child.type === 1)
        : node.children.flatMap((child) => (child.type === 9 ? child.children : [child])),
    attribute: (node, name) => node.attributes.get(name) ?? null,
    text: (node) => (of(node)?.role?.value === 'StaticText' ? text(of(node)?.name) : ''),
    role: (node) => text(of(node)?.role) || 'none',
    name: (node) => text(of(node)?.name),
    value(node) {
      if (node.value !== undefined && node.tag !== 'select') {
        const type = node.tag === 'input' ? node.attributes.get('type')?.toLowerCase() : '';
        if (type === 'password') return '•'.repeat(node.value.length);
        return type === 'file' ? node.value.replace(/^.*\\/, '') : node.value;
      }
      const isNative = /^(select|progress|meter)$/.test(node.tag) || node.attributes.has('aria-valuenow');
      return isNative ? collapse(text(of(node)?.value)) : undefined;
    },
    native(node, role) {
      const found = of(node);
      const states: NativeStates = {};
      if (is(found, 'focused')) states.focused = true;
      if (is(found, 'disabled')) states.disabled = true;
      const checked = text(property(found, 'checked'));
      if (checked !== '') states.checked = checked === 'mixed' ? 'mixed' : checked === 'true';
      if (node.tag === 'option' && is(found, 'selected')) states.selected = true;
      if (role === 'DisclosureTriangle') states.expanded = is(found, 'expanded');
      return states;
    },
    cursor: (node) => node.cursor,
    hasArea: (node) =>
      node.box !== undefined && node.box.width > 0 && node.box.height > 0 && node.visible && isReachable(node),
    labelled: (node) => fieldByLabel.get(node.backendNodeId),
  };
}

const framesOf = (tree: FrameTree): FrameTree['frame'][] => [tree.frame, ...(tree.childFrames ?? []).flatMap(framesOf)];

/** The element whose box stands for a node: a text's parent, a closed list's `select`; in a frame, the frame. */
function boxOf(node: SnapshotNode, mainFrame: string): SnapshotNode['box'] {
  let element: SnapshotNode | undefined = node.type === 1 ? node : node.parent;
  for (let up = element; up !== undefined; up = up.parent)
    if (up.tag === 'select' || (element?.frameId !== mainFrame && up.tag === 'iframe')) element = up;
  return element?.box;
}

/**
 * The accessibility tree of a page behind a DevTools session: Chrome's own roles, names and values
 * (`Accessibility.getFullAXTree`), joined by backend node id on one DOM snapshot, which adds the structure, the
 * attributes and the boxes that clickable elements without a role are found by. The same text as `readDom`.
 */
export async function readCdp(session: CdpSession, ids: CdpNodeIds, options: ReadOptions = {}): Promise<AXTree> {
  const ask = <T>(method: string, params?: object): Promise<T> => session.send(method, params) as Promise<T>;
  const { frameTree } = await ask<{ frameTree: FrameTree }>('Page.getFrameTree');
  const [main, ...inner] = framesOf(frameTree);
  const tree = (frameId: string) => ask<{ nodes: AXNode[] }>('Accessibility.getFullAXTree', { frameId });
  const [mainTree, snapshot, metrics, frameTrees] = await Promise.all([
    tree(main.id),
    ask<SnapshotResult>('DOMSnapshot.captureSnapshot', { computedStyles: SNAPSHOT_STYLES }),
    ask<{ cssLayoutViewport: { clientWidth: number; clientHeight: number } }>('Page.getLayoutMetrics'),
    // A frame may go away, or live in another process: the rest of the page is still worth reading.
    Promise.allSettled(inner.map(({ id }) => tree(id))),
  ]);
  const axNodes = mainTree.nodes.concat(
    frameTrees.flatMap((frame) => (frame.status === 'fulfilled' ? frame.value.nodes : [])),
  );
  const dom = readSnapshot(snapshot);
  const loaders = new Map([main, ...inner].map(({ id, loaderId }) => [id, loaderId]));
  const { clientWidth, clientHeight } = metrics.cssLayoutViewport;
  const { nodes, omitted } = pruneTree(rawTree(cdpView(dom, axNodes), dom.root, dom.title), {
    budget: options.budget,
    idOf: ({ frameId, backendNodeId }) => ids.idOfBackend({ loader: loaders.get(frameId) ?? frameId, backendNodeId }),
    inView(node) {
      const box = boxOf(node, main.id);
      if (box === undefined) return false;
      return box.y < clientHeight && box.y + box.height > 0 && box.x < clientWidth && box.x + box.width > 0;
    },
  });
  return { url: pageUrl(dom.url, options.base), title: collapse(dom.title), nodes, omitted };
}
