/** The noise of `../sample.ts` in WGSL: the same bits of Philox2x32-10, the same uniform, −log(−log u) within rounding. */
export const GUMBEL = `
const MULTIPLIER = 0xd256d193u;
const WEYL = 0x9e3779b9u;
fn highProduct(a: u32) -> u32 {
  let low = a & 0xffffu;
  let high = a >> 16u;
  let middle = high * (MULTIPLIER & 0xffffu) + ((low * (MULTIPLIER & 0xffffu)) >> 16u);
  let cross = low * (MULTIPLIER >> 16u) + (middle & 0xffffu);
  return high * (MULTIPLIER >> 16u) + (middle >> 16u) + (cross >> 16u);
}
fn philox(counter: vec2u, key: u32) -> vec2u {
  var x = counter;
  for (var round = 0u; round < 10u; round++) {
    x = vec2u(highProduct(x.x) ^ x.y ^ (key + round * WEYL), x.x * MULTIPLIER);
  }
  return x;
}
fn uniformOf(key: u32, w: u32) -> f32 {
  return f32((philox(vec2u(w, 0u), key).x >> 8u) | 1u) / 16777216.0;
}
// log may be off by 2⁻²¹ near 1, where the noise that wins comes from: there, with s = (1 − u) / (1 + u) ≤ 1/3, as
// −log u = 2·artanh s.
fn minusLog(u: f32) -> f32 {
  if (u < 0.5) { return -log(u); }
  let s = (1.0 - u) / (1.0 + u);
  let q = s * s;
  return 2.0 * s * (1.0 + q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0 + q * (1.0 / 9.0 + q * (1.0 / 11.0 + q / 13.0))))));
}
fn gumbel(key: u32, w: u32) -> f32 { return -log(minusLog(uniformOf(key, w))); }
`;
