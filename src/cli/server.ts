import { preview } from 'vite';
import { ReverieError } from '../core/errors.ts';
import { PROJECT_ROOT } from './build.ts';

export interface Server {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Serves `dist` on 127.0.0.1; Host and Origin are checked by the plugin in `vite.config.ts`. Port 0 = any free one. */
export async function startServer(port = 0): Promise<Server> {
  try {
    const server = await preview({
      root: PROJECT_ROOT,
      logLevel: 'error',
      preview: { port, host: '127.0.0.1', strictPort: port !== 0 },
    });
    const address = server.httpServer.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return { url: `http://127.0.0.1:${address.port}`, port: address.port, close: () => server.close() };
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new ReverieError('environment', { who: 'server', rule: `cannot serve on 127.0.0.1:${port}`, got });
  }
}
