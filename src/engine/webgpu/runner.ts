import type * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../../core/errors.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, packBatch, type Stack } from './batch.ts';
import { type Command, play, record } from './commands.ts';
import { allocate, bufferOf, encode, flush, type GpuBackend, gpuBackend } from './interop.ts';
import type { Dialect } from './kernel.ts';
import { planBatch } from './plan.ts';
import { type Buffers, Workspace } from './workspace.ts';

/** Commands of one batch size; the backward ones are made when first needed (decoding never does). */
interface Recorded {
  forward: Command[];
  loss: Command[];
  backward(): Command[];
}

/** Batch sizes whose commands are kept. */
const KEPT = 64;

/** Batches in, commands out: the workspace, what is recorded for it, and the θ that lies in it. */
export class Runner {
  readonly backend: GpuBackend;
  private readonly workspace: Workspace;
  private readonly recorded = new Map<string, Recorded>();
  private loaded: object | undefined;

  constructor(
    private readonly shape: NetworkShape,
    private readonly size: number,
    private readonly device: GPUDevice,
    private readonly dialect: Dialect,
  ) {
    this.backend = gpuBackend(device);
    this.workspace = new Workspace(device, shape);
  }

  get buffers(): Buffers {
    return this.workspace.buffers;
  }

  /** Uploads a batch and θ. The caller encodes commands of the result before the next call. */
  load(theta: tf.Tensor1D, batch: readonly Stack[], sizes: BatchSizes): Recorded {
    if (theta.size !== this.size) {
      throw new ReverieError('internal', { who: 'engine', rule: 'θ has the size of the shape', got: theta.size });
    }
    flush(this.backend);
    const packed = packBatch(this.shape, batch, sizes);
    if (this.workspace.fit(sizes, packed.length)) this.recorded.clear();
    this.device.queue.writeBuffer(this.buffers.inputs, 0, packed);
    // tf tensors are immutable (Variable.assign brings a new dataId), so the identity of the data is its version. One copy
    // on the GPU buys bind groups that never change.
    if (this.loaded !== theta.dataId) {
      const source = bufferOf(this.backend, theta);
      encode(this.backend, (encoder) => encoder.copyBufferToBuffer(source, 0, this.buffers.theta, 0, 4 * this.size));
      this.loaded = theta.dataId;
    }
    return this.commands(sizes);
  }

  private commands(sizes: BatchSizes): Recorded {
    const key = [sizes.sequences, sizes.length, sizes.slots].join();
    let known = this.recorded.get(key);
    if (!known) {
      if (this.recorded.size === KEPT) this.recorded.clear();
      const plan = planBatch(this.dialect, this.shape, sizes, this.buffers);
      let backward: Command[] | undefined;
      known = {
        forward: record(this.device, plan.forward),
        loss: record(this.device, plan.loss),
        backward: () => (backward ??= record(this.device, plan.backward)),
      };
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
