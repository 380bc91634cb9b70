import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Connect, Plugin } from 'vite';
import { defineConfig } from 'vite';

const require = createRequire(import.meta.url);
const WASM_FILES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'];
const wasmFile = (name: string) =>
  readFileSync(join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist', name));

const LOCAL_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** Only pages of this server may talk to it: a foreign `Host` (DNS rebinding) or `Origin` is refused. */
const guard: Connect.NextHandleFunction = (request, response, next) => {
  const host = request.headers.host ?? '';
  const origin = request.headers.origin;
  if (LOCAL_HOST.test(host) && (origin === undefined || origin === `http://${host}`)) return next();
  response.statusCode = 403;
  response.end('Reverie serves this machine only (unexpected Host or Origin).\n');
};

/** `/site/<slot>/<family>/<seed>/…` is one static shell; the page script renders what the address names. */
const siteShell =
  (dev: boolean): Connect.NextHandleFunction =>
  (request, _response, next) => {
    const path = (request.url ?? '').split('?')[0];
    if (path.startsWith('/site/')) request.url = '/site/index.html';
    else if (dev && path === '/site.js') request.url = '/src/sites/runtime.tsx';
    next();
  };

const reverie = (): Plugin => ({
  name: 'reverie',
  configureServer(server) {
    server.middlewares.use(guard);
    server.middlewares.use(siteShell(true));
    server.middlewares.use('/wasm', (request, response, next) => {
      const name = (request.url ?? '').split('?')[0].slice(1);
      if (!WASM_FILES.includes(name)) return next();
      response.setHeader('Content-Type', 'application/wasm');
      response.end(wasmFile(name));
    });
  },
  configurePreviewServer(server) {
    server.middlewares.use(guard);
    server.middlewares.use(siteShell(false));
  },
  generateBundle() {
    for (const name of WASM_FILES) this.emitFile({ type: 'asset', fileName: `wasm/${name}`, source: wasmFile(name) });
  },
});

/** Cross-origin isolation: threads and precise clocks for the workers. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export default defineConfig({
  plugins: [reverie()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1', headers },
  preview: { host: '127.0.0.1', headers },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { app: 'index.html', site: 'src/sites/runtime.tsx' },
      output: { entryFileNames: (chunk) => (chunk.name === 'site' ? 'site.js' : 'assets/[name]-[hash].js') },
    },
  },
});
