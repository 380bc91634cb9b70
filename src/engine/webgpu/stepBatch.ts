import type { NetworkShape } from '../network.ts';
import { type BatchSizes, logitColumns } from './batch.ts';

/** What the kernels of a decoding step know of a new row, one word each. */
export interface StepRow {
  /** First row of its sequence in the stack, and its own place behind it: the rows it sees, without itself. */
  first: number;
  place: number;
  /** Rows of E: its position, and the token before it (or the marker of a pointer). */
  position: number;
  before: number;
  /** Row of the stack that the pointer before it points to, or NOWHERE. */
  pointed: number;
  /** Of its noise (`../sample.ts`). */
  key: number;
}

export const NOWHERE = 0xffffffff;

/** Of `StepRow`, in the order of upload. */
export const STEP_FIELDS: readonly (keyof StepRow)[] = ['first', 'place', 'position', 'before', 'pointed', 'key'];

/** Words before the rows: how many rows there are, and the temperature (a float). */
export const STEP_HEAD = 2;

/** Where the masks of a step of at most `rows` rows begin, in words; [rows, width] bytes. */
export const stepLegal = (rows: number): number => STEP_HEAD + rows * STEP_FIELDS.length;

export const stepWords = (shape: NetworkShape, sizes: BatchSizes, rows: number): number =>
  stepLegal(rows) + (rows * logitColumns(shape, sizes).width) / 4;

/** All that a step depends on as one array, so that it is one upload and nothing of it is in a recorded command. */
export function packStep(
  shape: NetworkShape,
  sizes: BatchSizes,
  room: number,
  rows: readonly StepRow[],
  masks: readonly Uint8Array[],
  temperature: number,
): Uint32Array<ArrayBuffer> {
  const { pointers, width } = logitColumns(shape, sizes);
  const words = new Uint32Array(stepWords(shape, sizes, room));
  words[0] = rows.length;
  new Float32Array(words.buffer)[1] = temperature;
  const bytes = new Uint8Array(words.buffer, 4 * stepLegal(room));
  rows.forEach((row, r) => {
    words.set(
      STEP_FIELDS.map((name) => row[name]),
      STEP_HEAD + r * STEP_FIELDS.length,
    );
    bytes.set(masks[r].subarray(0, shape.statics), r * width);
    bytes.set(masks[r].subarray(shape.statics), r * width + pointers);
  });
  return words;
}
