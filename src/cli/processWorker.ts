import type { ChildProcess } from 'node:child_process';
import type { Endpoint } from 'comlink';
import { forkScript } from './forkScript.ts';

type Listener = Parameters<Endpoint['addEventListener']>[1];

/** One end of the channel between two processes, as comlink wants it. */
export function endpointOf(process: ChildProcess | NodeJS.Process): Endpoint {
  const heard = new Map<Listener, (data: unknown) => void>();
  return {
    postMessage: (message) => void process.send?.(message),
    addEventListener(_, listener) {
      const hear = (data: unknown) =>
        (listener as (event: Event) => void)(Object.assign(new Event('message'), { data }));
      heard.set(listener, hear);
      process.on('message', hear);
    },
    removeEventListener(_, listener) {
      const hear = heard.get(listener);
      if (hear) process.off('message', hear);
    },
  };
}

/** As much of a `Worker` as `src/perf` needs, as a process with WebGPU. */
export class ProcessWorker implements Endpoint {
  onerror: (event: { message: string }) => void = () => {};
  private readonly child: ChildProcess;
  private readonly end: Endpoint;

  constructor(script: URL) {
    this.child = forkScript(new URL('./dawnWorker.ts', import.meta.url), script.href);
    this.end = endpointOf(this.child);
    this.child.on('exit', (code, signal) => this.onerror({ message: `it ended with ${signal ?? code}` }));
  }

  postMessage(...args: Parameters<Endpoint['postMessage']>): void {
    this.end.postMessage(...args);
  }

  addEventListener(...args: Parameters<Endpoint['addEventListener']>): void {
    this.end.addEventListener(...args);
  }

  removeEventListener(...args: Parameters<Endpoint['removeEventListener']>): void {
    this.end.removeEventListener(...args);
  }

  terminate(): void {
    this.child.kill('SIGKILL');
  }
}
