import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEnabled, legalTargets, optionsOf, VERBS } from '../src/action/table.ts';
import type { Action, AXTree, Observation, Task, Transition } from '../src/core/types.ts';
import type { Environment } from '../src/env/environment.ts';
import { parseTree, printTree } from '../src/page/text.ts';

export interface ContractSubject {
  /** A new environment; the suite closes it. */
  open(): Promise<Environment>;
  task: Task;
  seed: number;
  /** How many of the actions that a page offers are tried, spread over the page. Default: all. */
  offers?: number;
}

/** Every action that the page offers: each verb on each legal target, each option of each combobox. */
export function offersOf(tree: AXTree): Action[] {
  const offers: Action[] = [];
  for (const verb of VERBS) {
    for (const index of legalTargets(verb, tree)) {
      const target = tree.nodes[index].id;
      if (verb === 'click' || verb === 'hover' || verb === 'note') offers.push({ verb, target });
      if (verb === 'type') offers.push({ verb, target, text: typable(tree.nodes[index].role), enter: false });
      if (verb !== 'select') continue;
      for (const option of optionsOf(tree, index).map((i) => tree.nodes[i])) {
        if (isEnabled(option)) offers.push({ verb, target, option: option.name });
      }
    }
  }
  return offers;
}

const typable = (role: string): string => (role === 'Date' ? '2026-03-14' : '7');

const spread = <T>(items: T[], count = items.length): T[] => {
  const stride = Math.max(1, items.length / count);
  return items.filter((_, i) => Math.floor(i / stride) !== Math.floor((i - 1) / stride));
};

/** Actions that no page can do, with the kind of failure they are. */
function badActions(tree: AXTree): [string, Action, 'format' | 'policy'][] {
  const text = tree.nodes.find((node) => node.role === 'StaticText' || node.role === 'heading')!;
  return [
    ['an unknown id', { verb: 'click', target: 1_000_000 }, 'format'],
    ['an unknown id to note', { verb: 'note', target: -1 }, 'format'],
    ['an unknown option', { verb: 'select', target: 1_000_000, option: 'x' }, 'format'],
    ['an unknown verb', { verb: 'fly' } as unknown as Action, 'format'],
    ['a missing argument', { verb: 'click' } as unknown as Action, 'format'],
    ['an unknown key', { verb: 'press', key: 'Hyper+q' }, 'format'],
    ['typing into a text', { verb: 'type', target: text.id, text: 'x', enter: true }, 'policy'],
    ['an address elsewhere', { verb: 'goto', url: 'https://example.org/' }, 'policy'],
    ['going back from the first page', { verb: 'go_back' }, 'policy'],
    ['going forward from the last page', { verb: 'go_forward' }, 'policy'],
    ['a second tab', { verb: 'new_tab' }, 'policy'],
  ];
}

const STOP: Action = { verb: 'stop', answer: 'no idea' };

/** Clauses a – g of `environment.ts`, for any world. Clause h (experts) needs sites: `env/experts.ts`. */
export function contract(name: string, subject: ContractSubject): void {
  const { open, task, seed } = subject;
  describe(`${name} keeps the contract`, () => {
    let env: Environment;
    beforeAll(async () => {
      env = await open();
    });
    afterAll(() => env.close());

    const reset = (): Promise<Observation> => env.reset(task, seed);

    it('a) same task and seed give the same first observation', async () => {
      const first = await reset();
      expect(first).toMatchObject({ goal: task.goal, feedback: '', notes: [], step: 0 });
      expect(first.tree.nodes.length).toBeGreaterThan(1);
      await env.step(offersOf(first.tree)[0]);
      expect(await reset()).toEqual(first);
    });

    it('b) a bad action is a transition with a failure and changes nothing', async () => {
      const first = await reset();
      let step = 0;
      for (const [what, action, kind] of badActions(first.tree)) {
        const result = await env.step(action);
        expect(result.failure?.kind, what).toBe(kind);
        expect(result.observation, what).toEqual({ ...first, feedback: result.failure!.message, step: ++step });
        expect(result, what).toMatchObject({ reward: 0, terminated: false, truncated: false });
      }
    });

    it('c) only stop terminates, nothing but limits truncates', async () => {
      const first = await reset();
      const other = await env.step({ verb: 'note', target: first.tree.nodes[1].id });
      expect(other).toMatchObject({ terminated: false, truncated: false });
      expect(await env.step(STOP)).toMatchObject({ terminated: true, truncated: false, reward: 0 });
    });

    it('d) a step after the end rejects', async () => {
      await reset();
      await env.step(STOP);
      await expect(env.step(STOP)).rejects.toMatchObject({ code: 'ended' });
      await reset();
      expect((await env.step(STOP)).terminated).toBe(true);
    });

    it('e) the text of a page parses back, and everything offered can be done', async () => {
      const first = await reset();
      expect(parseTree(printTree(first.tree))).toEqual(first.tree);
      for (const offer of spread(offersOf(first.tree), subject.offers)) {
        const { observation, failure } = await startOver(env, subject, offer);
        expect(failure, JSON.stringify(offer)).toBeUndefined();
        expect(parseTree(printTree(observation.tree))).toEqual(observation.tree);
        expect(observation.feedback).not.toBe('');
      }
    });

    it('g) values are structured-cloneable and survive JSON', async () => {
      const first = await reset();
      const result = await env.step(offersOf(first.tree)[0]);
      const failed = await env.step({ verb: 'click', target: 1_000_000 });
      for (const value of [first, result, failed]) {
        expect(structuredClone(value)).toEqual(value);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }
    });

    it('f) close twice is fine; afterwards everything rejects', async () => {
      const other = await open();
      await other.reset(task, seed);
      await other.close();
      await other.close();
      await expect(other.reset(task, seed)).rejects.toMatchObject({ code: 'closed' });
      await expect(other.step(STOP)).rejects.toMatchObject({ code: 'closed' });
    });

    it('d) a step before the first reset rejects', async () => {
      const other = await open();
      await expect(other.step(STOP)).rejects.toMatchObject({ code: 'ended' });
      await other.close();
    });
  });
}

/** `offer` as the first action: ids are those of the first page, which is always the same. */
async function startOver(env: Environment, { task, seed }: ContractSubject, offer: Action): Promise<Transition> {
  await env.reset(task, seed);
  return env.step(offer);
}
