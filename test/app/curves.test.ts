import { describe, expect, it } from 'vitest';
import { addPoint, type Curves, columnsOf, dreamAlarm, readCurves } from '../../src/app/curves.ts';

const dreams = (rewards: [dreamed: number, real: number][]): Curves => ({
  'dream training': rewards.map(([rewardDreamed, rewardReal], i) => ({
    x: i + 1,
    values: { rewardDreamed, rewardReal },
  })),
});

describe('curves', () => {
  it('replaces what was lost and done again', () => {
    let curves: Curves = {};
    for (const x of [1, 2, 3]) curves = addPoint(curves, 'dream training', x, { kept: x });
    curves = addPoint(curves, 'dream training', 2, { kept: 20 });
    expect(curves['dream training'].map(({ x, values }) => [x, values['kept']])).toEqual([
      [1, 1],
      [2, 20],
    ]);
  });

  it('puts lines of different stages on one axis, with gaps', () => {
    let curves = addPoint({}, 'supervised start', 20, { loss: 2 });
    curves = addPoint(curves, 'filtered cloning', 20, { loss: 1.5 });
    curves = addPoint(curves, 'filtered cloning', 40, { loss: 1 });
    const lines = ['supervised start', 'filtered cloning'].map((stage) => ({ stage, key: 'loss', label: stage }));
    expect(columnsOf(curves, lines)).toEqual([
      [20, 40],
      [2, null],
      [1.5, 1],
    ]);
  });

  it('reads back what was stored, and nothing else', () => {
    const curves = dreams([[0.5, 0.4]]);
    expect(readCurves(JSON.parse(JSON.stringify(curves)))).toEqual(curves);
    expect(readCurves({ good: [{ x: 1, values: {} }], bad: [{ x: 'one' }], worse: 7 })).toEqual({
      good: [{ x: 1, values: {} }],
    });
    expect(readCurves(null)).toEqual({});
  });

  it('warns when dreams pay more and real pages do not', () => {
    const flat: [number, number][] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((dreamed) => [dreamed, 0.3]);
    // Means of the halves: dreamed 0.3 → 0.6, real 0.3 → 0.3.
    expect(dreamAlarm(dreams(flat))!.dreamed).toBeCloseTo(0.3);
    expect(dreamAlarm(dreams(flat))!.real).toBeCloseTo(0);
    expect(dreamAlarm(dreams(flat.slice(0, 5)))).toBeNull();
    expect(dreamAlarm(dreams(flat.map(([dreamed]) => [dreamed, dreamed])))).toBeNull();
    expect(dreamAlarm(dreams(flat.map(() => [0.5, 0.2])))).toBeNull();
  });
});
