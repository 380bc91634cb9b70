import { type Dialect, type Kernel, kernel, ROW, rowKernel } from './kernel.ts';

/** Everything of the network that is not a matrix product. Names as in `plan.ts`; equations as in `../network.ts`. */
export interface NetworkKernels {
  /** sums[v] = Σ_i table[inputs[i]], i from inputs[starts + v] to inputs[starts + v + 1]: embedding bags, and their gradient. */
  bagSum: Kernel;
  /** normed = x / √(mean x² + ε) · gain; rows past the stack are copies of the rows listed at `emitted`. */
  rms: Kernel;
  /** dx = (gradient carried past the branch) + the gradient through the norm. */
  rmsBackward: Kernel;
  /** Scores → probabilities over the prefix a row sees; zero elsewhere. */
  softmax: Kernel;
  /** dP → dS = P · (dP − Σ P·dP) / √head. */
  softmaxBackward: Kernel;
  /** Logits → log p(token), and in their place ∂/∂logits Σ c·(−log p). */
  loss: Kernel;
  /** Gradients of all gains: Σ_rows x̂ · dn. */
  gains: Kernel;
  /** Adds gradients of the emitted rows to their places in the stack. */
  addEmitted: Kernel;
}

const bagSum = kernel({
  reads: ['table', 'inputs'],
  writes: ['sums'],
  counts: ['rows', 'dim', 'starts'],
  size: '16, 4',
  body: `
  let column = group.x * 16u + local.x;
  let row = group.y * 4u + local.y;
  if (row >= p.rows || column >= p.dim) { return; }
  let end = inputs[p.starts + row + 1u];
  var sum = 0.0;
  for (var i = inputs[p.starts + row]; i < end; i++) { sum += table[inputs[i] * p.dim + column]; }
  sums[row * p.dim + column] = sum;`,
});

const addEmitted = kernel({
  reads: ['added', 'inputs'],
  writes: ['dn'],
  counts: ['rows', 'dim', 'slots', 'dn', 'sequences', 'emitted'],
  size: '16, 4',
  body: `
  let column = group.x * 16u + local.x;
  let row = group.y * 4u + local.y;
  if (row >= p.rows || column >= p.dim) { return; }
  if (row % p.slots >= inputs[p.sequences + 3u * (row / p.slots) + 1u]) { return; }
  dn[p.dn + inputs[p.emitted + row] * p.dim + column] += added[row * p.dim + column];`,
});

const rms = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['x', 'theta', 'inputs'],
    writes: ['normed', 'inverse'],
    counts: ['rows', 'stack', 'dim', 'x', 'gain', 'normed', 'inverse', 'emitted'],
    body: `
  ${ROW}
  var source = row;
  if (row >= p.stack) { source = inputs[p.emitted + row - p.stack]; }
  let at = p.x + source * p.dim;
  var squares = 0.0;
  for (var c = lane; c < p.dim; c += LANES) { squares += x[at + c] * x[at + c]; }
  let r = inverseSqrt(rowSum(squares, lane) / f32(p.dim) + 1e-5);
  for (var c = lane; c < p.dim; c += LANES) {
    normed[p.normed + row * p.dim + c] = x[at + c] * r * theta[p.gain + c];
  }
  if (lane == 0u && row < p.stack) { inverse[p.inverse + row] = r; }`,
  });

const rmsBackward = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['x', 'theta', 'inverse', 'dn'],
    writes: ['dx'],
    counts: ['rows', 'dim', 'x', 'gain', 'inverse', 'dn', 'dx', 'carry'],
    body: `
  ${ROW}
  let at = row * p.dim;
  let r = inverse[p.inverse + row];
  var sum = 0.0;
  for (var c = lane; c < p.dim; c += LANES) { sum += x[p.x + at + c] * dn[p.dn + at + c] * theta[p.gain + c]; }
  let along = rowSum(sum, lane) * r * r * r / f32(p.dim);
  for (var c = lane; c < p.dim; c += LANES) {
    var v = dn[p.dn + at + c] * theta[p.gain + c] * r - x[p.x + at + c] * along;
    // The gradient of the next point of the residual stream, \`carry\` elements on; nothing follows the last.
    if (p.carry != 0u) { v += dx[p.dx + p.carry + at + c]; }
    dx[p.dx + at + c] = v;
  }`,
  });

const softmax = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['inputs'],
    writes: ['scores'],
    counts: ['rows', 'length', 'heads', 'head', 'scores', 'sequences'],
    body: `
  ${ROW}
  let b = row / (p.length * p.heads);
  let i = row % p.length;
  let items = inputs[p.sequences + 3u * b];
  let emitted = inputs[p.sequences + 3u * b + 1u];
  let visible = select(items, i + 1u, i >= items && i < items + emitted);
  let at = p.scores + row * p.length;
  let scale = inverseSqrt(f32(p.head));
  var top = -3.4e38;
  for (var c = lane; c < visible; c += LANES) { top = max(top, scores[at + c]); }
  top = rowMax(top, lane);
  var sum = 0.0;
  for (var c = lane; c < visible; c += LANES) {
    let e = exp((scores[at + c] - top) * scale);
    scores[at + c] = e;
    sum += e;
  }
  let factor = 1.0 / rowSum(sum, lane);
  for (var c = lane; c < p.length; c += LANES) { scores[at + c] = select(0.0, scores[at + c] * factor, c < visible); }`,
  });

const softmaxBackward = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['scores'],
    writes: ['dScores'],
    counts: ['rows', 'length', 'head', 'scores'],
    body: `
  ${ROW}
  let at = row * p.length;
  let scale = inverseSqrt(f32(p.head));
  var sum = 0.0;
  for (var c = lane; c < p.length; c += LANES) { sum += scores[p.scores + at + c] * dScores[at + c]; }
  let mean = rowSum(sum, lane);
  for (var c = lane; c < p.length; c += LANES) {
    dScores[at + c] = scores[p.scores + at + c] * (dScores[at + c] - mean) * scale;
  }`,
  });

/** Masks are bytes, from word `p.legal` of the inputs on. */
export const IS_LEGAL = `
fn isLegal(at: u32) -> bool { return ((inputs[p.legal + at / 4u] >> (8u * (at % 4u))) & 255u) != 0u; }`;

const loss = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['inputs', 'coefficients'],
    writes: ['logits', 'logProbs'],
    counts: ['rows', 'slots', 'width', 'pointers', 'dim', 'sequences', 'tokens', 'legal'],
    helpers: `${IS_LEGAL}
fn scaleOf(column: u32) -> f32 { return select(1.0, inverseSqrt(f32(p.dim)), column >= p.pointers); }`,
    body: `
  ${ROW}
  let t = row % p.slots;
  let sequence = p.sequences + 3u * (row / p.slots);
  let exists = t < inputs[sequence + 1u];
  let place = inputs[sequence + 2u] + t;
  let token = inputs[p.tokens + row];
  let at = row * p.width;
  let chosen = logits[at + token] * scaleOf(token);
  var top = -3.4e38;
  for (var c = lane; c < p.width; c += LANES) {
    if (isLegal(at + c)) { top = max(top, logits[at + c] * scaleOf(c)); }
  }
  top = rowMax(top, lane);
  var sum = 0.0;
  for (var c = lane; c < p.width; c += LANES) {
    if (isLegal(at + c)) { sum += exp(logits[at + c] * scaleOf(c) - top); }
  }
  let total = rowSum(sum, lane);
  var factor = 0.0;
  if (exists) {
    factor = coefficients[place];
    if (lane == 0u) { logProbs[place] = chosen - top - log(total); }
  }
  for (var c = lane; c < p.width; c += LANES) {
    var g = 0.0;
    if (exists && isLegal(at + c)) {
      let scale = scaleOf(c);
      g = factor * scale * (exp(logits[at + c] * scale - top) / total - select(0.0, 1.0, c == token));
    }
    logits[at + c] = g;
  }`,
  });

const gains = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['x', 'inverse', 'dn'],
    writes: ['grad'],
    counts: ['rows', 'dim', 'first', 'layer'],
    body: `
  let column = group.x;
  let point = group.y;
  var sum = 0.0;
  for (var row = lane; row < p.rows; row += LANES) {
    let at = point * p.rows + row;
    sum += x[at * p.dim + column] * inverse[at] * dn[at * p.dim + column];
  }
  let total = rowSum(sum, lane);
  if (lane == 0u) { grad[p.first + point / 2u * p.layer + point % 2u * p.dim + column] = total; }`,
  });

export function networkKernels(dialect: Dialect): NetworkKernels {
  return {
    bagSum,
    addEmitted,
    rms: rms(dialect),
    rmsBackward: rmsBackward(dialect),
    softmax: softmax(dialect),
    softmaxBackward: softmaxBackward(dialect),
    loss: loss(dialect),
    gains: gains(dialect),
  };
}
