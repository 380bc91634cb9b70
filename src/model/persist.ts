import { ReverieError } from '../core/errors.ts';
import type { BackendInfo } from '../engine/backend.ts';
import { createNetwork } from '../engine/backend.ts';
import { layout } from '../engine/layout.ts';
import type { NetworkShape } from '../engine/network.ts';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { FEATURE_ROWS } from './features.ts';
import { Model } from './model.ts';
import { STATICS } from './tokens.ts';
import type { Vocabulary } from './words.ts';
import { type WorldForm, worldFormSchema } from './worldForm.ts';

/** What the header of a model's checkpoint says beside shape and step. */
export interface ModelMeta {
  kind: 'policy' | 'world' | 'judge';
  /** `sft`, `bc`, `dreamed@12`, `world`, `judge`. */
  name: string;
  vocabulary: Vocabulary;
  /** ε of a calibrated clip, for training to go on with. */
  epsilon?: number;
  /** World models only; absent in older ones, which have the usual form. */
  form?: WorldForm;
}

export type Bytes = Uint8Array<ArrayBuffer>;

export async function encodeModel(
  model: Model,
  meta: Omit<ModelMeta, 'vocabulary' | 'form'>,
  optimizer?: { step: number; m: Float32Array; v: Float32Array },
): Promise<Bytes> {
  return encodeCheckpoint({
    shape: model.network.shape,
    theta: await model.weights(),
    step: optimizer?.step ?? 0,
    ...(optimizer ? { m: optimizer.m, v: optimizer.v } : {}),
    meta: {
      ...meta,
      vocabulary: model.vocabulary,
      ...(meta.kind === 'world' ? { form: model.form } : {}),
    } satisfies ModelMeta,
  });
}

const isMeta = (meta: unknown): meta is ModelMeta =>
  typeof meta === 'object' &&
  meta !== null &&
  'vocabulary' in meta &&
  'kind' in meta &&
  'name' in meta &&
  (!('epsilon' in meta) || (typeof meta.epsilon === 'number' && meta.epsilon > 0 && meta.epsilon < 1));

/** A checkpoint with its meaning checked: foreign feature tables are refused, not misread. */
export function openCheckpoint(bytes: Bytes): Checkpoint & { meta: ModelMeta } {
  const checkpoint = decodeCheckpoint(bytes);
  const { meta, shape } = checkpoint;
  if (!isMeta(meta)) throw new ReverieError('format', { who: 'checkpoint', rule: 'no policy or world model in it' });
  const rows = FEATURE_ROWS + shape.positions;
  if (shape.rows !== rows || shape.statics !== STATICS) {
    throw new ReverieError('format', {
      who: 'checkpoint',
      rule: 'made by a version with other features',
      got: `${shape.rows} rows, ${shape.statics} tokens`,
      expected: `${rows} rows, ${STATICS} tokens`,
      hint: 'Train again with this version',
    });
  }
  if (meta.form !== undefined && !worldFormSchema.safeParse(meta.form).success) {
    throw new ReverieError('format', {
      who: 'checkpoint',
      rule: 'a world model of a form that this version does not know',
      got: JSON.stringify(meta.form),
    });
  }
  return { ...checkpoint, meta };
}

/** The model of a checkpoint, ready to run. */
export function decodeModel(
  bytes: Bytes,
  backend: BackendInfo,
): { model: Model; meta: ModelMeta; checkpoint: Checkpoint } {
  const checkpoint = openCheckpoint(bytes);
  const { meta, shape, theta } = checkpoint;
  const network = createNetwork(shape as NetworkShape, backend);
  return { model: new Model(network, theta, meta.vocabulary, meta.form), meta, checkpoint };
}

/** The last matrices before the logits: all logits scale with them. */
const LOGITS = new Set(['Wout', 'Wpq']);

/** The same model with all logits divided by `temperature`: sampled decisions spread, greedy ones stay as they are. */
export async function softened(bytes: Bytes, temperature: number): Promise<Bytes> {
  const checkpoint = openCheckpoint(bytes);
  const theta = checkpoint.theta.slice();
  for (const { name, offset, shape } of layout(checkpoint.shape).blocks) {
    if (!LOGITS.has(name)) continue;
    const end = offset + shape[0] * (shape[1] ?? 1);
    for (let i = offset; i < end; i++) theta[i] /= temperature;
  }
  return encodeCheckpoint({ ...checkpoint, theta });
}
