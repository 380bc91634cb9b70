// Four float lanes: fused multiply-add where the engine has it, horizontal sums, exp.

/** a·b + c */
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

@inline
export function sum4(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

@inline
export function max4(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

/** All ones in the lanes below n (n may exceed 4). */
@inline
export function lanesBelow(n: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(n));
}

/** exp for x ≤ 88, flushed to about 1e−38 below −87; the polynomial of Cephes' expf, 2 ulp. */
@inline
export function exp4(x: v128): v128 {
  x = f32x4.pmax(f32x4.splat(-87), x);
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  x = madd(n, f32x4.splat(-0.693359375), x);
  x = madd(n, f32x4.splat(2.1219444e-4), x);
  let p = f32x4.splat(1.98756915e-4);
  p = madd(p, x, f32x4.splat(1.39819995e-3));
  p = madd(p, x, f32x4.splat(8.33345191e-3));
  p = madd(p, x, f32x4.splat(4.16657959e-2));
  p = madd(p, x, f32x4.splat(1.66666655e-1));
  p = madd(p, x, f32x4.splat(0.5));
  p = f32x4.add(madd(p, f32x4.mul(x, x), x), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}
