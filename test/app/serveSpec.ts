import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const WASM = join(
  dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json')),
  'dist',
);
const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' };

/** Bundles a script of this folder with the workers that it starts, and serves it on a page of its own. */
export async function serveSpec(name: string): Promise<{ url: string; close(): Promise<void> }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(name, import.meta.url)),
        output: { entryFileNames: 'spec.js' },
      },
    },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  const files = new Map(
    result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const wasm = path.startsWith('/wasm/') ? readFileSync(join(WASM, path.slice('/wasm/'.length))) : undefined;
    const body =
      wasm ?? files.get(path) ?? '<!doctype html><title>spec</title><script type="module" src="/spec.js"></script>';
    response.setHeader('Content-Type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
