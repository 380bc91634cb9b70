// npx vitest run test/train/fidelity.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import type { AXNode, AXTree, Trajectory } from '../../src/core/types.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { decodeModel } from '../../src/model/persist.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { calibrate } from '../../src/train/calibration.ts';
import { CHANGE_KINDS, countChanges, emptyCounts, precision, recall, total } from '../../src/train/changeScore.ts';
import { configure } from '../../src/train/config.ts';
import { Corpus } from '../../src/train/corpus.ts';
import { type Fidelity, measureFidelity } from '../../src/train/fidelity.ts';
import { Learner } from '../../src/train/learner.ts';
import { expertOn } from '../sites/pureWorld.ts';

const page = (url: string, ...nodes: Omit<AXNode, 'id' | 'depth'>[]): AXTree => ({
  ...{ url, title: '', omitted: 0 },
  nodes: [{ role: 'RootWebArea', name: '' }, ...nodes].map((node, i) => ({ ...node, id: i + 1, depth: i && 1 })),
});
const field = (value: string) => ({ role: 'textbox', name: 'Name', value });
const box = (checked: boolean, focused = false) => ({
  ...{ role: 'checkbox', name: 'Gift' },
  states: { checked, ...(focused ? { focused } : {}) },
});
const text = (name: string) => ({ role: 'StaticText', name });

describe('changes', () => {
  const before = page('/cart', field(''), box(false), text('One mug'));
  const real = page('/cart', field('Ada'), box(true, true), text('One mug'), text('Saved'));

  it('are counted by kind, against the page before', () => {
    // Right: the value, and the flag, wherever the caret is. Wrong: another text added. Missed: the text 'Saved'.
    const imagined = page('/cart', field('Ada'), box(true), text('One mug'), text('Lost'));
    const counts = emptyCounts();
    countChanges(counts, before, real, imagined);
    expect(counts.value).toEqual({ said: 1, real: 1, right: 1 });
    expect(counts.flag).toEqual({ said: 1, real: 1, right: 1 });
    expect(counts.add).toEqual({ said: 1, real: 1, right: 0 });
    expect(total(counts)).toEqual({ said: 3, real: 3, right: 2 });
    expect(precision(total(counts))).toBeCloseTo(2 / 3, 12);
  });

  it('that nobody imagined cost recall, invented ones cost precision', () => {
    const silent = emptyCounts();
    countChanges(silent, before, real, before);
    expect([precision(total(silent)), recall(total(silent))]).toEqual([1, 0]);
    const inventive = emptyCounts();
    countChanges(inventive, before, before, real);
    expect([precision(total(inventive)), recall(total(inventive))]).toEqual([0, 1]);
  });

  it('of the address are recalls', () => {
    const counts = emptyCounts();
    countChanges(counts, before, { ...before, url: '/done' }, { ...before, url: '/help' });
    expect(counts.recall).toEqual({ said: 1, real: 1, right: 0 });
    countChanges(counts, before, { ...before, url: '/done' }, { ...before, url: '/done' });
    expect(counts.recall).toEqual({ said: 2, real: 2, right: 1 });
  });
});

describe('calibration', () => {
  it('bins beliefs and has the Brier score', () => {
    const { bins, brier, n } = calibrate([
      { belief: 0.95, success: true },
      { belief: 1, success: false },
      { belief: 0.2, success: false },
    ]);
    // (0.05² + 1² + 0.2²) / 3
    expect(brier).toBeCloseTo((0.0025 + 1 + 0.04) / 3, 12);
    expect(n).toBe(3);
    expect(bins[9]).toEqual({ from: 0.9, n: 2, belief: 0.975, success: 0.5 });
    expect(bins[2]).toMatchObject({ from: 0.2, n: 1, success: 0 });
    expect(bins[5]).toEqual({ from: 0.5, n: 0, belief: null, success: null });
    expect(calibrate([]).brier).toBeNull();
  });
});

describe('fidelity of a world model that knows nothing', () => {
  let visits: Trajectory[];
  let fidelity: Fidelity;
  beforeAll(async () => {
    const tasks = [makeTask('shop', 'add', 1, 0), makeTask('shop', 'price', 1, 1), makeTask('shop', 'add', 1, 2)];
    visits = await Promise.all(tasks.map(expertOn));
    const learner = new Learner();
    await learner.init('wasm');
    const config = configure('debug', { world: { source: 'none' }, judge: { steps: 1, batch: 2 } });
    const backend = await initBackend('wasm');
    const world = decodeModel((await learner.fitWorld(visits, config)).bytes, backend).model;
    const judge = decodeModel((await learner.fitJudge(visits, config)).bytes, backend).model;
    fidelity = await measureFidelity({ world, judge }, new Corpus(visits), visits, 10);
  });

  it('begins with all episodes and loses them on the way', () => {
    expect(fidelity.byDepth[0]).toMatchObject({ depth: 1, n: 3, targetExists: 1 });
    const lasted = fidelity.byDepth.map(({ n }) => n);
    expect(lasted).toEqual([...lasted].sort((a, b) => b - a));
    expect(fidelity.byDepth[0].deltaRecall).toBeLessThan(1);
  });

  it('says the same by kind and by family, as plain JSON', () => {
    expect(Object.keys(fidelity.byFamily)).toEqual(['shop']);
    expect(fidelity.byFamily['shop'].byKind).toEqual(fidelity.byKind);
    expect(fidelity.byFamily['shop'].n).toBe(fidelity.byDepth.reduce((sum, { n }) => sum + n, 0));
    for (const kind of CHANGE_KINDS) {
      const { said, real, right } = fidelity.byKind[kind];
      expect(right).toBeLessThanOrEqual(Math.min(said, real));
    }
    expect(JSON.parse(JSON.stringify(fidelity))).toEqual(fidelity);
  });
});
