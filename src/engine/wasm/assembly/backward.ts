// The backward pass of one scored sequence: adds ∂/∂θ Σ_t c_t·(−log p_t) to `grad`. Uses what `score` left behind.
import { positionRow } from './forward';
import { multiply, multiplyTransposed, pack, packTransposed } from './gemm';
import * as M from './memory';
import { addTo, dot, reluBackward, rmsBackward, scale, softmaxRowBackward } from './rows';

/** θ changed: pack every matrix both ways. */
export function packWeights(): void {
  const d = M.d, f = M.f, S = M.S;
  const rowD = <usize>d << 2, rowF = <usize>f << 2;
  for (let l = 0; l < M.layers; l++) {
    const w = M.theta + M.thetaLayers + <usize>l * M.thetaLayer;
    const n = M.packs + <usize>l * M.packLayer, t = n + M.packTransposes;
    pack(d, d, w + M.atWq, rowD, n + M.pkQ); packTransposed(d, d, w + M.atWq, rowD, t + M.pkQ);
    pack(d, d, w + M.atWk, rowD, n + M.pkK); packTransposed(d, d, w + M.atWk, rowD, t + M.pkK);
    pack(d, d, w + M.atWv, rowD, n + M.pkV); packTransposed(d, d, w + M.atWv, rowD, t + M.pkV);
    pack(d, d, w + M.atWo, rowD, n + M.pkO); packTransposed(d, d, w + M.atWo, rowD, t + M.pkO);
    pack(d, f, w + M.atW1, rowF, n + M.pk1); packTransposed(f, d, w + M.atW1, rowF, t + M.pk1);
    pack(f, d, w + M.atW2, rowD, n + M.pk2); packTransposed(d, f, w + M.atW2, rowD, t + M.pk2);
  }
  const rowS = <usize>S << 2;
  pack(d, S, M.theta + M.thetaOut, rowS, M.packOut); packTransposed(S, d, M.theta + M.thetaOut, rowS, M.packOutT);
  pack(d, d, M.theta + M.thetaPq, rowD, M.packPq); packTransposed(d, d, M.theta + M.thetaPq, rowD, M.packPqT);
  pack(d, d, M.theta + M.thetaPk, rowD, M.packPk); packTransposed(d, d, M.theta + M.thetaPk, rowD, M.packPkT);
}

export function clearGradient(): void {
  memory.fill(M.grad, 0, <usize>M.weights << 2);
  memory.fill(M.outGrad, 0, <usize>M.d * M.outGradStride);
}

/** Moves the padded gradient of Wout to its place. Once, after the last sequence. */
export function finishGradient(): void {
  const bytes = <usize>M.S << 2;
  for (let k = 0; k < M.d; k++) memory.copy(M.grad + M.thetaOut + <usize>k * bytes, M.outGrad + <usize>k * M.outGradStride, bytes);
}

/** Output layer: probabilities at `logits` → dlogits, then gradients of Wout, Wpq, Wpk and `dFinal`. */
function outputBackward(N: i32, T: i32): void {
  const d = M.d, S = M.S, ldd = M.ldd, W = S + N;
  const panel = <usize>d << 5, ld = M.stride(W + 16), rowD = <usize>d << 2;
  const emitted = M.final + <usize>N * ldd, dEmitted = M.dFinal + <usize>N * ldd;
  for (let t = 0; t < T; t++) {
    const row = M.logits + <usize>t * ld, c = load<f32>(M.coefficients + (<usize>t << 2));
    const token = row + (<usize>load<i32>(M.tokens + (<usize>t << 2)) << 2);
    store<f32>(token, load<f32>(token) - 1);
    scale(row, c, W);
  }
  const dPointers = M.logits + (<usize>S << 2);
  const dQueries = M.dQ, dKeys = M.dK;
  multiplyTransposed(d, S, T, emitted, ldd, M.logits, ld, M.outGrad, M.outGradStride, 1);
  multiply(T, d, S, M.logits, ld, M.packOutT, 32, <usize>S << 5, dEmitted, ldd, 0);
  multiply(T, d, N, dPointers, ld, M.pointerKeys, ldd, 32, dQueries, ldd, 0);
  const factor: f32 = <f32>1 / sqrt<f32>(<f32>d);
  for (let t = 0; t < T; t++) scale(dQueries + <usize>t * ldd, factor, d);
  multiplyTransposed(d, d, T, emitted, ldd, dQueries, ldd, M.grad + M.thetaPq, rowD, 1);
  multiply(T, d, d, dQueries, ldd, M.packPqT, 32, panel, dEmitted, ldd, 1);
  multiplyTransposed(N, d, T, dPointers, ld, M.queries, ldd, dKeys, ldd, 0);
  multiplyTransposed(d, d, N, M.final, ldd, dKeys, ldd, M.grad + M.thetaPk, rowD, 1);
  multiply(N, d, d, dKeys, ldd, M.packPkT, 32, panel, M.dFinal, ldd, 0);
}

/** dO → dQ, dK, dV of one layer. */
function attendBackward(N: i32, L: i32, block: usize, kv: usize, ldp: usize): void {
  const T = L - N, ldd = M.ldd, head = M.head;
  const factor: f32 = <f32>1 / sqrt<f32>(<f32>head);
  const panel = <usize>head << 5, width = <usize>head << 2;
  const below = <usize>N * ldd, belowP = <usize>N * ldp, corner = belowP + (<usize>N << 2);
  const dP = M.dP;
  for (let h = 0; h < M.heads; h++) {
    const column = <usize>h * width;
    const p = block + M.aP + <usize>(h * L) * ldp;
    const q = block + M.aQ + column, k = block + M.aK + column, o = block + M.aO + column, dO = M.dO + column;
    const dQ = M.dQ + column, dK = M.dK + column, dV = M.dV + column;
    packTransposed(head, L, kv + M.kvV + column, ldd, M.panels);
    multiply(N, N, head, dO, ldd, M.panels, 32, panel, dP, ldp, 0);
    multiply(T, L, head, dO + below, ldd, M.panels, 32, panel, dP + belowP, ldp, 0);
    for (let i = 0; i < L; i++) {
      const at = <usize>i * ldp, row = <usize>i * ldd;
      softmaxRowBackward(p + at, dP + at, i < N ? N : L, dot(dO + row, o + row, head), factor);
    }
    multiply(N, head, N, dP, ldp, k, ldd, 32, dQ, ldd, 0);
    multiply(T, head, L, dP + belowP, ldp, k, ldd, 32, dQ + below, ldd, 0);
    multiplyTransposed(N, head, L, p, ldp, dO, ldd, dV, ldd, 0);
    multiplyTransposed(T, head, T, p + corner, ldp, dO + below, ldd, dV + below, ldd, 0);
    multiplyTransposed(N, head, L, dP, ldp, q, ldd, dK, ldd, 0);
    multiplyTransposed(T, head, T, dP + corner, ldp, q + below, ldd, dK + below, ldd, 0);
  }
}

/** dX of X₀ → rows of E. Pointers pass their gradient to the item they name. */
function embeddingBackward(N: i32, T: i32): void {
  const bytes = <usize>M.d << 2, E = M.grad;
  for (let t = 0; t < T; t++) {
    const g = M.dX + <usize>(N + t) * M.ldd;
    const token = t == 0 ? M.bos : load<i32>(M.tokens + (<usize>(t - 1) << 2));
    addTo(E + <usize>positionRow(t) * bytes, g, M.d);
    if (t == 0 || token < M.S) addTo(E + <usize>token * bytes, g, M.d);
    else {
      addTo(E + <usize>M.ptr * bytes, g, M.d);
      addTo(M.dX + <usize>(token - M.S) * M.ldd, g, M.d);
    }
  }
  for (let i = 0; i < N; i++) {
    const end = load<i32>(M.offsets + (<usize>(i + 1) << 2));
    for (let k = load<i32>(M.offsets + (<usize>i << 2)); k < end; k++) {
      addTo(E + <usize>load<i32>(M.ids + (<usize>k << 2)) * bytes, M.dX + <usize>i * M.ldd, M.d);
    }
  }
}

export function backward(N: i32, T: i32): void {
  const d = M.d, f = M.f, ldd = M.ldd, ldf = M.ldf, L = N + T;
  const panelD = <usize>d << 5, panelF = <usize>f << 5, rowD = <usize>d << 2, rowF = <usize>f << 2;
  const ldp = M.stride(L + 8);
  outputBackward(N, T);
  memory.fill(M.dX, 0, <usize>L * ldd);
  rmsBackward(L, d, M.act + <usize>M.layers * M.actLayer + M.aX, M.theta + M.thetaGf, M.finalR, M.dFinal, M.dX, M.grad + M.thetaGf, ldd);
  for (let l = M.layers - 1; l >= 0; l--) {
    const block = M.act + <usize>l * M.actLayer, kv = M.slots + <usize>l * M.kvLayer;
    const at = M.thetaLayers + <usize>l * M.thetaLayer;
    const w = M.theta + at, g = M.grad + at, t = M.packs + <usize>l * M.packLayer + M.packTransposes;

    multiplyTransposed(f, d, L, block + M.aH, ldf, M.dX, ldd, g + M.atW2, rowD, 1);
    multiply(L, f, d, M.dX, ldd, t + M.pk2, 32, panelD, M.dH, ldf, 0);
    reluBackward(L, f, block + M.aH, M.dH, ldf);
    multiplyTransposed(d, f, L, block + M.aN2, ldd, M.dH, ldf, g + M.atW1, rowF, 1);
    multiply(L, d, f, M.dH, ldf, t + M.pk1, 32, panelF, M.dN, ldd, 0);
    rmsBackward(L, d, block + M.aMid, w + M.atG2, block + M.aR2, M.dN, M.dX, g + M.atG2, ldd);

    multiplyTransposed(d, d, L, block + M.aO, ldd, M.dX, ldd, g + M.atWo, rowD, 1);
    multiply(L, d, d, M.dX, ldd, t + M.pkO, 32, panelD, M.dO, ldd, 0);
    attendBackward(N, L, block, kv, ldp);
    multiplyTransposed(d, d, L, block + M.aN1, ldd, M.dQ, ldd, g + M.atWq, rowD, 1);
    multiplyTransposed(d, d, L, block + M.aN1, ldd, M.dK, ldd, g + M.atWk, rowD, 1);
    multiplyTransposed(d, d, L, block + M.aN1, ldd, M.dV, ldd, g + M.atWv, rowD, 1);
    multiply(L, d, d, M.dQ, ldd, t + M.pkQ, 32, panelD, M.dN, ldd, 0);
    multiply(L, d, d, M.dK, ldd, t + M.pkK, 32, panelD, M.dN, ldd, 1);
    multiply(L, d, d, M.dV, ldd, t + M.pkV, 32, panelD, M.dN, ldd, 1);
    rmsBackward(L, d, block + M.aX, w, block + M.aR1, M.dN, M.dX, g, ldd);
  }
  embeddingBackward(N, T);
}
