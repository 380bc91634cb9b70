// npx vitest run test/study/miniwob.test.ts
import { describe, expect, it } from 'vitest';
import type { Trajectory } from '../../src/core/types.ts';
import { EXPERTS } from '../../src/miniwob/experts/index.ts';
import { whyOutOfReach } from '../../src/miniwob/tasks.ts';
import {
  beginStudy,
  book,
  expertVisits,
  miniwobStudySchema,
  missingVisits,
  summarise,
  testVisits,
} from '../../src/study/miniwob.ts';
import { studyTasks } from '../../src/study/miniwobTasks.ts';

const wish = { tasks: ['enter-text', 'click-tab'], seed: 1, visits: 50, rounds: 4, steps: 20 };
const visitOf = (k: number, reward: number, lost = false): Trajectory => {
  const task = testVisits(wish)[k];
  const seen = { goal: '', tree: { url: '', title: '', nodes: [], omitted: 0 }, feedback: '', notes: [], step: 0 };
  const failure = lost ? { failure: { kind: 'environment', code: 'timeout', message: 'late' } as const } : {};
  const facts = { id: task.id, task, seed: 1, world: 'browser', policy: 'clone', steps: [], final: seen } as const;
  return { ...facts, steps: [], reward, terminated: !lost, truncated: lost, ...failure };
};

describe('the study on MiniWoB++', () => {
  it('has at least twenty tasks, each once, each with a scripted expert and within reach', () => {
    const names = studyTasks();
    expect(names.length).toBeGreaterThanOrEqual(20);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !Object.hasOwn(EXPERTS, name) || whyOutOfReach(name) !== undefined)).toEqual([]);
  });

  it('measures on page seeds that no expert can have met', () => {
    const shown = new Set(expertVisits(wish).map(({ siteSeed }) => siteSeed));
    expect(shown.size).toBeGreaterThan(90);
    expect(testVisits(wish).filter(({ siteSeed }) => shown.has(siteSeed) || siteSeed >= 1_000_000)).toEqual([]);
  });

  it('counts visits by task, leaves out the lost ones, and goes on with what is missing after a round trip as JSON', () => {
    const study = beginStudy(wish);
    // Round after round: visits 0, 2, 4, 6 are of the first task.
    for (const [k, reward] of [1, 1, 0, undefined, 1, undefined, 1].entries())
      if (reward !== undefined) book(study, visitOf(k, reward));
    book(study, visitOf(3, 0, true));
    const read = miniwobStudySchema.parse(JSON.parse(JSON.stringify(study)));
    expect(read).toEqual(study);
    expect(missingVisits(read).map(({ template, instance }) => `${template}/${instance}`)).toEqual([
      ...['click-tab/1', 'click-tab/2', 'click-tab/3'],
    ]);
    const { byTask, mean } = summarise(read);
    expect(byTask['enter-text']).toMatchObject({ rate: 0.75, n: 4 });
    expect(byTask['click-tab']).toMatchObject({ rate: 1, n: 1 });
    // Tasks count alike, however many of their visits were played: (3/4 + 1/1) / 2.
    expect(mean.rate).toBe(0.875);
    expect(read.lost).toBe(1);
  });
});
