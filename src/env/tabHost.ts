import type { DataMode } from '../miniwob/page.ts';
import { type Carrier, type EnvironmentReply, type EnvironmentRequest, serveEnvironment } from './remote.ts';
import { createMiniwobTab } from './sandbox.ts';

/* The script of a bare page that holds a world of MiniWoB++ in a frame, for a harness to ask. */

declare global {
  interface Window {
    reverieTab: {
      /** Opens the world anew. `base`: where the copy is served, from the page's own origin on. */
      open(base: string, mode: DataMode, timeout?: number): void;
      ask(request: EnvironmentRequest): Promise<EnvironmentReply>;
    };
  }
}

let world: Carrier;

window.reverieTab = {
  open(base, mode, timeout) {
    world = serveEnvironment(
      createMiniwobTab({ container: document.body, base: location.origin + base, mode, timeout }),
    );
  },
  ask: (request) => world(request),
};
