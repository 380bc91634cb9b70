import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer';
import { build } from 'vite';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { SpecResult } from './page/spec.ts';

const PAGE = fileURLToPath(new URL('./page', import.meta.url));
const WASM = join(
  dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json')),
  'dist',
);
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface BundledPage {
  page: Page;
  close(): Promise<void>;
}

/** The page of a folder, bundled as the product is, in a real Chrome, cross-origin isolated on 127.0.0.1; it sets `window[ready]`. */
export async function openBundle(root: string, ready: string, webgpu: 'default' | 'software'): Promise<BundledPage> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-lane-'));
  await build({
    configFile: false,
    root,
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
  await page.waitForFunction(`window.${ready}`).catch((error: unknown) => {
    throw new Error(`the page did not load: ${complaints.join('; ')}`, { cause: error });
  });
  return {
    page,
    async close() {
      await browser.close();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
}

export interface Lane {
  run(where: 'inPage' | 'inWorker', prefer?: 'webgpu' | 'wasm'): Promise<SpecResult>;
  close(): Promise<void>;
}

/** The page of the specification. */
export async function openLane(webgpu: 'default' | 'software'): Promise<Lane> {
  const { page, close } = await openBundle(PAGE, 'spec', webgpu);
  return {
    run: async (where, prefer) =>
      (await page.evaluate(`window.spec.${where}(${JSON.stringify(prefer)})`)) as SpecResult,
    close,
  };
}
