import { ReverieError } from '../core/errors.ts';
import type { Grammar, NetworkShape, Prompt, Sequence } from './network.ts';

/** A batch as rectangles for stock ops. B sequences, N items, T emitted rows, K rows per item, L = N + T, W = S + N. */
export interface PaddedBatch {
  B: number;
  N: number;
  T: number;
  K: number;
  /** [B·N·K] rows of E; `rows` (one past the end) is the zero row. */
  itemRows: Int32Array;
  /** [B·T] rows of E: position, and previous token (the pointer marker when it was a pointer). */
  positionRows: Int32Array;
  previousRows: Int32Array;
  /** [B·T] index into the B·N items of the pointer that came before; B·N is the zero row. */
  previousItems: Int32Array;
  /** [B, 1, L, L] added to attention scores: 0 where a row may look, −1e9 elsewhere. */
  attention: Float32Array;
  /** [B·T, W] added to logits, and the same as 0 / 1. */
  legalBias: Float32Array;
  /** [B·T] column of the token in W. */
  targets: Int32Array;
  /** [ΣT] index into B·T of the real tokens. */
  real: Int32Array;
}

const HIDDEN = -1e9;
/** GPU buffer pools are keyed by exact size: few distinct sizes keep them small. */
const bucket = (n: number, step: number) => Math.max(step, Math.ceil(n / step) * step);

/** Throws unless offsets ascend, rows and tokens exist, and every token is legal in its own row. */
export function checkPrompt(shape: NetworkShape, prompt: Prompt): void {
  const { ids, offsets } = prompt;
  const fail = (rule: string, got: unknown): never => {
    throw new ReverieError('internal', { who: 'engine', rule, got });
  };
  const items = offsets.length - 1;
  if (items < 1 || offsets[0] !== 0 || offsets[items] !== ids.length) fail('offsets run from 0 to ids.length', offsets);
  for (let i = 0; i < items; i++) if (offsets[i + 1] < offsets[i]) fail('offsets ascend', i);
  for (let i = 0; i < ids.length; i++) if (!(ids[i] >= 0 && ids[i] < shape.rows)) fail('ids are rows of E', ids[i]);
}

export function checkSequence(shape: NetworkShape, sequence: Sequence): void {
  checkPrompt(shape, sequence);
  const { tokens, legal } = sequence;
  const width = shape.statics + sequence.offsets.length - 1;
  const fail = (rule: string, got: unknown): never => {
    throw new ReverieError('internal', { who: 'engine', rule, got });
  };
  if (legal.length !== tokens.length * width) fail('legal is T × (S + N)', [legal.length, tokens.length, width]);
  for (let t = 0; t < tokens.length; t++) {
    if (!(tokens[t] >= 0 && tokens[t] < width)) fail('tokens are statics or items', tokens[t]);
    if (legal[t * width + tokens[t]] === 0) fail(`token ${t} is legal`, tokens[t]);
  }
}

/** The grammar, refusing masks that leave no token: a distribution over nothing has no numbers to agree on. */
export const checkedGrammar =
  (grammar: Grammar): Grammar =>
  (b, prefix) => {
    const mask = grammar(b, prefix);
    if (mask && !mask.some(Boolean)) {
      throw new ReverieError('internal', {
        who: 'engine',
        rule: `token ${prefix.length} has a legal choice`,
        got: 'none',
      });
    }
    return mask;
  };

/** Pads to common, bucketed sizes. Rows that do not exist look at the items like any other and are never read. */
export function padBatch(shape: NetworkShape, batch: readonly Sequence[]): PaddedBatch {
  const { rows, statics: S, bos, ptr, pos, positions } = shape;
  const B = batch.length;
  let items = 1;
  let emitted = 1;
  let bag = 1;
  for (const { offsets, tokens } of batch) {
    items = Math.max(items, offsets.length - 1);
    emitted = Math.max(emitted, tokens.length);
    for (let i = 1; i < offsets.length; i++) bag = Math.max(bag, offsets[i] - offsets[i - 1]);
  }
  const N = bucket(items, 16);
  const T = bucket(emitted, 4);
  const K = bucket(bag, 4);
  const L = N + T;
  const W = S + N;
  const itemRows = new Int32Array(B * N * K).fill(rows);
  const positionRows = new Int32Array(B * T);
  const previousRows = new Int32Array(B * T).fill(bos);
  const previousItems = new Int32Array(B * T).fill(B * N);
  const attention = new Float32Array(B * L * L).fill(HIDDEN);
  const legalBias = new Float32Array(B * T * W);
  const targets = new Int32Array(B * T);
  const real: number[] = [];
  batch.forEach(({ ids, offsets, tokens, legal }, b) => {
    const n = offsets.length - 1;
    for (let i = 0; i < n; i++) itemRows.set(ids.subarray(offsets[i], offsets[i + 1]), (b * N + i) * K);
    for (let row = 0; row < L; row++) {
      const start = (b * L + row) * L;
      attention.fill(0, start, start + n);
      if (row >= N) attention.fill(0, start + N, start + row + 1);
    }
    for (let t = 0; t < T; t++) {
      const at = b * T + t;
      positionRows[at] = pos + Math.min(t, positions - 1);
      if (t > 0 && t <= tokens.length) {
        const before = tokens[t - 1];
        previousRows[at] = before < S ? before : ptr;
        if (before >= S) previousItems[at] = b * N + before - S;
      }
      if (t >= tokens.length) continue;
      real.push(at);
      targets[at] = tokens[t];
      for (let w = 0; w < W; w++) legalBias[at * W + w] = w < S + n && legal[t * (S + n) + w] !== 0 ? 0 : HIDDEN;
    }
  });
  return {
    B,
    N,
    T,
    K,
    itemRows,
    positionRows,
    previousRows,
    previousItems,
    attention,
    legalBias,
    targets,
    real: Int32Array.from(real),
  };
}
