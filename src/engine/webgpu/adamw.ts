import { ADAMW_DEFAULTS, type AdamW, type AdamWOptions, type AdamWState, checkState } from '../adamw.ts';
import { play, record } from './commands.ts';
import { allocate, bufferOf, encode, flush, gpuBackend } from './interop.ts';
import { type Dialect, dialectOf, rowKernel } from './kernel.ts';

/** Workgroups that sum squares, each leaving one partial sum: ‖g‖² without atomics, always added in the same order. */
const PARTS = 64;
/** Elements of θ that a workgroup updates. */
const CHUNK = 1024;

const squares = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['grad'],
    writes: ['partial'],
    counts: ['size'],
    body: `
  var sum = 0.0;
  for (var i = group.x * LANES + lane; i < p.size; i += ${PARTS}u * LANES) { sum += grad[i] * grad[i]; }
  let total = rowSum(sum, lane);
  if (lane == 0u) { partial[group.x] = total; }`,
  });

const update = (dialect: Dialect) =>
  rowKernel(dialect, {
    reads: ['grad', 'theta', 'partial'],
    writes: ['m', 'v', 'next'],
    counts: ['size'],
    // `first` and `second` are 1 / (1 − βᵗ).
    scalars: ['lr', 'beta1', 'beta2', 'first', 'second', 'eps', 'decay', 'clip'],
    body: `
  var sum = 0.0;
  for (var i = lane; i < ${PARTS}u; i += LANES) { sum += partial[i]; }
  let factor = min(1.0, p.clip / max(sqrt(rowSum(sum, lane)), 1e-20));
  let end = min(p.size, (group.x + 1u) * ${CHUNK}u);
  for (var i = group.x * ${CHUNK}u + lane; i < end; i += LANES) {
    let g = grad[i] * factor;
    let mean = p.beta1 * m[i] + (1.0 - p.beta1) * g;
    let square = p.beta2 * v[i] + (1.0 - p.beta2) * g * g;
    m[i] = mean;
    v[i] = square;
    next[i] = theta[i] - p.lr * (mean * p.first / (sqrt(square * p.second) + p.eps) + p.decay * theta[i]);
  }`,
  });

/** AdamW of `../adamw.ts` in two dispatches behind those of the network: the clip never leaves the GPU. */
export function createWebGpuAdamW(
  size: number,
  device: GPUDevice,
  options: Partial<AdamWOptions> = {},
  dialect = dialectOf(device),
): AdamW {
  const { lr: defaultLr, beta1, beta2, eps, weightDecay, clip } = { ...ADAMW_DEFAULTS, ...options };
  const backend = gpuBackend(device);
  const make = (length: number) =>
    device.createBuffer({
      size: 4 * length,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
  const [m, v, partial] = [make(size), make(size), make(PARTS)];
  const kernels = { squares: squares(dialect), update: update(dialect) };
  let t = 0;

  const read = async (buffer: GPUBuffer): Promise<Float32Array> => {
    const { tensor, buffer: copy } = allocate(backend, [size]);
    encode(backend, (encoder) => encoder.copyBufferToBuffer(buffer, 0, copy, 0, 4 * size));
    const values = (await tensor.data()) as Float32Array;
    tensor.dispose();
    return values.slice();
  };

  return {
    step(theta, grad, lr = defaultLr) {
      t++;
      const next = allocate(backend, [size]);
      const buffers = {
        grad: bufferOf(backend, grad),
        theta: bufferOf(backend, theta),
        partial,
        m,
        v,
        next: next.buffer,
      };
      // Parameters of its own for every step: recorded steps must not see later ones.
      const commands = record(device, [
        { kernel: kernels.squares, buffers, parameters: { size }, grid: [PARTS, 1, 1] },
        {
          kernel: kernels.update,
          buffers,
          parameters: {
            ...{ size, lr, beta1, beta2, eps, decay: weightDecay, clip },
            ...{ first: 1 / (1 - beta1 ** t), second: 1 / (1 - beta2 ** t) },
          },
          grid: [Math.ceil(size / CHUNK), 1, 1],
        },
      ]);
      encode(backend, (encoder) => play(encoder, commands));
      theta.assign(next.tensor);
      next.tensor.dispose();
    },
    async state() {
      const step = t;
      const [first, second] = await Promise.all([read(m), read(v)]);
      return { step, m: first, v: second };
    },
    restore(state: AdamWState) {
      checkState(size, state);
      flush(backend);
      t = state.step;
      device.queue.writeBuffer(m, 0, Float32Array.from(state.m));
      device.queue.writeBuffer(v, 0, Float32Array.from(state.v));
    },
    dispose() {
      flush(backend);
      for (const buffer of [m, v, partial]) buffer.destroy();
    },
  };
}
