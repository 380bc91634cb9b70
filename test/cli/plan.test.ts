import { expect, it } from 'vitest';
import { planTasks, trainedOn } from '../../src/cli/plan.ts';
import { familiesOf } from '../../src/sites/tasks.ts';

const familiesIn = (plan: { families?: readonly string[] }) =>
  new Set(planTasks({ split: 'train', episodes: 120, seed: 1, ...plan }).map(({ family }) => family));

it('a plan without families is about all of its split', () => {
  expect(familiesIn({})).toEqual(new Set(familiesOf('train')));
  expect(familiesIn({ families: ['mail'] })).toEqual(new Set(['mail']));
});

it('a run is measured on the families it was trained on; what its file says is read with care', () => {
  expect(trainedOn({})).toEqual(['shop', 'desk', 'booking']);
  expect(trainedOn({ families: ['mail'] })).toEqual(['mail']);
  const refused = expect.objectContaining({ code: 'format' });
  for (const families of ['mail', [7], null]) expect(() => trainedOn({ families })).toThrow(refused);
});
