import type * as tf from '@tensorflow/tfjs';
import type { Decoded, Grammar, NetworkShape, Prompt } from '../network.ts';
import { keyOf } from '../sample.ts';
import { type BatchSizes, bucket } from './batch.ts';
import { type Command, record } from './commands.ts';
import { planForward } from './forward.ts';
import type { Dialect } from './kernel.ts';
import { Runner } from './runner.ts';
import { planStep } from './step.ts';
import { NOWHERE, packStep, type StepRow } from './stepBatch.ts';
import { decodingElements } from './workspace.ts';

interface Recorded {
  forward: Command[];
  /** For at most `count` rows. */
  step(count: number): Command[];
}

type Decoder = Runner<ReturnType<typeof decodingElements>, Recorded>;

export const createDecoder = (shape: NetworkShape, device: GPUDevice, dialect: Dialect): Decoder =>
  new Runner(shape, device, decodingElements, (sizes, buffers) => {
    const steps = new Map<number, Command[]>();
    return {
      forward: record(device, planForward(dialect, shape, sizes, buffers)),
      step(count) {
        const known = steps.get(count) ?? record(device, planStep(dialect, shape, sizes, buffers, count));
        steps.set(count, known);
        return known;
      },
    };
  });

/** Emitted rows there is room for at first; longer outputs double it. */
const FIRST_TOKENS = 16;

/** Sequences and rows of a step come in few sizes: recorded commands are made once for each. */
const few = (n: number): number => (n < 4 ? n : bucket(n, 4));

const itemsOf = ({ offsets }: Prompt): number => offsets.length - 1;

/** The batch after t tokens, with room for as many more. */
function sizesAt(t: number, prompts: readonly Prompt[]): BatchSizes {
  const items = Math.max(...prompts.map(itemsOf));
  const room = Math.max(FIRST_TOKENS, 2 * t);
  return { sequences: few(prompts.length), length: bucket(items + room, 16), slots: bucket(t, 8) };
}

/**
 * One forward pass reads the prompts; then every token costs one row per active prompt, one upload and one readback (tokens
 * and log-probs). The readback between steps is there to stay: masks are made on the CPU, from the tokens so far. Outputs
 * that outgrow their room are read again, together with the prompts. Calls on one decoder must not overlap.
 */
export async function decode(
  run: Decoder,
  shape: NetworkShape,
  theta: tf.Tensor1D,
  prompts: readonly Prompt[],
  grammar: Grammar,
  { temperature, uniform }: { temperature: number; uniform: () => number },
): Promise<Decoded[]> {
  const { statics: S, bos, ptr, pos, positions } = shape;
  const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
  let active = prompts.map((_, b) => b);
  let read: { sizes: BatchSizes; step: Recorded['step']; capacity: number } | undefined;

  const readPrompts = (t: number) => {
    const sizes = sizesAt(t, prompts);
    const batch = prompts.map((prompt, b) => ({ ...prompt, tokens: Int32Array.from(out[b].tokens) }));
    const { forward, step } = run.load(theta, batch, sizes);
    run.encode(forward);
    return { sizes, step, capacity: sizes.length - Math.max(...prompts.map(itemsOf)) };
  };

  for (let t = 0; ; t++) {
    const masks: Uint8Array[] = [];
    active = active.filter((b) => {
      const mask = grammar(b, out[b].tokens);
      if (mask) masks.push(mask);
      return mask !== null;
    });
    if (active.length === 0) return out;
    if (!read || t === read.capacity) read = readPrompts(t);
    const { sizes, step } = read;
    const rows = active.map((b): StepRow => {
      const first = b * sizes.length;
      const before = t === 0 ? bos : out[b].tokens[t - 1];
      const pointer = t > 0 && before >= S;
      return {
        first,
        place: itemsOf(prompts[b]) + t,
        position: pos + Math.min(t, positions - 1),
        before: pointer ? ptr : before,
        pointed: pointer ? first + before - S : NOWHERE,
        key: temperature === 0 ? 0 : keyOf(uniform()),
      };
    });
    const count = few(active.length);
    run.device.queue.writeBuffer(run.buffers.step, 0, packStep(shape, sizes, count, rows, masks, temperature));
    run.encode(step(count));
    const picked = run.take(run.buffers.picked, 2 * active.length);
    const values = await picked.data();
    picked.dispose();
    active.forEach((b, r) => {
      out[b].tokens.push(values[2 * r]);
      out[b].logProbs.push(values[2 * r + 1]);
    });
  }
}
