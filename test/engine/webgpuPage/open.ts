import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { launchChrome } from '../../../src/cli/chrome.ts';
import type { Dialect } from '../../../src/engine/webgpu/kernel.ts';
import type { FusedResult } from './spec.ts';

export interface FusedPage {
  run(dialect: Dialect): Promise<FusedResult>;
  close(): Promise<void>;
}

/** The page beside this file, bundled, in a Chrome with WebGPU on SwiftShader. */
export async function openFusedPage(): Promise<FusedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-webgpu-'));
  const root = fileURLToPath(new URL('.', import.meta.url));
  const bundle = { target: 'es2022', outDir: folder, chunkSizeWarningLimit: 4000 };
  await build({ configFile: false, root, logLevel: 'error', build: bundle });
  const server = await preview({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await launchChrome({ webgpu: 'software' });
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] as string);
  await page.waitForFunction('window.runFused');
  return {
    run: async (dialect) => (await page.evaluate(`window.runFused('${dialect}')`)) as FusedResult,
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
