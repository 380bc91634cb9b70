import { describe, expect, it } from 'vitest';
import { addPoint, type Curves, columnsOf, dreamAlarm, readCurves } from '../../src/app/curves.ts';

const dreams = (rewards: [dreamed: number, real: number][]): Curves => ({
  'dream training': rewards.map(([rewardDreamed, rewardReal], i) => ({
    x: i + 1,
    values: { rewardDreamed, rewardAudited: rewardReal, audited: 10 },
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
    const rising = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    expect(dreamAlarm(dreams(rising.map((dreamed) => [dreamed, 0.25])))).toEqual({
      ...{ from: 1, to: 8, real: 0 },
      dreamed: expect.closeTo(0.7),
    });
    expect(dreamAlarm(dreams(rising.slice(1).map((dreamed) => [dreamed, 0.25])))).toBeNull();
    expect(dreamAlarm(dreams(rising.map((dreamed) => [dreamed, dreamed])))).toBeNull();
    expect(dreamAlarm(dreams(rising.map(() => [0.5, 0.2])))).toBeNull();
    // Curves of runs that did not yet say what the replays of an update earned.
    const old = addPoint({}, 'dream training', 1, { rewardDreamed: 0.5, rewardReal: 0.4 });
    expect(dreamAlarm(old)).toBeNull();
  });
});
