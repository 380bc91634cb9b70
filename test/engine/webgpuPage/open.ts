import { fileURLToPath } from 'node:url';
import type { Dialect } from '../../../src/engine/webgpu/kernel.ts';
import { openBundle } from '../lane.ts';
import type { FusedResult } from './spec.ts';

export interface FusedPage {
  run(dialect: Dialect): Promise<FusedResult>;
  close(): Promise<void>;
}

/** The page beside this file, with WebGPU on SwiftShader. */
export async function openFusedPage(): Promise<FusedPage> {
  const { page, close } = await openBundle(fileURLToPath(new URL('.', import.meta.url)), 'runFused', 'software');
  return {
    run: async (dialect) => (await page.evaluate(`window.runFused('${dialect}')`)) as FusedResult,
    close,
  };
}
