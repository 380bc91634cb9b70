import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Bundles the sites' page script alone and serves it with the shell, as the real server does below `/site/`. */
export async function serveSites(): Promise<{ url: string; close(): Promise<void> }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input: file('src/sites/runtime.tsx') } },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  const script = result.output[0].code;
  const shell = readFileSync(file('public/site/index.html'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/site.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : shell);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
