import * as tf from '@tensorflow/tfjs';
import { ReverieError } from '../core/errors.ts';
import { copyToTensor, heapView } from './heap.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { layout } from './layout.ts';
import type { Decoded, Network, NetworkShape, Prompt, Sequence } from './network.ts';
import { checkPrompt, checkSequence } from './padding.ts';
import { pick } from './sample.ts';

/** Views into the kernels' memory; remade whenever the memory may have moved. */
interface Views {
  theta: Float32Array;
  grad: Float32Array;
  ids: Int32Array;
  offsets: Int32Array;
  tokens: Int32Array;
  legal: Uint8Array;
  coefficients: Float32Array;
  logProbs: Float32Array;
  logits: Float32Array;
}

interface Room {
  items: number;
  tokens: number;
  ids: number;
  slots: number;
}

/** Emitted rows a decoding slot has room for at first; longer outputs grow it. */
const FIRST_TOKENS = 32;

/** The kernels' memory, grown on demand, with θ uploaded when it is another tensor than last time. */
class Arena {
  private readonly kernels: Kernels;
  private readonly room: Room = { items: 0, tokens: 0, ids: 0, slots: 0 };
  private loaded: object | undefined;
  private views!: Views;

  constructor(
    private readonly shape: NetworkShape,
    private readonly size: number,
  ) {
    const { rows, statics, dim, layers, heads, hidden, bos, ptr, pos, positions } = shape;
    this.kernels = instantiateKernels();
    this.kernels.configure(rows, statics, dim, layers, heads, hidden, bos, ptr, pos, positions);
    this.reserve({ items: 64, tokens: 16, ids: 512, slots: 1 });
  }

  private reserve(need: Room): void {
    const { room, kernels, size, shape } = this;
    const keys = ['items', 'tokens', 'ids', 'slots'] as const;
    if (room.slots > 0 && keys.every((key) => need[key] <= room[key])) return;
    for (const key of keys) room[key] = Math.max(room[key], need[key]);
    kernels.reserve(room.items, room.tokens, room.ids, room.slots);
    const { buffer } = kernels.memory;
    const width = shape.statics + room.items;
    this.views = {
      theta: new Float32Array(buffer, kernels.thetaAt(), size),
      grad: new Float32Array(buffer, kernels.gradAt(), size),
      ids: new Int32Array(buffer, kernels.idsAt(), room.ids),
      offsets: new Int32Array(buffer, kernels.offsetsAt(), room.items + 1),
      tokens: new Int32Array(buffer, kernels.tokensAt(), room.tokens),
      legal: new Uint8Array(buffer, kernels.legalAt(), room.tokens * width),
      coefficients: new Float32Array(buffer, kernels.coefficientsAt(), room.tokens),
      logProbs: new Float32Array(buffer, kernels.logProbsAt(), room.tokens),
      logits: new Float32Array(buffer, kernels.logitsAt(), width),
    };
  }

  load(theta: tf.Tensor1D, prompts: readonly (Prompt | Sequence)[], slots: number, tokens: number): void {
    const need: Room = { items: 1, tokens, ids: 1, slots };
    for (const prompt of prompts) {
      need.items = Math.max(need.items, prompt.offsets.length - 1);
      need.ids = Math.max(need.ids, prompt.ids.length);
      if ('tokens' in prompt) need.tokens = Math.max(need.tokens, prompt.tokens.length);
    }
    this.reserve(need);
    if (this.loaded === theta.dataId) return;
    if (theta.size !== this.size) {
      throw new ReverieError('internal', { who: 'engine', rule: 'θ has the size of the shape', got: theta.size });
    }
    this.views.theta.set(heapView(theta));
    this.kernels.packWeights();
    // tf tensors are immutable (Variable.assign brings a new dataId), so the identity of the data is its version.
    this.loaded = theta.dataId;
  }

  /** Scores every sequence; with coefficients also accumulates ∂/∂θ Σ c_t·(−log p_t) into `grad`. */
  run(batch: readonly Sequence[], coefficients?: Float32Array): { logProbs: Float32Array; grad: Float32Array } {
    const { kernels, views } = this;
    const out = new Float32Array(batch.reduce((sum, { tokens }) => sum + tokens.length, 0));
    if (coefficients) kernels.clearGradient();
    let at = 0;
    for (const { ids, offsets, tokens, legal } of batch) {
      const items = offsets.length - 1;
      const T = tokens.length;
      views.ids.set(ids);
      views.offsets.set(offsets);
      views.tokens.set(tokens);
      views.legal.set(legal);
      const c = coefficients?.subarray(at, at + T);
      const needed = c?.some((x) => x !== 0);
      kernels.score(items, T);
      out.set(views.logProbs.subarray(0, T), at);
      if (c && needed) {
        views.coefficients.set(c);
        kernels.backward(items, T);
      }
      at += T;
    }
    if (coefficients) kernels.finishGradient();
    return { logProbs: out, grad: views.grad };
  }

  encode(slot: number, { ids, offsets }: Prompt): void {
    this.views.ids.set(ids);
    this.views.offsets.set(offsets);
    this.kernels.encode(slot, offsets.length - 1);
  }

  /** Log-probabilities [S + N] of emitted row t under the mask, −∞ where illegal. Valid until the next call. */
  decode(slot: number, items: number, t: number, previous: number, mask?: Uint8Array): Float32Array {
    if (mask) this.views.legal.set(mask);
    this.kernels.decode(slot, items, t, previous);
    return this.views.logits.subarray(0, this.shape.statics + items);
  }
}

/** True when the fused kernels can run this shape: heads and hidden in whole groups of eight columns. */
export function fusedSupports(shape: NetworkShape): boolean {
  return shape.dim % (8 * shape.heads) === 0 && shape.hidden % 8 === 0;
}

/**
 * The network of `network.ts` as hand-written WebAssembly, sequence by sequence in its own memory. Numbers equal
 * `reference.ts` within float32 rounding; the gradient is hand-written and enters tfjs through `tf.customGrad`.
 */
export function createFusedNetwork(shape: NetworkShape): Network {
  const { size } = layout(shape);
  if (!fusedSupports(shape)) {
    throw new ReverieError('usage', {
      who: 'engine',
      rule: 'fused kernels work on whole groups of eight columns',
      got: { dim: shape.dim, heads: shape.heads, hidden: shape.hidden },
      expected: 'dim % (8 · heads) = 0 and hidden % 8 = 0',
      hint: 'createReferenceNetwork runs any shape.',
    });
  }
  let arena: Arena | undefined = new Arena(shape, size);
  const open = (): Arena => {
    if (!arena) throw new ReverieError('closed', { who: 'engine', rule: 'a disposed network computes nothing' });
    return arena;
  };

  return {
    shape,
    size,
    logProbs(theta, batch) {
      for (const sequence of batch) checkSequence(shape, sequence);
      const op = tf.customGrad((x, save) => {
        const weights = x as tf.Tensor1D;
        (save as tf.GradSaveFunc)([weights]);
        open().load(weights, batch, 1, 1);
        return {
          value: tf.tensor1d(open().run(batch).logProbs),
          gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
            const coefficients = heapView(dy).map((c) => -c);
            open().load(saved[0] as tf.Tensor1D, batch, 1, 1);
            return copyToTensor(open().run(batch, coefficients).grad);
          },
        };
      });
      return op(theta) as tf.Tensor1D;
    },
    lossAndGrad(theta, batch, coefficients) {
      for (const sequence of batch) checkSequence(shape, sequence);
      open().load(theta, batch, 1, 1);
      const { logProbs, grad } = open().run(batch, coefficients);
      return { logProbs: tf.tensor1d(logProbs), grad: copyToTensor(grad) };
    },
    async generate(theta, prompts, grammar, { temperature, uniform }) {
      for (const prompt of prompts) checkPrompt(shape, prompt);
      const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
      const items = prompts.map(({ offsets }) => offsets.length - 1);
      const memory = open();
      let capacity = 0;
      let active = prompts.map((_, b) => b);
      for (let t = 0; active.length > 0; t++) {
        if (t === capacity) {
          // More room moves everything: read the prompts (again), then the tokens so far.
          capacity = Math.max(FIRST_TOKENS, 2 * capacity);
          memory.load(theta, prompts, prompts.length + 1, capacity);
          for (const b of active) {
            memory.encode(b + 1, prompts[b]);
            for (let s = 0; s < t; s++) memory.decode(b + 1, items[b], s, out[b].tokens[s - 1] ?? 0);
          }
        }
        const still: number[] = [];
        for (const b of active) {
          const mask = grammar(b, out[b].tokens);
          if (!mask) continue;
          const row = memory.decode(b + 1, items[b], t, out[b].tokens[t - 1] ?? 0, mask);
          const token = pick(row, temperature, uniform);
          out[b].tokens.push(token);
          out[b].logProbs.push(row[token]);
          still.push(b);
        }
        active = still;
      }
      return out;
    },
    dispose() {
      arena = undefined;
    },
  };
}
