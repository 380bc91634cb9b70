import { MessageChannel } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Observation } from '../../src/core/types.ts';
import { counterExpert, counterTask, countOf, createCounterWorld } from '../../src/env/counter.ts';
import type { Environment } from '../../src/env/environment.ts';
import { connectEnvironment, exposeEnvironment, remoteEnvironment, serveEnvironment } from '../../src/env/remote.ts';
import { contract } from '../env.contract.ts';

const task = counterTask(3);

const overPort = async (): Promise<Environment> => {
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  port2.unref();
  exposeEnvironment(createCounterWorld(), nodeEndpoint(port1));
  return connectEnvironment(nodeEndpoint(port2));
};

const overJson = async (): Promise<Environment> => {
  const serve = serveEnvironment(createCounterWorld());
  return remoteEnvironment(async (request) =>
    JSON.parse(JSON.stringify(await serve(JSON.parse(JSON.stringify(request))))),
  );
};

const WORLDS: [string, () => Promise<Environment>][] = [
  ['counter', async () => createCounterWorld()],
  ['counter over a MessagePort', overPort],
  ['counter over JSON requests', overJson],
];

for (const [name, open] of WORLDS) contract(name, { open, task, seed: 1 });

/** What the count must be after `action`, from what was seen before: breaks when an answer is lost, doubled or swapped. */
function follow({ tree }: Observation, action: Action): number {
  const count = countOf(tree);
  const named = (role: string, name: string): number => tree.nodes.find((n) => n.role === role && n.name === name)!.id;
  if (action.verb === 'type') return Number(action.text);
  if (action.verb === 'select') return action.option === 'double' ? 2 * count : Math.floor(count / 2);
  if (action.verb !== 'click') return count;
  return action.target === named('button', 'plus') ? count + 1 : count - 1;
}

describe.each(WORLDS)('%s', (_, open) => {
  it('shows a count that follows from the one before and the action', async () => {
    const env = await open();
    const moves = fc.array(fc.constantFrom('plus', 'minus', 'set', 'half', 'double'), { maxLength: 8 });
    const continuous = fc.asyncProperty(moves, async (names) => {
      let seen = await env.reset(task, 0);
      for (const [i, name] of names.entries()) {
        const by = (role: string, label: string): number =>
          seen.tree.nodes.find((node) => node.role === role && node.name === label)!.id;
        const action: Action =
          name === 'set'
            ? { verb: 'type', target: by('textbox', 'Set to'), text: String(i * 7), enter: false }
            : name === 'half' || name === 'double'
              ? { verb: 'select', target: by('combobox', 'Change'), option: name }
              : { verb: 'click', target: by('button', name) };
        const expected = follow(seen, action);
        const result = await env.step(action);
        expect(countOf(result.observation.tree)).toBe(expected);
        expect(result.observation.step).toBe(i + 1);
        expect(result.state).toEqual({ count: expected });
        seen = result.observation;
      }
    });
    await fc.assert(continuous, { numRuns: 30 });
    await env.close();
  });

  it('rewards its expert, and nobody who stops elsewhere', async () => {
    const env = await open();
    let seen = await env.reset(task, 0);
    let reward = 0;
    for (let over = false; !over; ) {
      const result = await env.step(counterExpert(task, seen));
      ({ observation: seen, reward, terminated: over } = result);
    }
    expect(reward).toBe(1);
    expect(countOf(seen.tree)).toBe(Number(task.slots.goal));
    await env.reset(task, 0);
    expect((await env.step({ verb: 'stop', answer: '' })).reward).toBe(0);
    await env.close();
  });
});

describe('remote', () => {
  it('carries a typed error with its code, facts and origin', async () => {
    const env = await overPort();
    const error: unknown = await env.step({ verb: 'stop', answer: '' }).catch((e) => e);
    expect(error).toMatchObject({ code: 'ended', facts: { who: 'counter.step' } });
    expect((error as Error).stack).toContain('counter.ts');
    await env.close();
  });

  it('turns a lost connection into an environment error', async () => {
    const env = remoteEnvironment(() => Promise.reject(new Error('socket hang up')));
    await expect(env.reset(task, 0)).rejects.toMatchObject({ code: 'environment', facts: { got: 'socket hang up' } });
  });
});
