import { performDom } from '../../src/action/performDom.ts';
import type { PageAction } from '../../src/action/problems.ts';
import type { AXTree, Failure } from '../../src/core/types.ts';
import { createFrameWorld } from '../../src/env/frame.ts';
import {
  type Carrier,
  connectEnvironment,
  type EnvironmentReply,
  type EnvironmentRequest,
  exposeEnvironment,
  serveEnvironment,
} from '../../src/env/remote.ts';
import { readDom } from '../../src/page/fromDom.ts';
import { createNodeIds } from '../../src/page/ids.ts';

/** What a test can ask of the page that hosts the frames: bundled at test time, never shipped. */
export interface HostApi {
  /** Opens a frame world; `port`: behind a MessagePort, as between a page and a worker. */
  open(slot: number, options: { port?: boolean; latency?: boolean; timeout?: number }): void;
  ask(slot: number, request: EnvironmentRequest): Promise<EnvironmentReply>;
  frames(): number;
  /** Reads this document and acts on it by script events. */
  read(base?: string): AXTree;
  act(action: PageAction): Failure | null;
}

declare global {
  interface Window {
    host: HostApi;
  }
}

const worlds = new Map<number, Carrier>();
let ids = createNodeIds();
let tree: AXTree | null = null;

window.host = {
  open(slot, { port = false, ...options }) {
    const world = createFrameWorld({ container: document.body, base: location.origin, slot, ...options });
    if (!port) {
      worlds.set(slot, serveEnvironment(world));
      return;
    }
    const { port1, port2 } = new MessageChannel();
    exposeEnvironment(world, port1);
    worlds.set(slot, serveEnvironment(connectEnvironment(port2)));
  },
  ask: (slot, request) => worlds.get(slot)!(request),
  frames: () => document.querySelectorAll('iframe').length,
  read(base) {
    ids = createNodeIds();
    tree = readDom(document, ids, { base });
    return tree;
  },
  act: (action) => performDom({ document, elementOf: (id) => ids.elementOf(id) }, action, tree!),
};
