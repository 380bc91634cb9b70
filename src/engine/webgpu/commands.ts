import { invariant } from '../../core/errors.ts';
import type { Grid, Kernel } from './kernel.ts';

/** One dispatch, in names. */
export interface Dispatch {
  kernel: Kernel;
  buffers: Record<string, GPUBuffer>;
  parameters: Record<string, number>;
  grid: Grid;
}

/** One dispatch, ready to be encoded any number of times. */
export interface Command {
  pipeline: GPUComputePipeline;
  bindings: GPUBindGroup;
  grid: Grid;
}

const pipelines = new WeakMap<GPUDevice, Map<string, GPUComputePipeline>>();

/** Compiled once per device and text. */
function pipelineOf(device: GPUDevice, code: string): GPUComputePipeline {
  let known = pipelines.get(device);
  if (!known) pipelines.set(device, (known = new Map()));
  let pipeline = known.get(code);
  if (!pipeline) {
    const module = device.createShaderModule({ code });
    pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
    known.set(code, pipeline);
  }
  return pipeline;
}

/** Bytes between the parameters of two dispatches: the alignment of uniform bindings that every device allows. */
const SLOT = 256;

/** Pipelines and bind groups of `dispatches`; their parameters share one uniform buffer. */
export function record(device: GPUDevice, dispatches: readonly Dispatch[]): Command[] {
  const uniforms = device.createBuffer({
    size: SLOT * dispatches.length,
    usage: GPUBufferUsage.UNIFORM,
    mappedAtCreation: true,
  });
  const mapped = uniforms.getMappedRange();
  const commands = dispatches.map(({ kernel, buffers, parameters, grid }, i): Command => {
    const value = (name: string): number => {
      invariant(Number.isFinite(parameters[name]), 'engine', `parameter ${name} is set`, parameters[name]);
      return parameters[name];
    };
    const { counts, scalars } = kernel;
    new Uint32Array(mapped, i * SLOT, counts.length).set(counts.map(value));
    new Float32Array(mapped, i * SLOT + 4 * counts.length, scalars.length).set(scalars.map(value));
    const pipeline = pipelineOf(device, kernel.code);
    const entries = kernel.buffers.map((name, binding) => ({ binding, resource: { buffer: buffers[name] } }));
    const slot = { binding: entries.length, resource: { buffer: uniforms, offset: i * SLOT, size: SLOT } };
    const bindings = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [...entries, slot],
    });
    return { pipeline, bindings, grid };
  });
  uniforms.unmap();
  return commands;
}

/** Encodes the commands as one pass. */
export function play(encoder: GPUCommandEncoder, commands: readonly Command[]): void {
  const pass = encoder.beginComputePass();
  for (const { pipeline, bindings, grid } of commands) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    pass.dispatchWorkgroups(...grid);
  }
  pass.end();
}
