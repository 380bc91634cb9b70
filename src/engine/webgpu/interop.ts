import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../../core/errors.ts';
import { checkDevice } from './lostDevice.ts';

/** The parts of `WebGPUBackend` 4.22 used here; internals, so they are named in one place. */
export interface GpuBackend {
  device: GPUDevice;
  /** The command buffer under construction; tfjs submits it when somebody reads a tensor. */
  commandEncoder: GPUCommandEncoder | null;
  /** Data that recorded commands refer to: its buffers go back to the pool only after the submit. */
  commandQueueOwnedIds: WeakSet<object>;
  tensorMap: { get(id: object): { resource: GPUBuffer } };
  uploadToGPU(id: object): void;
  makeTensorInfo(shape: number[], dtype: 'float32'): tf.TensorInfo;
  endComputePassEncoder(): void;
  ensureCommandEncoderReady(): void;
  submitQueue(): void;
}

/** The running tfjs backend, which must be the webgpu one on `device`. */
export function gpuBackend(device: GPUDevice): GpuBackend {
  const backend = tf.backend() as unknown as GpuBackend;
  if (tf.getBackend() === 'webgpu' && backend.device === device) return backend;
  throw new ReverieError('usage', {
    who: 'engine',
    rule: 'the webgpu backend of tfjs is active on this device',
    got: tf.getBackend(),
  });
}

/** Appends to the command buffer of tfjs, so that a training step and its readback are one submit. Throws `environment` when the device is lost. */
export function encode(backend: GpuBackend, work: (encoder: GPUCommandEncoder) => void): void {
  checkDevice();
  backend.endComputePassEncoder();
  backend.ensureCommandEncoderReady();
  work(backend.commandEncoder as GPUCommandEncoder);
}

/** Submits what is recorded. Queue writes happen at once: they must not overtake commands that read the same buffer. */
export function flush(backend: GpuBackend): void {
  backend.endComputePassEncoder();
  if (backend.commandEncoder) backend.submitQueue();
}

/** The buffer behind a float32 tensor, without a copy. */
export function bufferOf(backend: GpuBackend, tensor: tf.TensorInfo): GPUBuffer {
  backend.uploadToGPU(tensor.dataId);
  backend.commandQueueOwnedIds.add(tensor.dataId);
  return backend.tensorMap.get(tensor.dataId).resource;
}

/** A new tensor and its (unwritten) buffer from the pool of tfjs. */
export function allocate(backend: GpuBackend, shape: number[]): { tensor: tf.Tensor; buffer: GPUBuffer } {
  const info = backend.makeTensorInfo(shape, 'float32');
  return { buffer: bufferOf(backend, info), tensor: tf.engine().makeTensorFromTensorInfo(info) };
}

/** The device of the active webgpu backend. */
export const activeDevice = (): GPUDevice => (tf.backend() as unknown as { device: GPUDevice }).device;
