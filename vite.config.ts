import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connect, Plugin } from 'vite';
import { build, defineConfig } from 'vite';
import { openCopy } from './src/cli/miniwobCopy.ts';
import { LOCAL_HOST, mountCopy } from './src/cli/miniwobMount.ts';

const require = createRequire(import.meta.url);
const WASM_FILES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'];
const wasmFile = (name: string) =>
  readFileSync(join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist', name));

/** Only pages of this server may talk to it: a foreign `Host` (DNS rebinding) or `Origin` is refused. */
const guard: Connect.NextHandleFunction = (request, response, next) => {
  const host = request.headers.host ?? '';
  const origin = request.headers.origin;
  if (LOCAL_HOST.test(host) && (origin === undefined || origin === `http://${host}`)) return next();
  response.statusCode = 403;
  response.end('Reverie serves this machine only (unexpected Host or Origin).\n');
};

/** The user's copy of MiniWoB++, if there is one. Comes before the guard: its pages have no origin that the guard could know. */
async function useCopy(middlewares: Connect.Server): Promise<void> {
  const copy = process.env['MINIWOB_DIR'];
  if (copy) middlewares.use(await mountCopy(openCopy(copy)));
}

const isSite = (url = '') => url.startsWith('/site/');

/** In development the shell loads the page script as a module, so that it is compiled on the fly. */
const devShell: Connect.NextHandleFunction = (request, response, next) => {
  if (!isSite(request.url)) return next();
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(shell().replace('defer src="/site.js"', 'type="module" src="/src/sites/runtime.tsx"'));
};

const root = dirname(fileURLToPath(import.meta.url));
const shell = () => readFileSync(join(root, 'public/site/index.html'), 'utf8');

/**
 * `/site/<slot>/<family>/<seed>/…` is one static shell; the page script renders what the address names. Episodes load
 * thousands of these documents: both files come from memory, and the script's address carries its hash, so that Chrome keeps
 * it, compiled, without asking again.
 */
function sitePages(): Connect.NextHandleFunction {
  const script = readFileSync(join(root, 'dist/site.js'));
  const address = `/site.js?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`;
  const page = shell().replace('/site.js', address);
  return (request, response, next) => {
    const isScript = request.url === address;
    if (!isScript && !isSite(request.url)) return next();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader('Cache-Control', isScript ? 'public, max-age=31536000, immutable' : 'no-store');
    response.end(isScript ? script : page);
  };
}

/** The page script of the sites: one self-contained classic script. */
const buildSiteScript = () =>
  build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'es2022',
      emptyOutDir: false,
      lib: { entry: 'src/sites/runtime.tsx', formats: ['iife'], name: 'site', fileName: () => 'site.js' },
    },
  });

const reverie = (): Plugin => ({
  name: 'reverie',
  async configureServer(server) {
    await useCopy(server.middlewares);
    server.middlewares.use(guard);
    server.middlewares.use(devShell);
    server.middlewares.use('/wasm', (request, response, next) => {
      const name = (request.url ?? '').split('?')[0].slice(1);
      if (!WASM_FILES.includes(name)) return next();
      response.setHeader('Content-Type', 'application/wasm');
      response.end(wasmFile(name));
    });
  },
  async configurePreviewServer(server) {
    await useCopy(server.middlewares);
    server.middlewares.use(guard);
    server.middlewares.use(sitePages());
  },
  closeBundle: { sequential: true, handler: async () => void (await buildSiteScript()) },
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
  },
});
