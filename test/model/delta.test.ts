// npx vitest run test/model/delta.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { AXNode, Trajectory } from '../../src/core/types.ts';
import { allowDelta, decodeChanges } from '../../src/model/deltaGrammar.ts';
import { WordRows } from '../../src/model/features.ts';
import { CONTROL_TOKENS, STATICS } from '../../src/model/tokens.ts';
import { sameNode } from '../../src/model/view.ts';
import { decodeOutcome, decodeRecall, recallPrompt, worldPrompt } from '../../src/model/worldModel.ts';
import { applyChanges } from '../../src/page/patch.ts';
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
    for (const ref of transitionsOf(all)) {
      const { observation, action } = ref.trajectory.steps[ref.t];
      const before = observation.tree;
      const after = afterOf(ref);
      const sequences = transitionSequences(ref, corpus, lex, 0, createRng(1), coverage);
      if (sequences.length === 0) continue;
      const prompt = worldPrompt(before, action, visitAt(ref, corpus), lex);
      const outcome = decodeOutcome(prompt, [...sequences[0].tokens], rows);
      if (outcome.kind === 'keep') {
        expect(same(applyChanges(before.nodes, outcome.changes, fresh()), after.nodes), kindOf(ref)).toBe(true);
        checked++;
      } else if (outcome.kind === 'recall' && sequences.length === 2) {
        const base = outcome.candidate.tree;
        const second = recallPrompt(before, action, base, visitAt(ref, corpus), lex);
        const changes = decodeRecall(second, [...sequences[1].tokens], rows);
        expect(same(applyChanges(base.nodes, changes, fresh()), after.nodes), kindOf(ref)).toBe(true);
        checked++;
      }
    }
    const total = transitionsOf(all).length;
    const unsaid = [...coverage.unsayable.values()].reduce((sum, n) => sum + n, 0);
    // The grammar must keep up with the sites: what it cannot say, dreams cannot contain.
    expect(unsaid / total, JSON.stringify([...coverage.unsayable])).toBeLessThan(0.03);
    expect(checked).toBeGreaterThan(0.9 * total);
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
