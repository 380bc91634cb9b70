import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { SpecResult } from './page/spec.ts';

const PAGE = fileURLToPath(new URL('./page', import.meta.url));
const WASM = join(
  dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json')),
  'dist',
);
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface Lane {
  run(where: 'inPage' | 'inWorker', prefer?: 'webgpu' | 'wasm'): Promise<SpecResult>;
  close(): Promise<void>;
}

/** The engine, bundled as the product is, in a real Chrome on a cross-origin isolated page of 127.0.0.1. */
export async function openLane(webgpu: 'default' | 'software'): Promise<Lane> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-lane-'));
  await build({
    configFile: false,
    root: PAGE,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { target: 'es2022', outDir: folder, minify: true, chunkSizeWarningLimit: 4000 },
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const file = path.startsWith('/wasm/')
      ? join(WASM, path.slice(6))
      : join(folder, path === '/' ? 'index.html' : path);
    try {
      const body = readFileSync(file);
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = await launchChrome({ webgpu });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.spec').catch((error: unknown) => {
    throw new Error(`the page did not load: ${complaints.join('; ')}`, { cause: error });
  });
  return {
    run: async (where, prefer) =>
      (await page.evaluate(`window.spec.${where}(${JSON.stringify(prefer)})`)) as SpecResult,
    async close() {
      await browser.close();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
}
