import { z } from 'zod';
import { invariant } from '../core/errors.ts';
import { FileError } from '../core/fileError.ts';
import type { NetworkShape } from '../engine/network.ts';

/** Everything needed to go on training, or to act: weights, optimiser moments, and what the weights mean. */
export interface Checkpoint {
  shape: NetworkShape;
  /** Optimiser steps taken. */
  step: number;
  /** θ, flat, in the order of the network's layout. */
  theta: Float32Array;
  /** First and second moments of AdamW; both or neither, as long as θ. */
  m?: Float32Array;
  v?: Float32Array;
  /** JSON of the owner: words of the vocabulary, layout names, preset, seed, … */
  meta: unknown;
}

export const CHECKPOINT_VERSION = 1;

/** 16 MiB of header hold a million words; 1 GiB of floats is 40 times the largest preset with its moments. */
export const CHECKPOINT_LIMITS = { headerBytes: 2 ** 24, bytes: 2 ** 30 };

const MAGIC = 'RVCKPT\r\n';
const PREFIX = MAGIC.length + 8;
const WHO = 'checkpoint';

const whole = z.int().min(0);
const headerSchema = z.object({
  shape: z.object({
    rows: whole,
    statics: whole,
    dim: whole,
    layers: whole,
    heads: whole,
    hidden: whole,
    bos: whole,
    ptr: whole,
    pos: whole,
    positions: whole,
  }) satisfies z.ZodType<NetworkShape>,
  step: whole,
  floats: whole,
  moments: z.boolean(),
  meta: z.unknown(),
});

const finite = (values: Float32Array): boolean => values.every(Number.isFinite);

/**
 * One checkpoint as bytes, all numbers little-endian:
 *
 *   "RVCKPT\r\n" | u32 version | u32 H | H bytes of JSON, padded with blanks so that H % 4 = 0 | float32 θ | m | v
 *
 * @throws ReverieError('internal') on moments of another length, and on values that are not finite: a network that
 *   diverged must not overwrite a good checkpoint.
 */
export function encodeCheckpoint({ shape, step, theta, m, v, meta }: Checkpoint): Uint8Array<ArrayBuffer> {
  invariant((m === undefined) === (v === undefined), 'encodeCheckpoint', 'm and v come together');
  const buffers = m !== undefined && v !== undefined ? [theta, m, v] : [theta];
  for (const values of buffers) {
    invariant(values.length === theta.length, 'encodeCheckpoint', 'moments are as long as θ', values.length);
    invariant(finite(values), 'encodeCheckpoint', 'weights and moments must be finite');
  }
  const header = { shape, step, floats: theta.length, moments: m !== undefined, meta: meta ?? null };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const H = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(PREFIX + H + buffers.length * theta.byteLength);
  bytes.fill(0x20, PREFIX, PREFIX + H);
  bytes.set(new TextEncoder().encode(MAGIC));
  bytes.set(text, PREFIX);
  const view = new DataView(bytes.buffer);
  view.setUint32(MAGIC.length, CHECKPOINT_VERSION, true);
  view.setUint32(MAGIC.length + 4, H, true);
  buffers.forEach((values, k) => {
    new Float32Array(bytes.buffer, PREFIX + H + k * theta.byteLength, theta.length).set(values);
  });
  return bytes;
}

function parseHeader(text: Uint8Array): z.infer<typeof headerSchema> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    throw new FileError(WHO, 'malformed', 'the header is not JSON');
  }
  const parsed = headerSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new FileError(WHO, 'malformed', `the header is damaged (${issue.message} at ${issue.path.join('.')})`);
}

/** Reads what `encodeCheckpoint` wrote. @throws FileError saying what is wrong; nothing is returned in part. */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  if (bytes.length === 0) throw new FileError(WHO, 'empty', 'the file is empty');
  if (bytes.length > CHECKPOINT_LIMITS.bytes) throw new FileError(WHO, 'too-large', `${bytes.length} bytes`);
  for (let i = 0; i < Math.min(MAGIC.length, bytes.length); i++) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) throw new FileError(WHO, 'foreign', 'this is not a checkpoint of Reverie');
  }
  const cut = (): FileError => new FileError(WHO, 'truncated', 'the file ends too early');
  if (bytes.length < PREFIX) throw cut();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(MAGIC.length, true);
  if (version > CHECKPOINT_VERSION) {
    const rule = `the file has format version ${version}, this Reverie reads version ${CHECKPOINT_VERSION}`;
    throw new FileError(WHO, 'future-version', rule, 'Update Reverie.');
  }
  const H = view.getUint32(MAGIC.length + 4, true);
  if (version === 0 || H % 4 !== 0) throw new FileError(WHO, 'malformed', 'the first bytes are damaged');
  if (H > CHECKPOINT_LIMITS.headerBytes) throw new FileError(WHO, 'too-large', `a header of ${H} bytes`);
  if (bytes.length < PREFIX + H) throw cut();
  const { shape, step, floats, moments, meta } = parseHeader(bytes.subarray(PREFIX, PREFIX + H));
  const expected = PREFIX + H + 4 * floats * (moments ? 3 : 1);
  if (bytes.length < expected) throw cut();
  if (bytes.length > expected) throw new FileError(WHO, 'malformed', `${bytes.length - expected} bytes too many`);
  const buffer = (k: number): Float32Array => {
    const start = PREFIX + H + 4 * floats * k;
    // A copy: the bytes may start anywhere in their buffer, floats may not.
    const values = new Float32Array(bytes.slice(start, start + 4 * floats).buffer);
    if (!finite(values)) throw new FileError(WHO, 'malformed', 'a weight is not a finite number');
    return values;
  };
  return { shape, step, theta: buffer(0), ...(moments && { m: buffer(1), v: buffer(2) }), meta };
}
