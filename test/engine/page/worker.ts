import { offerMate, startMate } from '../../../src/engine/mate.ts';
import { runSpec } from './spec.ts';

offerMate(() => new Worker(new URL('../../../workers/mate.worker.ts', import.meta.url), { type: 'module' }));

self.onmessage = async ({ data }: MessageEvent<'webgpu' | 'wasm' | undefined>) => {
  try {
    await startMate();
    self.postMessage({ result: await runSpec(data) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
