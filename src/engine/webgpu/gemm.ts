import type { Dispatch } from './commands.ts';
import { type Dialect, type Kernel, kernel } from './kernel.ts';
import type { View } from './view.ts';

/**
 * What happens to v = (A·B)[i, j] on its way to C: `add` gives v + C shifted by `shift` elements (the residual stream;
 * 0 accumulates), `gate` passes v where `gate` (addressed like C) is positive (the gradient of ReLU).
 */
export type Epilogue = 'store' | 'relu' | 'add' | 'gate';

export interface Product {
  rows: number;
  columns: number;
  /** A multiple of 4; A holds zeros where the true depth is smaller. */
  depth: number;
  outer?: number;
  inner?: number;
  a: View;
  b: View;
  /** Row k of B lies at ⌊k / size⌋·stride + (k mod size)·row: matrices side by side (Wq, Wk, Wv) as one. */
  blocks?: { size: number; stride: number };
  /** Columns of C are neighbours; its buffer keeps its last element free (see `code`). */
  c: View;
  epilogue?: Epilogue;
  shift?: number;
  gate?: GPUBuffer;
}

interface Tile {
  /** Rows and columns of one invocation. */
  rows: number;
  columns: number;
  /** Invocations down and across a workgroup. */
  down: number;
  across: number;
}

/** One subgroup of four lanes owns 16 rows (design/engine.md: 16 × (4×8), or 4×4 for narrow products); 8 × 8 threads 32 × 32. */
const tileOf = (dialect: Dialect, columns: number): Tile =>
  dialect === 'subgroup4'
    ? { rows: 16, columns: columns <= 16 ? 4 : 8, down: 1, across: 4 }
    : { rows: 4, columns: 4, down: 8, across: 8 };

const list = (n: number, text: (i: number) => string, separator = '\n'): string =>
  Array.from({ length: n }, (_, i) => text(i)).join(separator);

const EPILOGUES: Record<Epilogue, (v: string) => string> = {
  store: (v) => v,
  relu: (v) => `max(${v}, 0.0)`,
  add: (v) => `${v} + C[q + p.shift]`,
  gate: (v) => `select(0.0, ${v}, gate[q] > 0.0)`,
};

/** Per four steps of depth: with subgroups each lane loads one of the four columns of A and hands it round. */
function loadA(dialect: Dialect, rows: number): string {
  if (dialect === 'subgroup4') {
    return `let ak = aBase + (k + lane) * p.aDepth;
${list(rows, (i) => `let a${i} = A[ak + ar${i}];`)}
${list(rows, (i) => list(4, (u) => `let x${i}_${u} = subgroupBroadcast(a${i}, ${u}u);`, ' '))}`;
  }
  return list(
    4,
    (u) => `let ak${u} = aBase + (k + ${u}u) * p.aDepth;
${list(rows, (i) => `let x${i}_${u} = A[ak${u} + ar${i}];`)}`,
  );
}

/**
 * C = epilogue(A·B), register-tiled, no workgroup memory, every size a parameter. Elements outside C are computed from
 * whatever lies there and sent to the spare last element of C's buffer: cheaper than a branch around every store.
 */
function gemmKernel(dialect: Dialect, epilogue: Epilogue, tile: Tile): Kernel {
  const { rows, columns, down, across } = tile;
  return kernel({
    reads: epilogue === 'gate' ? ['A', 'B', 'gate'] : ['A', 'B'],
    writes: ['C'],
    counts: [
      ...['rows', 'columns', 'depth', 'inner', 'blockSize', 'blockStride', 'shift'],
      ...['a', 'aRow', 'aDepth', 'aOuter', 'aInner', 'b', 'bDepth', 'bColumn', 'bOuter', 'bInner'],
      ...['c', 'cRow', 'cOuter', 'cInner'],
    ],
    size: `${across}, ${down}`,
    enable: dialect === 'subgroup4' ? 'enable subgroups;' : '',
    body: `
let lane = local.x;
let outer = group.z / p.inner; let inner = group.z % p.inner;
let row = (group.y * ${down}u + local.y) * ${rows}u;
let column = group.x * ${across * columns}u + lane;
let aBase = p.a + outer * p.aOuter + inner * p.aInner + row * p.aRow;
let bBase = p.b + outer * p.bOuter + inner * p.bInner + column * p.bColumn;
${list(rows, (i) => `let ar${i} = ${i}u * p.aRow;`)}
${list(columns, (j) => `let bc${j} = ${j * across}u * p.bColumn;`)}
${list(rows, (i) => list(columns, (j) => `var c${i}_${j} = 0.0;`, ' '))}
for (var k = 0u; k < p.depth; k += 4u) {
${loadA(dialect, rows)}
let bk0 = bBase + (k / p.blockSize) * p.blockStride + (k % p.blockSize) * p.bDepth;
let bk1 = bk0 + p.bDepth; let bk2 = bk1 + p.bDepth; let bk3 = bk2 + p.bDepth;
${list(4, (u) => list(columns, (j) => `let b${j}_${u} = B[bk${u} + bc${j}];`, ' '))}
${list(rows, (i) =>
  list(columns, (j) => `c${i}_${j} = c${i}_${j} + ${list(4, (u) => `x${i}_${u} * b${j}_${u}`, ' + ')};`, ' '),
)}
}
let spare = arrayLength(&C) - 1u;
let cBase = p.c + outer * p.cOuter + inner * p.cInner + row * p.cRow + column;
${list(columns, (j) => `let in${j} = column + ${j * across}u < p.columns;`)}
${list(rows, (i) => `let in_row${i} = row + ${i}u < p.rows; let cr${i} = cBase + ${i}u * p.cRow;`)}
${list(rows, (i) =>
  list(
    columns,
    (j) => `{ let q = select(spare, cr${i} + ${j * across}u, in_row${i} && in${j});
C[q] = ${EPILOGUES[epilogue](`c${i}_${j}`)}; }`,
  ),
)}`,
  });
}

const kernels = new Map<string, Kernel>();

/** Texts are long and few: each is put together once. */
function gemmFor(dialect: Dialect, epilogue: Epilogue, tile: Tile): Kernel {
  const key = [dialect, epilogue, tile.columns].join();
  const known = kernels.get(key) ?? gemmKernel(dialect, epilogue, tile);
  kernels.set(key, known);
  return known;
}

/** Never reached by k: the whole depth is one block. */
const ONE_BLOCK = { size: 0x7fffffff, stride: 0 };

/** The dispatch of a (batched) product. */
export function product(dialect: Dialect, p: Product): Dispatch {
  const { rows, columns, depth, outer = 1, inner = 1, a, b, c, blocks = ONE_BLOCK, epilogue = 'store' } = p;
  const tile = tileOf(dialect, columns);
  const buffers: Record<string, GPUBuffer> = { A: a.buffer, B: b.buffer, C: c.buffer };
  if (p.gate) buffers['gate'] = p.gate;
  return {
    kernel: gemmFor(dialect, epilogue, tile),
    buffers,
    parameters: {
      ...{ rows, columns, depth, inner, blockSize: blocks.size, blockStride: blocks.stride, shift: p.shift ?? 0 },
      ...{ a: a.at, aRow: a.row, aDepth: a.column, aOuter: a.outer ?? 0, aInner: a.inner ?? 0 },
      ...{ b: b.at, bDepth: b.row, bColumn: b.column, bOuter: b.outer ?? 0, bInner: b.inner ?? 0 },
      ...{ c: c.at, cRow: c.row, cOuter: c.outer ?? 0, cInner: c.inner ?? 0 },
    },
    grid: [Math.ceil(columns / (tile.columns * tile.across)), Math.ceil(rows / (tile.rows * tile.down)), outer * inner],
  };
}
