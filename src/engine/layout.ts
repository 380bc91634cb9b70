import { ReverieError } from '../core/errors.ts';
import type { Rng } from '../core/rng.ts';
import type { NetworkShape } from './network.ts';

/** One matrix (row-major) or gain vector inside the flat θ. */
export interface Block {
  name: string;
  /** First element in θ. */
  offset: number;
  /** [rows, columns], or [length] for gains. */
  shape: [number, number] | [number];
  /** Standard deviation of the start values; 0 means "all ones" (gains). */
  scale: number;
}

const isCount = (n: number) => Number.isInteger(n) && n > 0;

/** Throws a `usage` error unless the shape describes a network. */
export function checkShape(shape: NetworkShape): void {
  const fail = (rule: string, got: unknown, expected: string): never => {
    throw new ReverieError('usage', { who: 'engine', rule, got, expected });
  };
  for (const key of ['rows', 'statics', 'dim', 'layers', 'heads', 'hidden', 'positions'] as const) {
    if (!isCount(shape[key])) fail(`shape.${key} is a count`, shape[key], 'a positive integer');
  }
  if (shape.dim % shape.heads !== 0) fail('heads divide dim', [shape.dim, shape.heads], 'dim % heads = 0');
  const last = Math.max(shape.statics - 1, shape.bos, shape.ptr, shape.pos + shape.positions - 1);
  if (Math.min(shape.bos, shape.ptr, shape.pos) < 0 || last >= shape.rows) {
    fail('statics, bos, ptr and positions are rows of E', last, `rows 0 … ${shape.rows - 1}`);
  }
}

/** The `usage` error of an implementation that cannot run this shape. */
export const unsupported = ({ dim, heads, hidden }: NetworkShape, rule: string, expected: string): ReverieError =>
  new ReverieError('usage', {
    who: 'engine',
    rule,
    got: { dim, heads, hidden },
    expected,
    hint: 'createReferenceNetwork runs any shape.',
  });

/**
 * Where everything lies in θ: E [rows, d]; per layer g1 [d], g2 [d], Wq, Wk, Wv, Wo [d, d], W1 [d, f], W2 [f, d];
 * gf [d]; Wout [d, S]; Wpq, Wpk [d, d]. Matrices multiply from the right (y = x·W). The WASM kernels walk the same order.
 */
export function layout(shape: NetworkShape): { blocks: Block[]; size: number } {
  checkShape(shape);
  const { rows, statics, dim: d, layers, hidden: f } = shape;
  const unit = 1 / Math.sqrt(d);
  const blocks: Block[] = [];
  let offset = 0;
  const add = (name: string, dims: [number, number] | [number], scale: number) => {
    blocks.push({ name, offset, shape: dims, scale });
    offset += dims[0] * (dims[1] ?? 1);
  };
  add('E', [rows, d], 0.15);
  for (let l = 0; l < layers; l++) {
    add(`g1.${l}`, [d], 0);
    add(`g2.${l}`, [d], 0);
    add(`Wq.${l}`, [d, d], unit);
    add(`Wk.${l}`, [d, d], unit);
    add(`Wv.${l}`, [d, d], unit);
    // Branches that add to the residual start at half strength.
    add(`Wo.${l}`, [d, d], 0.5 * unit);
    add(`W1.${l}`, [d, f], unit);
    add(`W2.${l}`, [f, d], 0.5 / Math.sqrt(f));
  }
  add('gf', [d], 0);
  add('Wout', [d, statics], 0.3 * unit);
  add('Wpq', [d, d], unit);
  add('Wpk', [d, d], unit);
  return { blocks, size: offset };
}

/** Start values: gains 1, matrices normal with the standard deviation of their block. One stream per block. */
export function initTheta(shape: NetworkShape, rng: Rng): Float32Array {
  const { blocks, size } = layout(shape);
  const theta = new Float32Array(size);
  for (const { name, offset, shape: dims, scale } of blocks) {
    const end = offset + dims[0] * (dims[1] ?? 1);
    const draws = rng.fork(name);
    for (let i = offset; i < end; i++) theta[i] = scale === 0 ? 1 : scale * draws.normal();
  }
  return theta;
}
