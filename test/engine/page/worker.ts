import { runSpec } from './spec.ts';

self.onmessage = async ({ data }: MessageEvent<'webgpu' | 'wasm' | undefined>) => {
  try {
    self.postMessage({ result: await runSpec(data) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
