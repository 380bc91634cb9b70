// npx vitest run test/train/worldSource.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { initTheta } from '../../src/engine/layout.ts';
import { networkShape } from '../../src/model/features.ts';
import { siteKey } from '../../src/model/memory.ts';
import { openCheckpoint } from '../../src/model/persist.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { configure } from '../../src/train/config.ts';
import { Learner } from '../../src/train/learner.ts';
import { dreamedOn, learntFrom, type WorldSource } from '../../src/train/worldSource.ts';
import { expertOn } from '../sites/pureWorld.ts';

let recorded: Trajectory[];
beforeAll(async () => {
  recorded = await Promise.all([1, 2, 3, 4].map((site) => expertOn(makeTask('shop', 'price', site, 0))));
});
const sites = (trajectories: readonly Trajectory[]): string[] =>
  trajectories.map(({ task }) => siteKey(task.family, task.siteSeed));

describe('what the world model is fitted on', () => {
  it('is all sites, or one half of them while dreams take place on the same or on the other half', () => {
    const of = (source: WorldSource) => [sites(learntFrom(source, recorded)), sites(dreamedOn(source, recorded))];
    const [odd, even] = [
      ['shop/1', 'shop/3'],
      ['shop/2', 'shop/4'],
    ];
    const all = sites(recorded);
    expect(of('dreamed')).toEqual([all, all]);
    expect(of('none')).toEqual([all, all]);
    expect(of('dreamed-half')).toEqual([even, even]);
    expect(of('other-half')).toEqual([odd, even]);
  });

  it('needs recordings in both halves', () => {
    expect(() => learntFrom('other-half', [recorded[1]])).toThrow('both halves of the sites need recordings');
    expect(dreamedOn('other-half', [])).toEqual([]);
  });

  it('is nothing: the weights stay as they were drawn', async () => {
    const learner = new Learner();
    await learner.init('wasm');
    const config = configure('debug', { world: { steps: 2, batch: 2, source: 'none' } });
    const { bytes, exact, similar, missing } = await learner.fitWorld(recorded, config);
    const drawn = initTheta(networkShape(config.size), createRng(config.seed).fork('init:world'));
    expect(openCheckpoint(bytes).theta).toEqual(drawn);
    expect(exact + similar + missing).toBe(0);
    const fitted = await learner.fitWorld(recorded, configure('debug', { world: { steps: 2, batch: 2 } }));
    expect(openCheckpoint(fitted.bytes).theta).not.toEqual(drawn);
  });
});
