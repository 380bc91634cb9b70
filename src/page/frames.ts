/** The part of a DevTools protocol session that is needed; a puppeteer `CDPSession` is one. */
export interface CdpSession {
  send(method: string, params?: object): Promise<unknown>;
}

/** A frame that lives in another process: its own session, whose main frame it is. */
export interface RemoteFrame {
  frameId: string;
  /** The remote frame whose process holds it; any other id, or none: the page's own process does. */
  parentId?: string;
  session: CdpSession;
}

/** A page of one or more processes. */
export interface CdpPage {
  session: CdpSession;
  /** Its frames in other processes, however deep; none where nobody attaches to them. */
  remotes?(): Promise<readonly RemoteFrame[]>;
}

/** A node as the protocol knows it: its number is unique within its process, so the session belongs to it. */
export interface CdpNode {
  session: CdpSession;
  backendNodeId: number;
}

/** A document that was read. */
export interface ReadFrame {
  /** Changes with every navigation of the frame. */
  loader: string;
  session: CdpSession;
  /** The element that holds it, and the loader of that element's document; absent for the main frame. */
  owner?: { node: CdpNode; loader: string };
}
