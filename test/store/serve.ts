import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface TestPage {
  url: string;
  close(): Promise<void>;
}

/** Bundles `page.ts` and serves it on 127.0.0.1 (IndexedDB wants an origin). */
export async function serveStorePage(port = 0): Promise<TestPage> {
  const input = fileURLToPath(new URL('./page.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', minify: false, rolldownOptions: { input } },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  const script = result.output[0].code;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><title>store</title><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
