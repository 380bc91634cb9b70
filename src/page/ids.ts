import type { CdpNode, ReadFrame } from './frames.ts';

/** Where a node lives for the browser: the document it was loaded in, and its number there. */
export interface BackendNode {
  /** Loader id of the document (changes with every navigation), so that numbers of different documents never clash. */
  loader: string;
  backendNodeId: number;
}

/** Ids of live DOM nodes (reader in the page). */
export interface DomNodeIds {
  /** The id of a node: the same for the same node, new for a new one. */
  idOf(node: Node): number;
  /** The element to act on: the node itself or, for a text, the element around it. Undefined when unknown or gone. */
  elementOf(id: number): Element | undefined;
}

/** Ids of nodes known by number (reader over the DevTools protocol). */
export interface CdpNodeIds {
  idOfBackend(node: BackendNode): number;
  /** The documents of the page as it was just read; ids of other documents are stale from now on. */
  noteFrames(frames: readonly ReadFrame[]): void;
  /** The node behind an id, with the frame it is in; undefined when its document is gone. */
  nodeOf(id: number): (CdpNode & { frame: ReadFrame }) | undefined;
  /** The frame that an element of another frame stands in. */
  frameOf(loader: string): ReadFrame | undefined;
}

export interface NodeIds extends DomNodeIds, CdpNodeIds {}

/**
 * Ids for one episode, counted from 1 and never reused. Nothing is written into the page, and nodes are held weakly:
 * a node that left its document answers `undefined`, which callers report loudly instead of acting on a stale handle.
 */
export function createNodeIds(): NodeIds {
  let last = 0;
  const idByNode = new WeakMap<Node, number>();
  const nodeById = new Map<number, WeakRef<Node>>();
  const idByBackend = new Map<string, number>();
  const backendById = new Map<number, BackendNode>();
  const frames = new Map<string, ReadFrame>();
  return {
    idOf(node) {
      let id = idByNode.get(node);
      if (id === undefined) {
        id = ++last;
        idByNode.set(node, id);
        nodeById.set(id, new WeakRef(node));
      }
      return id;
    },
    elementOf(id) {
      const node = nodeById.get(id)?.deref();
      if (node?.isConnected !== true || node.ownerDocument?.defaultView === null) return undefined;
      if (node.nodeType === 9) return (node as Document).documentElement;
      return node.nodeType === 1 ? (node as Element) : (node.parentElement ?? (node.parentNode as ShadowRoot).host);
    },
    idOfBackend({ loader, backendNodeId }) {
      const key = `${loader}:${backendNodeId}`;
      let id = idByBackend.get(key);
      if (id === undefined) {
        id = ++last;
        idByBackend.set(key, id);
        backendById.set(id, { loader, backendNodeId });
      }
      return id;
    },
    noteFrames(read) {
      frames.clear();
      for (const frame of read) frames.set(frame.loader, frame);
    },
    nodeOf(id) {
      const node = backendById.get(id);
      const frame = node && frames.get(node.loader);
      return frame && node && { session: frame.session, backendNodeId: node.backendNodeId, frame };
    },
    frameOf: (loader) => frames.get(loader),
  };
}
