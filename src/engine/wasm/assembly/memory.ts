// Shape of the network and where everything lies in this module's memory. No allocator: one fixed part (weights, their
// gradient, packed weights) and one part that grows with the largest sequence seen. All addresses and strides are bytes.
import { packedBytes } from './gemm';

export let rows: i32, S: i32, d: i32, layers: i32, heads: i32, f: i32, head: i32;
export let bos: i32, ptr: i32, pos: i32, positions: i32;
/** Strides of rows of d and of f floats: odd numbers of cache lines, so that columns do not collide in the cache. */
export let ldd: usize, ldf: usize;

/** θ and its gradient, in the order of `layout.ts`. */
export let theta: usize, grad: usize, weights: i32;
const gain = (): usize => <usize>d << 2;
const square = (): usize => <usize>(d * d) << 2;
const wide = (): usize => <usize>(d * f) << 2;

/** Blocks of θ, as offsets from `theta` or `grad`. */
export let thetaLayers: usize, thetaLayer: usize, thetaGf: usize, thetaOut: usize, thetaPq: usize, thetaPk: usize;
export let atG2: usize, atWq: usize, atWk: usize, atWv: usize, atWo: usize, atW1: usize, atW2: usize;

/** Packed weights: per layer Wq Wk Wv Wo W1 W2 and their transposes; then the output matrices. */
export let packs: usize, packLayer: usize, packTransposes: usize;
export let pkQ: usize, pkK: usize, pkV: usize, pkO: usize, pk1: usize, pk2: usize;
export let packOut: usize, packOutT: usize, packPq: usize, packPqT: usize, packPk: usize, packPkT: usize;
/** Gradient of Wout with rows padded to whole panels. */
export let outGrad: usize, outGradStride: usize;

/** Inputs and outputs of one sequence. */
export let ids: usize, offsets: usize, tokens: usize, legal: usize, coefficients: usize, logProbs: usize;
/** Inputs of a decoding step, and the strides of its masks and distributions: one for all, whatever their items. */
export let next: usize, legalStride: usize, logitsStride: usize;

/** Activations of one layer: offsets inside a block of `actLayer` bytes; X of layer l + 1 is the output of layer l. */
export let act: usize, actLayer: usize;
export let aX: usize, aN1: usize, aQ: usize, aK: usize, aO: usize, aMid: usize, aN2: usize, aH: usize, aP: usize, aR1: usize, aR2: usize;

/** What later rows need of earlier ones, per slot: per layer Kᵀ panels by head and V; item embeddings; pointer keys. */
export let slots: usize, slotBytes: usize, kvLayer: usize, keyHead: usize, kvV: usize, slotItems: usize, slotKeys: usize;

/** Scratch that no later pass reads. */
export let final: usize, finalR: usize, pointerKeys: usize, queries: usize, values: usize, logits: usize;
export let dFinal: usize, dX: usize, dN: usize, dQ: usize, dK: usize, dV: usize, dO: usize, dH: usize, dP: usize, panels: usize;

let fixedEnd: usize = 0;
let cursor: usize = 0;

function take(bytes: usize): usize {
  const at = cursor;
  cursor = (cursor + bytes + 63) & ~<usize>63;
  return at;
}

function grow(): void {
  const missing = <i32>((cursor + 65535) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Bytes between rows of n floats: a whole, odd number of cache lines. */
export function stride(n: i32): usize {
  return <usize>(((n + 15) >> 4) | 1) << 6;
}

/** Sets the shape and lays out the fixed part. dim / heads and hidden are multiples of 8. */
export function configure(rows_: i32, statics: i32, dim: i32, layers_: i32, heads_: i32, hidden: i32, bos_: i32, ptr_: i32, pos_: i32, positions_: i32): void {
  rows = rows_; S = statics; d = dim; layers = layers_; heads = heads_; f = hidden; head = dim / heads_;
  bos = bos_; ptr = ptr_; pos = pos_; positions = positions_;
  ldd = stride(d); ldf = stride(f);

  atG2 = gain(); atWq = atG2 + gain(); atWk = atWq + square(); atWv = atWk + square(); atWo = atWv + square();
  atW1 = atWo + square(); atW2 = atW1 + wide(); thetaLayer = atW2 + wide();
  thetaLayers = <usize>(rows * d) << 2; thetaGf = thetaLayers + <usize>layers * thetaLayer; thetaOut = thetaGf + gain();
  thetaPq = thetaOut + (<usize>(d * S) << 2); thetaPk = thetaPq + square();
  const bytes = thetaPk + square();
  weights = <i32>(bytes >> 2);

  cursor = (__heap_base + 63) & ~<usize>63;
  theta = take(bytes); grad = take(bytes);
  pkQ = 0; pkK = square(); pkV = pkK + square(); pkO = pkV + square(); pk1 = pkO + square(); pk2 = pk1 + wide();
  packTransposes = pk2 + wide(); packLayer = 2 * packTransposes;
  packs = take(<usize>layers * packLayer);
  packOut = take(packedBytes(d, S)); packOutT = take(packedBytes(S, d));
  packPq = take(square()); packPqT = take(square()); packPk = take(square()); packPkT = take(square());
  outGradStride = stride(S + 8); outGrad = take(<usize>d * outGradStride);
  fixedEnd = cursor;
  grow();
}

/** Lays out room for sequences of up to N items made of `idCount` rows, T emitted rows, and `slotCount` decoding slots. */
export function reserve(N: i32, T: i32, idCount: i32, slotCount: i32): void {
  const R = N + T, W = S + N;
  const ofD = <usize>(R + 1) * ldd, ofF = <usize>(R + 1) * ldf;
  const ofP = <usize>(R + 1) * stride(R + 8), perRow = <usize>R << 2;
  cursor = fixedEnd;
  ids = take(<usize>idCount << 2); offsets = take(<usize>(N + 1) << 2); tokens = take(<usize>T << 2);
  legal = take(<usize>(T * W) + 16); next = take(<usize>T * 12); coefficients = take(<usize>T << 2); logProbs = take(<usize>T << 2);

  final = take(ofD); finalR = take(perRow); pointerKeys = take(ofD); queries = take(ofD); values = take(ofD);
  legalStride = <usize>W; logitsStride = stride(W + 16); logits = take(<usize>(T + 1) * logitsStride);
  dFinal = take(ofD); dX = take(ofD); dN = take(ofD); dQ = take(ofD); dK = take(ofD); dV = take(ofD); dO = take(ofD);
  dH = take(ofF); dP = take(ofP); panels = take(packedBytes(head, R));

  act = cursor;
  cursor = 0;
  aX = take(ofD); aN1 = take(ofD); aQ = take(ofD); aK = take(ofD); aO = take(ofD); aMid = take(ofD); aN2 = take(ofD); aH = take(ofF);
  aR1 = take(perRow); aR2 = take(perRow); aP = take(<usize>heads * ofP);
  actLayer = cursor;
  cursor = act + <usize>layers * actLayer + ofD;

  slots = (cursor + 63) & ~<usize>63;
  cursor = 0;
  keyHead = packedBytes(head, R);
  kvV = <usize>heads * keyHead;
  kvLayer = kvV + ofD;
  take(<usize>layers * kvLayer);
  slotItems = take(<usize>(N + 1) * ldd); slotKeys = take(packedBytes(d, N));
  slotBytes = cursor;
  cursor = slots + <usize>slotCount * slotBytes;
  grow();
}
