// npx vitest run test/model/worldForm.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { AXNode, Trajectory } from '../../src/core/types.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { DreamWorld } from '../../src/env/dream.ts';
import { WordRows } from '../../src/model/features.ts';
import { allowPage, decodePage, encodePage } from '../../src/model/pageGrammar.ts';
import { decodeModel, openCheckpoint } from '../../src/model/persist.ts';
import { CONTROL_TOKENS, STATICS, token, tokenName } from '../../src/model/tokens.ts';
import { sameNode } from '../../src/model/view.ts';
import { decodeBody } from '../../src/model/worldBody.ts';
import { MAX_PAGE, WORLD_FORM, type WorldForm } from '../../src/model/worldForm.ts';
import { decodeOutcome, recallPrompt, worldMask, worldPrompt } from '../../src/model/worldModel.ts';
import { applyChanges } from '../../src/page/patch.ts';
import { configure } from '../../src/train/config.ts';
import { Corpus } from '../../src/train/corpus.ts';
import { Learner } from '../../src/train/learner.ts';
import { vocabularyOf } from '../../src/train/vocabulary.ts';
import {
  afterOf,
  emptyCoverage,
  kindOf,
  transitionSequences,
  transitionsOf,
  visitAt,
} from '../../src/train/worldSamples.ts';
import { experts } from './recorded.ts';

const FORMS: [string, WorldForm][] = [
  ['Δ without a rationale', { ...WORLD_FORM, rationale: false }],
  ['the whole page', { ...WORLD_FORM, target: 'page' }],
  ['the whole page without a rationale', { ...WORLD_FORM, target: 'page', rationale: false }],
  ['Δ and then the page', { ...WORLD_FORM, apply: 'model' }],
];

let recorded: Trajectory[];
let corpus: Corpus;
let rows: WordRows;
beforeAll(async () => {
  recorded = (await experts(1)).filter((_, k) => k % 5 === 0);
  corpus = new Corpus(recorded);
  rows = new WordRows(vocabularyOf(corpus), CONTROL_TOKENS);
});
const lexicon = () => ({ rows, salt: 0, dropout: 0 });
const fresh = () => {
  let id = 1_000_000;
  return () => id++;
};
const same = (a: readonly AXNode[], b: readonly AXNode[]): boolean =>
  a.length === b.length && a.every((node, i) => sameNode(node, b[i]) && node.depth === b[i].depth);

describe.each(FORMS)('a world model that says %s', (_, form) => {
  it('says the pages of the sites: tokens → changes → patch gives the real next page', () => {
    const lex = lexicon();
    let checked = 0;
    const refs = transitionsOf(recorded);
    for (const ref of refs) {
      const { observation, action } = ref.trajectory.steps[ref.t];
      const before = observation.tree;
      const after = afterOf(ref).nodes;
      const sequences = transitionSequences(ref, corpus, lex, 0, createRng(1), emptyCoverage(), form);
      if (sequences.length === 0) continue;
      const visit = visitAt(ref, corpus);
      const outcome = decodeOutcome(worldPrompt(before, action, visit, lex, form), [...sequences[0].tokens], rows);
      if (outcome.kind === 'keep') {
        const next = applyChanges(before.nodes, outcome.changes ?? [], fresh());
        expect(same(next, after), kindOf(ref)).toBe(true);
        // A written page, too, keeps the ids of what stays: feedback asks what became of the field that was filled in.
        if (action.verb === 'type') expect(next.map(({ id }) => id)).toContain(action.target);
        checked++;
      } else if (outcome.kind === 'recall' && sequences.length === 2) {
        const base = outcome.candidate.tree;
        const second = recallPrompt(before, action, base, visit, lex, form);
        const changes = decodeBody([...sequences[1].tokens], second, rows) ?? [];
        // A likeness may keep facts of the page that it is told by; a written page is exact or not told at all.
        if (outcome.recorded || form.target === 'page' || form.apply === 'model')
          expect(same(applyChanges(base.nodes, changes, fresh()), after), kindOf(ref)).toBe(true);
        checked++;
      } else if (outcome.kind === 'missing') checked++;
    }
    expect(checked).toBeGreaterThan(0.8 * refs.length);
  });

  it('begins with the cause or without it', () => {
    const [ref] = transitionsOf(recorded);
    const [{ tokens }] = transitionSequences(ref, corpus, lexicon(), 0, createRng(1), emptyCoverage(), form);
    expect(tokenName(tokens[0]).startsWith('cause:')).toBe(form.rationale);
  });

  it('dreams what it was fitted to say, counts what makes no sense, and comes back from its checkpoint', async () => {
    const learner = new Learner();
    const backend = await initBackend('wasm');
    await learner.init('wasm');
    const config = configure('debug', { world: { steps: 2, batch: 4, ...form }, judge: { steps: 1, batch: 2 } });
    const { bytes } = await learner.fitWorld(recorded, config);
    const { bytes: judge } = await learner.fitJudge(recorded, config);
    const models = { world: decodeModel(bytes, backend).model, judge: decodeModel(judge, backend).model };
    expect(models.world.form).toEqual(form);
    const uniform = createRng(3).next;
    const world = new DreamWorld(models, corpus.memoryOf, { temperature: 1 });
    for (const { task, steps } of recorded.filter(({ steps }) => steps[0].action.verb === 'click').slice(0, 4)) {
      const dream = world.start(task);
      const before = dream.observation.tree;
      await world.advance([dream], [steps[0].action], uniform);
      if (dream.last?.malformed) expect(dream.observation.tree).toBe(before);
      expect(dream.malformed).toBe(dream.last?.malformed ? 1 : 0);
      expect(dream.last && dream.last.cause !== null).toBe(form.rationale);
    }
    models.world.dispose();
    models.judge.dispose();
  });
});

describe('pages as tokens', () => {
  const prompt = () => {
    const { observation, action } = recorded[0].steps[0];
    return worldPrompt(observation.tree, action, visitAt({ trajectory: recorded[0], t: 0 }, corpus), lexicon());
  };
  const node = (id: number, role: string, name: string, depth: number): AXNode => ({ id, role, name, depth });
  const walk = (items: ReturnType<typeof prompt>, limit: number, rng: ReturnType<typeof createRng>): number[] => {
    const page: number[] = [];
    for (;;) {
      const mask = new Uint8Array(STATICS + items.items);
      if (!allowPage(mask, page, items, rows, limit)) return page;
      const legal = [...mask.keys()].filter((id) => mask[id]);
      expect(legal.length).toBeGreaterThan(0);
      page.push(rng.pick(legal));
    }
  };

  it('are one tree whatever legal tokens are drawn; a page that runs on ends soon and is no page', () => {
    const items = prompt();
    const rng = createRng(5);
    let cut = 0;
    for (let k = 0; k < 40; k++) {
      const page = walk(items, 40, rng);
      const nodes = decodePage(page, items, rows, 40);
      // The longest node: role, depth, eight flags, two texts of twelve tokens with PART's three.
      expect(page.length).toBeLessThan(40 + 50);
      if (page.length > 40) {
        expect(nodes).toBeNull();
        cut++;
        continue;
      }
      expect(nodes?.[0]).toMatchObject({ role: 'RootWebArea', depth: 0 });
      const added = nodes!.map(({ id: _, ...one }) => ({ op: 'add', after: -1, node: one }) as const);
      expect(applyChanges([], added, fresh())).toHaveLength(nodes!.length);
    }
    expect(cut).toBeGreaterThan(0);
  });

  it('say a role, a depth and a text for every node, and no place', () => {
    const items = prompt();
    const page = [node(7, 'RootWebArea', '', 0), node(8, 'checkbox', '', 1)];
    const tokens = encodePage(page, items, rows, MAX_PAGE)!;
    expect(tokens.map(tokenName)).toEqual([
      ...['ADD', 'role:RootWebArea', 'depth:0', 'EMPTY'],
      ...['ADD', 'role:checkbox', 'depth:1', 'EMPTY', 'END'],
    ]);
    // A box that nobody ticked prints so.
    expect(decodePage(tokens, items, rows, MAX_PAGE)?.[1].states).toEqual({ checked: false });
    expect(encodePage(page, items, rows, tokens.length)).toEqual(tokens);
    expect(encodePage(page, items, rows, tokens.length - 1)).toBeNull();
  });

  it('too long for the decoder is malformed: the old page is kept', () => {
    const form: WorldForm = { ...WORLD_FORM, target: 'page' };
    const { observation, action } = recorded[0].steps[0];
    const visit = visitAt({ trajectory: recorded[0], t: 0 }, corpus);
    const items = worldPrompt(observation.tree, action, visit, lexicon(), form);
    const endless: number[] = [token('cause:page'), token('KEEP')];
    const END = token('END');
    for (;;) {
      const mask = worldMask(items, endless, rows);
      if (!mask) break;
      const legal = [...mask.keys()].filter((id) => mask[id]);
      endless.push(legal.find((id) => id !== END) ?? END);
    }
    expect(endless.length).toBeGreaterThan(MAX_PAGE);
    expect(decodeOutcome(items, endless, rows)).toEqual({ kind: 'keep', changes: null });
  });

  it('need more positions than Δ, and their checkpoints are told apart', async () => {
    const learner = new Learner();
    await learner.init('wasm');
    const fitted = async (form: Partial<WorldForm>) =>
      openCheckpoint(
        (await learner.fitWorld(recorded, configure('debug', { world: { steps: 1, batch: 2, ...form } }))).bytes,
      );
    const [delta, page] = [await fitted({}), await fitted({ target: 'page' })];
    expect(delta.shape.positions).toBe(96);
    expect(page.shape.positions).toBe(256);
    expect(page.shape.rows - delta.shape.rows).toBe(256 - 96);
    expect(delta.meta.form).toEqual(WORLD_FORM);
  });
});
