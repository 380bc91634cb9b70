import { ReverieError } from '../core/errors.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { type NetworkShape, type Prompt, type Sequence, tokenCount } from './network.ts';

/** Views into the kernels' memory; remade whenever the memory may have moved. */
interface Views {
  theta: Float32Array;
  grad: Float32Array;
  ids: Int32Array;
  offsets: Int32Array;
  tokens: Int32Array;
  legal: Uint8Array;
  next: Int32Array;
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

/** One slot of a decoding step: the token before, and which tokens may come; without a mask only the cache is wanted. */
export interface NextToken {
  slot: number;
  items: number;
  token: number;
  mask?: Uint8Array;
}

/** The kernels' memory, grown on demand, with θ uploaded when it is another tensor than last time. */
export class Arena {
  private readonly kernels: Kernels;
  private readonly room: Room = { items: 0, tokens: 0, ids: 0, slots: 0 };
  private loaded: object | number | undefined;
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
      next: new Int32Array(buffer, kernels.nextAt(), 3 * room.tokens),
      coefficients: new Float32Array(buffer, kernels.coefficientsAt(), room.tokens),
      logProbs: new Float32Array(buffer, kernels.logProbsAt(), room.tokens),
      logits: new Float32Array(buffer, kernels.logitsAt(), (room.tokens * kernels.logitsStride()) / 4),
    };
  }

  /**
   * Makes room for the prompts and brings θ in, unless it is the one of last time.
   * @param version Equal for equal values of θ: the data of a tensor, which never changes, or a number.
   */
  load(
    theta: Float32Array,
    version: object | number,
    prompts: readonly (Prompt | Sequence)[],
    slots = 1,
    tokens = 1,
  ): void {
    const need: Room = { items: 1, tokens, ids: 1, slots };
    for (const prompt of prompts) {
      need.items = Math.max(need.items, prompt.offsets.length - 1);
      need.ids = Math.max(need.ids, prompt.ids.length);
      if ('tokens' in prompt) need.tokens = Math.max(need.tokens, prompt.tokens.length);
    }
    this.reserve(need);
    if (this.loaded === version) return;
    if (theta.length !== this.size) {
      throw new ReverieError('internal', { who: 'engine', rule: 'θ has the size of the shape', got: theta.length });
    }
    this.views.theta.set(theta);
    this.kernels.packWeights();
    this.loaded = version;
  }

  /**
   * Scores every sequence; with coefficients also accumulates ∂/∂θ Σ c_t·(−log p_t) into `grad`, which is valid until the
   * next call.
   */
  run(batch: readonly Sequence[], coefficients?: Float32Array): { logProbs: Float32Array; grad: Float32Array } {
    const { kernels, views } = this;
    const out = new Float32Array(tokenCount(batch));
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

  copySlot(from: number, to: number): void {
    this.kernels.copySlot(from, to);
  }

  /** How many slots one call of `decode` can advance. */
  get width(): number {
    return this.room.tokens;
  }

  /** Log-probabilities [S + N] of emitted row t of each, −∞ where illegal. Valid until the next call. */
  decode(batch: readonly NextToken[], t: number): Float32Array[] {
    const { kernels, views, shape, room } = this;
    const { statics } = shape;
    batch.forEach(({ slot, items, token, mask }, i) => {
      views.next.set([slot, items, token], 3 * i);
      if (mask) views.legal.set(mask, i * (statics + room.items));
    });
    kernels.decode(batch.length, t);
    const row = kernels.logitsStride() / 4;
    return batch.map(({ items }, i) => views.logits.subarray(i * row, i * row + statics + items));
  }
}
