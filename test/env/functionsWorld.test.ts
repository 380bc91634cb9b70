// npx vitest run test/env/functionsWorld.test.ts
import { expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Action, Observation, Task } from '../../src/core/types.ts';
import { createBrowserWorld } from '../../src/env/browser.ts';
import { createFunctionsWorld } from '../../src/env/functionsWorld.ts';
import type { Actor } from '../../src/env/rollout.ts';
import { playSideBySide } from '../../src/env/sideBySide.ts';
import { randomDecision } from '../../src/model/randomPolicy.ts';
import { agentView } from '../../src/model/view.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { expertAction, makeTask } from '../../src/sites/tasks.ts';
import { remembering } from '../../src/train/evaluate.ts';
import { contract } from '../env.contract.ts';
import { realPages } from './realPages.ts';
import { visitRules } from './visitRules.ts';

const open = async () => createFunctionsWorld();

contract('functions', { open, task: makeTask('shop', 'order', 3, 0), seed: 5 });
visitRules('functions', 'functions', open);

const { server, chrome } = realPages();

/** A site of each split in turn. */
const SEEDS = [4, 10_003, 20_002];

/** Random legal actions in the policy's own grammar. */
const wanderer = (task: Task): Actor => {
  const rng = createRng(11).fork(task.id);
  return remembering((observation, past) => randomDecision(agentView(observation, past), rng));
};

const expertOf = (task: Task): Actor => {
  let state = FAMILIES[task.family].initial(FAMILIES[task.family].world(task.siteSeed));
  return (seen, now) => {
    state = now ?? state;
    return expertAction(task, state, seen);
  };
};

const families = Object.entries(FAMILIES).map(([family, { templates }], i) => {
  // The longest way through the site.
  const template = templates.findLast(({ tier }) => tier === 3)!.name;
  return [family, makeTask(family, template, SEEDS[i % SEEDS.length], 1)] as const;
});

it.each(families)('%s: says what Chrome says, to the expert and to who wanders about', async (_, task) => {
  const real = createBrowserWorld({ browser: chrome(), base: server().url, slot: 9 });
  const world = createFunctionsWorld();
  const solved = await playSideBySide([world, real], task, 1, expertOf(task));
  expect(solved.parting, task.id).toBeUndefined();
  expect(solved.reward).toBe(1);
  const walk = await playSideBySide([world, real], { ...task, horizon: 15 }, 1, wanderer(task));
  expect(walk.parting, task.id).toBeUndefined();
  expect(walk.pages).toBeGreaterThan(1);
  await real.close();
});

it('makes the entries of the history that Chrome makes, also where an address is shown again', async () => {
  const real = createBrowserWorld({ browser: chrome(), base: server().url, slot: 9 });
  const world = createFunctionsWorld();
  const task = makeTask('mail', 'move', 10_003, 1);
  const target = ({ tree }: Observation, role: string, at = 0): number =>
    tree.nodes.filter((node) => node.role === role)[at].id;
  const script: ((seen: Observation) => Action)[] = [
    (seen) => ({ verb: 'click', target: target(seen, 'link', 1) }),
    // The link of the page that is shown.
    (seen) => ({ verb: 'click', target: target(seen, 'link', 1) }),
    () => ({ verb: 'go_back' }),
    (seen) => ({ verb: 'type', target: target(seen, 'searchbox'), text: 'tent', enter: true }),
    (seen) => ({ verb: 'type', target: target(seen, 'searchbox'), text: 'tent', enter: true }),
    ({ tree }) => ({ verb: 'goto', url: tree.url }),
    () => ({ verb: 'go_back' }),
    () => ({ verb: 'go_back' }),
    () => ({ verb: 'go_forward' }),
    (seen) => ({ verb: 'hover', target: target(seen, 'link') }),
    (seen) => ({ verb: 'click', target: target(seen, 'searchbox') }),
    () => ({ verb: 'stop', answer: '' }),
  ];
  let step = 0;
  const walk = await playSideBySide([world, real], { ...task, horizon: 20 }, 1, (seen) => script[step++](seen));
  expect(walk.parting).toBeUndefined();
  expect(walk.pages).toBe(script.length + 1);
  await real.close();
});
