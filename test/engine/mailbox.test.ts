import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { middleOf } from '../../src/engine/halves.ts';
import { Mailbox } from '../../src/engine/mailbox.ts';
import { batches, randomSequence, SMALL, tokensIn } from './cases.ts';

const make = (sizes: { N: number; T: number; density: number }[]) =>
  sizes.map(({ N, T, density }, i) => randomSequence(SMALL, createRng(3).fork(i), N, T, density));

describe('mailbox', () => {
  it('gives back the batch and the coefficients that were put in, in a memory of exactly the bytes it asked for', () => {
    fc.assert(
      fc.property(batches, fc.boolean(), (sizes, graded) => {
        const batch = make(sizes);
        const size = 11;
        const box = new Mailbox(new SharedArrayBuffer(Mailbox.bytes(size, batch)), size);
        const coefficients = graded ? Float32Array.from({ length: tokensIn(batch) }, (_, i) => i + 0.5) : undefined;
        box.write(batch, coefficients);
        box.logProbs.fill(7);
        box.grad.fill(9);
        expect(box.read(SMALL.statics)).toEqual(batch);
        expect(box.coefficients).toEqual(coefficients);
      }),
    );
  });

  it('counts up when θ changes', () => {
    const box = new Mailbox(new SharedArrayBuffer(Mailbox.bytes(2, [])), 2);
    const before = box.version;
    box.putTheta(Float32Array.of(1, 2));
    expect(box.version).not.toBe(before);
    expect([...box.theta]).toEqual([1, 2]);
  });
});

describe('the middle of a batch', () => {
  it('leaves no more rows than half plus one sequence on either side, and a first half that is never empty', () => {
    fc.assert(
      fc.property(batches, (sizes) => {
        const batch = make(sizes);
        const rows = batch.map(({ offsets, tokens }) => offsets.length - 1 + tokens.length);
        const sum = (from: number, to: number): number => rows.slice(from, to).reduce((a, b) => a + b, 0);
        const middle = middleOf(batch);
        expect(middle).toBeGreaterThanOrEqual(1);
        expect(Math.abs(sum(0, middle) - sum(middle, rows.length))).toBeLessThanOrEqual(
          batch.length === 1 ? rows[0] : Math.max(...rows) * 2,
        );
      }),
    );
  });
});
