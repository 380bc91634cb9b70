import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Server {
  /** `http://127.0.0.1:<port>` */
  url: string;
  close(): Promise<void>;
}

/** Builds the page into `dist`. */
export async function buildPage(): Promise<void> {
  await build({ root: PROJECT_ROOT, logLevel: 'error' });
}

/** Serves `dist` on 127.0.0.1; Host and Origin are checked by the plugin in `vite.config.ts`. Port 0 = any free one. */
export async function startServer(port = 0): Promise<Server> {
  const server = await preview({ root: PROJECT_ROOT, logLevel: 'error', preview: { port, host: '127.0.0.1', strictPort: port !== 0 } });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('internal: the server has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
