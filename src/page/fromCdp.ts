import { isSecretInput } from '../core/mask.ts';
import type { AXTree } from '../core/types.ts';
import { collapse, pageUrl, pruneTree } from './axtree.ts';
import type { CdpPage, CdpSession, ReadFrame, RemoteFrame } from './frames.ts';
import type { CdpNodeIds } from './ids.ts';
import { lookOf } from './looks.ts';
import {
  COLOUR_STYLES,
  type DomSnapshot,
  readSnapshot,
  SNAPSHOT_STYLES,
  type SnapshotNode,
  type SnapshotResult,
} from './snapshot.ts';
import { type NativeStates, type PageView, type ReadOptions, rawTree, valueNow } from './view.ts';

const LANDMARKS = new Set('banner navigation main region complementary contentinfo form search article'.split(' '));
const NAMING = ['aria-label', 'aria-labelledby', 'title'];

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

/** What was read of one process: backend node ids are unique only within it. */
interface ReadProcess {
  session: CdpSession;
  dom: DomSnapshot;
  axNodes: AXNode[];
  loaders: Map<string, string>;
}

function looks({ tag, box, colours: [background = '', fill = ''], attributes }: SnapshotNode): string {
  return lookOf({
    tag,
    box,
    background,
    fill,
    id: attributes.get('id') ?? null,
    classes: attributes.get('class') ?? null,
  });
}

function cdpView(processes: readonly ReadProcess[], bare: boolean): PageView<SnapshotNode> {
  const exposed = new Map<CdpSession, Map<number, AXNode>>();
  /** Processes where a modal dialog is open: only what is inside it can be reached. */
  const modal = new Set<CdpSession>();
  for (const { session, axNodes } of processes) {
    const nodes = new Map<number, AXNode>();
    exposed.set(session, nodes);
    for (const node of axNodes) {
      if (node.backendDOMNodeId !== undefined && !node.ignored) nodes.set(node.backendDOMNodeId, node);
      if (node.ignoredReasons?.some((reason) => reason.name === 'activeModalDialog')) modal.add(session);
    }
  }
  const of = (node: SnapshotNode): AXNode | undefined => exposed.get(node.session)?.get(node.backendNodeId);
  const isReachable = (node: SnapshotNode): boolean => {
    let at: SnapshotNode | undefined = node;
    let inside = !modal.has(node.session);
    for (; at?.session === node.session; at = at.parent) inside ||= is(of(at), 'modal');
    return inside && (at === undefined || isReachable(at));
  };

  const fieldByLabel = new Map<CdpSession, Map<number, SnapshotNode>>();
  const findLabels = (node: SnapshotNode): void => {
    const { session } = node;
    const fields = fieldByLabel.get(session) ?? new Map<number, SnapshotNode>();
    fieldByLabel.set(session, fields);
    for (const label of property(of(node), 'labelledby')?.relatedNodes ?? []) fields.set(label.backendDOMNodeId, node);
    node.children.forEach(findLabels);
  };
  findLabels(processes[0].dom.root);

  return {
    tag: (node) => (node.type === 1 ? node.tag : node.type === 3 ? '' : '#other'),
    children(node) {
      if (node.tag === 'select') return node.children.filter((child) => child.type === 1);
      // What a frame holds is as invisible as the frame, whatever its own page says.
      if (node.tag === 'iframe' && !node.visible) return [];
      return node.children.flatMap((child) => (child.type === 9 ? child.children : [child]));
    },
    attribute: (node, name) => node.attributes.get(name) ?? null,
    text: (node) => (of(node)?.role?.value === 'StaticText' ? text(of(node)?.name) : ''),
    role(node) {
      // Chrome calls it a link when a script listens to clicks on it, which a reader inside a page that is not bare cannot know.
      if (!bare && node.tag === 'a' && !node.attributes.has('href') && !node.attributes.has('role')) return 'none';
      const role = text(of(node)?.role) || 'none';
      // Only the first one opens and closes.
      const isSecond = node.tag === 'summary' && node.parent?.children.find((one) => one.tag === 'summary') !== node;
      return isSecond && role === 'DisclosureTriangle' ? 'none' : role;
    },
    name(node, role) {
      // While a landmark has the focus, Chrome calls it by all that is in it.
      const isLent = LANDMARKS.has(role) && is(of(node), 'focused');
      return isLent && !NAMING.some((name) => node.attributes.has(name)) ? '' : text(of(node)?.name);
    },
    value(node) {
      if (node.value !== undefined && node.tag !== 'select') {
        const type = node.tag === 'input' ? node.attributes.get('type')?.toLowerCase() : '';
        if (isSecretInput(type, node.attributes.get('autocomplete'))) return '•'.repeat(node.value.length);
        return type === 'file' ? node.value.replace(/^.*\\/, '') : node.value;
      }
      if (/^(select|progress|meter)$/.test(node.tag)) return collapse(text(of(node)?.value));
      return valueNow(node.attributes.get('aria-valuenow'));
    },
    native(node, role) {
      const found = of(node);
      const states: NativeStates = {};
      if (is(found, 'focused')) states.focused = true;
      if (is(found, 'disabled')) states.disabled = true;
      const checked = text(property(found, 'checked'));
      if (checked !== '') states.checked = checked === 'mixed' ? 'mixed' : checked === 'true';
      // Chrome does not say it of an option that is off, such as the "Choose …" that many lists begin with.
      if (node.tag === 'option' && node.chosen) states.selected = true;
      if (role === 'DisclosureTriangle') states.expanded = is(found, 'expanded');
      return states;
    },
    cursor: (node) => node.cursor,
    hasArea: (node) =>
      node.box !== undefined && node.box.width > 0 && node.box.height > 0 && node.visible && isReachable(node),
    labelled: (node) => fieldByLabel.get(node.session)?.get(node.backendNodeId),
    ...(bare && { listens: (node) => node.answersClick, looks }),
  };
}

const flatFrames = (tree: FrameTree): FrameTree['frame'][] => [
  tree.frame,
  ...(tree.childFrames ?? []).flatMap(flatFrames),
];

/** The element whose box stands for a node: a text's parent (slots have none), a closed list's `select`; in a frame, the frame. */
function boxOf(node: SnapshotNode, mainFrame: string): SnapshotNode['box'] {
  let element: SnapshotNode | undefined = node.type === 1 ? node : node.parent;
  while (element?.tag === 'slot') element = element.parent;
  for (let up = element; up !== undefined; up = up.parent)
    if (up.tag === 'select' || (element?.frameId !== mainFrame && up.tag === 'iframe')) element = up;
  return element?.box;
}

/** Reads the frames of one process. */
async function readProcess(session: CdpSession, computedStyles: readonly string[]): Promise<ReadProcess> {
  const ask = <T>(method: string, params?: object): Promise<T> => session.send(method, params) as Promise<T>;
  const { frameTree } = await ask<{ frameTree: FrameTree }>('Page.getFrameTree');
  const [main, ...inner] = flatFrames(frameTree);
  const tree = (frameId: string) => ask<{ nodes: AXNode[] }>('Accessibility.getFullAXTree', { frameId });
  const [mainTree, snapshot, frameTrees] = await Promise.all([
    tree(main.id),
    ask<SnapshotResult>('DOMSnapshot.captureSnapshot', { computedStyles }),
    // A frame may go away, or live in another process: the rest of the page is still worth reading.
    Promise.allSettled(inner.map(({ id }) => tree(id))),
  ]);
  const axNodes = mainTree.nodes.concat(
    frameTrees.flatMap((frame) => (frame.status === 'fulfilled' ? frame.value.nodes : [])),
  );
  const loaders = new Map([main, ...inner].map(({ id, loaderId }) => [id, loaderId]));
  return { session, dom: readSnapshot(snapshot, session), axNodes, loaders };
}

function* everyNode(node: SnapshotNode): Generator<SnapshotNode> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

/** Hangs the documents of other processes below the elements that hold them. */
async function joinFrames(main: ReadProcess, remotes: readonly (RemoteFrame & { read: ReadProcess })[]): Promise<void> {
  const byFrame = new Map(remotes.map(({ frameId, read }) => [frameId, read]));
  for (const { frameId, parentId, read } of remotes) {
    const { session, dom } = byFrame.get(parentId ?? '') ?? main;
    // A frame that has gone meanwhile has no owner.
    const reply = await session.send('DOM.getFrameOwner', { frameId }).catch(() => null);
    const id = (reply as { backendNodeId: number } | null)?.backendNodeId;
    const owner = [...everyNode(dom.root)].find((node) => node.session === session && node.backendNodeId === id);
    if (owner === undefined) continue;
    owner.children = [read.dom.root];
    read.dom.root.parent = owner;
  }
}

/** Every document that was read, with the element that holds it. */
const framesOf = (documents: readonly SnapshotNode[], loaderOf: (node: SnapshotNode) => string): ReadFrame[] =>
  documents.map((root) => {
    const { parent, session } = root;
    const frame = { loader: loaderOf(root), session };
    if (parent === undefined) return frame;
    const { session: holder, backendNodeId } = parent;
    return { ...frame, owner: { node: { session: holder, backendNodeId }, loader: loaderOf(parent) } };
  });

/**
 * The accessibility tree of a page behind DevTools sessions: Chrome's own roles, names and values
 * (`Accessibility.getFullAXTree`), joined by backend node id on one DOM snapshot, which adds the structure, the
 * attributes and the boxes that clickable elements without a role are found by; the same for frames in other processes,
 * joined at the elements that hold them. The same text as `readDom` where that can look.
 */
export async function readCdp(page: CdpPage, ids: CdpNodeIds, options: ReadOptions = {}): Promise<AXTree> {
  const { bare = false } = options;
  const styles = bare ? [...SNAPSHOT_STYLES, ...COLOUR_STYLES] : SNAPSHOT_STYLES;
  const remotes = (await page.remotes?.()) ?? [];
  const [main, metrics, others] = await Promise.all([
    readProcess(page.session, styles),
    page.session.send('Page.getLayoutMetrics') as Promise<{
      cssLayoutViewport: { clientWidth: number; clientHeight: number };
    }>,
    Promise.allSettled(remotes.map(async (remote) => ({ ...remote, read: await readProcess(remote.session, styles) }))),
  ]);
  const joined = others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []));
  const processes = [main, ...joined.map(({ read }) => read)];
  await joinFrames(main, joined);
  const { dom } = main;
  const loaders = new Map(processes.flatMap((process) => [...process.loaders]));
  const loaderOf = ({ frameId }: SnapshotNode): string => loaders.get(frameId) ?? frameId;
  ids.noteFrames(
    framesOf(
      processes.flatMap((process) => process.dom.documents),
      loaderOf,
    ),
  );
  const { clientWidth, clientHeight } = metrics.cssLayoutViewport;
  const { nodes, omitted } = pruneTree(rawTree(cdpView(processes, bare), dom.root, dom.title), {
    budget: options.budget,
    idOf: (node) => ids.idOfBackend({ loader: loaderOf(node), backendNodeId: node.backendNodeId }),
    inView(node) {
      const box = boxOf(node, dom.root.frameId);
      if (box === undefined) return false;
      return box.y < clientHeight && box.y + box.height > 0 && box.x < clientWidth && box.x + box.width > 0;
    },
  });
  return { url: pageUrl(dom.url, options.base), title: collapse(dom.title), nodes, omitted };
}
