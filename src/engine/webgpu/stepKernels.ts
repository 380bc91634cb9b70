import { type Dialect, type Kernel, kernel, ROW, rowKernel } from './kernel.ts';
import { IS_LEGAL } from './kernels.ts';
import { GUMBEL } from './sampling.ts';
import { NOWHERE, STEP_FIELDS, STEP_HEAD } from './stepBatch.ts';

/** What a decoding step needs beyond products and norms. All read `StepRow`s and leave rows past their count alone. */
export interface StepKernels {
  /** rowX = POS[t] + E[token before] (+ the item it points to, from the start of the residual stream). */
  embed: Kernel;
  /** Keeps the key of the new row; probabilities over the rows it sees. One workgroup per row and head. */
  attend: Kernel;
  /** Keeps the value of the new row; mixed = Σ_j P_j·V_j. */
  mix: Kernel;
  /** Logits of the statics and queries → logits of the pointers, log-softmax over legal entries, [token, log p]. */
  pick: Kernel;
}

const FIELDS = `
fn rowCount() -> u32 { return inputs[0]; }
fn temperature() -> f32 { return bitcast<f32>(inputs[1]); }
${STEP_FIELDS.map((name, i) => `fn ${name}Of(row: u32) -> u32 { return inputs[${STEP_HEAD + i}u + row * ${STEP_FIELDS.length}u]; }`).join('\n')}
`;

const embed = kernel({
  reads: ['theta', 'items', 'inputs'],
  writes: ['x'],
  counts: ['dim'],
  size: '16, 4',
  helpers: FIELDS,
  body: `
  let column = group.x * 16u + local.x;
  let row = group.y * 4u + local.y;
  if (row >= rowCount() || column >= p.dim) { return; }
  var sum = theta[positionOf(row) * p.dim + column] + theta[beforeOf(row) * p.dim + column];
  let pointed = pointedOf(row);
  if (pointed != ${NOWHERE}u) { sum += items[pointed * p.dim + column]; }
  x[row * p.dim + column] = sum;`,
});

const attend = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['fresh', 'inputs'],
    writes: ['cache', 'scores'],
    counts: ['rows', 'dim', 'heads', 'length', 'cache'],
    helpers: FIELDS,
    body: `
  ${ROW}
  let r = row / p.heads;
  if (r >= rowCount()) { return; }
  let head = p.dim / p.heads;
  let column = row % p.heads * head;
  let place = placeOf(r);
  let q = r * 3u * p.dim + column;
  let keys = p.cache + firstOf(r) * 3u * p.dim + p.dim + column;
  let at = row * p.length;
  let scale = inverseSqrt(f32(head));
  var top = -3.4e38;
  for (var j = lane; j <= place; j += LANES) {
    let k = keys + j * 3u * p.dim;
    if (j == place) {
      for (var c = 0u; c < head; c++) { cache[k + c] = fresh[q + p.dim + c]; }
    }
    var score = 0.0;
    for (var c = 0u; c < head; c++) { score += fresh[q + c] * cache[k + c]; }
    score *= scale;
    scores[at + j] = score;
    top = max(top, score);
  }
  top = rowMax(top, lane);
  var sum = 0.0;
  for (var j = lane; j <= place; j += LANES) {
    let e = exp(scores[at + j] - top);
    scores[at + j] = e;
    sum += e;
  }
  let factor = 1.0 / rowSum(sum, lane);
  for (var j = lane; j <= place; j += LANES) { scores[at + j] *= factor; }`,
  });

const mix = kernel({
  reads: ['fresh', 'inputs', 'scores'],
  writes: ['cache', 'mixed'],
  counts: ['dim', 'heads', 'length', 'cache'],
  size: '16, 4',
  helpers: FIELDS,
  body: `
  let column = group.x * 16u + local.x;
  let row = group.y * 4u + local.y;
  if (row >= rowCount() || column >= p.dim) { return; }
  let place = placeOf(row);
  let values = p.cache + firstOf(row) * 3u * p.dim + 2u * p.dim + column;
  cache[values + place * 3u * p.dim] = fresh[row * 3u * p.dim + 2u * p.dim + column];
  let at = (row * p.heads + column / (p.dim / p.heads)) * p.length;
  var sum = 0.0;
  for (var j = 0u; j <= place; j++) { sum += scores[at + j] * cache[values + j * 3u * p.dim]; }
  mixed[row * p.dim + column] = sum;`,
});

const pick = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['inputs', 'queries', 'keys'],
    writes: ['logits', 'picked'],
    counts: ['rows', 'dim', 'statics', 'pointers', 'width', 'legal'],
    helpers: FIELDS + GUMBEL + IS_LEGAL,
    body: `
  ${ROW}
  if (row >= rowCount()) { return; }
  let at = row * p.width;
  let scale = inverseSqrt(f32(p.dim));
  var top = -3.4e38;
  for (var c = lane; c < p.width; c += LANES) {
    if (!isLegal(at + c)) { continue; }
    if (c >= p.pointers) {
      let key = (firstOf(row) + c - p.pointers) * p.dim;
      var sum = 0.0;
      for (var i = 0u; i < p.dim; i++) { sum += queries[row * p.dim + i] * keys[key + i]; }
      logits[at + c] = sum * scale;
    }
    top = max(top, logits[at + c]);
  }
  top = rowMax(top, lane);
  var sum = 0.0;
  for (var c = lane; c < p.width; c += LANES) {
    if (isLegal(at + c)) { sum += exp(logits[at + c] - top); }
  }
  let total = log(rowSum(sum, lane));
  var best = -3.4e38;
  var token = 0u;
  var logProb = 0.0;
  for (var c = lane; c < p.width; c += LANES) {
    if (!isLegal(at + c)) { continue; }
    let w = select(c, c - p.pointers + p.statics, c >= p.pointers);
    let value = logits[at + c] - top - total;
    var score = value;
    if (temperature() != 0.0) { score = value / temperature() + gumbel(keyOf(row), w); }
    if (score > best) {
      best = score;
      token = w;
      logProb = value;
    }
  }
  // Each lane has its first maximum; the smallest of the largest is the row's.
  let winner = rowMax(best, lane);
  let first = -rowMax(select(-3.4e38, -f32(token), best == winner), lane);
  if (best == winner && f32(token) == first) {
    picked[2u * row] = first;
    picked[2u * row + 1u] = logProb;
  }`,
  });

export function stepKernels(dialect: Dialect): StepKernels {
  return { embed, attend: attend(dialect), mix, pick: pick(dialect) };
}
