// npx vitest run test/train/alarm.test.ts
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { type AuditedUpdate, alarmNote, exploitation, trend } from '../../src/train/alarm.ts';

const series = (rewards: readonly (readonly [dreamed: number, real: number])[], audited = 10): AuditedUpdate[] =>
  rewards.map(([dreamed, real], i) => ({ update: i + 1, dreamed, real, audited }));

/** Twelve updates of 10 replays and 128 dreams each, with true rates on a line: sampled as a run samples them. */
function sampled(
  rng: ReturnType<typeof createRng>,
  dreamed: readonly [first: number, last: number],
  real: readonly [first: number, last: number],
): AuditedUpdate[] {
  const draws = (p: number, n: number): number =>
    Array.from({ length: n }, () => (rng.chance(p) ? 1 : 0) as number).reduce((sum, one) => sum + one, 0) / n;
  return Array.from({ length: 12 }, (_, i) => {
    const at = ([first, last]: readonly [number, number]): number => first + ((last - first) * i) / 11;
    return { update: i + 1, dreamed: draws(at(dreamed), 128), real: draws(at(real), 10), audited: 10 };
  });
}
const rings = (seed: string, dreamed: readonly [number, number], real: readonly [number, number]): number => {
  const rng = createRng(11).fork(seed);
  return Array.from({ length: 200 }, () => exploitation(sampled(rng, dreamed, real))).filter(Boolean).length / 200;
};

describe('trend', () => {
  it('is the slope of least squares with its standard error', () => {
    // y = 1, 3, 2 at x = 0, 1, 2: x̄ = 1, ȳ = 2, b = (−1·−1 + 1·0)/2 = 0.5; residuals −0.5, 1, −0.5, so Σr² = 1.5 and
    // the error is √(1.5 / 1 / 2).
    const points = [1, 3, 2].map((y, x) => ({ x, y, weight: 1 }));
    expect(trend(points).slope).toBeCloseTo(0.5, 12);
    expect(trend(points).error).toBeCloseTo(Math.sqrt(0.75), 12);
  });

  it('counts a point of weight 2 like two points for the slope', () => {
    const [a, b, c] = [
      { x: 0, y: 1 },
      { x: 1, y: 3 },
      { x: 3, y: 2 },
    ];
    const twice = trend([a, b, b, c].map((point) => ({ ...point, weight: 1 }))).slope;
    expect(trend([a, b, c].map((point) => ({ ...point, weight: point === b ? 2 : 1 }))).slope).toBeCloseTo(twice, 12);
  });
});

describe('the alarm', () => {
  const up = [0.2, 0.26, 0.31, 0.35, 0.41, 0.44, 0.5, 0.57];
  const flat = [0.3, 0.2, 0.4, 0.3, 0.3, 0.2, 0.4, 0.3];

  it('rings when dreams pay more and real pages do not', () => {
    const alarm = exploitation(series(up.map((dreamed, i) => [dreamed, flat[i]])));
    expect(alarm).toMatchObject({ from: 1, to: 8 });
    expect(alarm!.dreamed).toBeGreaterThan(0.3);
    expect(Math.abs(alarm!.real)).toBeLessThan(0.1);
    expect(alarmNote(alarm!)).toMatch(/between updates 1 and 8 .* by \+35 points/);
  });

  it('rings all the more when real pages pay less', () => {
    expect(exploitation(series(up.map((dreamed, i) => [dreamed, up[7 - i]])))).not.toBeNull();
  });

  it('does not ring when real reward follows, when dreams do not improve, and before there is a trend', () => {
    expect(exploitation(series(up.map((dreamed) => [dreamed, dreamed - 0.1])))).toBeNull();
    expect(exploitation(series(flat.map((dreamed, i) => [dreamed, up[7 - i]])))).toBeNull();
    expect(exploitation(series(up.slice(1).map((dreamed, i) => [dreamed, flat[i]])))).toBeNull();
    // A sure rise of next to nothing.
    expect(exploitation(series(up.map((_, i) => [0.5 + i / 1000, 0.3])))).toBeNull();
  });

  it('leaves out updates without replays, and forgets what lies before the window', () => {
    const rising = series(up.map((dreamed, i) => [dreamed, flat[i]]));
    expect(exploitation(rising.map((one, i) => (i === 3 ? { ...one, audited: 0 } : one)))).toBeNull();
    const over = series([...up, ...Array(12).fill(0.57)].map((dreamed, i) => [dreamed, flat[i % 8]]));
    expect(exploitation(over)).toBeNull();
  });

  it('hardly ever rings by chance, and mostly where a policy exploits its model', () => {
    expect(rings('nothing happens', [0.4, 0.4], [0.4, 0.4])).toBeLessThan(0.03);
    expect(rings('both improve', [0.3, 0.7], [0.3, 0.7])).toBeLessThan(0.03);
    expect(rings('exploited', [0.3, 0.9], [0.3, 0.3])).toBeGreaterThan(0.8);
  });
});
