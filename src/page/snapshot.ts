import { invariant } from '../core/errors.ts';
import type { CdpSession } from './frames.ts';

/** The parts of `DOMSnapshot.captureSnapshot` that are read here. Texts are indices into `strings`. */
interface Rare {
  index: number[];
  value: number[];
}
interface DocumentSnapshot {
  documentURL: number;
  title: number;
  frameId: number;
  nodes: {
    parentIndex: number[];
    nodeType: number[];
    nodeName: number[];
    nodeValue: number[];
    backendNodeId: number[];
    attributes: number[][];
    shadowRootType?: Rare;
    pseudoType?: Rare;
    textValue?: Rare;
    inputValue?: Rare;
    optionSelected?: Pick<Rare, 'index'>;
    contentDocumentIndex?: Rare;
    isClickable?: Pick<Rare, 'index'>;
  };
  layout: { nodeIndex: number[]; styles: number[][]; bounds: number[][] };
  scrollOffsetX?: number;
  scrollOffsetY?: number;
}
export interface SnapshotResult {
  documents: DocumentSnapshot[];
  strings: string[];
}

/** Computed styles to ask for, in this order. */
export const SNAPSHOT_STYLES = ['cursor', 'visibility'];
/** Further ones, for pages whose colours are all they say. */
export const COLOUR_STYLES = ['background-color', 'fill'];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One node of a DOM snapshot. The document comes first; the document of a frame hangs below its `iframe`. */
export interface SnapshotNode {
  /** Where the node lives: its number is unique there. */
  session: CdpSession;
  backendNodeId: number;
  /** DOM node type: 1 element, 3 text, 9 document. */
  type: number;
  /** Lower case. */
  tag: string;
  /** Text of a text node. */
  text: string;
  attributes: Map<string, string>;
  parent: SnapshotNode | undefined;
  /** Flat tree: author shadow roots and slots resolved, the browser's own shadow trees and generated content left out. */
  children: SnapshotNode[];
  /** Live value of an `input` or `textarea`. */
  value?: string;
  /** The option of a list that is chosen. */
  chosen: boolean;
  /** Position in the viewport of its own document, CSS pixels; absent when the node has no box. */
  box?: Box;
  cursor: string;
  visible: boolean;
  /** It answers a click: a listener of a script, or its nature. */
  answersClick: boolean;
  /** CSS background colour and fill, where they were asked for. */
  colours: string[];
  frameId: string;
}

export interface DomSnapshot {
  url: string;
  title: string;
  root: SnapshotNode;
  /** The documents of all frames of the process, the main one (`root`) first. */
  documents: SnapshotNode[];
}

type Found = SnapshotNode & { shadow: string };

/** Light children of `host` that a slot takes. */
const takenBy = (slot: Found, host: Found): Found[] => {
  const name = slot.attributes.get('name') ?? '';
  return (host.children as Found[]).filter(
    (child) =>
      child.shadow === '' &&
      (child.type === 1 ? (child.attributes.get('slot') ?? '') === name : child.type === 3 && name === ''),
  );
};

/**
 * Children as laid out. The snapshot has no shadow roots: what is inside one hangs on the host, every node of it
 * marked. Hence a host inside another shadow tree cannot be told apart, and is read as if it had no shadow root.
 */
function flatten(node: Found): Found[] {
  const isAuthors = (one: Found | undefined): boolean => one?.shadow === 'open' || one?.shadow === 'closed';
  if (node.tag === 'slot') {
    let host: Found | undefined = node;
    while (isAuthors(host)) host = host?.parent as Found | undefined;
    const taken = host === undefined || host === node ? [] : takenBy(node, host);
    if (taken.length > 0) return taken;
  }
  const own = (node.children as Found[]).filter((child) => child.shadow !== 'user-agent');
  if (!isAuthors(node) && own.some(isAuthors)) return own.filter(isAuthors);
  if (node.tag !== 'details' || node.attributes.has('open')) return own;
  return own.filter((child) => child.tag === 'summary').slice(0, 1);
}

/** The nodes of one document as a tree, with frames as yet empty. */
function readDocument(
  source: DocumentSnapshot,
  session: CdpSession,
  string: (index: number | undefined) => string,
): Found[] {
  const { nodes, layout } = source;
  const frameId = string(source.frameId);
  const found = nodes.nodeType.map((type, i): Found => {
    const attributes = new Map<string, string>();
    const list = nodes.attributes[i] ?? [];
    for (let k = 0; k < list.length; k += 2) attributes.set(string(list[k]).toLowerCase(), string(list[k + 1]));
    return {
      session,
      backendNodeId: nodes.backendNodeId[i],
      type,
      tag: string(nodes.nodeName[i]).toLowerCase(),
      text: string(nodes.nodeValue[i]),
      attributes,
      parent: undefined,
      children: [],
      chosen: false,
      cursor: '',
      visible: false,
      answersClick: false,
      colours: [],
      frameId,
      shadow: '',
    };
  });
  const each = (rare: Rare | undefined, set: (node: Found, value: string) => void): void =>
    rare?.index.forEach((i, k) => {
      set(found[i], string(rare.value[k]));
    });
  each(nodes.shadowRootType, (node, type) => (node.shadow = type));
  each(nodes.inputValue, (node, value) => (node.value = value));
  each(nodes.textValue, (node, value) => (node.value = value));
  layout.nodeIndex.forEach((i, k) => {
    const [x, y, width, height] = layout.bounds[k];
    found[i].box = { x: x - (source.scrollOffsetX ?? 0), y: y - (source.scrollOffsetY ?? 0), width, height };
    found[i].cursor = string(layout.styles[k][0]);
    found[i].visible = string(layout.styles[k][1]) === 'visible';
    found[i].colours = layout.styles[k].slice(SNAPSHOT_STYLES.length).map(string);
  });
  nodes.optionSelected?.index.forEach((i) => {
    found[i].chosen = true;
  });
  nodes.isClickable?.index.forEach((i) => {
    found[i].answersClick = true;
  });
  const generated = new Set(nodes.pseudoType?.index);
  found.forEach((node, i) => {
    if (i === 0 || generated.has(i)) return;
    node.parent = found[nodes.parentIndex[i]];
    node.parent.children.push(node);
  });
  return found;
}

/** The main document of a session with the frames that live in the same process. */
export function readSnapshot(result: SnapshotResult, session: CdpSession): DomSnapshot {
  invariant(result.documents.length > 0, 'readSnapshot', 'a snapshot has a document');
  const string = (index: number | undefined): string =>
    index === undefined || index < 0 ? '' : (result.strings[index] ?? '');
  const documents = result.documents.map((source) => readDocument(source, session, string));
  for (const nodes of documents) {
    const flat = nodes.map(flatten);
    nodes.forEach((node, i) => {
      node.children = flat[i];
    });
  }
  result.documents.forEach((source, d) => {
    const frames = source.nodes.contentDocumentIndex;
    frames?.index.forEach((i, k) => {
      const inner = documents[frames.value[k]]?.[0];
      if (inner === undefined) return;
      inner.parent = documents[d][i];
      documents[d][i].children = [inner];
    });
  });
  const [main] = result.documents;
  return {
    url: string(main.documentURL),
    title: string(main.title),
    root: documents[0][0],
    documents: documents.map(([root]) => root),
  };
}
