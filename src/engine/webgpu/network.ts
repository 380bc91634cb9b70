import * as tf from '@tensorflow/tfjs';
import { untilDisposed } from '../disposable.ts';
import { layout, unsupported } from '../layout.ts';
import { type Network, type NetworkShape, type Sequence, tokenCount } from '../network.ts';
import { checkedGrammar, checkPrompt, checkSequence } from '../padding.ts';
import { planBackward } from './backward.ts';
import { sizesOf } from './batch.ts';
import { type Command, record } from './commands.ts';
import { createDecoder, decode } from './decode.ts';
import { planForward } from './forward.ts';
import { bufferOf, encode } from './interop.ts';
import { type Dialect, dialectOf } from './kernel.ts';
import { planLoss } from './loss.ts';
import { Runner } from './runner.ts';
import { scoringElements } from './workspace.ts';

/** True when the kernels can run this shape: depths of products are walked four at a time. */
export function webGpuSupports(shape: NetworkShape): boolean {
  return shape.dim % (4 * shape.heads) === 0 && shape.hidden % 4 === 0;
}

/** The backward commands are made when first needed. */
const createScorer = (shape: NetworkShape, device: GPUDevice, dialect: Dialect) =>
  new Runner(shape, device, scoringElements, (sizes, buffers) => {
    let backward: Command[] | undefined;
    return {
      forward: record(device, planForward(dialect, shape, sizes, buffers)),
      loss: record(device, planLoss(dialect, shape, sizes, buffers)),
      backward: () => (backward ??= record(device, planBackward(dialect, shape, sizes, buffers))),
    };
  });

type Scorer = ReturnType<typeof createScorer>;

/**
 * The network of `network.ts` as hand-written WGSL on the device of the webgpu backend: forward, backward and results of a
 * batch are one list of some 80 dispatches in the command buffer of tfjs. Numbers equal `reference.ts` within float32
 * rounding, and are the same bits every time.
 */
export function createWebGpuNetwork(shape: NetworkShape, device: GPUDevice, dialect = dialectOf(device)): Network {
  const { size } = layout(shape);
  if (!webGpuSupports(shape))
    throw unsupported(
      shape,
      'WebGPU kernels work on whole groups of four columns',
      'dim % (4 · heads) = 0 and hidden % 4 = 0',
    );
  const { open, dispose } = untilDisposed(
    { scorer: createScorer(shape, device, dialect), decoder: createDecoder(shape, device, dialect) },
    ({ scorer, decoder }) => {
      scorer.dispose();
      decoder.dispose();
    },
  );
  /** The generation before: it keeps its cache until it is through. */
  let turn: Promise<unknown> = Promise.resolve();

  const score = (theta: tf.Tensor1D, batch: readonly Sequence[]): tf.Tensor1D => {
    const count = tokenCount(batch);
    if (count === 0) return tf.tensor1d([]);
    const run = open().scorer;
    const { forward, loss } = run.load(theta, batch, sizesOf(batch));
    run.encode(forward, loss);
    return run.take(run.buffers.logProbs, count);
  };

  /** `write` puts the coefficients into their buffer. */
  const differentiate = (
    theta: tf.Tensor1D,
    batch: readonly Sequence[],
    write: (run: Scorer) => void,
  ): { logProbs: tf.Tensor1D; grad: tf.Tensor1D } => {
    const count = tokenCount(batch);
    if (count === 0) return { logProbs: tf.tensor1d([]), grad: tf.zeros([size]) };
    const run = open().scorer;
    const { forward, loss, backward } = run.load(theta, batch, sizesOf(batch));
    write(run);
    run.encode(forward, loss, backward());
    return { logProbs: run.take(run.buffers.logProbs, count), grad: run.take(run.buffers.grad, size) };
  };

  return {
    shape,
    size,
    logProbs(theta, batch) {
      for (const sequence of batch) checkSequence(shape, sequence);
      const op = tf.customGrad((x, save) => {
        (save as tf.GradSaveFunc)([x as tf.Tensor]);
        return {
          value: score(x as tf.Tensor1D, batch),
          gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) =>
            tf.tidy(() => {
              const coefficients = tf.neg(dy);
              const { grad } = differentiate(saved[0] as tf.Tensor1D, batch, ({ backend, buffers }) => {
                const source = bufferOf(backend, coefficients);
                encode(backend, (encoder) =>
                  encoder.copyBufferToBuffer(source, 0, buffers.coefficients, 0, 4 * coefficients.size),
                );
              });
              return grad;
            }),
        };
      });
      return op(theta) as tf.Tensor1D;
    },
    lossAndGrad(theta, batch, coefficients) {
      for (const sequence of batch) checkSequence(shape, sequence);
      return differentiate(theta, batch, ({ buffers }) =>
        device.queue.writeBuffer(buffers.coefficients, 0, Float32Array.from(coefficients)),
      );
    },
    async generate(theta, prompts, grammar, options) {
      for (const prompt of prompts) checkPrompt(shape, prompt);
      // Shares the data of θ and outlives its next update: one generation, one policy.
      const own = theta.clone();
      const mine = turn
        .then(() => decode(open().decoder, shape, own, prompts, checkedGrammar(grammar), options))
        .finally(() => own.dispose());
      turn = mine.catch(() => {});
      return mine;
    },
    dispose,
  };
}
