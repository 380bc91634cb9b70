import type { Tensor1D } from '@tensorflow/tfjs';

/**
 * The pointer transformer as ONE differentiable operation. A prefix-LM stack: **items** (bags of feature rows) attend
 * to each other in both directions; emitted rows attend to all items and causally to earlier rows. The output
 * vocabulary is *static tokens ∪ pointers to items*.
 *
 *   x_i   = Σ_{k ∈ item i} E[k]                                   (items, i < N)
 *   x_t   = POS[t] + (E[y_{t−1}] if static, else x_item + E[PTR])  (emitted rows; y_{−1} = BOS)
 *   block : x += Wo·attn(Wq n1, Wk n1, Wv n1), n1 = rms(x)·g1 ;  x += W2·relu(W1·rms(x)·g2)
 *   out   : f = rms(x)·gf ;  logits = [ f·Wout , (f·Wpq)·(f_items·Wpk)ᵀ/√d ] ; masked log-softmax over legal entries
 */
export interface NetworkShape {
  /** Rows of the embedding table E (static tokens first, then features, then positions). */
  rows: number;
  /** Static output tokens S (ids 0 … S−1 are also rows of E). */
  statics: number;
  dim: number;
  layers: number;
  heads: number;
  hidden: number;
  /** Row of the begin token, of the "this is a pointer" marker, and the first of `positions` emitted-position rows. */
  bos: number;
  ptr: number;
  pos: number;
  positions: number;
}

/** What the network reads: N items, item i being the rows `ids[offsets[i] … offsets[i+1]−1]`. */
export interface Prompt {
  ids: Int32Array;
  /** Length N + 1. */
  offsets: Int32Array;
}

/** A prompt with the T tokens to score. Token id < S: static; otherwise pointer to item id − S. */
export interface Sequence extends Prompt {
  tokens: Int32Array;
  /** T × (S + N), 1 = legal. Row t is the mask for token t and must contain `tokens[t]`. */
  legal: Uint8Array;
}

/** ΣT of a batch. */
export const tokenCount = (batch: readonly Sequence[]): number =>
  batch.reduce((sum, { tokens }) => sum + tokens.length, 0);

/** A decoded sequence: tokens and the log-probability of each under the (temperature 1) masked distribution. */
export interface Decoded {
  tokens: number[];
  logProbs: number[];
}

/**
 * The next legal mask (length S + N) for prompt `b` after `prefix`, or null when the sequence is complete.
 * Called once per emitted token.
 */
export type Grammar = (b: number, prefix: readonly number[]) => Uint8Array | null;

/** One network, many implementations (reference in stock ops; WASM; WGSL). Same numbers within float tolerance. */
export interface Network {
  readonly shape: NetworkShape;
  /** Total number of weights; θ is one flat float32 buffer in the order of `layout(shape)`. */
  readonly size: number;
  /** log p(token | …) of every emitted token, concatenated over the batch; differentiable in θ. Shape [ΣT]. */
  logProbs(theta: Tensor1D, batch: readonly Sequence[]): Tensor1D;
  /**
   * One forward and one backward pass: the log-probs as above and ∂/∂θ Σ_t c_t·(−log p_t), shape [size]. For losses whose
   * per-token coefficients are known before the forward pass (negative log-likelihood, filtered cloning); it saves the
   * second forward that `logProbs` + autodiff may need. `coefficients` has length ΣT; a zero skips that token.
   */
  lossAndGrad(
    theta: Tensor1D,
    batch: readonly Sequence[],
    coefficients: Float32Array,
  ): { logProbs: Tensor1D; grad: Tensor1D };
  /**
   * Autoregressive decoding of a batch. `temperature` 0 = greedy and draws nothing; otherwise one draw of `uniform()` in
   * [0, 1) per token, consumed in the order (token step, prompt), and `sample.ts` says what becomes of it: the same tokens
   * from every implementation, but for ties within rounding.
   */
  generate(
    theta: Tensor1D,
    prompts: readonly Prompt[],
    grammar: Grammar,
    options: { temperature: number; uniform: () => number },
  ): Promise<Decoded[]>;
  /** Frees implementation buffers (not θ). */
  dispose(): void;
}
