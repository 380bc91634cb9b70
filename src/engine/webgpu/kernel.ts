/**
 * How the invocations of a workgroup share a row. Software GPUs (SwiftShader) run four lanes in lockstep: subgroup
 * operations are free there, while every barrier and every use of workgroup memory is dear. Other devices get a tree in
 * workgroup memory, whatever their subgroup size.
 */
export type Dialect = 'subgroup4' | 'workgroup';

export function dialectOf(device: GPUDevice): Dialect {
  // Browsers older than `subgroups` may lack the property.
  const info: GPUAdapterInfo | undefined = device.adapterInfo;
  const four = info?.subgroupMinSize === 4 && info.subgroupMaxSize === 4;
  return four && device.features.has('subgroups') ? 'subgroup4' : 'workgroup';
}

export interface Kernel {
  code: string;
  /** Storage buffers in the order of their bindings; the parameters come last. */
  buffers: readonly string[];
  /** Parameters in the order of the uniform struct: u32, then f32. */
  counts: readonly string[];
  scalars: readonly string[];
}

export interface KernelSource {
  /** Arrays of f32; `inputs` is the batch, an array of u32. */
  reads: string[];
  writes: string[];
  counts: string[];
  scalars?: string[];
  /** Arguments of @workgroup_size. */
  size: string;
  enable?: string;
  helpers?: string;
  /** Body of main; sees `group` (workgroup id), `local` (invocation in it) and the parameters `p`. */
  body: string;
}

/** WGSL with one storage binding per buffer and the parameters as a uniform `p`. */
export function kernel(source: KernelSource): Kernel {
  const { reads, writes, counts, scalars = [], size, enable = '', helpers = '', body } = source;
  const buffers = [...reads, ...writes];
  const bindings = buffers.map((name, i) => {
    const access = i < reads.length ? 'read' : 'read_write';
    const type = name === 'inputs' ? 'u32' : 'f32';
    return `@group(0) @binding(${i}) var<storage, ${access}> ${name}: array<${type}>;`;
  });
  const code = `${enable}
struct Parameters { ${counts.map((name) => `${name}: u32, `).join('')}${scalars.map((name) => `${name}: f32, `).join('')}}
${bindings.join('\n')}
@group(0) @binding(${buffers.length}) var<uniform> p: Parameters;
${helpers}
@compute @workgroup_size(${size})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
${body}
}
`;
  return { code, buffers, counts, scalars };
}

const tree = (name: string, operation: string) => `
fn ${name}(value: f32, lane: u32) -> f32 {
  scratch[lane] = value;
  workgroupBarrier();
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    if (lane < half) { let a = scratch[lane]; let b = scratch[lane + half]; scratch[lane] = ${operation}; }
    workgroupBarrier();
  }
  let result = scratch[0];
  workgroupBarrier();
  return result;
}`;

const ROWS: Record<Dialect, { size: string; enable: string; helpers: string }> = {
  subgroup4: {
    size: '4',
    enable: 'enable subgroups;',
    helpers: `
const LANES = 4u;
fn rowSum(value: f32, lane: u32) -> f32 { return subgroupAdd(value); }
fn rowMax(value: f32, lane: u32) -> f32 { return subgroupMax(value); }
`,
  },
  workgroup: {
    size: '64',
    enable: '',
    helpers: `
const LANES = 64u;
var<workgroup> scratch: array<f32, 64>;
${tree('rowSum', 'a + b')}
${tree('rowMax', 'max(a, b)')}
`,
  },
};

/** A kernel whose workgroup shares one row: `lane` of LANES invocations, `rowSum` and `rowMax` over them. */
export function rowKernel(dialect: Dialect, source: Omit<KernelSource, 'size' | 'enable'>): Kernel {
  const { size, enable, helpers } = ROWS[dialect];
  return kernel({
    ...source,
    size,
    enable,
    helpers: helpers + (source.helpers ?? ''),
    body: `let lane = local.x;\n${source.body}`,
  });
}

export type Grid = readonly [number, number, number];

/** A grid dimension holds at most 65,535 workgroups: rows are folded into two. */
const FOLD = 32768;

/** Start of a row kernel's body on a `rowGrid`. */
export const ROW = `let row = group.y * ${FOLD}u + group.x;
  if (row >= p.rows) { return; }`;

export const rowGrid = (rows: number): Grid => [Math.min(rows, FOLD), Math.ceil(rows / FOLD), 1];
