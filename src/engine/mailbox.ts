import { type Sequence, tokenCount } from './network.ts';

/** Whose turn it is. Every other word of the mailbox belongs to the one whose turn it is. */
export const TURN = { idle: 0, work: 1, done: 2, failed: 3, leave: 4 } as const;

/** Control words. */
const WORD = { turn: 0, version: 1, sequences: 2, tokens: 3, gradient: 4 } as const;
const CONTROL_BYTES = 64;

const whole = (bytes: number): number => (bytes + 3) & ~3;

/**
 * Shared memory through which one thread hands another its half of a batch:
 *
 *   control | θ [size] | gradient [size] | log-probs [ΣT] | coefficients [ΣT] | sequences
 *
 * A sequence is three counts (items, ids, tokens), then offsets, ids, tokens and the legal mask.
 */
export class Mailbox {
  private readonly control: Int32Array<SharedArrayBuffer>;
  readonly theta: Float32Array;
  readonly grad: Float32Array;
  private readonly data: number;

  constructor(
    readonly buffer: SharedArrayBuffer,
    size: number,
  ) {
    this.control = new Int32Array(buffer, 0, CONTROL_BYTES / 4);
    this.theta = new Float32Array(buffer, CONTROL_BYTES, size);
    this.grad = new Float32Array(buffer, CONTROL_BYTES + 4 * size, size);
    this.data = CONTROL_BYTES + 8 * size;
  }

  /** Bytes that a mailbox for this batch needs. */
  static bytes(size: number, batch: readonly Sequence[]): number {
    const sequences = batch.reduce(
      (sum, { ids, offsets, tokens, legal }) =>
        sum + 4 * (3 + ids.length + offsets.length + tokens.length) + whole(legal.length),
      0,
    );
    return CONTROL_BYTES + 8 * size + 8 * tokenCount(batch) + sequences;
  }

  get turn(): number {
    return Atomics.load(this.control, WORD.turn);
  }

  pass(turn: number): void {
    Atomics.store(this.control, WORD.turn, turn);
    Atomics.notify(this.control, WORD.turn);
  }

  /** Sleeps while it is still that turn. False when `timeout` milliseconds passed first. */
  wait(turn: number, timeout?: number): boolean {
    return Atomics.wait(this.control, WORD.turn, turn, timeout) !== 'timed-out';
  }

  /** Equal numbers, equal θ. */
  get version(): number {
    return this.control[WORD.version];
  }

  putTheta(theta: Float32Array): void {
    this.theta.set(theta);
    this.control[WORD.version]++;
  }

  get logProbs(): Float32Array {
    return new Float32Array(this.buffer, this.data, this.control[WORD.tokens]);
  }

  get coefficients(): Float32Array | undefined {
    const count = this.control[WORD.tokens];
    return this.control[WORD.gradient] ? new Float32Array(this.buffer, this.data + 4 * count, count) : undefined;
  }

  write(batch: readonly Sequence[], coefficients?: Float32Array): void {
    this.control[WORD.sequences] = batch.length;
    this.control[WORD.tokens] = tokenCount(batch);
    this.control[WORD.gradient] = coefficients ? 1 : 0;
    if (coefficients) this.coefficients?.set(coefficients);
    let at = this.sequencesAt;
    for (const { ids, offsets, tokens, legal } of batch) {
      const words = [[offsets.length - 1, ids.length, tokens.length], offsets, ids, tokens];
      for (const part of words) {
        new Int32Array(this.buffer, at, part.length).set(part);
        at += 4 * part.length;
      }
      new Uint8Array(this.buffer, at, legal.length).set(legal);
      at += whole(legal.length);
    }
  }

  /**
   * The batch that was written, as views.
   * @param statics S of the network: a mask row has S + items entries.
   */
  read(statics: number): Sequence[] {
    let at = this.sequencesAt;
    const ints = (count: number): Int32Array => {
      const view = new Int32Array(this.buffer, at, count);
      at += 4 * count;
      return view;
    };
    return Array.from({ length: this.control[WORD.sequences] }, () => {
      const [items, idsLength, emitted] = ints(3);
      const offsets = ints(items + 1);
      const ids = ints(idsLength);
      const tokens = ints(emitted);
      const legal = new Uint8Array(this.buffer, at, emitted * (statics + items));
      at += whole(legal.length);
      return { offsets, ids, tokens, legal };
    });
  }

  private get sequencesAt(): number {
    return this.data + 8 * this.control[WORD.tokens];
  }
}
