import type { NetworkShape, Sequence } from '../../src/engine/network.ts';

type Row = number[];

const times = (x: Row, w: (k: number, j: number) => number, columns: number): Row =>
  Array.from({ length: columns }, (_, j) => x.reduce((sum, v, k) => sum + v * w(k, j), 0));
const add = (a: Row, b: Row): Row => a.map((v, i) => v + b[i]);
const dot = (a: Row, b: Row): number => a.reduce((sum, v, i) => sum + v * b[i], 0);
const rms = (x: Row, g: Row): Row => {
  const r = 1 / Math.sqrt(dot(x, x) / x.length + 1e-5);
  return x.map((v, i) => v * r * g[i]);
};

/**
 * The equations of `src/engine/network.ts`, one scalar at a time in float64, from a plain reading of its comment: no
 * tensors, no padding, no shared code. Returns log p of every token of one sequence.
 */
export function scalarLogProbs(theta: ArrayLike<number>, shape: NetworkShape, sequence: Sequence): number[] {
  const { rows, statics: S, dim: d, layers, heads, hidden: f, bos, ptr, pos, positions } = shape;
  const { ids, offsets, tokens, legal } = sequence;
  const N = offsets.length - 1;
  let cursor = 0;
  const vector = (n: number): Row => Array.from({ length: n }, () => theta[cursor++]);
  const matrix = (r: number, c: number): ((k: number, j: number) => number) => {
    const start = cursor;
    cursor += r * c;
    return (k, j) => theta[start + k * c + j];
  };
  const E = matrix(rows, d);
  const blocks = Array.from({ length: layers }, () => ({
    g1: vector(d),
    g2: vector(d),
    Wq: matrix(d, d),
    Wk: matrix(d, d),
    Wv: matrix(d, d),
    Wo: matrix(d, d),
    W1: matrix(d, f),
    W2: matrix(f, d),
  }));
  const gf = vector(d);
  const [Wout, Wpq, Wpk] = [matrix(d, S), matrix(d, d), matrix(d, d)];
  const embedding = (row: number): Row => Array.from({ length: d }, (_, j) => E(row, j));

  let x: Row[] = Array.from({ length: N }, (_, i) =>
    Array.from(ids.subarray(offsets[i], offsets[i + 1]), embedding).reduce(add, Array<number>(d).fill(0)),
  );
  for (let t = 0; t < tokens.length; t++) {
    const before = t === 0 ? bos : tokens[t - 1];
    const pointer = t > 0 && before >= S;
    const base = add(embedding(pos + Math.min(t, positions - 1)), embedding(pointer ? ptr : before));
    x.push(pointer ? add(base, x[before - S]) : base);
  }

  for (const { g1, g2, Wq, Wk, Wv, Wo, W1, W2 } of blocks) {
    const n1 = x.map((row) => rms(row, g1));
    const [q, k, v] = [Wq, Wk, Wv].map((w) => n1.map((row) => times(row, w, d)));
    x = x.map((row, i) => {
      const visible = i < N ? N : i + 1;
      const mixed: Row = [];
      for (let h = 0; h < heads; h++) {
        const part = (y: Row) => y.slice((h * d) / heads, ((h + 1) * d) / heads);
        const weights = Array.from({ length: visible }, (_, j) =>
          Math.exp(dot(part(q[i]), part(k[j])) / Math.sqrt(d / heads)),
        );
        const total = weights.reduce((a, b) => a + b);
        const out = part(v[0]).map((_, c) => weights.reduce((sum, w, j) => sum + (w / total) * part(v[j])[c], 0));
        mixed.push(...out);
      }
      const middle = add(row, times(mixed, Wo, d));
      const inner = times(rms(middle, g2), W1, f).map((u) => Math.max(0, u));
      return add(middle, times(inner, W2, d));
    });
  }

  const final = x.map((row) => rms(row, gf));
  const keys = final.slice(0, N).map((row) => times(row, Wpk, d));
  return Array.from(tokens, (token, t) => {
    const row = final[N + t];
    const query = times(row, Wpq, d);
    const logits = [...times(row, Wout, S), ...keys.map((key) => dot(query, key) / Math.sqrt(d))];
    const sum = logits.reduce((total, z, w) => total + (legal[t * (S + N) + w] ? Math.exp(z) : 0), 0);
    return logits[token] - Math.log(sum);
  });
}
