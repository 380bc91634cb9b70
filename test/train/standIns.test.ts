// npx vitest run test/train/standIns.test.ts
import { expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { MASK, maskSecrets } from '../../src/core/secrets.ts';
import type { AXNode, Observation, Trajectory } from '../../src/core/types.ts';
import { withStandIn } from '../../src/train/standIns.ts';

const seen = (value: string, step: number): Observation => {
  const field: AXNode = { id: 2, role: 'textbox', name: 'Password', depth: 1, value };
  const nodes: AXNode[] = [{ id: 1, role: 'RootWebArea', name: 'Login', depth: 0 }, field];
  const goal = 'Log in as "ann" with the password "Xk3w".';
  return { goal, tree: { url: '/', title: '', nodes, omitted: 0 }, feedback: '', notes: [], step };
};
const visit = (secret: string): Trajectory => {
  const { goal } = seen('', 0);
  const task = { id: 't', suite: 'miniwob', family: 'f', template: 'login', siteSeed: 1, instance: 0, goal } as const;
  const action = { verb: 'type', target: 2, text: secret, enter: false } as const;
  const steps = [{ observation: seen('', 0), action, reward: 0, ms: 1 }];
  const facts = { id: 'a', seed: 1, world: 'browser', policy: 'expert', reward: 1 } as const;
  const full = { ...task, tier: 1, horizon: 10, slots: {} } as const;
  return { ...facts, task: full, steps, final: seen('••••', 1), terminated: true, truncated: false };
};

it('puts one made-up word for the masked secret of a visit, in the goal and where it is typed; dots on the page stay', () => {
  const masked = maskSecrets(visit('Xk3w'));
  expect(JSON.stringify(masked)).not.toContain('Xk3w');
  const trained = withStandIn(masked, createRng(1));
  const [, word] = /password "([^"]*)"/.exec(trained.task.goal)!;
  expect(word).toMatch(/^[A-Za-z0-9]{3,8}$/);
  expect(trained.steps[0].action).toMatchObject({ verb: 'type', target: 2, text: word });
  expect(trained.steps[0].observation.goal).toBe(trained.task.goal);
  expect(trained.final.goal).toBe(trained.task.goal);
  expect(trained.final.tree.nodes[1].value).toBe(MASK);
  expect(withStandIn(masked, createRng(2)).task.goal, 'another visit, another word').not.toBe(trained.task.goal);
  const open = { ...masked, task: { ...masked.task, goal: 'Buy a mug.' } };
  expect(withStandIn(open, createRng(1)), 'nothing to fill in').toBe(open);
});
