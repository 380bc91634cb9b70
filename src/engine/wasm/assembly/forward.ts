// The forward pass: all rows of a sequence for training, its items for encoding, and one emitted row of each of many
// sequences for a decoding step. Keys and values of the rows so far lie in a slot.
import { appendColumn, multiply, packTransposed } from './gemm';
import * as M from './memory';
import { addTo, maskedLogSoftmaxRow, maskedSoftmaxRow, relu, rms, scale, softmaxRow } from './rows';

/** x ← Σ rows of E of item i, for all items, at `to`. */
export function embedItems(N: i32, to: usize): void {
  const bytes = <usize>M.d << 2;
  for (let i = 0; i < N; i++, to += M.ldd) {
    memory.fill(to, 0, bytes);
    const end = load<i32>(M.offsets + (<usize>(i + 1) << 2));
    for (let k = load<i32>(M.offsets + (<usize>i << 2)); k < end; k++) {
      addTo(to, M.theta + <usize>load<i32>(M.ids + (<usize>k << 2)) * bytes, M.d);
    }
  }
}

/** Row of E for emitted position t; the last one serves all later positions. */
@inline
export function positionRow(t: i32): i32 {
  return M.pos + min(t, M.positions - 1);
}

/** x ← POS[t] + E[bos] at t = 0; later + E[token] or, for a pointer, + E[PTR] + the item's embedding. */
export function embedToken(t: i32, token: i32, items: usize, to: usize): void {
  const bytes = <usize>M.d << 2;
  const row = t == 0 ? M.bos : token < M.S ? token : M.ptr;
  memory.copy(to, M.theta + <usize>positionRow(t) * bytes, bytes);
  addTo(to, M.theta + <usize>row * bytes, M.d);
  if (t > 0 && token >= M.S) addTo(to, items + <usize>(token - M.S) * M.ldd, M.d);
}

function attend(m: i32, r0: i32, N: i32, block: usize, kv: usize, ldp: usize): void {
  const factor: f32 = <f32>1 / sqrt<f32>(<f32>M.head);
  const keyPanel = <usize>M.head << 5;
  const items = max(0, min(m, N - r0)), total = r0 + m;
  const width = <usize>M.head << 2;
  for (let h = 0; h < M.heads; h++) {
    const column = <usize>h * width;
    const keys = kv + <usize>h * M.keyHead, values = kv + M.kvV + column;
    let q = block + M.aQ + column, o = block + M.aO + column, p = block + M.aP + <usize>(h * m) * ldp;
    if (r0 == 0) packTransposed(M.head, m, block + M.aK + column, M.ldd, keys);
    else for (let i = 0; i < m; i++) appendColumn(M.head, r0 + i, block + M.aK + column + <usize>i * M.ldd, keys);
    if (items > 0) {
      multiply(items, N, M.head, q, M.ldd, keys, 32, keyPanel, p, ldp, 0);
      for (let i = 0; i < items; i++) softmaxRow(p + <usize>i * ldp, N, N, factor);
      multiply(items, M.head, N, p, ldp, values, M.ldd, 32, o, M.ldd, 0);
    }
    if (m > items) {
      q += <usize>items * M.ldd; o += <usize>items * M.ldd; p += <usize>items * ldp;
      multiply(m - items, total, M.head, q, M.ldd, keys, 32, keyPanel, p, ldp, 0);
      for (let i = items; i < m; i++) softmaxRow(p + <usize>(i - items) * ldp, r0 + i + 1, total, factor);
      multiply(m - items, M.head, total, p, ldp, values, M.ldd, 32, o, M.ldd, 0);
    }
  }
}

/** Queries and keys of m rows into layer l's block, their values to `values`. */
function project(l: i32, m: i32, block: usize, values: usize): void {
  const d = M.d, ldd = M.ldd, panel = <usize>d << 5, packed = M.packs + <usize>l * M.packLayer;
  rms(m, d, block + M.aX, M.theta + M.thetaLayers + <usize>l * M.thetaLayer, block + M.aN1, block + M.aR1, ldd);
  multiply(m, d, d, block + M.aN1, ldd, packed + M.pkQ, 32, panel, block + M.aQ, ldd, 0);
  multiply(m, d, d, block + M.aN1, ldd, packed + M.pkK, 32, panel, block + M.aK, ldd, 0);
  multiply(m, d, d, block + M.aN1, ldd, packed + M.pkV, 32, panel, values, ldd, 0);
}

/** From what attention gathered to the input of the next layer. */
function finish(l: i32, m: i32, block: usize, next: usize): void {
  const d = M.d, f = M.f, ldd = M.ldd, ldf = M.ldf;
  const panelD = <usize>d << 5, panelF = <usize>f << 5;
  const w = M.theta + M.thetaLayers + <usize>l * M.thetaLayer, packed = M.packs + <usize>l * M.packLayer;
  const rowBytes = <usize>m * ldd;
  memory.copy(block + M.aMid, block + M.aX, rowBytes);
  multiply(m, d, d, block + M.aO, ldd, packed + M.pkO, 32, panelD, block + M.aMid, ldd, 1);
  rms(m, d, block + M.aMid, w + M.atG2, block + M.aN2, block + M.aR2, ldd);
  multiply(m, f, d, block + M.aN2, ldd, packed + M.pk1, 32, panelD, block + M.aH, ldf, 0);
  relu(m, f, block + M.aH, ldf);
  memory.copy(next + M.aX, block + M.aMid, rowBytes);
  multiply(m, d, f, block + M.aH, ldf, packed + M.pk2, 32, panelF, next + M.aX, ldd, 1);
}

function normalise(m: i32, x: usize): void {
  rms(m, M.d, x, M.theta + M.thetaGf, M.final, M.finalR, M.ldd);
}

/** Rows 0 … m: X₀ (in the first block) → `final`. `step` is the distance of layer blocks: `actLayer`, or 0 to keep nothing. */
function forward(m: i32, N: i32, slot: usize, step: usize): void {
  const ldp = M.stride(m + 8);
  let block = M.act;
  for (let l = 0; l < M.layers; l++, block += step) {
    const kv = slot + <usize>l * M.kvLayer;
    project(l, m, block, kv + M.kvV);
    attend(m, 0, N, block, kv, ldp);
    finish(l, m, block, block + step);
  }
  normalise(m, block + M.aX);
}

/** Keys of the pointers from the first N rows of `final`, row-major and as panels in the slot. */
export function makePointerKeys(N: i32, slot: usize): void {
  multiply(N, M.d, M.d, M.final, M.ldd, M.packPk, 32, <usize>M.d << 5, M.pointerKeys, M.ldd, 0);
  packTransposed(M.d, N, M.pointerKeys, M.ldd, slot + M.slotKeys);
}

/** Logits of the statics and scaled pointer queries of T rows of `final` from `first` on; logits have stride `ld`. */
function makeLogits(first: usize, T: i32, ld: usize): void {
  const d = M.d, panel = <usize>d << 5;
  multiply(T, M.S, d, first, M.ldd, M.packOut, 32, panel, M.logits, ld, 0);
  multiply(T, d, d, first, M.ldd, M.packPq, 32, panel, M.queries, M.ldd, 0);
  const factor: f32 = <f32>1 / sqrt<f32>(<f32>d);
  for (let t = 0; t < T; t++) scale(M.queries + <usize>t * M.ldd, factor, d);
}

/** Logits of N pointers for T rows from row t on, behind those of the statics. */
function makePointers(t: i32, T: i32, N: i32, slot: usize, ld: usize): void {
  const d = M.d, row = <usize>t;
  multiply(T, N, d, M.queries + row * M.ldd, M.ldd, slot + M.slotKeys, 32, <usize>d << 5, M.logits + row * ld + (<usize>M.S << 2), ld, 0);
}

/** The forward pass of a whole sequence; log-probabilities of its tokens at `logProbs`, distributions at `logits`. */
export function score(N: i32, T: i32): void {
  const items = M.act + M.aX, W = M.S + N;
  embedItems(N, items);
  for (let t = 0; t < T; t++) {
    embedToken(t, t == 0 ? 0 : load<i32>(M.tokens + (<usize>(t - 1) << 2)), items, items + <usize>(N + t) * M.ldd);
  }
  forward(N + T, N, M.slots, M.actLayer);
  if (T == 0) return;
  makePointerKeys(N, M.slots);
  const ld = M.stride(W + 16);
  makeLogits(M.final + <usize>N * M.ldd, T, ld);
  makePointers(0, T, N, M.slots, ld);
  for (let t = 0; t < T; t++) {
    const row = M.logits + <usize>t * ld;
    const chosen = load<f32>(row + (<usize>load<i32>(M.tokens + (<usize>t << 2)) << 2));
    store<f32>(M.logProbs + (<usize>t << 2), chosen - maskedSoftmaxRow(row, M.legal + <usize>(t * W), W));
  }
}

function slotAt(index: i32): usize {
  return M.slots + <usize>index * M.slotBytes;
}

/** Reads the prompt at `ids` / `offsets` into a decoding slot. */
export function encode(index: i32, N: i32): void {
  const slot = slotAt(index), x = M.act + M.aX;
  embedItems(N, x);
  memory.copy(slot + M.slotItems, x, <usize>N * M.ldd);
  forward(N, N, slot, 0);
  makePointerKeys(N, slot);
}

/** A slot as another one is now: two continuations of one prompt. */
export function copySlot(from: i32, to: i32): void {
  memory.copy(slotAt(to), slotAt(from), M.slotBytes);
}

/**
 * Emitted row t of `count` slots, as many as there is room for tokens. `next` holds slot, items and the token before (ignored
 * at t = 0) of each. Their rows go through the weights together. Masked log-probabilities [S + N] at `logits`, −∞ where
 * illegal, a row every `logitsStride` bytes; masks at `legal`, a row every `legalStride` bytes.
 */
export function decode(count: i32, t: i32): void {
  const ldd = M.ldd, block = M.act;
  for (let i = 0; i < count; i++) {
    const slot = slotAt(nextOf(i, 0));
    embedToken(t, nextOf(i, 2), slot + M.slotItems, block + M.aX + <usize>i * ldd);
  }
  for (let l = 0; l < M.layers; l++) {
    project(l, count, block, M.values);
    for (let i = 0; i < count; i++) {
      const r0 = nextOf(i, 1) + t, row = <usize>i * ldd, kv = slotAt(nextOf(i, 0)) + <usize>l * M.kvLayer;
      memory.copy(kv + M.kvV + <usize>r0 * ldd, M.values + row, <usize>M.d << 2);
      attend(1, r0, nextOf(i, 1), block + row, kv, M.stride(r0 + 9));
    }
    finish(l, count, block, block);
  }
  normalise(count, block + M.aX);
  makeLogits(M.final, count, M.logitsStride);
  for (let i = 0; i < count; i++) {
    const N = nextOf(i, 1), row = <usize>i;
    makePointers(i, 1, N, slotAt(nextOf(i, 0)), M.logitsStride);
    maskedLogSoftmaxRow(M.logits + row * M.logitsStride, M.legal + row * M.legalStride, M.S + N);
  }
}

@inline
function nextOf(i: i32, k: i32): i32 {
  return load<i32>(M.next + (<usize>(3 * i + k) << 2));
}
