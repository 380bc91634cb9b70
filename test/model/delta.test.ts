// npx vitest run test/model/delta.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { AXNode, AXTree, Observation, Trajectory } from '../../src/core/types.ts';
import { allowDelta, decodeChanges, encodeChanges } from '../../src/model/deltaGrammar.ts';
import { WordRows } from '../../src/model/features.ts';
import type { Imagined } from '../../src/model/imagine.ts';
import { MadeUp } from '../../src/model/madeUp.ts';
import { startVisit } from '../../src/model/memory.ts';
import { CONTROL_TOKENS, ROLES, roleIndex, SPELLED_ROLES, STATICS, token } from '../../src/model/tokens.ts';
import { sameNode } from '../../src/model/view.ts';
import { decodeBody, encodeLikeness } from '../../src/model/worldBody.ts';
import { decodeOutcome, recallPrompt, worldPrompt } from '../../src/model/worldModel.ts';
import { diffTrees } from '../../src/page/diff.ts';
import { applyChanges } from '../../src/page/patch.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { Corpus } from '../../src/train/corpus.ts';
import { vocabularyOf } from '../../src/train/vocabulary.ts';
import {
  afterOf,
  emptyCoverage,
  kindOf,
  transitionSequences,
  transitionsOf,
  visitAt,
} from '../../src/train/worldSamples.ts';
import { experts, wanderings } from './recorded.ts';

let corpus: Corpus;
let rows: WordRows;
let all: Trajectory[];
beforeAll(async () => {
  all = [...(await experts(4)), ...(await wanderings(3))];
  corpus = new Corpus(all);
  rows = new WordRows(vocabularyOf(corpus), CONTROL_TOKENS);
}, 120_000);

const fresh = () => {
  let id = 1_000_000;
  return () => id++;
};
/** Unchecked boxes print `checked: False`; on an added node the grammar has no token for it. */
const same = (a: AXNode[], b: AXNode[]): boolean => a.length === b.length && a.every((node, i) => sameNode(node, b[i]));

describe('Δ grammar', () => {
  it('says what happens on the sites: tokens → changes → patch gives the real next page', () => {
    const lex = { rows, salt: 0, dropout: 0 };
    const coverage = emptyCoverage();
    let checked = 0;
    let [missing, alike] = [0, 0];
    for (const ref of transitionsOf(all)) {
      const { observation, action } = ref.trajectory.steps[ref.t];
      const before = observation.tree;
      const after = afterOf(ref);
      const sequences = transitionSequences(ref, corpus, lex, 0, createRng(1), coverage);
      if (sequences.length === 0) continue;
      const prompt = worldPrompt(before, action, visitAt(ref, corpus), lex);
      const outcome = decodeOutcome(prompt, [...sequences[0].tokens], rows);
      if (outcome.kind === 'keep') {
        expect(same(applyChanges(before.nodes, outcome.changes ?? [], fresh()), after.nodes), kindOf(ref)).toBe(true);
        checked++;
      } else if (outcome.kind === 'missing') missing++;
      else if (outcome.kind === 'recall' && sequences.length === 2) {
        const base = outcome.candidate.tree;
        const second = recallPrompt(before, action, base, visitAt(ref, corpus), lex);
        const changes = decodeBody([...sequences[1].tokens], second, rows) ?? [];
        const next = applyChanges(base.nodes, changes, fresh());
        if (outcome.recorded) expect(same(next, after.nodes), kindOf(ref)).toBe(true);
        else {
          // A likeness: what is said is true, and at most 8 facts stay those of the page it is told by.
          const left = diffTrees(next, after.nodes).length;
          expect(left, kindOf(ref)).toBeLessThanOrEqual(8);
          expect(left + changes.length, kindOf(ref)).toBeLessThanOrEqual(diffTrees(base.nodes, after.nodes).length);
          alike++;
        }
        checked++;
      }
    }
    const total = transitionsOf(all).length;
    const unsaid = [...coverage.unsayable.values()].reduce((sum, n) => sum + n, 0);
    // The grammar must keep up with the sites: what it cannot say, dreams cannot contain.
    expect(unsaid / total, JSON.stringify([...coverage.unsayable])).toBeLessThan(0.03);
    // A page that no other visit saw is missing, and there is nothing to patch.
    expect(checked).toBeGreaterThan(0.95 * (total - missing));
    expect(missing / total).toBeLessThan(0.15);
    expect(alike).toBeGreaterThan(10);
  });

  it('ends, and patches or is refused as malformed, whatever legal tokens are drawn', () => {
    const rng = createRng(5);
    for (const ref of transitionsOf(all).slice(0, 120)) {
      const { observation, action } = ref.trajectory.steps[ref.t];
      const prompt = worldPrompt(observation.tree, action, visitAt(ref, corpus), { rows, salt: 0, dropout: 0 });
      const delta: number[] = [];
      for (;;) {
        const mask = new Uint8Array(STATICS + prompt.items);
        if (!allowDelta(mask, delta, prompt, rows)) break;
        const legal = [...mask.keys()].filter((id) => mask[id]);
        expect(legal.length).toBeGreaterThan(0);
        delta.push(rng.pick(legal));
        expect(delta.length).toBeLessThan(96);
      }
      try {
        applyChanges(prompt.base, decodeChanges(delta, prompt, rows), fresh());
      } catch (error) {
        expect(error).toMatchObject({ code: 'format' });
      }
    }
  });
});

describe('the texts of Δ', () => {
  it('stay short when a name is told twice over, step after step, as an untrained world model does', () => {
    let base: AXNode[] = [
      { id: 1, role: 'RootWebArea', name: 'Form', depth: 0 },
      { id: 2, role: 'button', name: 'Send it', depth: 1 },
    ];
    const own = STATICS + 1;
    const words = [];
    for (let step = 0; step < 8; step++) {
      const texts = base.map(({ name }) => name.split(' '));
      const items = { base, texts, values: base.map(() => null), items: base.length };
      base = applyChanges(base, decodeChanges([token('SETN'), own, own, own, token('END')], items, rows), fresh());
      words.push(base[1].name.split(' ').length);
    }
    expect(words).toEqual([4, 8, 16, 32, 64, 128, 200, 200]);
    // What could not be told back is not learnt.
    const items = { base, texts: [['x'], ['x']], values: [null, null], items: 2 };
    expect(encodeChanges([{ op: 'name', at: 1, name: 'x '.repeat(201).trim() }], items, rows)).toBeNull();
  });
});

describe('the mask of Δ', () => {
  it('lets no part of a node change twice, and nothing of a deleted node', () => {
    const base: AXNode[] = [
      { id: 1, role: 'RootWebArea', name: 'Form', depth: 0 },
      { id: 2, role: 'textbox', name: 'Name', depth: 1, value: '' },
      { id: 3, role: 'button', name: 'Send', depth: 1 },
    ];
    const items = { base, texts: base.map(({ name }) => [name]), values: [null, [], null], items: base.length };
    const at = (i: number): number => STATICS + i;
    const allowed = (...delta: number[]): number[] => {
      const mask = new Uint8Array(STATICS + base.length);
      allowDelta(mask, delta, items, rows);
      return [...mask.keys()].filter((id) => mask[id]);
    };
    const renamed = [token('SETN'), at(1), token('EMPTY')];
    expect(allowed(...renamed, token('SETN'))).toEqual([at(0), at(2)]);
    expect(allowed(...renamed, token('STATE'))).toEqual([at(0), at(1), at(2)]);
    expect(allowed(...renamed, token('DEL'))).toEqual([at(2)]);
    expect(allowed(token('DEL'), at(2), token('SETN'))).toEqual([at(0), at(1)]);
    // The only field has its value: there is no other to set.
    expect(allowed(token('SETV'), at(1), token('EMPTY'))).not.toContain(token('SETV'));
  });
});

describe('a page that nobody recorded', () => {
  const page = (url: string, ...names: string[]): AXTree => ({
    url,
    title: url,
    nodes: names.map((name, i) => ({ id: i + 1, role: i === 0 ? 'RootWebArea' : 'StaticText', name, depth: +(i > 0) })),
    omitted: 0,
  });
  const home = page('/', 'Shop', 'Teal mug');
  const cup = page('/item/cup', 'Item', 'Red cup', '$9');
  const mug = page('/item/mug', 'Item', 'Teal mug', '$4');
  const list = page('/list', 'All', 'Red cup', '$9', 'Teal mug', '$4');
  const lex = () => ({ rows: new WordRows({ input: [], output: [] }, CONTROL_TOKENS), salt: 0, dropout: 0 });
  const told = (memory: AXTree[]) => {
    const visit = startVisit(new Map(memory.map((tree) => [tree.url, tree])));
    const prompt = recallPrompt(home, { verb: 'click', target: 2 }, cup, visit, lex());
    return encodeLikeness(mug.nodes, prompt, lex().rows)!;
  };

  it('is told with what other pages say of the name that was clicked, and keeps what nobody says', () => {
    // The list knows the price: nothing is made up. Without the list the price stays that of the cup.
    expect(told([cup, list]).madeUp).toBe(0);
    expect(told([cup]).madeUp).toBe(1);
    const visit = startVisit(new Map([[cup.url, cup]]));
    const prompt = recallPrompt(home, { verb: 'click', target: 2 }, cup, visit, lex());
    const changes = decodeBody(told([cup]).tokens, prompt, lex().rows)!;
    expect(applyChanges(cup.nodes, changes, fresh()).map(({ name }) => name)).toEqual(['Item', 'Teal mug', '$9']);
  });

  it('has facts only of what was said of it', () => {
    const madeUp = new MadeUp();
    const likeness: Imagined = {
      ...{ tree: { ...mug, url: '/item/~Teal-mug' }, base: cup, cause: 'navigation', missing: false, malformed: false },
      ...{ madeUp: true, changes: [{ op: 'name', at: 1, name: 'Teal mug' }] },
    };
    madeUp.add(likeness);
    madeUp.add({ ...likeness, tree: cup, madeUp: false, changes: [] });
    expect(madeUp.has('/item/~Teal-mug', '$9')).toBe(true);
    expect(madeUp.has('/item/~Teal-mug', 'Teal mug')).toBe(false);
    expect(madeUp.has('/item/cup', '$9')).toBe(false);
  });
});

describe('a role that is spelled as a word', () => {
  const page = (...nodes: Omit<AXNode, 'id' | 'depth'>[]): AXTree => ({
    url: '/event/new',
    title: 'Event',
    nodes: nodes.map((node, i) => ({ ...node, id: i + 1, depth: Math.min(i, 1) })),
    omitted: 0,
  });
  const allDay = (checked: boolean) => ({ role: 'checkbox', name: 'All day', states: { checked } });
  const whole = page({ role: 'RootWebArea', name: 'Event' }, allDay(true));
  const timed = page({ role: 'RootWebArea', name: 'Event' }, allDay(false), {
    role: 'InputTime',
    name: 'Start',
    value: '09:15',
  });
  /** One click on each of these sites: it brings the field for the time. */
  const clicks = (seeds: readonly number[]): Trajectory[] =>
    seeds.map((seed) => {
      const task = makeTask('mail', 'event', seed, 0);
      const seen = (tree: AXTree, step: number): Observation => ({ goal: '', tree, feedback: '', notes: [], step });
      const action = { verb: 'click', target: 2 } as const;
      const step = { observation: seen(whole, 0), action, reward: 0, ms: 0 };
      return {
        ...{ id: task.id, task, seed: 1, world: 'browser', policy: 'expert', steps: [step], final: seen(timed, 1) },
        ...{ reward: 0, terminated: false, truncated: true },
      };
    });

  it('is read as the role it is most like, and needs no token: those of other networks stay where they are', () => {
    for (const role of SPELLED_ROLES) {
      expect(ROLES).not.toContain(role);
      expect(roleIndex(role)).toBe(ROLES.indexOf('Date'));
    }
    const words = vocabularyOf(corpus).output;
    for (const role of SPELLED_ROLES) expect(words).not.toContain(role);
  });

  it('comes back from Δ where two sites brought it; where none did, Δ cannot say it and no mask allows it', () => {
    const two = new Corpus(clicks([1, 2]));
    const brought = new WordRows(vocabularyOf(two), CONTROL_TOKENS);
    const lex = { rows: brought, salt: 0, dropout: 0 };
    for (const ref of transitionsOf(two.trajectories)) {
      const [{ tokens }] = transitionSequences(ref, two, lex, 0, createRng(1), emptyCoverage());
      const prompt = worldPrompt(whole, ref.trajectory.steps[0].action, visitAt(ref, two), lex);
      const outcome = decodeOutcome(prompt, [...tokens], brought);
      expect(outcome.kind).toBe('keep');
      if (outcome.kind !== 'keep') continue;
      const next = applyChanges(whole.nodes, outcome.changes ?? [], fresh());
      expect(same(next, timed.nodes), JSON.stringify(outcome.changes)).toBe(true);
      const stranger = new WordRows({ input: [], output: ['Start', '09:15'] }, CONTROL_TOKENS);
      const changes = diffTrees(whole.nodes, timed.nodes);
      expect(encodeChanges(changes, prompt, brought)).not.toBeNull();
      expect(encodeChanges(changes, prompt, stranger)).toBeNull();
      const allowed = (known: WordRows): number[] => {
        const mask = new Uint8Array(STATICS + prompt.items);
        allowDelta(mask, [token('ADD'), STATICS], prompt, known);
        return [...mask.keys()].filter((id) => mask[id]);
      };
      expect(allowed(stranger)).toEqual(ROLES.map((role) => token(`role:${role}`)));
      expect(allowed(brought)).toEqual([...allowed(stranger), brought.output('InputTime')]);
    }
  });
});
