// Matrix products on top of the register tiles. Strides are bytes, counts are elements; N is a multiple of 8, or C and B
// have room for the columns up to the next multiple of 8.
import { column1, column4, column6, row1, row4, row6 } from './tiles';

/**
 * C[M, N] (+)= A[M, K] · B. B lies in panels of 8 columns, `panel` bytes apart, with `ldb` bytes between its K rows:
 * packed (ldb 32, panel 32·K) or plain row-major (ldb = row stride, panel 32).
 */
export function multiply(M: i32, N: i32, K: i32, A: usize, lda: usize, B: usize, ldb: usize, panel: usize, C: usize, ldc: usize, add: i32): void {
  const lda4 = 4 * lda, lda6 = 6 * lda, ldc4 = 4 * ldc, ldc6 = 6 * ldc;
  for (let j = 0; j < N; j += 8, B += panel, C += 32) {
    let a = A, c = C, m = M;
    for (; m >= 6; m -= 6, a += lda6, c += ldc6) row6(K, a, lda, B, ldb, c, ldc, add);
    if (m >= 4) { row4(K, a, lda, B, ldb, c, ldc, add); m -= 4; a += lda4; c += ldc4; }
    for (; m > 0; m--, a += lda, c += ldc) row1(K, a, lda, B, ldb, c, ldc, add);
  }
}

/** C[M, N] (+)= Aᵀ · B, with A [K, M] and B [K, N] row-major. */
export function multiplyTransposed(M: i32, N: i32, K: i32, A: usize, lda: usize, B: usize, ldb: usize, C: usize, ldc: usize, add: i32): void {
  const ldc4 = 4 * ldc, ldc6 = 6 * ldc;
  for (let j = 0; j < N; j += 8, B += 32, C += 32) {
    let a = A, c = C, m = M;
    for (; m >= 6; m -= 6, a += 24, c += ldc6) column6(K, a, lda, B, ldb, c, ldc, add);
    if (m >= 4) { column4(K, a, lda, B, ldb, c, ldc, add); m -= 4; a += 16; c += ldc4; }
    for (; m > 0; m--, a += 4, c += ldc) column1(K, a, lda, B, ldb, c, ldc, add);
  }
}

/** Bytes of a packed [K, N]. */
@inline
export function packedBytes(K: i32, N: i32): usize {
  return <usize>(K * ((N + 7) >> 3)) << 5;
}

/** Row-major B [K, N] (`ldb` bytes a row) → panels of 8 columns, zero beyond N. */
export function pack(K: i32, N: i32, B: usize, ldb: usize, out: usize): void {
  for (let j = 0; j < N; j += 8) {
    let b = B + (<usize>j << 2);
    const full = N - j >= 8;
    for (let k = 0; k < K; k++, b += ldb, out += 32) {
      if (full) {
        v128.store(out, v128.load(b));
        v128.store(out, v128.load(b, 16), 16);
      } else {
        for (let i = 0; i < 8; i++) store<f32>(out + (<usize>i << 2), j + i < N ? load<f32>(b + (<usize>i << 2)) : 0);
      }
    }
  }
}

/** The same panels of Bᵀ, for B stored as [N, K] row-major. Rows of B beyond N are not read. */
export function packTransposed(K: i32, N: i32, B: usize, ldb: usize, out: usize): void {
  const panel = <usize>K << 5;
  const n4 = N & ~3, k4 = K & ~3;
  for (let j = 0; j < n4; j += 4, B += 4 * ldb) {
    let o = out + <usize>(j >> 3) * panel + (<usize>(j & 4) << 2), b = B, k = 0;
    for (; k < k4; k += 4, b += 16, o += 128) {
      const r0 = v128.load(b), r1 = v128.load(b + ldb), r2 = v128.load(b + 2 * ldb), r3 = v128.load(b + 3 * ldb);
      const p = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), q = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
      const r = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), s = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
      v128.store(o, v128.shuffle<f32>(p, r, 0, 1, 4, 5));
      v128.store(o, v128.shuffle<f32>(p, r, 2, 3, 6, 7), 32);
      v128.store(o, v128.shuffle<f32>(q, s, 0, 1, 4, 5), 64);
      v128.store(o, v128.shuffle<f32>(q, s, 2, 3, 6, 7), 96);
    }
    for (; k < K; k++, b += 4, o += 32) {
      for (let i: usize = 0; i < 4; i++) store<f32>(o + (i << 2), load<f32>(b + i * ldb));
    }
  }
  for (let j = n4; j < N; j++, B += ldb) appendColumn(K, j, B, out);
}

/** Sets column j of packed panels [K, ·] from K consecutive floats. */
export function appendColumn(K: i32, j: i32, from: usize, out: usize): void {
  let o = out + <usize>(j >> 3) * (<usize>K << 5) + (<usize>(j & 7) << 2);
  for (let k = 0; k < K; k++, from += 4, o += 32) store<f32>(o, load<f32>(from));
}
