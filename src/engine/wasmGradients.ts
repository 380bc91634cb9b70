import * as tf from '@tensorflow/tfjs';

const KERNEL = 'UnsortedSegmentSum';

interface WasmBackend {
  dataIdMap: { get(id: object): { memoryOffset: number } };
  wasm: { HEAPU8: Uint8Array };
  makeOutput(shape: number[], dtype: tf.DataType): tf.TensorInfo;
}

/**
 * `tfjs-backend-wasm` 4.22 has no UnsortedSegmentSum, so the gradient of `gather` (embeddings) fails on it. Adds
 * row i of x [M, …] to row ids[i] of the output [numSegments, …]; ids outside are dropped, in order of i, so that two
 * runs give equal bits. Registered once, for the wasm backend only.
 */
export function registerWasmGradients(): void {
  if (tf.getKernel(KERNEL, 'wasm')) return;
  tf.registerKernel({
    kernelName: KERNEL,
    backendName: 'wasm',
    kernelFunc: ({ inputs, attrs, backend }) => {
      const { x, segmentIds } = inputs as { x: tf.TensorInfo; segmentIds: tf.TensorInfo };
      const { numSegments } = attrs as unknown as { numSegments: number };
      const wasm = backend as WasmBackend;
      const rest = x.shape.slice(1);
      const width = rest.reduce((a, b) => a * b, 1);
      const output = wasm.makeOutput([numSegments, ...rest], 'float32');
      const at = (tensor: tf.TensorInfo) => wasm.dataIdMap.get(tensor.dataId).memoryOffset;
      const buffer = wasm.wasm.HEAPU8.buffer;
      const sum = new Float32Array(buffer, at(output), numSegments * width).fill(0);
      const values = new Float32Array(buffer, at(x), x.shape[0] * width);
      const ids = new Int32Array(buffer, at(segmentIds), x.shape[0]);
      for (let i = 0; i < ids.length; i++) {
        const target = ids[i] * width;
        if (target < 0 || ids[i] >= numSegments) continue;
        for (let j = 0; j < width; j++) sum[target + j] += values[i * width + j];
      }
      return output;
    },
  });
}
