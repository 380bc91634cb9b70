/** What a thread has asked of WebGPU since it began to count. */
export interface GpuCounts {
  dispatches: number;
  submits: number;
  readbacks: number;
  /** In buffers; those left to the garbage collector count as alive. */
  bytes: number;
  /** Most of them at one time. */
  peakBytes: number;
}

type Method = (this: unknown, ...args: never[]) => unknown;

/** Calls `before` with receiver and result of every call of a method, whoever makes it. */
function watch<T extends object>(
  prototype: T,
  method: keyof T & string,
  seen: (self: unknown, result: unknown) => void,
): void {
  const original = prototype[method] as Method;
  const watched = function (this: unknown, ...args: never[]): unknown {
    const result = original.apply(this, args);
    seen(this, result);
    return result;
  };
  (prototype as Record<string, unknown>)[method] = watched;
}

/** Counts the WebGPU calls of this thread by wrapping them: the same for every library. Call once, before any device exists. */
export function countGpu(): { counts: GpuCounts; idle(): Promise<unknown> } {
  const counts: GpuCounts = { dispatches: 0, submits: 0, readbacks: 0, bytes: 0, peakBytes: 0 };
  const queues = new Set<GPUQueue>();
  if (typeof GPUDevice !== 'undefined') {
    const alive = new WeakSet<GPUBuffer>();
    const dispatched = () => counts.dispatches++;
    watch(GPUComputePassEncoder.prototype, 'dispatchWorkgroups', dispatched);
    watch(GPUComputePassEncoder.prototype, 'dispatchWorkgroupsIndirect', dispatched);
    watch(GPUQueue.prototype, 'submit', (queue) => {
      counts.submits++;
      queues.add(queue as GPUQueue);
    });
    watch(GPUBuffer.prototype, 'mapAsync', () => counts.readbacks++);
    watch(GPUDevice.prototype, 'createBuffer', (_, buffer) => {
      alive.add(buffer as GPUBuffer);
      counts.bytes += (buffer as GPUBuffer).size;
      counts.peakBytes = Math.max(counts.peakBytes, counts.bytes);
    });
    watch(GPUBuffer.prototype, 'destroy', (buffer) => {
      if (alive.delete(buffer as GPUBuffer)) counts.bytes -= (buffer as GPUBuffer).size;
    });
  }
  return { counts, idle: () => Promise.all([...queues].map((queue) => queue.onSubmittedWorkDone())) };
}
