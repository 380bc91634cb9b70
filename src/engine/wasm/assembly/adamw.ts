// AdamW over flat arrays, in an instance of its own: four arrays of n floats, one after the other.
import { madd } from './vector';

let length: i32 = 0;
let span: usize = 0;
let base: usize = 0;

/** Makes room for θ, gradient, m and v of n floats each; returns the address of the first. They lie `adamwSpan` apart. */
export function adamwReserve(n: i32): usize {
  length = n;
  span = (<usize>(n + 3) << 2) & ~<usize>15;
  base = (__heap_base + 63) & ~<usize>63;
  const missing = <i32>((base + 4 * span + 65535) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return base;
}

export function adamwSpan(): usize {
  return span;
}

/** Σ g², in float64. */
export function adamwSquares(): f64 {
  let s = f64x2.splat(0);
  const end = base + 2 * span;
  for (let g = base + span; g < end; g += 16) {
    const v = v128.load(g);
    const a = f64x2.promote_low_f32x4(v), b = f64x2.promote_low_f32x4(v128.shuffle<f32>(v, v, 2, 3, 2, 3));
    s = f64x2.add(s, f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)));
  }
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

/** One update; the gradient is scaled by k, c1 and c2 are 1 / (1 − βᵗ). */
export function adamwStep(k: f32, lr: f32, beta1: f32, beta2: f32, c1: f32, c2: f32, eps: f32, decay: f32): void {
  const k4 = f32x4.splat(k), b1 = f32x4.splat(beta1), b2 = f32x4.splat(beta2), r1 = f32x4.splat(1 - beta1), r2 = f32x4.splat(1 - beta2);
  const up1 = f32x4.splat(c1), up2 = f32x4.splat(c2), small = f32x4.splat(eps), rate = f32x4.splat(-lr), wd = f32x4.splat(decay);
  const end = base + span;
  for (let p = base; p < end; p += 16) {
    const g = f32x4.mul(v128.load(p + span), k4), w = v128.load(p);
    const m = madd(v128.load(p + 2 * span), b1, f32x4.mul(g, r1));
    const v = madd(v128.load(p + 3 * span), b2, f32x4.mul(f32x4.mul(g, g), r2));
    v128.store(p + 2 * span, m);
    v128.store(p + 3 * span, v);
    const direction = f32x4.div(f32x4.mul(m, up1), f32x4.add(f32x4.sqrt(f32x4.mul(v, up2)), small));
    v128.store(p, madd(rate, madd(wd, w, direction), w));
  }
}
