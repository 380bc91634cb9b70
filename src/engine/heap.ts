import * as tf from '@tensorflow/tfjs';

/** The parts of tfjs backends read here; internals of 4.22, so every access is checked and has a safe fallback. */
interface Internals {
  dataIdMap?: { get(id: object): { memoryOffset?: number } | undefined };
  wasm?: { HEAPU8?: Uint8Array };
  data?: { get(id: object): { values?: unknown } | undefined };
}

/**
 * The values of a float32 tensor without a copy where the backend allows it (wasm heap, cpu array); a copy otherwise.
 * Valid only until the next allocation on the backend: read or write it at once, do not keep it.
 */
export function heapView(tensor: tf.Tensor): Float32Array {
  const backend = tf.backend() as Internals;
  if (tf.getBackend() === 'wasm') {
    const offset = backend.dataIdMap?.get(tensor.dataId)?.memoryOffset;
    const heap = backend.wasm?.HEAPU8;
    if (heap && offset !== undefined && offset % 4 === 0) return new Float32Array(heap.buffer, offset, tensor.size);
  } else if (tf.getBackend() === 'cpu') {
    const values = backend.data?.get(tensor.dataId)?.values;
    if (values instanceof Float32Array && values.length === tensor.size) return values;
  }
  // Blocks nothing: only the fused WASM network and its AdamW come here, whose tensors lie in memory of this thread.
  return tensor.dataSync() as Float32Array;
}

/** A tensor of its own memory from a view that will change: the wasm backend copies by itself, others keep the array. */
export function copyToTensor(view: Float32Array): tf.Tensor1D {
  return tf.tensor1d(tf.getBackend() === 'wasm' ? view : view.slice());
}
