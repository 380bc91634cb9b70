// Row-wise operations: rms norm, softmax, ReLU, elementwise sums. n is a multiple of 4 unless said otherwise.
import { exp4, lanesBelow, madd, max4, sum4 } from './vector';

const EPSILON: f32 = 1e-5;
const LOWEST: f32 = -1e30;

/** y = x / √(mean x² + ε) · g for m rows of n; keeps the factors 1/√(…) in r [m]. */
export function rms(m: i32, n: i32, x: usize, g: usize, y: usize, r: usize, ld: usize): void {
  const bytes = <usize>n << 2;
  for (let i = 0; i < m; i++, x += ld, y += ld, r += 4) {
    let s = f32x4.splat(0);
    for (let j: usize = 0; j < bytes; j += 16) {
      const v = v128.load(x + j);
      s = madd(v, v, s);
    }
    const q: f32 = <f32>1 / sqrt<f32>(sum4(s) / <f32>n + EPSILON);
    store<f32>(r, q);
    const q4 = f32x4.splat(q);
    for (let j: usize = 0; j < bytes; j += 16) v128.store(y + j, f32x4.mul(f32x4.mul(v128.load(x + j), q4), v128.load(g + j)));
  }
}

/** Backward of `rms`: dx += …, dg += Σ_rows dy·x·r. */
export function rmsBackward(m: i32, n: i32, x: usize, g: usize, r: usize, dy: usize, dx: usize, dg: usize, ld: usize): void {
  const bytes = <usize>n << 2;
  for (let i = 0; i < m; i++, x += ld, dy += ld, dx += ld, r += 4) {
    const q = load<f32>(r);
    const q4 = f32x4.splat(q);
    let s = f32x4.splat(0);
    for (let j: usize = 0; j < bytes; j += 16) {
      const t = f32x4.mul(v128.load(dy + j), v128.load(x + j));
      v128.store(dg + j, madd(t, q4, v128.load(dg + j)));
      s = madd(t, v128.load(g + j), s);
    }
    const c = f32x4.splat(-sum4(s) * q * q * q / <f32>n);
    for (let j: usize = 0; j < bytes; j += 16) {
      const t = madd(f32x4.mul(v128.load(dy + j), v128.load(g + j)), q4, v128.load(dx + j));
      v128.store(dx + j, madd(c, v128.load(x + j), t));
    }
  }
}

/** In place: p[0 … n) ← softmax(scale · p[0 … n)), p[n … total) ← 0. Any n ≥ 1; writes up to the next multiple of 4. */
export function softmaxRow(p: usize, n: i32, total: i32, scale: f32): void {
  const whole = n & ~3;
  const end = p + (<usize>whole << 2);
  const inside = lanesBelow(n - whole);
  const tail = v128.bitselect(v128.load(end), f32x4.splat(LOWEST), inside);
  let m = tail;
  for (let a = p; a < end; a += 16) m = f32x4.pmax(m, v128.load(a));
  const scale4 = f32x4.splat(scale), shift = f32x4.splat(-max4(m) * scale);
  let s = f32x4.splat(0);
  for (let a = p; a < end; a += 16) {
    const e = exp4(madd(v128.load(a), scale4, shift));
    s = f32x4.add(s, e);
    v128.store(a, e);
  }
  const last = v128.and(exp4(madd(tail, scale4, shift)), inside);
  const inverse = f32x4.splat(<f32>1 / sum4(f32x4.add(s, last)));
  for (let a = p; a < end; a += 16) v128.store(a, f32x4.mul(v128.load(a), inverse));
  v128.store(end, f32x4.mul(last, inverse));
  const stop = p + (<usize>total << 2);
  for (let a = end + 16; a < stop; a += 16) v128.store(a, f32x4.splat(0));
}

/** In place: dp ← p·(dp − dot)·scale over n columns, the gradient of `softmaxRow`; dot = Σ p·dp. */
export function softmaxRowBackward(p: usize, dp: usize, n: i32, dot: f32, scale: f32): void {
  const d = f32x4.splat(dot), k = f32x4.splat(scale);
  const end = dp + (<usize>n << 2);
  for (; dp < end; dp += 16, p += 16) v128.store(dp, f32x4.mul(f32x4.mul(v128.load(p), k), f32x4.sub(v128.load(dp), d)));
}

@inline
function legalLanes(mask: usize, left: i32): v128 {
  const bytes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(mask)));
  return v128.and(i32x4.ne(bytes, i32x4.splat(0)), lanesBelow(left));
}

/** Maximum of x[0 … n) over the legal entries (mask ≠ 0). Any n. */
function maskedMax(x: usize, mask: usize, n: i32): f32 {
  let m = f32x4.splat(LOWEST);
  for (let i = 0; i < n; i += 4) {
    const at = <usize>i;
    m = f32x4.pmax(m, v128.bitselect(v128.load(x + (at << 2)), f32x4.splat(LOWEST), legalLanes(mask + at, n - i)));
  }
  return max4(m);
}

/** In place: logits x[0 … n) → probabilities over the legal entries, 0 elsewhere. Returns log Σ exp. Any n. */
export function maskedSoftmaxRow(x: usize, mask: usize, n: i32): f32 {
  const top = maskedMax(x, mask, n);
  const top4 = f32x4.splat(top);
  let s = f32x4.splat(0);
  for (let i = 0; i < n; i += 4) {
    const at = <usize>i;
    const e = v128.and(exp4(f32x4.sub(v128.load(x + (at << 2)), top4)), legalLanes(mask + at, n - i));
    s = f32x4.add(s, e);
    v128.store(x + (at << 2), e);
  }
  const total = sum4(s);
  scale(x, <f32>1 / total, n);
  return top + <f32>Math.log(total);
}

/** In place: logits x[0 … n) → log-probabilities over the legal entries, −∞ elsewhere. Any n. */
export function maskedLogSoftmaxRow(x: usize, mask: usize, n: i32): void {
  const top = maskedMax(x, mask, n);
  const top4 = f32x4.splat(top);
  let s = f32x4.splat(0);
  for (let i = 0; i < n; i += 4) {
    const at = <usize>i;
    s = f32x4.add(s, v128.and(exp4(f32x4.sub(v128.load(x + (at << 2)), top4)), legalLanes(mask + at, n - i)));
  }
  const shift = f32x4.splat(top + <f32>Math.log(sum4(s)));
  for (let i = 0; i < n; i += 4) {
    const at = <usize>i;
    const value = f32x4.sub(v128.load(x + (at << 2)), shift);
    v128.store(x + (at << 2), v128.bitselect(value, f32x4.splat(-f32.POSITIVE_INFINITY), legalLanes(mask + at, n - i)));
  }
}

/** x ← c·x over n floats, up to the next multiple of 4. */
export function scale(x: usize, c: f32, n: i32): void {
  const c4 = f32x4.splat(c);
  const end = x + (<usize>n << 2);
  for (; x < end; x += 16) v128.store(x, f32x4.mul(v128.load(x), c4));
}

/** to += from. */
export function addTo(to: usize, from: usize, n: i32): void {
  const end = from + (<usize>n << 2);
  for (; from < end; from += 16, to += 16) v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
}

/** Σ a·b. */
export function dot(a: usize, b: usize, n: i32): f32 {
  let s = f32x4.splat(0);
  const end = a + (<usize>n << 2);
  for (; a < end; a += 16, b += 16) s = madd(v128.load(a), v128.load(b), s);
  return sum4(s);
}

/** In place ReLU over m rows of n. */
export function relu(m: i32, n: i32, x: usize, ld: usize): void {
  const zero = f32x4.splat(0);
  const bytes = <usize>n << 2;
  for (let i = 0; i < m; i++, x += ld) for (let j: usize = 0; j < bytes; j += 16) v128.store(x + j, f32x4.pmax(zero, v128.load(x + j)));
}

/** dy ← dy where y > 0, else 0, over m rows of n. */
export function reluBackward(m: i32, n: i32, y: usize, dy: usize, ld: usize): void {
  const zero = f32x4.splat(0);
  const bytes = <usize>n << 2;
  for (let i = 0; i < m; i++, y += ld, dy += ld) {
    for (let j: usize = 0; j < bytes; j += 16) v128.store(dy + j, v128.and(v128.load(dy + j), f32x4.gt(v128.load(y + j), zero)));
  }
}
