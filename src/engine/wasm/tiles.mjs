/**
 * AssemblyScript source of the register tiles: C[R, 8] (+)= A[R, K] · B[K, 8]. R rows by two vectors of four columns stay
 * in registers over the whole of K; six rows (12 accumulators + 2 of B + 1 of A) is the most that fits the 16 vector
 * registers of x86. Wasm has no register arrays, so the unrolled code is written by this script.
 *   row<R>:    A row-major (`lda` bytes between rows)      column<R>: A transposed in memory (`lda` bytes between k)
 * `ldb` bytes between the K rows of B, `ldc` between the rows of C; `add` ≠ 0 accumulates into C.
 */
const tile = (transposed, rows, unroll) => {
  const each = (text) => Array.from({ length: rows }, (_, i) => text(i)).join('\n');
  const a = (i) => (i === 0 ? 'a' : `a${i}`);
  const c = (i) => (i === 0 ? 'c' : `c${i}`);
  const step = (u) => `    b0 = v128.load(b); b1 = v128.load(b, 16); b += ldb;
${each((i) => {
  const x = transposed ? `v128.load32_splat(a, ${4 * i})` : `v128.load32_splat(${a(i)}, ${4 * u})`;
  return `    x = ${x}; s${i} = madd(x, b0, s${i}); t${i} = madd(x, b1, t${i});`;
})}${transposed ? '\n    a += lda;' : ''}`;
  const advance = (n) => (transposed ? '' : each((i) => `    ${a(i)} += ${4 * n};`));
  const loop = (n) => `  for (; k >= ${n}; k -= ${n}) {
${Array.from({ length: n }, (_, u) => step(u)).join('\n')}
${advance(n)}
  }`;
  return `export function ${transposed ? 'column' : 'row'}${rows}(k: i32, a: usize, lda: usize, b: usize, ldb: usize, c: usize, ldc: usize, add: i32): void {
${each((i) => (i === 0 ? '' : `  let c${i} = ${c(i - 1)} + ldc;${transposed ? '' : ` let a${i} = ${a(i - 1)} + lda;`}`))}
${each((i) => `  let s${i} = f32x4.splat(0), t${i} = f32x4.splat(0);`)}
  let b0: v128, b1: v128, x: v128;
  if (add) {
${each((i) => `    s${i} = v128.load(${c(i)}); t${i} = v128.load(${c(i)}, 16);`)}
  }
${loop(unroll)}
${loop(1)}
${each((i) => `  v128.store(${c(i)}, s${i}); v128.store(${c(i)}, t${i}, 16);`)}
}`;
};

export const tilesSource = () =>
  [
    "import { madd } from './vector';",
    ...[6, 4, 1].map((rows) => tile(false, rows, 2)),
    ...[6, 4, 1].map((rows) => tile(true, rows, 2)),
  ].join('\n\n');
