import { runSpec, type SpecResult } from './spec.ts';

type Prefer = 'webgpu' | 'wasm' | undefined;

/** Runs the specification in a fresh worker; rejects with the worker's error, its own or one of loading. */
function inWorker(prefer: Prefer): Promise<SpecResult> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SpecResult>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }: MessageEvent<{ result?: SpecResult; error?: string }>) =>
      data.result ? resolve(data.result) : reject(new Error(data.error));
    worker.postMessage(prefer);
  }).finally(() => worker.terminate());
}

Object.assign(window, { spec: { inPage: runSpec, inWorker } });
