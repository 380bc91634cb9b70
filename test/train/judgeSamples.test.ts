import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { type Claim, isTrue, JudgeSamples } from '../../src/train/judgeSamples.ts';
import { expertOn, playPure } from '../sites/pureWorld.ts';

const draws = (visits: readonly Trajectory[], count: number): Claim[] => {
  const samples = new JudgeSamples(visits, createRng(5));
  return Array.from({ length: count }, () => samples.claim());
};

describe('judge samples', () => {
  let right: Trajectory;
  let failed: Trajectory;
  beforeAll(async () => {
    right = await expertOn(makeTask('shop', 'price', 3, 0));
    // The whole errand for one product, under a goal that asked for another one: right moves, wrong task.
    const errand = await expertOn(makeTask('shop', 'add', 3, 0));
    const script = errand.steps.map(({ action }) => action);
    const wrong = makeTask('shop', 'add', 3, 1);
    expect(wrong.slots.product).not.toBe(errand.task.slots.product);
    let k = 0;
    failed = await playPure(wrong, 1, async () => script[k++], 'log:wrong');
    expect(failed.reward).toBe(0);
  });

  it('a failed visit still shows what it did fulfil: adding the product that it did add', () => {
    const claims = draws([failed], 400).filter(
      (claim) => isTrue(claim) && claim.task.template === 'add' && claim.t === failed.steps.length - 1,
    );
    expect(claims.length).toBeGreaterThan(0);
    const added = failed.steps[failed.steps.length - 1].state as { cart: { product: string }[] };
    expect(added.cart).toHaveLength(1);
    expect(new Set(claims.map(({ task }) => task.slots.product)).size).toBe(1);
    expect(claims[0].task.slots.product).not.toBe(failed.task.slots.product);
  });

  it('has both labels in good measure, and near misses of the true claims', () => {
    const claims = draws([right, failed], 600);
    const share = claims.filter(isTrue).length / claims.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.7);
    const last = right.steps.length - 1;
    const misses = claims.filter((claim) => claim.trajectory === right && claim.t === last && !isTrue(claim));
    expect(misses.some(({ task, answer }) => task.template === 'price' && answer === '')).toBe(true);
    expect(misses.some(({ task, answer }) => task.id === right.task.id && answer !== '')).toBe(true);
    expect(
      misses.some(({ task }) => task.template === 'price' && task.slots.product !== right.task.slots.product),
    ).toBe(true);
  });

  it('same seed, same claims', () => {
    const short = ({ task, t, answer }: Claim): string => `${task.id} ${t} ${answer}`;
    expect(draws([right, failed], 50).map(short)).toEqual(draws([right, failed], 50).map(short));
  });
});
