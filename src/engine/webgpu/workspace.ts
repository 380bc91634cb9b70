import { ReverieError } from '../../core/errors.ts';
import { layout } from '../layout.ts';
import type { NetworkShape } from '../network.ts';
import { type BatchSizes, logitColumns } from './batch.ts';
import { stepWords } from './stepBatch.ts';

/**
 * Elements of the buffers of a forward pass. Points p = 0 … 2·layers of the residual stream: the input, then after each
 * attention and each MLP; `x`, `normed`, `inverse` and their gradients hold all of them, so that weight gradients of all
 * layers are one product.
 */
function passElements(shape: NetworkShape, sizes: BatchSizes) {
  const { dim: d, layers, heads, hidden: f } = shape;
  const { sequences: B, length, slots } = sizes;
  const stack = B * length;
  const points = 2 * layers + 1;
  return {
    x: points * stack * d,
    /** The final norm's emitted rows come last. */
    normed: (points * stack + B * slots) * d,
    inverse: points * stack,
    qkv: layers * stack * 3 * d,
    scores: layers * B * heads * length * length,
    mixed: layers * stack * d,
    act: layers * stack * f,
    keys: stack * d,
  };
}

/** Those of a pass with its loss and its gradient. */
export function scoringElements(shape: NetworkShape, sizes: BatchSizes) {
  const { dim: d, layers, heads, hidden: f } = shape;
  const { sequences: B, length, slots } = sizes;
  const stack = B * length;
  const emitted = B * slots;
  const points = 2 * layers + 1;
  return {
    ...passElements(shape, sizes),
    grad: layout(shape).size,
    queries: emitted * d,
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
    dScores: B * heads * length * length,
    dQkv: layers * stack * 3 * d,
  };
}

/** Those of decoding: a pass over what is known, whose `qkv` and `keys` are the cache, and one new row of each sequence. */
export function decodingElements(shape: NetworkShape, sizes: BatchSizes) {
  const { dim: d, heads, hidden: f } = shape;
  const { sequences: B, length } = sizes;
  return {
    ...passElements(shape, sizes),
    step: stepWords(shape, sizes, B),
    rowX: B * d,
    rowNormed: B * d,
    rowInverse: B,
    rowQkv: B * 3 * d,
    rowScores: B * heads * length,
    rowMixed: B * d,
    rowAct: B * f,
    rowQueries: B * d,
    rowLogits: B * logitColumns(shape, sizes).width,
    picked: 2 * B,
  };
}

/** The buffers of some elements, and those of every workspace: θ and the packed batch. */
export type Buffers<Elements> = Record<keyof Elements | 'theta' | 'inputs', GPUBuffer>;
export type PassBuffers = Buffers<ReturnType<typeof passElements>>;
export type ScoringBuffers = Buffers<ReturnType<typeof scoringElements>>;
export type DecodingBuffers = Buffers<ReturnType<typeof decodingElements>>;

/** Buffers by name, grown on demand. */
export class Workspace<Elements> {
  readonly buffers = {} as Buffers<Elements>;

  constructor(private readonly device: GPUDevice) {}

  /** Makes room for a batch; true when a buffer was replaced. Nothing recorded may wait for its submit. */
  fit(elements: Record<keyof Buffers<Elements>, number>, sizes: BatchSizes): boolean {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    // One more than needed: products send what lies outside of C there (gemm.ts).
    const bytes = Object.entries<number>(elements).map(
      ([name, count]) => [name as keyof Buffers<Elements>, 4 * (count + 1)] as const,
    );
    for (const [name, size] of bytes) {
      if (size <= limit) continue;
      throw new ReverieError('usage', {
        who: 'engine',
        rule: `the batch fits this GPU (${String(name)})`,
        got: `${size} bytes for ${JSON.stringify(sizes)}`,
        expected: `at most ${limit}`,
        hint: 'Make batches of fewer sequences.',
      });
    }
    const small = bytes.filter(([name, size]) => !(this.buffers[name]?.size >= size));
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
    for (const buffer of Object.values<GPUBuffer>(this.buffers)) buffer.destroy();
  }
}
