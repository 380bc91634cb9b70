import { ReverieError } from '../../core/errors.ts';
import { layout } from '../layout.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, logitColumns } from './batch.ts';

/**
 * Elements of every buffer. Points p = 0 … 2·layers of the residual stream: the input, then after each attention and each
 * MLP; `x`, `normed`, `inverse` and their gradients hold all of them, so that weight gradients of all layers are one product.
 */
function elements(shape: NetworkShape, sizes: BatchSizes) {
  const { dim: d, layers, heads, hidden: f } = shape;
  const { sequences: B, length, slots } = sizes;
  const { size } = layout(shape);
  const stack = B * length;
  const emitted = B * slots;
  const points = 2 * layers + 1;
  const pairs = B * heads * length * length;
  return {
    theta: size,
    grad: size,
    x: points * stack * d,
    /** The final norm's emitted rows come last. */
    normed: (points * stack + emitted) * d,
    inverse: points * stack,
    qkv: layers * stack * 3 * d,
    scores: layers * pairs,
    mixed: layers * stack * d,
    act: layers * stack * f,
    queries: emitted * d,
    keys: stack * d,
    logits: emitted * logitColumns(shape, sizes).width,
    logProbs: emitted,
    coefficients: emitted,
    dx: points * stack * d,
    dNormed: points * stack * d,
    dEmitted: emitted * d,
    dQueries: emitted * d,
    dKeys: stack * d,
    dAct: layers * stack * f,
    dMixed: stack * d,
    dScores: pairs,
    dQkv: layers * stack * 3 * d,
  };
}

export type Buffers = Record<keyof ReturnType<typeof elements> | 'inputs', GPUBuffer>;

/** The buffers of one network, grown on demand. */
export class Workspace {
  readonly buffers = {} as Buffers;

  constructor(
    private readonly device: GPUDevice,
    private readonly shape: NetworkShape,
  ) {}

  /** Makes room for a batch; true when a buffer was replaced. Nothing recorded may wait for its submit. */
  fit(sizes: BatchSizes, inputs: number): boolean {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    // One more than needed: products send what lies outside of C there (gemm.ts).
    const bytes = Object.entries({ ...elements(this.shape, sizes), inputs }).map(
      ([name, count]) => [name as keyof Buffers, 4 * (count + 1)] as const,
    );
    for (const [name, size] of bytes) {
      if (size <= limit) continue;
      throw new ReverieError('usage', {
        who: 'engine',
        rule: `the batch fits this GPU (${name})`,
        got: `${size} bytes for ${JSON.stringify(sizes)}`,
        expected: `at most ${limit}`,
        hint: 'Make batches of fewer sequences.',
      });
    }
    const small = bytes.filter(([name, size]) => (this.buffers[name]?.size ?? 0) < size);
    for (const [name, size] of small) {
      this.buffers[name]?.destroy();
      // Room to grow, except for what never does.
      const room = name === 'theta' || name === 'grad' ? size : Math.min(limit, 4 * Math.ceil((1.25 * size) / 4));
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      this.buffers[name] = this.device.createBuffer({ size: room, usage });
    }
    return small.length > 0;
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy();
  }
}
