import type * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../../core/errors.ts';
import { layout } from '../layout.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, packBatch, type Stack } from './batch.ts';
import { type Command, play } from './commands.ts';
import { allocate, bufferOf, encode, flush, type GpuBackend, gpuBackend } from './interop.ts';
import { type Buffers, Workspace } from './workspace.ts';

/** Batch sizes whose commands are kept. */
const KEPT = 64;

/** Batches in, commands out: a workspace, what is recorded for it, and the θ that lies in it. */
export class Runner<Elements extends Record<keyof Elements, number>, Recorded> {
  readonly backend: GpuBackend;
  private readonly size: number;
  private readonly workspace: Workspace<Elements>;
  private readonly recorded = new Map<string, Recorded>();
  private loaded: object | undefined;

  /**
   * @param elements Room that a batch size needs.
   * @param record Commands of a batch size.
   */
  constructor(
    private readonly shape: NetworkShape,
    readonly device: GPUDevice,
    private readonly elements: (shape: NetworkShape, sizes: BatchSizes) => Elements,
    private readonly record: (sizes: BatchSizes, buffers: Buffers<Elements>) => Recorded,
  ) {
    this.backend = gpuBackend(device);
    this.size = layout(shape).size;
    this.workspace = new Workspace(device);
  }

  get buffers(): Buffers<Elements> {
    return this.workspace.buffers;
  }

  /** Uploads a batch and θ. The caller encodes commands of the result before the next call. */
  load(theta: tf.Tensor1D, batch: readonly Stack[], sizes: BatchSizes): Recorded {
    const { size, shape, backend, device, workspace } = this;
    if (theta.size !== size) {
      throw new ReverieError('internal', { who: 'engine', rule: 'θ has the size of the shape', got: theta.size });
    }
    flush(backend);
    const packed = packBatch(shape, batch, sizes);
    const need = { ...this.elements(shape, sizes), theta: size, inputs: packed.length };
    if (workspace.fit(need, sizes)) this.recorded.clear();
    const { inputs, theta: own } = workspace.buffers;
    device.queue.writeBuffer(inputs, 0, packed);
    // tf tensors are immutable (Variable.assign brings a new dataId), so the identity of the data is its version. One copy
    // on the GPU buys bind groups that never change.
    if (this.loaded !== theta.dataId) {
      const source = bufferOf(backend, theta);
      encode(backend, (encoder) => encoder.copyBufferToBuffer(source, 0, own, 0, 4 * size));
      this.loaded = theta.dataId;
    }
    return this.commands(sizes);
  }

  private commands(sizes: BatchSizes): Recorded {
    const key = [sizes.sequences, sizes.length, sizes.slots].join();
    let known = this.recorded.get(key);
    if (!known) {
      if (this.recorded.size === KEPT) this.recorded.clear();
      known = this.record(sizes, this.buffers);
      this.recorded.set(key, known);
    }
    return known;
  }

  encode(...lists: Command[][]): void {
    encode(this.backend, (encoder) => play(encoder, lists.flat()));
  }

  /** The first `length` elements of a buffer as a tensor of their own. */
  take(buffer: GPUBuffer, length: number): tf.Tensor1D {
    const { tensor, buffer: own } = allocate(this.backend, [length]);
    encode(this.backend, (encoder) => encoder.copyBufferToBuffer(buffer, 0, own, 0, 4 * length));
    return tensor as tf.Tensor1D;
  }

  dispose(): void {
    flush(this.backend);
    this.workspace.destroy();
  }
}
